"""Instances that share a database, and the work that any of them does now and then."""

import asyncio
import logging
from datetime import timedelta

import pytest

from vedette.cluster.bounded import transaction
from vedette.cluster.instances import Instances, new_name
from vedette.cluster.periodic import PeriodicJobs
from vedette.cluster.pulse import Pulse
from vedette.cluster.wakeups import Wakeups
from vedette.db.database import Database
from vedette.db.errors import DatabaseUnavailable
from vedette.kernel.clock import SystemClock


class FastClock(SystemClock):
    """A clock that is ahead of the database's."""

    def __init__(self, ahead_ms: int = 0) -> None:
        self._ahead_ms = ahead_ms

    def now_ms(self) -> int:
        return super().now_ms() + self._ahead_ms


async def test_instances_count_each_other_and_leave(database: Database) -> None:
    a, b = (Instances(database, SystemClock(), name) for name in ("a", "b"))
    await a.beat(0)
    await b.beat(0)
    await a.beat(0)
    assert (a.alive, b.alive) == (2, 2)
    task = asyncio.create_task(b.run())
    await asyncio.sleep(0.05)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await a.beat(0)
    assert a.alive == 1


async def test_a_clock_that_is_off_is_measured_and_told_once(
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
    assert "300.0 s ahead of the database's" in caplog.records[0].message


async def test_a_clock_that_is_behind_is_called_so(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    if database.dialect == "sqlite":
        pytest.skip("With SQLite there is one clock.")
    with caplog.at_level(logging.WARNING, "vedette.cluster"):
        await Instances(database, FastClock(-300_000), "a").beat(0)
    assert "s behind the database's" in caplog.records[0].message


def test_no_two_processes_have_the_same_name() -> None:
    assert len({new_name() for _ in range(100)}) == 100


async def test_periodic_work_is_done_by_one_instance_and_again_when_it_is_due(
    database: Database,
) -> None:
    done: list[str] = []

    def jobs(owner: str) -> PeriodicJobs:
        found = PeriodicJobs(database, SystemClock(), owner)

        async def work() -> None:
            done.append(owner)

        async def fails() -> None:
            raise RuntimeError("no")

        found.add("work", timedelta(hours=1), work)
        found.add("broken", timedelta(hours=1), fails)
        return found

    a, b = jobs("a"), jobs("b")
    of_a, of_b = await a.announced(), await b.announced()
    logging.getLogger("vedette.cluster").disabled = True
    try:
        for _ in range(3):
            await a.turn(of_a)
            await b.turn(of_b)
        assert done == ["a"]
        async with database.transaction() as tx:
            await tx.execute("UPDATE periodic_job SET due_at = 0")
        await b.turn(of_b)
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
