"""Wakes a loop of this process before it next polls the database: a hint, never the truth."""

import asyncio
from collections import defaultdict


class Wakeups:
    """Topics are names such as `alerts` or `deliveries`; one loop waits for each."""

    def __init__(self) -> None:
        self._events: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)

    def notify(self, topic: str) -> None:
        """Wake the loop. Meant for `tx.after_commit(lambda: wakeups.notify(topic))`: after the
        commit."""
        self._events[topic].set()

    async def wait(self, topic: str, seconds: float) -> bool:
        """Return True as soon as `notify` was called since the last wait, or False after
        `seconds`."""
        event = self._events[topic]
        try:
            async with asyncio.timeout(seconds):
                await event.wait()
        except TimeoutError:
            return False
        event.clear()
        return True
