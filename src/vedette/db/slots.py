"""Slots for database connections.

A burst of one kind of work never takes the connections that another kind needs. Transactions leave
a share for reads of requests, background work leaves a share for requests, and the last connection
is reserved for urgent statements.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import Enum
from itertools import count

from vedette.db.errors import DatabaseUnavailable

_LARGEST_SHARE = 4


class Purpose(Enum):
    """The purpose of a connection."""

    URGENT = "urgent"
    """Leases, heartbeats and the health check: short statements that are served first."""
    REQUEST_READ = "request_read"
    REQUEST_WRITE = "request_write"
    BACKGROUND = "background"


_REQUESTS = (Purpose.REQUEST_READ, Purpose.REQUEST_WRITE)
_TRANSACTIONS = (Purpose.REQUEST_WRITE, Purpose.BACKGROUND)
_NOT_URGENT = (*_REQUESTS, Purpose.BACKGROUND)


def share_of(limit: int) -> int:
    """Return how many of `limit` slots are reserved for one kind of work: a third, at most four.

    Below three slots there are no shares.
    """
    return min(_LARGEST_SHARE, limit // 3)


class ConnectionSlots:
    """Grants at most `limit` slots at a time, in the order of requests."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._held = dict.fromkeys(Purpose, 0)
        self._waiting: dict[Purpose, deque[tuple[int, asyncio.Future[None]]]] = {
            purpose: deque() for purpose in Purpose
        }
        self._tickets = count()

    @property
    def limit(self) -> int:
        return self._limit

    @limit.setter
    def limit(self, limit: int) -> None:
        """Set the limit. A lower one takes effect as slots are released."""
        self._limit = limit
        self._grant()

    @property
    def demand(self) -> int:
        """Return the number of slots that are held or waited for."""
        return sum(self._held.values()) + sum(map(len, self._waiting.values()))

    @asynccontextmanager
    async def slot(self, purpose: Purpose, seconds: float) -> AsyncIterator[None]:
        """Hold a slot for the block. Raises `DatabaseUnavailable` if none is granted in time."""
        if self._waiting[purpose] or not self._is_free(purpose):
            try:
                async with asyncio.timeout(seconds):
                    await self._wait(purpose)
            except TimeoutError as error:
                raise DatabaseUnavailable(
                    f"No database connection became available within {seconds:g} seconds."
                ) from error
        else:
            self._held[purpose] += 1
        try:
            yield
        finally:
            self._release(purpose)

    async def _wait(self, purpose: Purpose) -> None:
        waiting = self._waiting[purpose]
        entry = (next(self._tickets), asyncio.get_running_loop().create_future())
        waiting.append(entry)
        try:
            await entry[1]
        except BaseException:
            if entry in waiting:
                waiting.remove(entry)
            else:
                self._release(purpose)
            raise

    def _release(self, purpose: Purpose) -> None:
        self._held[purpose] -= 1
        self._grant()

    def _grant(self) -> None:
        while served := [each for each in Purpose if self._waiting[each] and self._is_free(each)]:
            first = min(
                served, key=lambda each: (each is not Purpose.URGENT, self._waiting[each][0][0])
            )
            self._held[first] += 1
            _, granted = self._waiting[first].popleft()
            if not granted.cancelled():  # Otherwise the waiting task releases it.
                granted.set_result(None)

    def _is_free(self, purpose: Purpose) -> bool:
        share = share_of(self._limit)
        bounds = (
            (_REQUESTS, self._limit - share),
            (_TRANSACTIONS, self._limit - share),
            (_NOT_URGENT, self._limit - min(1, self._limit // 4)),
            (Purpose, self._limit),
        )
        return all(
            sum(self._held[each] for each in purposes) < most
            for purposes, most in bounds
            if purpose in purposes
        )
