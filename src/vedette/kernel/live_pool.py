"""Shared resources such as connections, which are closed when they are no longer used."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

import msgspec

from vedette.kernel.clock import Clock

KeyT = TypeVar("KeyT", bound=Hashable)
ValueT = TypeVar("ValueT")
_SWEEP_SECONDS = 1.0


class _Entry(msgspec.Struct, Generic[ValueT]):
    value: ValueT
    used: float


class LivePool(Generic[KeyT, ValueT]):
    """Holds one value per key, opened on first use and replaced once it is no longer current.

    A value that was replaced, or not used for `idle_seconds`, is closed after another
    `grace_seconds`, in which running work on it can end.
    """

    def __init__(
        self,
        clock: Clock,
        close: Callable[[ValueT], Awaitable[None]],
        *,
        idle_seconds: float,
        grace_seconds: float,
    ) -> None:
        """`close` raises nothing that should stop the other values from being closed."""
        self._clock = clock
        self._close = close
        self._idle_seconds = idle_seconds
        self._grace_seconds = grace_seconds
        self._entries: dict[KeyT, _Entry[ValueT]] = {}
        self._opening: dict[KeyT, asyncio.Lock] = {}
        self._retired: deque[tuple[float, ValueT]] = deque()
        """In the order of the times at which they can be closed."""
        self._next_sweep = float("-inf")

    def peek(self, key: KeyT) -> ValueT | None:
        """Return the open value, current or not. This does not count as a use."""
        entry = self._entries.get(key)
        return entry.value if entry is not None else None

    async def get(
        self,
        key: KeyT,
        is_current: Callable[[ValueT], bool],
        open_new: Callable[[], Awaitable[ValueT]],
    ) -> ValueT:
        """Return the current value of a key. One of several callers opens it, the others wait.

        Raises the errors of `open_new`; a value that is no longer current stays open then.
        """
        entry = self._entries.get(key)
        if entry is None or not is_current(entry.value):
            async with self._opening.setdefault(key, asyncio.Lock()):
                entry = self._entries.get(key)
                if entry is None or not is_current(entry.value):
                    value = await open_new()
                    if key in self._entries:
                        self._retire(self._entries[key].value)
                    entry = _Entry(value, self._clock.monotonic())
                    self._entries[key] = entry
        entry.used = self._clock.monotonic()
        await self._sweep()
        return entry.value

    async def aclose(self) -> None:
        """Close all values now."""
        values = [entry.value for entry in self._entries.values()]
        values += [value for _, value in self._retired]
        self._entries.clear()
        self._retired.clear()
        for value in values:
            await self._close(value)

    def _retire(self, value: ValueT) -> None:
        self._retired.append((self._clock.monotonic() + self._grace_seconds, value))

    async def _sweep(self) -> None:
        now = self._clock.monotonic()
        if now < self._next_sweep:
            return
        self._next_sweep = now + _SWEEP_SECONDS
        for key, entry in list(self._entries.items()):
            if now - entry.used > self._idle_seconds:
                self._retire(self._entries.pop(key).value)
                self._opening.pop(key, None)
        while self._retired and self._retired[0][0] <= now:
            # One by one: if the caller is cancelled here, the next sweep closes the rest.
            _, value = self._retired.popleft()
            await self._close(value)
