"""Who was recognized lately: an authenticated read costs no query then.

What was found is believed for five seconds from the moment it was asked for, and forgotten at once
where this process changes it. Who goes on working is asked for again beside a request, before the
five seconds are over, and so never waits for that, however far away the database is.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import partial

import msgspec

from vedette.db.errors import DatabaseUnavailable
from vedette.kernel.clock import Clock
from vedette.kernel.errors import VedetteError
from vedette.kernel.principal import Principal

log = logging.getLogger("vedette.identity")
_BELIEVED_SECONDS = 5.0
_FRESH_SECONDS = 2.0
_MOST = 10_000
Ask = Callable[[], Awaitable[Principal | None]]


class Moment(msgspec.Struct, frozen=True):
    """When something was asked, and how many accounts had been forgotten by then."""

    at: float
    forgotten: int


class Recognized:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._known: OrderedDict[str, tuple[float, Principal]] = OrderedDict()
        self._forgotten = 0
        self._beside: dict[str, asyncio.Task[None]] = {}

    def recall(self, key: str, ask: Ask) -> Principal | None:
        """None where nobody was recognized by `key` lately. `ask` finds out ahead of time; where it
        answers None or raises, the next request has to look itself."""
        found = self._known.get(key)
        if found is None:
            return None
        age = self._clock.monotonic() - found[0]
        if age >= _BELIEVED_SECONDS:
            return None
        if age >= _FRESH_SECONDS:
            self.beside(key, partial(self._renew, key, ask))
        return found[1]

    def moment(self) -> Moment:
        return Moment(self._clock.monotonic(), self._forgotten)

    def remember(self, key: str, who: Principal, asked: Moment) -> None:
        """Not what was asked before an account was forgotten: it may be of before the change."""
        if asked.forgotten != self._forgotten:
            return
        self._known[key] = (asked.at, who)
        self._known.move_to_end(key)
        if len(self._known) > _MOST:
            self._known.popitem(last=False)

    def forget(self, account_id: int) -> None:
        self._forgotten += 1
        stale = [key for key, (_, who) in self._known.items() if who.id == account_id]
        for key in stale:
            del self._known[key]

    def beside(self, key: str, work: Callable[[], Awaitable[object]]) -> None:
        """Nobody waits for `work`; it is not done where some of that key is under way."""
        if key not in self._beside:
            task = asyncio.create_task(self._quietly(work), name="recognize")
            self._beside[key] = task
            task.add_done_callback(lambda _: self._beside.pop(key))

    async def aclose(self) -> None:
        tasks = list(self._beside.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _renew(self, key: str, ask: Ask) -> None:
        asked, who = self.moment(), None
        try:
            who = await ask()
        except DatabaseUnavailable:
            raise
        except VedetteError as error:
            log.debug("%s", error)
        if who is None:
            self._known.pop(key, None)
        else:
            self.remember(key, who, asked)

    async def _quietly(self, work: Callable[[], Awaitable[object]]) -> None:
        try:
            await work()
        except DatabaseUnavailable as error:
            log.debug("The database did not answer beside a request: %s", error)
        except Exception:
            log.exception("Work beside a request failed.")
