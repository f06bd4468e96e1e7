"""Memory of a process that runs for months."""

import gc

from vedette.kernel.clock import Clock

_COLLECT_SECONDS = 60.0


async def collect_garbage(clock: Clock) -> None:
    """Collects all generations once a minute, until cancelled.

    The interpreter collects the oldest generation only after millions of new objects. Until then
    garbage with reference cycles, for example an error with its traceback, would stay in memory.
    What exists after the start is frozen (see `cli/serve.py`), so that a collection is short.
    """
    while True:
        await clock.sleep(_COLLECT_SECONDS)
        gc.collect()
