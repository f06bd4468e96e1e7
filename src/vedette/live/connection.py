"""A browser's live connection: its subscriptions, messages and permissions."""

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

from vedette.kernel.clock import Clock
from vedette.kernel.errors import Conflict, TooManyRequests, VedetteError
from vedette.kernel.principal import Principal
from vedette.live.model import (
    Feed,
    Feeds,
    Message,
    Ping,
    Recheck,
    Subscribe,
    error_message,
    plain_message,
    read_message,
)
from vedette.live.outbox import Outbox
from vedette.web.socket import Socket

log = logging.getLogger("vedette.live")
MOST_SUBSCRIPTIONS = 50
_CHECK_SECONDS = 60.0
_PER_SECOND, _BURST = 20.0, 100.0
RESTARTS, FLOODED, SIGNED_OUT = 1012, 1008, 4401
"""Close codes. The last one is private, derived from the HTTP status."""


class AlreadySubscribed(Conflict):
    code = "live.already_subscribed"


class TooManySubscriptions(TooManyRequests):
    code = "live.too_many_subscriptions"


class FeedFailed(VedetteError):
    """A feed raised an unexpected error."""

    code, status = "live.feed_failed", 502


class LiveConnection:
    """A live connection. `headers` are the request's headers, for data sources that forward a
    login."""

    def __init__(
        self,
        socket: Socket,
        who: Principal,
        recheck: Recheck,
        feeds: Feeds,
        clock: Clock,
        headers: Mapping[str, str],
    ) -> None:
        self.who = who
        self._socket = socket
        self._recheck = recheck
        self._feeds = feeds
        self._clock = clock
        self._headers = headers
        self._outbox = Outbox()
        self._running: dict[str, asyncio.Task[None]] = {}
        self._open: dict[str, Feed] = {}
        self._doubt = asyncio.Event()
        self._ending: asyncio.Future[tuple[int, str]] = asyncio.get_running_loop().create_future()
        self._budget, self._counted_at = _BURST, clock.monotonic()

    def doubt(self) -> None:
        """Check now, rather than within a minute, whether the caller is still permitted."""
        self._doubt.set()

    def end(self, code: int, reason: str) -> None:
        if not self._ending.done():
            self._ending.set_result((code, reason))

    async def run(self) -> None:
        """Serve until either side closes. Raises `SocketGone` if the client closed the
        connection."""
        loops = [
            asyncio.create_task(loop)
            for loop in (self._read(), self._write(), self._check(), self._wait_for_timer())
        ]
        try:
            until: set[asyncio.Future[Any]] = {*loops, self._ending}
            await asyncio.wait(until, return_when=asyncio.FIRST_COMPLETED)
            if self._ending.done():
                await self._socket.close(*self._ending.result())
        finally:
            tasks = [*loops, *self._running.values()]
            for task in tasks:
                task.cancel()
            results = await asyncio.gather(*tasks, return_exceptions=True)
        for result in results:
            if isinstance(result, Exception):
                raise result

    async def _read(self) -> None:
        while (text := await self._socket.receive()) is not None:
            if not self._affordable():
                self.end(FLOODED, "Too many messages. Send fewer messages per second.")
                return
            try:
                await self._obey(read_message(text))
            except VedetteError as error:
                await self._outbox.put(error_message(None, error))

    async def _write(self) -> None:
        while True:
            await self._socket.send((await self._outbox.take()).decode())

    async def _wait_for_timer(self) -> None:
        while True:
            await self._clock.sleep(_CHECK_SECONDS)
            self._doubt.set()

    async def _check(self) -> None:
        """Check whether the caller is still permitted to receive the subscriptions."""
        while True:
            await self._doubt.wait()
            self._doubt.clear()
            try:
                who = await self._recheck()
            except VedetteError:
                who = None
            if who is None or who.key != self.who.key or who.org_id != self.who.org_id:
                self.end(SIGNED_OUT, "The session has ended. Sign in again.")
                return
            self.who = who
            for id_, feed in list(self._open.items()):
                try:
                    await feed.check(who)
                except VedetteError as error:
                    await self._stop(id_)
                    # A client that reads nothing must not delay further
                    # checks.
                    self._outbox.tell(error_message(id_, error))

    async def _obey(self, message: Message) -> None:
        if isinstance(message, Ping):
            await self._outbox.put(plain_message("pong"))
        elif isinstance(message, Subscribe):
            try:
                self._check_room(message.id)
            except VedetteError as error:
                await self._outbox.put(error_message(message.id, error))
                return
            self._running[message.id] = asyncio.create_task(self._carry(message))
        else:
            await self._stop(message.id)
            await self._outbox.put(plain_message("ended", id=message.id))

    def _check_room(self, id_: str) -> None:
        if id_ in self._running:
            raise AlreadySubscribed(f"A subscription with the id {id_} already exists.")
        if len(self._running) >= MOST_SUBSCRIPTIONS:
            raise TooManySubscriptions(
                f"A connection can have at most {MOST_SUBSCRIPTIONS} subscriptions.", retry_after=1
            )

    async def _carry(self, asked: Subscribe) -> None:
        """Send the frames of a subscription, and report how it ended. Runs as a task."""
        id_ = asked.id
        try:
            feed = await self._feeds.open(self.who, self._headers, asked)
            self._open[id_] = feed
            await self._outbox.put(plain_message("subscribed", id=id_))
            async for frame in feed.frames():
                self._outbox.offer(id_, frame, is_event=bool(asked.channel))
            last = plain_message("ended", id=id_)
        except VedetteError as error:
            last = error_message(id_, error)
        except Exception:
            log.exception(
                "A live feed failed.", extra={"source": (asked.channel or asked.datasource)[:60]}
            )
            failed = FeedFailed("The live query failed. See the server log for the cause.")
            last = error_message(id_, failed)
        self._outbox.forget(id_)
        await self._outbox.put(last)
        self._forget(id_)

    async def _stop(self, id_: str) -> None:
        task = self._running.get(id_)
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        self._forget(id_)

    def _forget(self, id_: str) -> None:
        self._running.pop(id_, None)
        self._open.pop(id_, None)
        self._outbox.forget(id_)

    def _affordable(self) -> bool:
        now = self._clock.monotonic()
        earned = (now - self._counted_at) * _PER_SECOND
        self._budget, self._counted_at = min(_BURST, self._budget + earned) - 1, now
        return self._budget >= 0
