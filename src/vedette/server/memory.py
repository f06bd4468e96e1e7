"""Limit the memory of long-running processes."""

import asyncio
import gc
from contextlib import suppress

from vedette.kernel.clock import Clock

_COLLECT_SECONDS = 60.0


async def collect_garbage(clock: Clock) -> None:
    """Collect all generations once a minute and release free memory, until cancelled.

    The interpreter collects the oldest generation only after millions of new objects. Until then
    garbage with reference cycles, for example an error with its traceback, would stay in memory.
    Objects that exist after the start are frozen (see `cli/serve.py`), so that collections are
    short.
    """
    while True:
        await clock.sleep(_COLLECT_SECONDS)
        gc.collect()
        await asyncio.to_thread(release_freed_memory)


def release_freed_memory() -> None:
    """Return freed memory to the operating system, as far as the C library supports it.

    A large response leaves free memory between objects that stay. Without this function the process
    would keep the size of its largest response.
    """
    import ctypes

    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)
