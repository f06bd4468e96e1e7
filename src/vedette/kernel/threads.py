"""Long work in a thread, so that other requests go on meanwhile."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

MANY = 100
T = TypeVar("T")


async def apart(count: int, work: Callable[[], T]) -> T:
    """Return what `work` returns; with more than `MANY` items to go through, from a thread."""
    return work() if count <= MANY else await asyncio.to_thread(work)
