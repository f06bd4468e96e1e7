"""The loop of every background service: it survives outages, and a defect does not stay hidden."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

import pytest

from vedette.cluster.loop import LONGEST_PAUSE, run_loop
from vedette.cluster.pulse import Pulse
from vedette.cluster.wakeups import Wakeups
from vedette.db.errors import DatabaseUnavailable
from vedette.kernel.clock import SystemClock
from vedette.sdk.testing import StoppedClock

OUTAGE = DatabaseUnavailable("The database refused a connection.")


class Defect(Exception):
    """What no code expects."""


class RecordingClock(StoppedClock):
    def __init__(self) -> None:
        super().__init__()
        self.pauses: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        await super().sleep(seconds)


def script(outcomes: Sequence[float | Exception]) -> Callable[[], Awaitable[float]]:
    """Iterations with these outcomes, one after the other."""
    left = iter(outcomes)

    async def iterate() -> float:
        outcome = next(left)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    return iterate


async def test_an_outage_of_any_length_ends_no_loop() -> None:
    """R-21: A loop waits for the database as long as it takes, and then resumes its pace."""
    clock = RecordingClock()
    outage = [OUTAGE] * 5_000
    with pytest.raises(Defect):
        await run_loop("work", clock, script([7.0, *outage, 7.0, OUTAGE, 7.0, Defect()]))
    pauses = clock.pauses[1:5_001]
    assert pauses[:3] == [0.25, 0.5, 1.0]
    assert set(pauses[3:]) == {LONGEST_PAUSE}
    assert clock.pauses[5_001:] == [7.0, 0.25, 7.0], "the next outage begins with a short pause"


async def test_an_outage_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "vedette.cluster")
    with pytest.raises(Defect):
        await run_loop("work", StoppedClock(), script([OUTAGE] * 50 + [1.0, 1.0, OUTAGE, Defect()]))
    assert [record.getMessage() for record in caplog.records] == [
        "The loop work is waiting for the database: The database refused a connection.",
        "The loop work has resumed.",
        "The loop work is waiting for the database: The database refused a connection.",
    ]


async def test_a_defect_ends_the_loop() -> None:
    """So that the supervisor counts a crash and health shows it."""
    clock = RecordingClock()
    with pytest.raises(Defect):
        await run_loop("work", clock, script([1.0, Defect(), 1.0]))
    assert clock.pauses == [1.0]


async def test_a_loop_with_a_pulse_survives_defects_until_it_is_stuck(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.ERROR)
    clock = StoppedClock()
    pulse = Pulse("work", clock, limit=15.0)
    defects = [Defect()] * 100
    with pytest.raises(Defect):
        await run_loop("work", clock, script([*defects[:10], 1.0, *defects]), pulse=pulse)
    assert clock.monotonic() == pytest.approx(10 + 16), "15 s after its last success"
    assert pulse.stuck() == "work"
    assert all(record.exc_info for record in caplog.records)
    assert caplog.records


async def test_a_loop_that_crashes_at_each_start_remains_stuck() -> None:
    clock = StoppedClock()
    pulse = Pulse("work", clock, limit=15.0)
    pulse.begin()
    await clock.sleep(16)
    with pytest.raises(Defect):
        await run_loop("work", clock, script([Defect()]), pulse=pulse)
    assert pulse.stuck() == "work"


async def test_an_outage_beats_no_pulse() -> None:
    """Health reports a loop that has done nothing for long, whatever the reason is."""
    clock = StoppedClock()
    pulse = Pulse("work", clock, limit=15.0)
    with pytest.raises(Defect):
        await run_loop("work", clock, script([*[OUTAGE] * 20, Defect()]), pulse=pulse)
    assert pulse.stuck() == "work"


@pytest.mark.parametrize("outcome", [3600.0, OUTAGE], ids=["between iterations", "in an outage"])
async def test_a_loop_stops_at_once_while_it_waits(outcome: float | Exception) -> None:
    started = asyncio.Event()

    async def iterate() -> float:
        started.set()
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    task = asyncio.create_task(run_loop("work", SystemClock(), iterate))
    await started.wait()
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        async with asyncio.timeout(5):
            await task


async def test_a_wake_up_starts_the_next_iteration() -> None:
    wakeups = Wakeups()
    iterations = 0

    async def iterate() -> float:
        nonlocal iterations
        iterations += 1
        if iterations == 3:
            raise Defect
        wakeups.notify("alerts")
        return 3600.0

    with pytest.raises(Defect):
        async with asyncio.timeout(5):
            await run_loop("work", SystemClock(), iterate, wait=partial(wakeups.wait, "alerts"))
    assert iterations == 3


async def test_an_iteration_follows_at_once_where_there_is_more_to_do() -> None:
    clock = RecordingClock()
    with pytest.raises(Defect):
        await run_loop("work", clock, script([0.0, 0.0, 2.0, Defect()]))
    assert clock.pauses == [2.0]
