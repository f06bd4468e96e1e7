"""While the database cannot be written, alerting goes on in memory; then all of it is written."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.database.alerting.delivering import (
    CLOCK,
    ONE_GROUP,
    Inbox,
    Server,
    add_integration,
    end,
    fire,
    make_org,
    set_policy,
)
from tests.database.alerting.engine import Rig
from tests.database.alerting.read_only import Stored, set_read_only

from vedette.alerting.degraded.store import BufferLimits
from vedette.db.database import Database
from vedette.db.errors import DatabaseReadOnly, DatabaseUnavailable
from vedette.db.open import open_database
from vedette.db.settings import DatabaseSettings
from vedette.sdk import TryLater

HOSTS = ("a", "b", "c")


@dataclass(frozen=True)
class Round:
    firing: frozenset[str]
    work: tuple[str, ...]
    is_refused: bool
    is_read_only: bool


ROUNDS = st.lists(
    st.builds(
        Round,
        firing=st.frozensets(st.sampled_from(HOSTS)),
        work=st.sampled_from(
            [("route", "flush", "send"), ("route", "flush"), ("route",), ("flush",), ("send",)]
        ),
        is_refused=st.sampled_from([False, False, True]),
        is_read_only=st.booleans(),
    ),
    min_size=3,
    max_size=10,
)


@pytest.fixture
async def stored(database: Database, database_settings: DatabaseSettings) -> AsyncIterator[Stored]:
    made = Stored(database, database_settings, CLOCK)
    yield made
    await set_read_only(database, database_settings, is_on=False)


async def test_an_alert_that_fires_and_resolves_meanwhile_is_sent_once_and_is_on_record(
    stored: Stored, org: int, inbox: Inbox
) -> None:
    """R-24: What was sent from memory has the key that the database holds afterwards."""
    server = Server(stored.working, inbox)
    await fire(stored.working, org, "a")
    await server.all()
    await stored.becomes_read_only()
    await fire(stored.working, org, "b")
    await server.all()
    await end(stored.working, org, "a")
    await server.all()
    assert [(each.firing, each.resolved) for each in inbox.arrived] == [
        (["a"], []),
        (["a", "b"], []),
        (["b"], ["a"]),
    ]
    with pytest.raises(DatabaseReadOnly, match="cannot be written"):
        await set_policy(stored.guarded, org, ONE_GROUP)
    assert await server.rows("SELECT 1 FROM alert_history") == []
    await stored.becomes_writable()
    await server.all()
    await server.dispatcher.upkeep()
    assert len(inbox.arrived) == 3
    await end(stored.working, org, "b")
    await server.all()
    assert inbox.arrived[-1].resolved == ["b"]
    rows = await server.rows("SELECT delivery_key, state FROM alert_delivery ORDER BY sequence")
    assert [row["delivery_key"] for row in rows] == [each.key for each in inbox.arrived]
    assert {row["state"] for row in rows} == {"sent"}


async def test_a_message_in_the_air_when_writes_fail_is_recorded_and_not_repeated(
    stored: Stored, org: int, inbox: Inbox
) -> None:
    server = Server(stored.working, inbox)
    inbox.opened["hook"] = asyncio.Event()
    await fire(stored.working, org, "a")
    await server.route()
    await server.flush()
    assert await server.sender.begin_due() == 1
    await stored.becomes_read_only()
    inbox.opened.pop("hook").set()
    await server.sender.drain()
    await server.send()
    await stored.becomes_writable()
    await server.send()
    assert len(inbox.arrived) == 1
    (row,) = await server.rows("SELECT state, attempts FROM alert_delivery")
    assert (row["state"], row["attempts"]) == ("sent", 1)


async def test_a_rule_is_evaluated_at_its_slots_and_its_states_are_written(
    rig: Rig, database_settings: DatabaseSettings
) -> None:
    """R-24: No slot is lost or repeated, and the history has every transition."""
    stored = Stored(rig.database, database_settings, rig.time)
    rig.database = stored.working
    rule = await rig.rule(**{"for": "10s"})
    await rig.evaluate()
    await stored.becomes_read_only()
    rig.source.series = {"a": 11.0}
    for _ in range(3):
        await rig.tick()
    assert await rig.states(rule) == {"a": "firing"}
    await stored.becomes_writable()
    await rig.tick()
    rig.source.series = {"a": 1.0}
    await rig.tick()
    assert set(rig.source.asked.values()) == {1}
    assert len(rig.source.asked) == 6
    assert await rig.states(rule) == {"a": "normal"}
    assert [each.after.value for each in await rig.history(rule)] == [
        "pending",
        "firing",
        "normal",
    ]
    assert (await rig.alerts())["R a"].ends_at is not None
    assert (await rig.evaluation(rule)).missed == 0


async def test_what_does_not_fit_into_memory_is_counted_and_states_are_kept(
    database: Database, database_settings: DatabaseSettings, org: int, inbox: Inbox
) -> None:
    stored = Stored(
        database, database_settings, CLOCK, BufferLimits(log_rows=3, finished_deliveries=2)
    )
    server = Server(stored.working, inbox)
    await fire(stored.working, org, "a")
    await server.all()
    await stored.becomes_read_only()
    for _ in range(4):
        await fire(stored.working, org, "b")
        await server.all()
        await end(stored.working, org, "b")
        await server.all()
    await stored.working.return_to_database()
    assert stored.working.is_in_memory, "it still cannot be written"
    await stored.becomes_writable()
    lost = stored.number("memory_records_lost_total")
    assert lost > 0
    assert len(inbox.arrived) == 9
    assert len(await server.rows("SELECT 1 FROM alert_delivery")) == 1 + 2
    (told,) = await server.rows("SELECT firing, sequence FROM alert_group_told")
    assert told["sequence"] == 9
    await server.all()
    assert len(inbox.arrived) == 9


async def test_a_commit_whose_answer_was_lost_is_not_written_twice(
    stored: Stored, org: int, inbox: Inbox
) -> None:
    server = Server(stored.working, inbox)
    await fire(stored.working, org, "a")
    await stored.becomes_read_only()
    await server.all()
    stored.guarded.inner = _Forgetful(stored.database)
    await set_read_only(stored.database, stored.settings, is_on=False)
    await stored.working.return_to_database()
    assert stored.working.is_in_memory
    await stored.working.return_to_database()
    assert not stored.working.is_in_memory
    decisions = await server.rows("SELECT decision FROM alert_decision ORDER BY id")
    assert [row["decision"] for row in decisions] == ["routed", "first"]
    assert len(await server.rows("SELECT 1 FROM alert_delivery")) == 1


async def test_a_stop_writes_what_can_be_written_and_says_what_is_lost(
    stored: Stored, org: int, inbox: Inbox, caplog: pytest.LogCaptureFixture
) -> None:
    server = Server(stored.working, inbox)
    await fire(stored.working, org, "a")
    await stored.becomes_read_only()
    await server.all()
    await set_read_only(stored.database, stored.settings, is_on=False)
    await stored.working.leave_memory()
    assert not stored.working.is_in_memory
    (row,) = await server.rows("SELECT state FROM alert_delivery")
    assert row["state"] == "sent"
    await stored.becomes_read_only()
    await stored.working.leave_memory()
    assert "is lost" in caplog.text


async def test_several_instances_wait_and_say_so(
    database: Database,
    database_settings: DatabaseSettings,
    org: int,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Two copies of one group would send different content under one key."""
    stored = Stored(database, database_settings, CLOCK, instances=("one", "two"))
    running = asyncio.create_task(stored.working.run())
    await set_read_only(database, database_settings, is_on=True)
    try:
        with pytest.raises(DatabaseReadOnly):
            await fire(stored.working, org, "a")
        async with asyncio.timeout(10):
            while "other instances share it" not in caplog.text:
                await asyncio.sleep(0.01)
        assert not stored.working.is_in_memory
    finally:
        running.cancel()
        await set_read_only(database, database_settings, is_on=False)
    await fire(stored.working, org, "a")


