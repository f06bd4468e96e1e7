"""Garbage with reference cycles does not stay until the interpreter gets to the oldest objects."""

import asyncio
import gc
import weakref
from contextlib import suppress

from vedette.server.memory import collect_garbage


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
