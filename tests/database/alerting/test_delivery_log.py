"""The notification history stays within its limits and is read by its indexes."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson
import pytest
from tests.database.alerting.delivering import CLOCK, Inbox, Server, end, fire, set_policy

from vedette.alerting.delivery.history.model import NotificationSearch
from vedette.alerting.delivery.history.retention import LogLimits, LogRetention
from vedette.alerting.delivery.history.store import NotificationHistoryStore
from vedette.alerting.instances.history_store import TransitionStore
from vedette.alerting.routing.policies import NotificationPolicy
from vedette.db.database import NO_PARAMS, Database, Params, Row
from vedette.sdk import TryLater

MONTH = timedelta(days=30)
ROWS = 20_000
START = 1_700_000_000_000
_LOGS = "alert_decision|alert_delivery|alert_history"
_FILL = (
    f"""
    INSERT INTO alert_delivery (org_id, delivery_key, group_key, receiver, integration_uid,
      integration_type, sequence, slot, reason, state, firing, resolved, message, attempts, created,
      outcome, epoch, last_owner)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {ROWS})
    SELECT :org, 'key' || i, 'g' || (i % 100), 'point' || (i % 200), 'u', 'webhook', i, i, 'first',
      CASE WHEN i % 500 = 0 THEN 'failed' ELSE 'sent' END, '[]', '[]', '{{}}', 1, {START} + i, '',
      1, '' FROM n
    """,
    """
    INSERT INTO alert_decision (org_id, fingerprint, rule_uid, group_key, receiver,
      integration_uid, slot, decision, detail, delivery_id, created)
    SELECT org_id, 'f' || (sequence % 1000), 'r' || (sequence % 300), group_key, receiver, 'u',
      slot, CASE WHEN sequence % 400 = 0 THEN 'muted' WHEN sequence % 3 = 0 THEN 'routed'
        ELSE 'first' END,
      '{"labels":{"team":"t' || (sequence % 1000) || '"}}', id, created FROM alert_delivery
    """,
    f"""
    INSERT INTO alert_history (org_id, rule_uid, rule_title, rule_version, folder_uid, group_name,
      dashboard_uid, panel_id, fingerprint, labels, state_before, state, reason, value_numbers,
      failure, slot, created)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {ROWS})
    SELECT :org, 'r' || (i % 300), 'R', 1, 'f', 'g', 'd' || (i % 300), 1, 'f' || (i % 1000), '{{}}',
      '', 'firing', '', '{{}}', '', {START} + i, {START} + i FROM n
    """,
)
_EVERYTHING = {"since": 0, "until": START + 2 * ROWS, "limit": 20}


class Explained:
    """A reading block that notes the plan of each statement, and how many rows it reads."""

    def __init__(self, tx: Any) -> None:
        self._tx = tx
        self.dialect = tx.dialect
        self.plans: list[str] = []
        self.most_rows = 0

    async def all(self, sql: str, params: Params = NO_PARAMS) -> Sequence[Row]:
        await self._explain(sql, params)
        found: Sequence[Row] = await self._tx.all(sql, params)
        return found

    async def value(self, sql: str, params: Params = NO_PARAMS) -> Any:
        await self._explain(sql, params)
        return await self._tx.value(sql, params)

    async def _explain(self, sql: str, params: Params) -> None:
        if self.dialect == "sqlite":
            rows = await self._tx.all(f"EXPLAIN QUERY PLAN {sql}", params)
            self.plans += [row["detail"] for row in rows]
            return
        plan = await self._tx.value(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}", params)
        self._note(orjson.loads(plan)[0]["Plan"])

    def _note(self, node: dict[str, Any]) -> None:
        self.plans.append(f"{node['Node Type']} {node.get('Relation Name', '')}")
        if "Relation Name" in node:
            read = node["Actual Rows"] + node.get("Rows Removed by Filter", 0)
            self.most_rows = max(self.most_rows, int(read * node["Actual Loops"]))
        for child in node.get("Plans", ()):
            self._note(child)

    def check(self, most_rows: int, what: object) -> None:
        whole = rf"^SCAN (d|v|{_LOGS})\b|^Seq Scan ({_LOGS})"
        assert not [each for each in self.plans if re.search(whole, each)], (what, self.plans)
        assert self.most_rows <= most_rows, (what, self.most_rows, self.plans)


@pytest.fixture
async def large(database: Database, org: int) -> int:
    """An organization with many entries."""
    async with database.transaction() as tx:
        for statement in _FILL:
            await tx.execute(statement, {"org": org})
    if database.dialect == "postgres":
        async with database.reading() as tx:
            for table in _LOGS.split("|"):
                await tx.execute(f"ANALYZE {table}")
    return org


FILTERS: list[tuple[dict[str, Any], int, int]] = [
    ({}, 20, 500),
    ({"fingerprint": "f7"}, 20, 500),
    ({"rule_uid": "r7"}, 20, 500),
    ({"receiver": "point7"}, 20, 500),
    ({"state": "sent"}, 20, 500),
    ({"state": "failed"}, 20, 500),
    ({"state": "muted"}, 20, 500),
    ({"state": "pending"}, 0, 500),
    ({"state": "failed", "receiver": "point100"}, 20, 500),
    ({"fingerprint": "f7", "receiver": "point7"}, 20, 500),
    ({"words": ("team=t6",)}, 20, ROWS // 2),
    ({"until": START + 500}, 20, 500),
    ({"since": START + ROWS - 5}, 6, 500),
]
"""With how many entries each finds, and how many rows it may read."""


async def test_each_filter_of_the_histories_reads_by_an_index(
    database: Database, large: int
) -> None:
    """R-50: What a page of a history costs does not grow with the history."""
    async with database.reading() as tx:
        if database.dialect == "postgres":
            # A table of this size may be cheaper to scan; one that matters is not.
            await tx.execute("SET enable_seqscan = off")
        for page in (None, ROWS - 3_000):
            for filters, found, most_rows in FILTERS:
                explained = Explained(tx)
                await _searched(explained, large, filters, page, found)
                explained.check(most_rows, filters)
        explained = Explained(tx)
        await _state_history(explained, large)
        explained.check(500, "state history")
        await _pages_follow_one_another(NotificationHistoryStore(tx, large))
        if database.dialect == "postgres":
            await tx.execute("RESET enable_seqscan")


async def _searched(
    tx: Any, org: int, filters: dict[str, Any], page: int | None, found: int
) -> None:
    wanted = NotificationSearch(**{**_EVERYTHING, **filters, "before": page})
    store = NotificationHistoryStore(tx, org)
    entries = [each.id for each in await store.entries(wanted)]
    messages = [each.id for each in await store.search_messages(wanted)]
    for ids in (entries, messages):
        assert ids == sorted(ids, reverse=True), filters
        assert page is None or all(id_ < page for id_ in ids), filters
    if page is None:
        assert len(entries) == found, filters


async def _state_history(tx: Any, org: int) -> None:
    since, until = datetime(2000, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC)
    store = TransitionStore(tx)
    assert len(await store.of_org(org, since, until, 20)) == 20
    assert len(await store.of_rule(org, "r7", since, until, 20)) == 20
    assert len(await store.of_dashboard(org, "d7", since, until, 20)) == 20
    assert len(await store.of_fingerprint(org, "f7", since, until, 20)) == 20


async def _pages_follow_one_another(store: NotificationHistoryStore) -> None:
    seen: list[int] = []
    before = None
    while True:
        wanted = NotificationSearch(**{**_EVERYTHING, "receiver": "point7", "before": before})
        page = await store.entries(wanted)
        seen += [each.id for each in page]
        if len(page) < wanted.limit:
            break
        before = page[-1].id
    assert len(seen) == len(set(seen)) == ROWS // 200


@pytest.mark.parametrize("limits", [LogLimits(MONTH, entries=6), LogLimits(MONTH, size=3_000)])
async def test_the_oldest_entries_beyond_the_limit_go_and_pending_messages_stay(
    database: Database, org: int, inbox: Inbox, limits: LogLimits
) -> None:
    """R-50: The history has a limit by number and by size, and no message is lost by it."""
    await set_policy(
        database, org, NotificationPolicy("ops", ("host",), group_interval=timedelta(minutes=1))
    )
    server = Server(database, inbox)
    inbox.answers = [TryLater("busy")]
    await fire(database, org, "waits")
    await server.all()
    async with database.transaction() as tx:
        far = CLOCK.now_ms() + 3_600_000
        await tx.execute("UPDATE alert_delivery SET due_at = :far", {"far": far})
    for _ in range(8):
        await fire(database, org, "a")
        await server.all()
        await end(database, org, "a")
        await server.all()
    before = await server.rows("SELECT id FROM alert_decision ORDER BY id")
    await LogRetention(database, CLOCK, limits).delete_old()
    rows = await server.rows("SELECT id, delivery_id FROM alert_decision ORDER BY id")
    pending = await server.rows("SELECT id FROM alert_delivery WHERE state = 'pending'")
    waiting = {row["id"] for row in pending}
    kept = [row["id"] for row in rows if row["delivery_id"] not in waiting]
    assert len(kept) < len(before) / 2
    assert kept == [row["id"] for row in before][-len(kept) :] or not kept
    assert waiting, "nothing that is to be sent was deleted"
    await server.retry_now()
    await server.send()
    assert inbox.arrived[-1].firing == ["waits"]


async def test_without_limits_nothing_but_age_deletes(
    database: Database, org: int, inbox: Inbox
) -> None:
    server = Server(database, inbox)
    await fire(database, org, "a")
    await server.all()
    before = await server.rows("SELECT id FROM alert_decision")
    await LogRetention(database, CLOCK, LogLimits(MONTH)).delete_old()
    assert len(await server.rows("SELECT id FROM alert_decision")) == len(before)
