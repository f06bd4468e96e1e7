"""Who gets a connection to the database when there are fewer than are asked for."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from vedette.db.capacity import connections_for
from vedette.db.errors import DatabaseUnavailable
from vedette.db.slots import ConnectionSlots, Purpose

READ, WRITE = Purpose.REQUEST_READ, Purpose.REQUEST_WRITE
BACKGROUND, URGENT = Purpose.BACKGROUND, Purpose.URGENT
LONG = 60.0


class Work:
    """Tasks that each hold a slot until they are released, by purpose."""

    def __init__(self, slots: ConnectionSlots) -> None:
        self.slots = slots
        self.held: list[tuple[Purpose, int]] = []
        self.tasks: list[asyncio.Task[None]] = []
        self._ends: dict[tuple[Purpose, int], asyncio.Event] = {}

    async def start(self, purpose: Purpose, count: int) -> None:
        for _ in range(count):
            key = (purpose, len(self.tasks))
            self._ends[key] = asyncio.Event()
            self.tasks.append(asyncio.create_task(self._hold(key)))
        await self.settle()

    async def _hold(self, key: tuple[Purpose, int]) -> None:
        async with self.slots.slot(key[0], LONG):
            self.held.append(key)
            try:
                await self._ends[key].wait()
            finally:
                self.held.remove(key)

    async def end(self, purpose: Purpose) -> None:
        """Ends the first of `purpose` that holds a slot."""
        self._ends[next(key for key in self.held if key[0] is purpose)].set()
        await self.settle()

    async def settle(self) -> None:
        for _ in range(5):
            await asyncio.sleep(0)

    def count(self, *purposes: Purpose) -> int:
        return sum(purpose in purposes for purpose, _ in self.held)


@asynccontextmanager
async def work_on(limit: int) -> AsyncIterator[Work]:
    work = Work(ConnectionSlots(limit))
    yield work
    for task in work.tasks:
        task.cancel()
    await asyncio.gather(*work.tasks, return_exceptions=True)
    assert work.slots.demand == 0


async def test_a_burst_of_requests_leaves_slots_for_evaluations_and_leases() -> None:
    """R-54: Alerting gets connections at once while a hundred requests wait for theirs."""
    async with work_on(12) as work:
        await work.start(READ, 50)
        await work.start(WRITE, 50)
        assert work.count(READ, WRITE) == 8
        await work.start(BACKGROUND, 3)
        await work.start(URGENT, 1)
        assert (work.count(BACKGROUND), work.count(URGENT)) == (3, 1)
        assert work.count(READ, WRITE) == 8


async def test_transactions_leave_slots_for_reads_of_requests() -> None:
    """R-22: Pages are read while slow transactions hold all connections that are theirs."""
    async with work_on(12) as work:
        await work.start(BACKGROUND, 20)
        await work.start(WRITE, 20)
        assert work.count(BACKGROUND, WRITE) == 8
        await work.start(READ, 3)
        assert work.count(READ) == 3


async def test_the_last_slot_is_for_what_is_urgent() -> None:
    async with work_on(12) as work:
        for purpose in (BACKGROUND, READ):
            await work.start(purpose, 20)
        assert len(work.held) == 11
        await work.start(URGENT, 2)
        assert work.count(URGENT) == 1
        await work.end(READ)
        assert work.count(URGENT) == 2, "it is served before all that waited longer"


async def test_requests_are_served_in_their_order() -> None:
    async with work_on(3) as work:
        await work.start(READ, 2)
        for purpose in (WRITE, READ, WRITE, READ):
            await work.start(purpose, 1)
        order = []
        for _ in range(4):
            await work.end(work.held[0][0])
            order.append(work.held[-1][0])
        assert order == [WRITE, READ, WRITE, READ]


@pytest.mark.parametrize("limit", [1, 2])
async def test_a_small_pool_serves_everything_in_turn(limit: int) -> None:
    async with work_on(limit) as work:
        for purpose in Purpose:
            await work.start(purpose, 3)
        for _ in range(12):
            assert len(work.held) <= limit
            await work.end(work.held[0][0])
        assert work.held == []


async def test_a_lower_limit_holds_once_slots_are_released_and_a_higher_one_at_once() -> None:
    async with work_on(9) as work:
        await work.start(READ, 20)
        assert work.count(READ) == 6
        work.slots.limit = 3
        for expected in (5, 4, 3, 2, 2, 2):
            await work.end(READ)
            assert work.count(READ) == expected
        work.slots.limit = 9
        await work.settle()
        assert work.count(READ) == 6


async def test_a_wait_ends_at_its_deadline_and_takes_nothing_with_it() -> None:
    slots = ConnectionSlots(1)
    async with slots.slot(READ, LONG):
        with pytest.raises(DatabaseUnavailable, match=r"0\.01 seconds"):
            async with slots.slot(READ, 0.01):
                pass
    async with slots.slot(READ, 0.01):
        assert slots.demand == 1


async def test_a_task_cancelled_as_it_gets_its_slot_gives_it_back() -> None:
    async with work_on(1) as work:
        await work.start(READ, 3)
        first, second, _ = work.tasks
        first.cancel()
        second.cancel()
        await work.settle()
        assert work.held == [(READ, 2)]


@pytest.mark.parametrize(
    ("allowed", "instances", "expected"),
    [(97, 1, 44), (97, 3, 22), (97, 10, 8), (17, 3, 3), (5000, 3, 100), (17, 10, 3)],
)
def test_all_instances_and_one_more_fit_into_what_the_server_allows(
    allowed: int, instances: int, expected: int
) -> None:
    """R-22: A small server has to be shared with waiting; three connections keep requests and
    evaluation apart."""
    assert connections_for(allowed, instances) == expected
    assert (instances + 1) * expected <= allowed or expected == 3
