"""Wakes a loop of this process before its next look at the database: a hint, never the truth."""

import asyncio
from collections import defaultdict


class Wakeups:
    """Topics are names such as `alerts` or `deliveries`; each has one loop that waits for it."""

    def __init__(self) -> None:
        self._events: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)

    def notify(self, topic: str) -> None:
        """Meant for `tx.after_commit(lambda: wakeups.notify(topic))`: never before the commit."""
        self._events[topic].set()

    async def wait(self, topic: str, seconds: float) -> bool:
        """Ends at once where somebody notified since the last wait; False after `seconds`."""
        event = self._events[topic]
        try:
            async with asyncio.timeout(seconds):
                await event.wait()
        except TimeoutError:
            return False
        event.clear()
        return True
