"""Background services: restarted in the open, given up where restarting does not help."""

import asyncio
from itertools import pairwise

import pytest

from vedette.db.errors import DatabaseUnavailable
from vedette.server.lifecycle import Service, ServiceFailed, Supervisor, run_until


class SteppedClock:
    """Time passes only by sleeping, and sleeping takes no time."""

    def __init__(self) -> None:
        self.time = 0.0

    def monotonic(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        self.time += seconds
        await asyncio.sleep(0)


async def test_a_crashed_service_is_started_again_and_counted() -> None:
    clock, restarts, runs = SteppedClock(), list[str](), list[int]()

    async def flaky() -> None:
        runs.append(1)
        if len(runs) < 3:
            raise RuntimeError("once more")

    supervisor = Supervisor(clock, restarts.append)  # type: ignore[arg-type]
    await supervisor.supervise(Service("flaky", flaky))
    assert (len(runs), restarts) == (3, ["flaky", "flaky"])


async def test_a_service_that_waits_for_its_restart_is_named_as_failing() -> None:
    clock = SteppedClock()
    supervisor = Supervisor(clock, lambda name: None)  # type: ignore[arg-type]
    seen: list[list[str]] = []

    async def crashes_twice() -> None:
        if len(seen) < 2:
            raise RuntimeError

    async def note(seconds: float) -> None:
        seen.append(supervisor.failing())

    clock.sleep = note  # type: ignore[method-assign]
    await supervisor.supervise(Service("feeble", crashes_twice))
    assert seen == [["feeble"], ["feeble"]]


async def test_a_vital_service_that_keeps_crashing_ends_the_process() -> None:
    async def hopeless() -> None:
        raise RuntimeError

    supervisor = Supervisor(SteppedClock(), lambda name: None)  # type: ignore[arg-type]
    with pytest.raises(ServiceFailed, match="hopeless"):
        await run_until(asyncio.Event(), [Service("hopeless", hopeless)], supervisor)


async def test_a_service_that_is_not_vital_is_never_given_up() -> None:
    clock, stop, runs = SteppedClock(), asyncio.Event(), list[int]()

    async def broken_files() -> None:
        runs.append(1)
        if len(runs) == 20:
            stop.set()
        raise RuntimeError

    supervisor = Supervisor(clock, lambda name: None)  # type: ignore[arg-type]
    await run_until(stop, [Service("files", broken_files, vital=False)], supervisor)
    assert len(runs) >= 20


async def test_an_outage_of_the_database_is_no_crash_however_long_it_lasts() -> None:
    """R-21: A service that ends by an outage is started again until the database is back."""
    clock, restarts, runs = SteppedClock(), list[str](), list[float]()

    async def waits_badly() -> None:
        runs.append(clock.time)
        if clock.time < 3600:
            raise DatabaseUnavailable("It is away.")

    supervisor = Supervisor(clock, restarts.append)  # type: ignore[arg-type]
    await supervisor.supervise(Service("vital", waits_badly))
    assert (restarts, len(supervisor.states["vital"].crashes)) == ([], 0)
    pauses = [after - before for before, after in pairwise(runs)]
    assert pauses[0] < 0.2
    assert max(pauses) == pytest.approx(2.0)


async def test_crashes_before_an_outage_are_counted_with_those_after_it() -> None:
    clock, runs = SteppedClock(), list[int]()

    async def broken() -> None:
        runs.append(1)
        raise DatabaseUnavailable("It is away.") if len(runs) == 4 else RuntimeError

    supervisor = Supervisor(clock, lambda name: None)  # type: ignore[arg-type]
    with pytest.raises(ServiceFailed):
        await supervisor.supervise(Service("vital", broken))
    assert len(runs) == 6


async def test_a_service_that_is_cancelled_from_inside_is_not_silently_gone() -> None:
    """R-60: A part that was cancelled by mistake is started again."""
    restarts, runs = list[str](), list[int]()

    async def awaits_something_cancelled() -> None:
        runs.append(1)
        if len(runs) == 1:
            other = asyncio.create_task(asyncio.sleep(10))
            other.cancel()
            await other

    supervisor = Supervisor(SteppedClock(), restarts.append)  # type: ignore[arg-type]
    await supervisor.supervise(Service("loop", awaits_something_cancelled))
    assert (len(runs), restarts) == (2, ["loop"])


async def test_a_stop_cancels_every_service() -> None:
    stop, ended = asyncio.Event(), list[str]()

    async def long() -> None:
        try:
            stop.set()
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            ended.append("cancelled")
            raise

    supervisor = Supervisor(SteppedClock(), lambda name: None)  # type: ignore[arg-type]
    await run_until(stop, [Service("long", long)], supervisor)
    assert ended == ["cancelled"]
