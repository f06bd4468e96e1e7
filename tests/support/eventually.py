"""Waiting in tests: for a value that becomes true, with a time limit and a reason."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")


def eventually(
    find: Callable[[], T], what: str = "", *, seconds: float = 20.0, every: float = 0.05
) -> T:
    """Return the first true value of `find()`.

    Raises `AssertionError` with `what` and the last value after `seconds`.
    """
    deadline = time.monotonic() + seconds
    while not (found := find()):
        assert time.monotonic() < deadline, _message(what or find, seconds, found)
        time.sleep(every)
    return found


async def eventually_async(
    find: Callable[[], Awaitable[T]],
    what: str = "",
    *,
    seconds: float = 20.0,
    every: float = 0.05,
) -> T:
    """Return the first true value of `await find()`; raises as `eventually` does."""
    deadline = time.monotonic() + seconds
    while not (found := await find()):
        assert time.monotonic() < deadline, _message(what or find, seconds, found)
        await asyncio.sleep(every)
    return found


def _message(what: object, seconds: float, found: object) -> str:
    return f"Not within {seconds:.0f} s: {what}. The last value was {found!r}."
