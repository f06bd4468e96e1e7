"""Open receivers, kept while their settings stay the same."""

from collections.abc import Sequence

import msgspec

from vedette.kernel.clock import Clock
from vedette.outbound.client import SourceClient
from vedette.sdk import Receiver

_IDLE_SECONDS = 3_600.0
_GRACE_SECONDS = 120.0
"""What is under way on a receiver that was replaced may end within this time."""
_Key = tuple[int, str]
_Made = tuple[int, int]


class _Live(msgspec.Struct):
    made: _Made
    receiver: Receiver
    clients: Sequence[SourceClient]
    used: float


class KeptReceivers:
    """By organization and uid; `made` is id and version of the row that a receiver was made of."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._live: dict[_Key, _Live] = {}
        self._retired: list[tuple[float, _Live]] = []

    def get(self, key: _Key, made: _Made) -> Receiver | None:
        live = self._live.get(key)
        if live is None or live.made != made:
            return None
        live.used = self._clock.monotonic()
        return live.receiver

    def put(
        self, key: _Key, made: _Made, receiver: Receiver, clients: Sequence[SourceClient]
    ) -> None:
        """In the place of an older one. `clients` are those that it holds."""
        if key in self._live:
            self._retire(self._live[key])
        self._live[key] = _Live(made, receiver, clients, self._clock.monotonic())

    async def sweep(self) -> None:
        """Closes what was replaced, or not used for long."""
        now = self._clock.monotonic()
        for key, live in list(self._live.items()):
            if now - live.used > _IDLE_SECONDS:
                self._retire(self._live.pop(key))
        due = [live for at, live in self._retired if at <= now]
        self._retired = [(at, live) for at, live in self._retired if at > now]
        for live in due:
            await _close(live)

    async def aclose(self) -> None:
        for live in (*self._live.values(), *(live for _, live in self._retired)):
            await _close(live)
        self._live.clear()
        self._retired.clear()

    def _retire(self, live: _Live) -> None:
        self._retired.append((self._clock.monotonic() + _GRACE_SECONDS, live))


async def _close(live: _Live) -> None:
    for client in live.clients:
        await client.aclose()
