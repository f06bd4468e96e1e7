"""Memory of a process that runs for months."""

import asyncio
import gc
from contextlib import suppress

from vedette.kernel.clock import Clock

_COLLECT_SECONDS = 60.0


async def collect_garbage(clock: Clock) -> None:
    """Collects all generations once a minute and releases what is free, until cancelled.

    The interpreter collects the oldest generation only after millions of new objects. Until then
    garbage with reference cycles, for example an error with its traceback, would stay in memory.
    What exists after the start is frozen (see `cli/serve.py`), so that a collection is short.
    """
    while True:
        await clock.sleep(_COLLECT_SECONDS)
        gc.collect()
        await asyncio.to_thread(release_freed_memory)


def release_freed_memory() -> None:
    """Returns freed memory to the operating system, as far as the C library can.

    A large answer leaves free memory between objects that stay. Without this the process would
    remain as large as its largest answers have made it.
    """
    import ctypes

    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)
