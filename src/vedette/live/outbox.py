"""Bounded queue of messages to one browser."""

import asyncio
from collections import deque

from vedette.live.model import event_message, frame_message, plain_message

LIMIT = 4 * 1024 * 1024
"""Maximum size of waiting messages in bytes. A single larger frame is allowed."""


class Outbox:
    """Frames that do not fit are dropped and counted. Responses wait for space."""

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit = limit
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._left_out: dict[str, int] = {}
        self._filled = asyncio.Event()
        self._room = asyncio.Event()
        self._room.set()

    def offer(self, id_: str, frame: bytes, *, is_event: bool = False) -> None:
        """Add a frame or an event of the subscription `id_`."""
        message = (event_message if is_event else frame_message)(id_, frame)
        if self._waiting and self._bytes + len(message) > self._limit:
            self._left_out[id_] = self._left_out.get(id_, 0) + 1
            return
        self._add(message)

    async def put(self, message: bytes) -> None:
        await self._room.wait()
        self._add(message)

    def tell(self, message: bytes) -> None:
        """Add a message regardless of the limit, for the end of a subscription."""
        self._add(message)

    async def take(self) -> bytes:
        """Return the next message, followed by a report of dropped frames."""
        while not self._waiting:
            if self._left_out:
                id_, count = self._left_out.popitem()
                return _left_out_message(id_, count)
            self._filled.clear()
            await self._filled.wait()
        message = self._waiting.popleft()
        self._bytes -= len(message)
        if self._bytes <= self._limit:
            self._room.set()
        return message

    def forget(self, id_: str) -> None:
        """Remove an ended subscription and its count of dropped frames."""
        self._left_out.pop(id_, None)

    def _add(self, message: bytes) -> None:
        self._waiting.append(message)
        self._bytes += len(message)
        if self._bytes > self._limit:
            self._room.clear()
        self._filled.set()


def _left_out_message(id_: str, count: int) -> bytes:
    what = "1 update was" if count == 1 else f"{count:,} updates were"
    text = f"{what} dropped, because this browser receives them too slowly."
    return plain_message("notice", id=id_, severity="warning", text=text)
