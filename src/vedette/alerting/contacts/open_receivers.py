"""Open receivers, cached while their settings do not change."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

import msgspec

from vedette.kernel.clock import Clock
from vedette.kernel.live_pool import LivePool
from vedette.outbound.client import SourceClient
from vedette.sdk import Receiver

_IDLE_SECONDS = 3_600.0
_GRACE_SECONDS = 120.0

ReceiverKey: TypeAlias = tuple[int, str]
"""Organization and uid."""
RowVersion: TypeAlias = tuple[int, int]
"""Id and version of the row with the settings of a receiver."""


class OpenReceiver(msgspec.Struct, frozen=True):
    version: RowVersion
    receiver: Receiver
    clients: Sequence[SourceClient]
    """Clients of the receiver, closed with it."""


class OpenReceivers:
    def __init__(self, clock: Clock) -> None:
        self._pool = LivePool[ReceiverKey, OpenReceiver](
            clock, _close, idle_seconds=_IDLE_SECONDS, grace_seconds=_GRACE_SECONDS
        )

    async def get(
        self,
        key: ReceiverKey,
        version: RowVersion,
        open_new: Callable[[], Awaitable[tuple[Receiver, Sequence[SourceClient]]]],
    ) -> Receiver:
        """Return the receiver of this version, opened if needed. Raises the errors of
        `open_new`."""

        async def opened() -> OpenReceiver:
            return OpenReceiver(version, *await open_new())

        found = await self._pool.get(key, lambda each: each.version == version, opened)
        return found.receiver

    async def aclose(self) -> None:
        await self._pool.aclose()


async def _close(found: OpenReceiver) -> None:
    for client in found.clients:
        await client.aclose()
