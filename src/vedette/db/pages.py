"""Statements in pages: as many values as a statement takes well, as many rows as a transaction."""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager
from typing import TypeVar

from vedette.db.database import Tx
from vedette.db.sql import listed

PAGE = 500
T = TypeVar("T")


def pages(values: Sequence[T]) -> Iterator[Sequence[T]]:
    """Yield the values in their order, at most `PAGE` at a time."""
    for start in range(0, len(values), PAGE):
        yield values[start : start + PAGE]


def listed_pages(name: str, values: Sequence[object]) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield what `listed` returns for each page of the values; nothing where there are none."""
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
    """Delete a page in each transaction, so that no other waits long.

    `delete` returns how many rows it deleted. It is called while that is at least `full`, `most`
    times at most, with a pause `between` two calls.
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
