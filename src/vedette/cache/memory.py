"""A cache in this process with a size limit and TTLs, which evicts the least recently used
entry."""

from collections import OrderedDict

from vedette.kernel.clock import Clock

_OVERHEAD = 250
"""The overhead of an entry in bytes, in addition to key and value."""


class MemoryCache:
    """Holds at most `most_bytes`; expired entries are dropped every `sweep_seconds` during use."""

    def __init__(self, clock: Clock, most_bytes: int, sweep_seconds: float = 60.0) -> None:
        self.size = 0
        self._clock = clock
        self._most = most_bytes
        self._sweep_seconds = sweep_seconds
        self._swept = clock.monotonic()
        self._entries: OrderedDict[str, tuple[bytes, float]] = OrderedDict()

    @property
    def outage(self) -> None:
        """Return None, because values are in this process."""

    async def get(self, key: str) -> bytes | None:
        entry = self._entries.get(key)
        if entry is None:
            return None
        value, until = entry
        if until <= self._clock.monotonic():
            self._drop(key)
            return None
        self._entries.move_to_end(key)
        return value

    async def put(self, key: str, value: bytes, seconds: float) -> None:
        self._drop(key)
        size = _size(key, value)
        if size > self._most or seconds <= 0:
            return
        now = self._clock.monotonic()
        if now - self._swept >= self._sweep_seconds:
            self._sweep(now)
        while self.size + size > self._most:
            self._drop(next(iter(self._entries)))
        self._entries[key] = (value, now + seconds)
        self.size += size

    def warm(self) -> None:
        """Do nothing, because nothing needs to be loaded."""

    async def aclose(self) -> None:
        self._entries.clear()
        self.size = 0

    def __len__(self) -> int:
        return len(self._entries)

    def _sweep(self, now: float) -> None:
        self._swept = now
        for key in [key for key, (_, until) in self._entries.items() if until <= now]:
            self._drop(key)

    def _drop(self, key: str) -> None:
        entry = self._entries.pop(key, None)
        if entry is not None:
            self.size -= _size(key, entry[0])


def _size(key: str, value: bytes) -> int:
    return len(key) + len(value) + _OVERHEAD
