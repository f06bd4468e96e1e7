"""Background services: restarted in the open, given up where restarting does not help."""

import asyncio

import pytest

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
