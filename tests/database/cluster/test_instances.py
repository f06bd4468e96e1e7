"""Instances that share a database, and the work that any of them does now and then."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest

from vedette.cluster.bounded import transaction
from vedette.cluster.instances import Instances, new_name
from vedette.cluster.periodic import Job, PeriodicJobs
from vedette.cluster.pulse import Pulse
from vedette.cluster.time import SharedClock, database_now
from vedette.cluster.wakeups import Wakeups
from vedette.db.database import Database, Params, Tx
from vedette.db.errors import DatabaseUnavailable
from vedette.kernel.clock import SystemClock, milliseconds


class FastClock(SystemClock):
    """A clock that is ahead of the database's."""

    def __init__(self, ahead_ms: int = 0) -> None:
        self.ahead_ms = ahead_ms

    def now_ms(self) -> int:
        return super().now_ms() + self.ahead_ms


async def test_instances_count_each_other_and_leave(database: Database) -> None:
    a, b = (Instances(database, SystemClock(), name) for name in ("a", "b"))
    await a.beat(0)
    await b.beat(0)
    await a.beat(0)
    assert a.alive == b.alive == {"a", "b"}
    task = asyncio.create_task(b.run())
    await asyncio.sleep(0.05)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await a.beat(0)
    assert a.alive == {"a"}


