"""Runs the iterations of a background service through outages of the database."""

import logging
from collections.abc import Awaitable, Callable

from vedette.cluster.pulse import Pulse
from vedette.db.errors import DatabaseUnavailable
from vedette.kernel.clock import Clock

log = logging.getLogger("vedette.cluster")
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 1.0
"""Seconds between two attempts while the database is unavailable."""
_DEFECT_PAUSE = 1.0


async def run_loop(
    name: str,
    clock: Clock,
    iterate: Callable[[], Awaitable[float]],
    *,
    wait: Callable[[float], Awaitable[object]] | None = None,
    pulse: Pulse | None = None,
) -> None:
    """Call `iterate` until cancelled; it returns the seconds until its next iteration.

    `wait` replaces the sleep between iterations, for example with one that a wake-up ends.

    While the database is unavailable, the iteration is repeated after growing pauses. The loop
    logs this once; `Availability` reports the outage to operators.

    Any other error is a defect. It ends the loop, so that the supervisor counts a crash. A loop
    with a `pulse` continues after a defect until the pulse is stuck, and raises the error then.
    """
    wait = wait or clock.sleep
    if pulse is not None:
        pulse.begin()
    pause = FIRST_PAUSE
    is_waiting = False
    while True:
        try:
            seconds = await iterate()
        except DatabaseUnavailable as error:
            if not is_waiting:
                log.debug("The loop %s is waiting for the database: %s", name, error.public)
            is_waiting = True
            await clock.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
            continue
        except Exception:
            if pulse is None or pulse.stuck():
                raise
            log.exception("An iteration of the loop %s failed.", name)
            await clock.sleep(_DEFECT_PAUSE)
            continue
        if is_waiting:
            log.debug("The loop %s has resumed.", name)
        is_waiting, pause = False, FIRST_PAUSE
        if pulse is not None:
            pulse.beat()
        if seconds > 0:
            await wait(seconds)
