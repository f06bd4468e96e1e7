"""Pagination of statements: the number of values per statement and of rows per transaction."""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager
from typing import TypeVar

from vedette.db.database import Tx
from vedette.db.sql import listed

PAGE = 500
T = TypeVar("T")


def pages(values: Sequence[T]) -> Iterator[Sequence[T]]:
    """Yield the values in order, at most `PAGE` at a time."""
    for start in range(0, len(values), PAGE):
        yield values[start : start + PAGE]


def listed_pages(name: str, values: Sequence[object]) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield the result of `listed` for each page of values; nothing if there are none."""
    for page in pages(values):
        yield listed(name, page)


async def delete_in_pages(
    begin: Callable[[], AbstractAsyncContextManager[Tx]],
    delete: Callable[[Tx], Awaitable[int]],
    *,
    full: int = 1,
    most: int | None = None,
    between: Callable[[], Awaitable[None]] | None = None,
) -> None:
    """Delete one page per transaction, so that other transactions do not wait long.

    `delete` returns the number of deleted rows. It is called until that is less than `full`, at
    most `most` times, and `between` is awaited between two calls.
    """
    count = 0
    while most is None or count < most:
        async with begin() as tx:
            deleted = await delete(tx)
        count += 1
        if deleted < full:
            break
        if between is not None:
            await between()
