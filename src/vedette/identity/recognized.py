"""Cache of authenticated principals, so that most read requests need no query.

An entry is valid for five seconds from its query and is removed when this process changes the
account. Entries in use are refreshed in the background before they expire, so that requests do not
wait for a slow database.
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
    """The time of a query, and the number of removed accounts at that time."""

    at: float
    forgotten: int


class PrincipalCache:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._known: OrderedDict[str, tuple[float, Principal]] = OrderedDict()
        self._forgotten = 0
        self._beside: dict[str, asyncio.Task[None]] = {}

    def recall(self, key: str, ask: Ask) -> Principal | None:
        """Return the cached principal of `key`, or None. `ask` refreshes it in the background; if
        it returns None or raises, the entry is removed."""
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
        """Store a principal, unless an account was removed after the query began."""
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
        """Run `work` in the background, unless work for the same key is already running."""
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
            log.debug("The database did not respond to a background query: %s", error)
        except Exception:
            log.exception("Background work failed.")
