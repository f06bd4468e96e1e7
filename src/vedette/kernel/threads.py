"""Runs long work in a thread, so that other requests continue."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

MANY = 100
T = TypeVar("T")


async def apart(count: int, work: Callable[[], T]) -> T:
    """Return the result of `work`, which runs in a thread if there are more than `MANY` items."""
    return work() if count <= MANY else await asyncio.to_thread(work)