class _Forgetful:
    """Loses the answer to the first commit."""

    def __init__(self, inner: Database) -> None:
        self._inner = inner
        self._forgets = True
        self.dialect = inner.dialect

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Any]:
        async with self._inner.transaction() as tx:
            yield tx
        if self._forgets:
            self._forgets = False
            raise DatabaseUnavailable("The answer to the commit was lost.")

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(rounds=ROUNDS)
def test_users_and_records_cannot_tell_that_the_database_was_read_only(
    migrated_file: Path, tmp_path_factory: pytest.TempPathFactory, rounds: list[Round]
) -> None:
    """R-24: Whenever writes fail and work again, the same messages are sent and recorded."""
    data = tmp_path_factory.mktemp("outages")
    plain = asyncio.run(_played(migrated_file, data / "plain", rounds, has_outages=False))
    degraded = asyncio.run(_played(migrated_file, data / "degraded", rounds, has_outages=True))
    assert degraded == plain


async def _played(
    migrated: Path, data: Path, rounds: list[Round], *, has_outages: bool
) -> dict[str, list[tuple[Any, ...]]]:
    """What arrived and what the tables hold in the end, without ids and times."""
    data.mkdir()
    kind = DatabaseSettings()
    shutil.copy(migrated, data / kind.path)
    database = await open_database(kind, data, CLOCK)
    org = await make_org(database)
    await add_integration(database, org, "ops", "hook")
    await set_policy(database, org, ONE_GROUP)
    stored, inbox = Stored(database, kind, CLOCK), Inbox()
    server = Server(stored.working, inbox)
    before: frozenset[str] = frozenset()
    for each in rounds:
        if has_outages and each.is_read_only != stored.working.is_in_memory:
            await (stored.becomes_read_only if each.is_read_only else stored.becomes_writable)()
        await fire(stored.working, org, *sorted(each.firing - before))
        await end(stored.working, org, *sorted(before - each.firing))
        before = each.firing
        if each.is_refused:
            inbox.answers.append(TryLater("busy"))
        for work in each.work:
            await server.retry_now()
            await getattr(server, work)()
    inbox.answers.clear()
    if stored.working.is_in_memory:
        await stored.becomes_writable()
    for _ in range(2):
        await server.retry_now()
        await server.all()
    await server.dispatcher.upkeep()
    sent = await server.rows("SELECT delivery_key FROM alert_delivery WHERE state = 'sent'")
    assert {row["delivery_key"] for row in sent} == {each.key for each in inbox.arrived}
    found = {name: [tuple(row) for row in await server.rows(sql)] for name, sql in _TABLES.items()}
    found["arrived"] = [(each.sequence, each.firing, each.resolved) for each in inbox.arrived]
    await database.aclose()
    return found


_TABLES = {
    "alerts": "SELECT fingerprint, ends_at IS NULL, is_unrouted FROM alert ORDER BY 1",
    "members": "SELECT fingerprint, has_left FROM alert_group_member ORDER BY 1",
    "told": "SELECT integration_uid, firing, sequence FROM alert_group_told ORDER BY 1",
    "deliveries": "SELECT sequence, state, reason, firing, resolved, attempts FROM alert_delivery"
    " ORDER BY sequence",
    "attempts": "SELECT sequence, attempt, alert_delivery_attempt.outcome FROM"
    " alert_delivery_attempt JOIN alert_delivery ON id = delivery_id ORDER BY 1, 2",
    # Alerts of one moment are routed in any order.
    "decisions": "SELECT fingerprint, decision, integration_uid, detail FROM alert_decision"
    " ORDER BY fingerprint, id",
}
