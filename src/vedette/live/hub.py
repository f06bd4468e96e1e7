"""The live connections of this process and their limits."""

import asyncio
from collections.abc import Awaitable, Callable

from vedette.kernel.clock import Clock
from vedette.kernel.errors import Forbidden, VedetteError
from vedette.live.connection import RESTARTS, LiveConnection
from vedette.live.model import Feeds, Recheck
from vedette.web.call import Call
from vedette.web.origins import Origins
from vedette.web.socket import Socket

_MOST_PER_CALLER = 20
_CLOSE_SECONDS = 2.0
Hold = Callable[[Call], Awaitable[Recheck]]


class OriginRefused(Forbidden):
    code = "live.origin_not_allowed"


class LiveOff(Forbidden):
    code = "live.off"


class TooManyConnections(VedetteError):
    code, status = "live.too_many_connections", 503


class LiveConnections:
    """Accepts at most `most` connections (0 for none, -1 for no limit) from pages of `origins`.

    `hold` returns a function that authenticates the caller again. `observe` receives the number of
    connections.
    """

    def __init__(
        self,
        feeds: Feeds,
        clock: Clock,
        hold: Hold,
        origins: Origins,
        *,
        observe: Callable[[int], None] = lambda count: None,
        most: int = 100,
    ) -> None:
        self._feeds = feeds
        self._clock = clock
        self._hold = hold
        self._observe = observe
        self._most = most
        self._origins = origins
        self._open: set[LiveConnection] = set()
        self._is_closing = False

    async def serve(self, socket: Socket) -> None:
        """Serve a connection. Raises `OriginRefused`, `LiveOff` or `TooManyConnections` before
        accepting."""
        call = socket.call
        self._check_origin(call)
        self._check_room(call)
        recheck = await self._hold(call)
        connection = LiveConnection(
            socket, call.who, recheck, self._feeds, self._clock, call.headers
        )
        self._open.add(connection)
        self._observe(len(self._open))
        try:
            await socket.accept()
            await connection.run()
        finally:
            self._open.discard(connection)
            self._observe(len(self._open))

    def doubt(self, account_id: int) -> None:
        """Check the account's connections after its rights, sessions or tokens changed."""
        for connection in self._open:
            if connection.who.id == account_id:
                connection.doubt()

    async def run(self) -> None:
        """Run until cancelled, then close all connections, so that browsers connect to other
        instances."""
        self._is_closing = False
        try:
            await asyncio.Event().wait()
        finally:
            self._is_closing = True
            for connection in self._open:
                connection.end(RESTARTS, "The server restarts.")
            for _ in range(20):
                if not self._open:
                    break
                await self._clock.sleep(_CLOSE_SECONDS / 20)

    def _check_room(self, call: Call) -> None:
        if self._most == 0:
            raise LiveOff("Live connections are disabled by [live] max_connections.")
        if self._is_closing:
            raise TooManyConnections("The server is about to restart. Connect again.")
        if 0 < self._most <= len(self._open):
            raise TooManyConnections(
                f"The limit of {self._most} live connections is reached. See [live] "
                "max_connections."
            )
        key = call.who.key
        own = sum(each.who.key == key for each in self._open) if call.who.id else 0
        if own >= _MOST_PER_CALLER:
            raise TooManyConnections(
                f"You already have {own} live connections. Close some of them."
            )

    def _check_origin(self, call: Call) -> None:
        """Refuse pages of other sites, to whose requests browsers add the user's cookie.

        Programs with a token send no origin; browsers always do.
        """
        if not call.header("origin") and call.header("authorization"):
            return
        if not self._origins.admit(call):
            raise OriginRefused("origin not allowed")
