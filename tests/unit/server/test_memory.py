"""Memory that nothing uses any more does not stay with the process."""

import asyncio
import gc
import os
import platform
import weakref
from contextlib import suppress
from pathlib import Path

import pytest

from vedette.server.memory import collect_garbage, release_freed_memory


class Knot:
    def __init__(self) -> None:
        self.itself = self


class Minutes:
    """A clock on which the first minute passes at once."""

    def __init__(self) -> None:
        self.slept: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        if len(self.slept) > 1:
            await asyncio.Event().wait()
        await asyncio.sleep(0)


async def test_old_garbage_is_collected_once_a_minute() -> None:
    """R-52: An object that two collections found alive is collected when it is none any more."""
    clock = Minutes()
    knot = Knot()
    gc.collect()
    gc.disable()
    try:
        gone = weakref.ref(knot)
        del knot
        assert gone() is not None
        task = asyncio.create_task(collect_garbage(clock))
        while len(clock.slept) < 2:
            await asyncio.sleep(0)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        assert gone() is None
        assert clock.slept == [60.0, 60.0]
    finally:
        gc.enable()


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="Only glibc can be asked to.")
async def test_memory_that_a_large_answer_left_free_is_returned() -> None:
    """R-50: Free memory below an object that stays is returned to the operating system."""
    large = [b"x" * 100_000 for _ in range(1_000)]
    kept = large[-1]
    before = resident()
    large.clear()
    release_freed_memory()
    assert before - resident() > 60 * 1024 * 1024
    assert len(kept) == 100_000


def resident() -> int:
    """Bytes of memory that this process occupies."""
    pages = Path("/proc/self/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")
