"""Whatever alerts do and wherever processes die: everybody knows in the end what fires, in order,
and what arrives twice has the same key."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.database.alerting.delivering import (
    CLOCK,
    NOW,
    Inbox,
    Server,
    add_integration,
    end,
    fire,
    make_org,
    set_policy,
)

from vedette.alerting.alerts import version_store
from vedette.alerting.model import Matcher, Operator
from vedette.alerting.muting.silences.model import Silence
from vedette.alerting.muting.silences.store import SilenceStore
from vedette.alerting.routing.policies import NotificationPolicy
from vedette.db.database import Database, Tx
from vedette.db.migrate import upgrade
from vedette.db.open import open_database
from vedette.db.settings import DatabaseSettings
from vedette.kernel.secret import Secret
from vedette.sdk import TryLater

HOSTS = ("a", "b")
HOUR = timedelta(hours=1)
PLAIN = NotificationPolicy("ops", ("alertname",))
SPLIT = NotificationPolicy(
    "ops",
    ("alertname",),
    routes=(NotificationPolicy("night", matchers=(Matcher("host", Operator.EQUAL, "a"),)),),
)
ALONE = NotificationPolicy("ops", ("...",))
POLICIES = {"plain": PLAIN, "split": SPLIT, "alone": ALONE}


@dataclass(frozen=True)
class Round:
    """Some alerts fire, something happens, and some of the work is done."""

    firing: frozenset[str]
    event: str
    work: tuple[str, ...]
    death: tuple[int, bool]


class Crash(BaseException):
    """No code of the server catches it, as none sees a SIGKILL."""


@dataclass
class Mortal:
    """A database whose client dies at its n-th transaction, before or after the commit."""

    inner: Database
    deaths: int = 0
    after_commit: bool = False
    is_dead: bool = False

    @property
    def dialect(self) -> str:
        return self.inner.dialect

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Tx]:
        if self.is_dead:
            raise Crash
        self.deaths -= 1
        dies = self.deaths == 0
        async with self.inner.transaction() as tx:
            yield tx
            if dies and not self.after_commit:
                self.is_dead = True
                raise Crash
        if dies:
            self.is_dead = True
            raise Crash

    def statement(self, *, is_urgent: bool = False):
        return self.transaction()

    def reading(self):
        return self.inner.reading()


@dataclass
class Play:
    """One organization from its first alert to the last end."""

    database: Database
    org: int
    inbox: Inbox = field(default_factory=Inbox)
    firing: frozenset[str] = frozenset()
    incarnations: int = 0
    server: Server = field(init=False)

    def __post_init__(self) -> None:
        self.restart()

    def restart(self, deaths: int = 0, after_commit: bool = False) -> Mortal:
        self.incarnations += 1
        mortal = Mortal(self.database, deaths, after_commit)
        self.server = Server(mortal, self.inbox, f"i{self.incarnations}")
        return mortal

    async def do(self, round_: "Round") -> None:
        await fire(self.database, self.org, *sorted(round_.firing - self.firing))
        await end(self.database, self.org, *sorted(self.firing - round_.firing))
        self.firing = round_.firing
        match round_.event:
            case "refuse":
                self.inbox.answers.append(TryLater("busy"))
            case "silence" | "speak":
                await self.silence(is_on=round_.event == "silence")
            case "plain" | "split" | "alone":
                await set_policy(self.database, self.org, POLICIES[round_.event])
        for what in round_.work:
            await self.work(what, round_.death)

    async def work(self, what: str, death: tuple[int, bool]) -> None:
        mortal = self.restart(*death) if death[0] else None
        await Server(self.database, self.inbox).retry_now()
        if what == "flush":
            await Server(self.database, self.inbox).make_due()
        steps = {"route": self.server.route, "flush": self._flush, "send": self._send}
        with suppress(Crash):
            await steps[what]()
        if mortal is not None:
            self.restart()

    async def _flush(self) -> None:
        while await self.server.dispatcher.flush_due():
            pass

    async def _send(self) -> None:
        database = self.server.database
        while await self.server.sender.begin_due():
            tasks = [each.task for each in self.server.sender._in_flight.values()]
            done = await asyncio.gather(*tasks, return_exceptions=True)
            assert not [each for each in done if each and not isinstance(each, Crash)]
            assert isinstance(database, Mortal)
            if database.is_dead:
                raise Crash

    async def silence(self, *, is_on: bool) -> None:
        host = Matcher("host", Operator.EQUAL, "a")
        silence = Silence("s", (host,), NOW - HOUR, NOW + HOUR, "ann", "", NOW)
        async with self.database.transaction() as tx:
            await tx.execute("DELETE FROM silence")
            if is_on:
                await SilenceStore(tx).put(self.org, silence)
            await version_store.bump(tx, self.org, "routing")

    async def settle(self) -> None:
        """Everything works for a while."""
        self.inbox.answers.clear()
        await self.silence(is_on=False)
        for _ in range(4):
            for what in ("route", "flush", "send"):
                await self.work(what, (0, False))

    def believed(self) -> list[tuple[str, str]]:
        """What those who read all messages think fires, by contact point."""
        known: dict[tuple[str, str, str], bool] = {}
        for each in self.inbox.arrived:
            for host in each.firing:
                known[each.message.receiver, each.message.group_key, host] = True
            for host in each.resolved:
                known[each.message.receiver, each.message.group_key, host] = False
        return sorted((point, host) for (point, _, host), fires in known.items() if fires)

    def check_order(self) -> None:
        last: dict[tuple[str, str], int] = {}
        said: dict[str, object] = {}
        for each in self.inbox.arrived:
            queue = (each.message.group_key, each.integration)
            assert each.sequence >= last.get(queue, 0), "overtaken"
            last[queue] = each.sequence
            assert said.setdefault(each.key, (each.firing, each.resolved)) == (
                each.firing,
                each.resolved,
            )


@pytest.fixture(scope="module")
def runner() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as made:
        yield made


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def lasting_database(
    request: pytest.FixtureRequest, runner: asyncio.Runner, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Database]:
    kind = DatabaseSettings()
    if request.param == "postgres":
        server = request.getfixturevalue("postgres_server")
        kind = DatabaseSettings(type="postgres", url=Secret(server.create_database()))
    path: Path = tmp_path_factory.mktemp("deliveries")

    async def opened() -> Database:
        database = await open_database(kind, path, CLOCK)
        await upgrade(database, CLOCK)
        return database

    database = runner.run(opened())
    yield database
    runner.run(database.aclose())


WORK = st.sampled_from(
    [("route", "flush"), ("route", "flush", "send"), ("route",), ("flush",), ("send",)]
)
EVENTS = st.sampled_from(["", "", "refuse", "silence", "silence", "speak", *POLICIES])
DEATHS = st.sampled_from([(0, False)] * 3 + [(n, after) for n in (1, 2, 3) for after in (0, 1)])
ROUNDS = st.lists(
    st.builds(Round, st.frozensets(st.sampled_from(HOSTS)), EVENTS, WORK, DEATHS),
    min_size=4,
    max_size=12,
)


@settings(max_examples=60)
@given(rounds=ROUNDS, last=st.sampled_from([PLAIN, SPLIT]))
def test_every_firing_and_resolved_alert_is_notified_in_order_through_any_crash(
    runner: asyncio.Runner,
    lasting_database: Database,
    rounds: list[Round],
    last: NotificationPolicy,
) -> None:
    async def played() -> None:
        async with lasting_database.transaction() as tx:
            await tx.execute("DELETE FROM org")
        org = await make_org(lasting_database)
        await add_integration(lasting_database, org, "ops", "hook")
        await add_integration(lasting_database, org, "night", "pager")
        await set_policy(lasting_database, org, PLAIN)
        play = Play(lasting_database, org)
        for each in rounds:
            await play.do(each)
        await set_policy(lasting_database, org, last)
        await play.settle()
        expected = [
            ("night" if last is SPLIT and host == "a" else "ops", host) for host in play.firing
        ]
        assert play.believed() == sorted(expected)
        await end(lasting_database, org, *HOSTS)
        play.firing = frozenset()
        await play.settle()
        assert play.believed() == []
        play.check_order()
        await play.server.dispatcher.upkeep()
        for table in ("alert", "alert_group", "alert_group_member", "alert_group_told"):
            assert await play.server.rows(f"SELECT * FROM {table}") == [], table
        states = {
            row["state"] for row in await play.server.rows("SELECT state FROM alert_delivery")
        }
        assert states <= {"sent", "superseded"}
        keys = await play.server.rows(
            "SELECT delivery_key FROM alert_delivery WHERE state = 'sent'"
        )
        assert {row["delivery_key"] for row in keys} == {e.key for e in play.inbox.arrived}

    runner.run(played())
