"""Callers with the same question share one call, and none of them can spoil it for the others."""

import asyncio

import pytest

from vedette.cache.singleflight import SingleFlight


class Work:
    def __init__(self, failure: Exception | None = None) -> None:
        self.begun = self.cancelled = 0
        self.failure = failure
        self.may_end = asyncio.Event()

    async def __call__(self) -> int:
        self.begun += 1
        number = self.begun
        try:
            await self.may_end.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        if self.failure is not None:
            raise self.failure
        return number


async def _begin(flights, work, count, key="q"):
    calls = [asyncio.ensure_future(flights.run(key, work)) for _ in range(count)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    return calls


async def test_equal_questions_at_the_same_time_are_asked_once():
    flights, work = SingleFlight[int](), Work()
    calls = await _begin(flights, work, 50)
    work.may_end.set()
    assert await asyncio.gather(*calls) == [1] * 50
    assert work.begun == 1


async def test_other_questions_and_later_ones_are_asked_for_themselves():
    flights, work = SingleFlight[int](), Work()
    calls = await _begin(flights, work, 1) + await _begin(flights, work, 1, "other")
    work.may_end.set()
    assert await asyncio.gather(*calls) == [1, 2]
    assert await flights.run("q", work) == 3


async def test_one_who_leaves_leaves_the_others_waiting():
    flights, work = SingleFlight[int](), Work()
    first, *rest = await _begin(flights, work, 3)
    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first
    work.may_end.set()
    assert await asyncio.gather(*rest) == [1, 1]
    assert (work.begun, work.cancelled) == (1, 0)


async def test_the_last_one_who_leaves_ends_the_work():
    flights, work = SingleFlight[int](), Work()
    calls = await _begin(flights, work, 3)
    for call in calls:
        call.cancel()
    await asyncio.gather(*calls, return_exceptions=True)
    assert work.cancelled == 1
    assert not flights.is_under_way("q")
    again = await _begin(flights, work, 1)
    work.may_end.set()
    assert await again[0] == 2


async def test_a_failure_is_everybodys_and_is_not_remembered():
    flights, work = SingleFlight[int](), Work(failure=ValueError("no"))
    calls = await _begin(flights, work, 3)
    work.may_end.set()
    found = await asyncio.gather(*calls, return_exceptions=True)
    assert [str(each) for each in found] == ["no"] * 3
    work.failure = None
    assert await flights.run("q", work) == 2


async def test_who_comes_while_the_abandoned_work_still_ends_gets_work_of_its_own():
    flights = SingleFlight[str]()
    ending = asyncio.Event()

    async def slow_to_end() -> str:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            await ending.wait()
            raise
        return "never"

    async def quick() -> str:
        return "new"

    (call,) = await _begin(flights, slow_to_end, 1)
    call.cancel()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert await flights.run("q", quick) == "new"
    ending.set()
    await asyncio.gather(call, return_exceptions=True)