async def test_a_wrong_clock_is_measured_and_logged_once(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    if database.dialect == "sqlite":
        pytest.skip("With SQLite there is one clock.")
    offsets: list[float] = []
    instance = Instances(database, FastClock(300_000), "a", observe_offset=offsets.append)
    with caplog.at_level(logging.WARNING, "vedette.cluster"):
        await instance.beat(0)
        await instance.beat(0)
    assert all(abs(offset - 300) < 1 for offset in offsets)
    assert [record.message for record in caplog.records] == [caplog.records[0].message]
    assert "300.0 s ahead of the clock of the database" in caplog.records[0].message


async def test_a_clock_that_is_behind_is_called_so(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    if database.dialect == "sqlite":
        pytest.skip("With SQLite there is one clock.")
    with caplog.at_level(logging.WARNING, "vedette.cluster"):
        await Instances(database, FastClock(-300_000), "a").beat(0)
    assert "s behind the clock of the database" in caplog.records[0].message


@pytest.mark.parametrize("waits_for", ["a connection", "the answer"])
async def test_a_heartbeat_that_waits_reports_no_clock_that_is_off(
    database: Database,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    waits_for: str,
) -> None:
    """R-60: A warning about the clock in an outage would lead operators astray."""
    if database.dialect == "sqlite":
        pytest.skip("With SQLite there is one clock.")
    waiting = FastClock(-20_000)
    """20 seconds pass until the database has answered."""
    statement = database.statement

    @asynccontextmanager
    async def slow(*, is_urgent: bool = False) -> AsyncIterator[Tx]:
        async with statement(is_urgent=is_urgent) as tx:
            if waits_for == "a connection":
                waiting.ahead_ms = 0
            value = tx.value

            async def answered(sql: str, params: Params) -> object:
                try:
                    return await value(sql, params)
                finally:
                    waiting.ahead_ms = 0

            monkeypatch.setattr(tx, "value", answered)
            yield tx

    offsets: list[float] = []
    instance = Instances(database, waiting, "a", observe_offset=offsets.append)
    monkeypatch.setattr(database, "statement", slow)
    with caplog.at_level(logging.WARNING, "vedette.cluster"):
        await instance.beat(0)
    assert not caplog.records
    assert all(abs(offset) < 1 for offset in offsets)


def test_no_two_processes_have_the_same_name() -> None:
    assert len({new_name() for _ in range(100)}) == 100


async def test_periodic_work_is_done_by_one_instance_and_again_when_it_is_due(
    database: Database,
) -> None:
    done: list[str] = []

    def jobs(owner: str) -> PeriodicJobs:
        async def work() -> None:
            done.append(owner)

        async def fails() -> None:
            raise RuntimeError("no")

        hourly = timedelta(hours=1)
        found = [Job("work", hourly, work), Job("broken", hourly, fails)]
        return PeriodicJobs(database, SystemClock(), owner, found)

    a, b = jobs("a"), jobs("b")
    of_a, of_b = await a.announced(), await b.announced()
    logging.getLogger("vedette.cluster").disabled = True
    try:
        for _ in range(3):
            await a.run_due(of_a)
            await b.run_due(of_b)
        assert done == ["a"]
        async with database.transaction() as tx:
            await tx.execute("UPDATE periodic_job SET due_at = 0")
        await b.run_due(of_b)
    finally:
        logging.getLogger("vedette.cluster").disabled = False
    assert done == ["a", "b"]


async def test_a_database_that_does_not_answer_is_not_waited_for(database: Database) -> None:
    if database.dialect == "sqlite":
        pytest.skip("The writer of SQLite is in this process.")
    with pytest.raises(DatabaseUnavailable, match=r"0\.2 seconds"):
        async with transaction(database, 0.2) as tx:
            await tx.execute("SELECT pg_sleep(5)")
    async with transaction(database) as tx:
        assert await tx.value("SELECT 1") == 1


async def test_a_waiting_loop_wakes_at_once_also_for_what_came_before() -> None:
    wakeups = Wakeups()
    wakeups.notify("alerts")
    assert await wakeups.wait("alerts", 5)
    assert not await wakeups.wait("alerts", 0.01)
    waiting = asyncio.create_task(wakeups.wait("alerts", 5))
    await asyncio.sleep(0)
    wakeups.notify("groups")
    wakeups.notify("alerts")
    assert await asyncio.wait_for(waiting, 1)


def test_a_loop_that_stops_turning_is_named() -> None:
    class Clock(SystemClock):
        at = 0.0

        def monotonic(self) -> float:
            return self.at

    clock = Clock()
    pulse = Pulse("sender", clock, limit=15)
    assert pulse.stuck() is None
    pulse.beat()
    clock.at = 14.0
    assert pulse.stuck() is None
    clock.at = 16.0
    assert pulse.stuck() == "sender"
    pulse.beat()
    assert pulse.stuck() is None


class JumpingClock(SystemClock):
    """Its wall clock jumps where a test says so; the time that passes is the test's, too."""

    wall, passed = 1_000_000_000, 0.0

    def now_ms(self) -> int:
        return self.wall + int(self.passed * 1000)

    def monotonic(self) -> float:
        return self.passed


def test_the_clock_of_sqlite_never_goes_back_and_does_not_stand_still() -> None:
    own = JumpingClock()
    shared = SharedClock(own, "sqlite")
    start = shared.now_ms()
    own.wall -= 3_600_000
    assert shared.now_ms() == start
    own.passed += 10
    assert shared.now_ms() == start + 10_000
    own.wall += 2 * 3_600_000
    assert shared.now_ms() == own.now_ms() == start + 3_610_000
    own.passed += 1
    assert milliseconds(shared.now()) == start + 3_611_000


def test_with_postgresql_time_is_what_the_database_said_last() -> None:
    own = JumpingClock()
    shared = SharedClock(own, "postgres")
    assert shared.now_ms() == own.now_ms()
    shared.follow(own.now_ms() - 300_000)
    own.passed += 2
    own.wall += 50_000
    assert shared.now_ms() == own.now_ms() - 350_000


async def test_a_heartbeat_tells_the_time_to_the_rest_of_the_instance(database: Database) -> None:
    if database.dialect == "sqlite":
        pytest.skip("With SQLite there is one clock.")
    own = FastClock(300_000)
    shared = SharedClock(own, "postgres")
    await Instances(database, own, "a", shared=shared).beat(0)
    assert abs(shared.now_ms() - SystemClock().now_ms()) < 1_000


async def test_a_clock_that_was_set_back_on_sqlite_is_logged_and_measured(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    if database.dialect != "sqlite":
        pytest.skip("PostgreSQL has a clock of its own.")
    own, offsets = JumpingClock(), list[float]()
    shared = SharedClock(own, "sqlite")
    instance = Instances(database, own, "a", observe_offset=offsets.append, shared=shared)
    own.wall -= 3_600_000
    with caplog.at_level(logging.WARNING, "vedette.cluster"):
        await instance.beat(0)
    assert offsets == [-3600.0]
    assert "was set back by 3600.0 s" in caplog.records[0].message


async def test_periodic_work_does_not_wait_for_a_time_that_a_clock_went_back_from(
    database: Database,
) -> None:
    done: list[str] = []

    async def work() -> None:
        done.append("work")

    every_minute = Job("work", timedelta(minutes=1), work)
    jobs = PeriodicJobs(database, SystemClock(), "a", [every_minute])
    await jobs.announced()
    async with database.transaction() as tx:
        now = await database_now(tx, SystemClock())
        await tx.execute(
            "UPDATE periodic_job SET due_at = :due, lease_until = :lease",
            {"due": now + 3_600_000, "lease": now + 3_600_000},
        )
    await jobs.run_due(await jobs.announced())
    assert done == ["work"]
