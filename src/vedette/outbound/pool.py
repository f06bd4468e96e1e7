"""Pool of HTTP connections of a data source."""

import asyncio
import ssl
from collections import defaultdict
from collections.abc import Awaitable, Callable

import msgspec

from vedette.kernel.clock import Clock
from vedette.outbound.address import Address
from vedette.outbound.http1 import EndedEarly, Http1Connection


class ConnectFailed(Exception):
    """No connection could be established."""

    def __init__(self, reason: OSError) -> None:
        super().__init__(str(reason))
        self.reason = reason


class PoolLimits(msgspec.Struct, frozen=True):
    """`per_host` is the maximum number of connections, 0 for no limit. Times are in seconds."""

    per_host: int = 0
    idle: int = 100
    idle_seconds: float = 90.0
    dial_seconds: float = 10.0


class HttpPool:
    """`resolve` returns the checked addresses of a host, `tls` the context for https."""

    def __init__(
        self,
        limits: PoolLimits,
        clock: Clock,
        resolve: Callable[[Address], Awaitable[tuple[str, ...]]],
        tls: Callable[[], ssl.SSLContext],
        server_name: str = "",
    ) -> None:
        self._limits = limits
        self._clock = clock
        self._resolve = resolve
        self._tls = tls
        self._server_name = server_name
        self._idle: dict[str, list[Http1Connection]] = defaultdict(list)
        self._turns: dict[str, asyncio.Semaphore] = {}

    def sent(self, address: Address, method: str, request: bytes) -> "_Sent":
        """Send a request and yield the connection with status and headers.

        If the response is not read completely, the connection is closed. Raises `ConnectFailed`,
        `EndedEarly`, `NotHttp`, `OSError` and the errors of `resolve` and `tls`.
        """
        return _Sent(self, address, method, request)

    async def send(self, address: Address, method: str, request: bytes) -> Http1Connection:
        connection = self._take(address.origin)
        if connection is not None:
            try:
                return await self._sent_on(connection, method, request)
            except (EndedEarly, ConnectionError):
                # The server closed it while it was idle.
                if not connection.may_repeat(method):
                    raise
        return await self._sent_on(await self._connect(address), method, request)

    async def _sent_on(
        self, connection: Http1Connection, method: str, request: bytes
    ) -> Http1Connection:
        try:
            await connection.send(method, request)
        except BaseException:
            connection.close()
            raise
        return connection

    async def aclose(self) -> None:
        for connections in self._idle.values():
            for connection in connections:
                connection.close()
        self._idle.clear()
        await self._clock.sleep(0)  # The transports close in the next loop iteration.

    def turn(self, origin: str) -> asyncio.Semaphore | None:
        if not self._limits.per_host:
            return None
        return self._turns.setdefault(origin, asyncio.Semaphore(self._limits.per_host))

    def _take(self, origin: str) -> Http1Connection | None:
        """Return the connection that was used last, and close connections that were idle for too
        long."""
        idle = self._idle[origin]
        oldest = self._clock.monotonic() - self._limits.idle_seconds
        while idle:
            connection = idle.pop()
            if connection.is_reusable and connection.idle_since > oldest:
                return connection
            connection.close()
        return None

    def put_back(self, origin: str, connection: Http1Connection) -> None:
        idle = self._idle[origin]
        if not connection.is_reusable or len(idle) >= self._limits.idle:
            connection.close()
            return
        connection.idle_since = self._clock.monotonic()
        idle.append(connection)

    async def _connect(self, address: Address) -> Http1Connection:
        """Connect to the first address of the host that responds."""
        context = self._tls() if address.scheme == "https" else None
        name = (self._server_name or address.host) if context is not None else None
        failure = OSError("the host name has no address")
        for host in await self._resolve(address):
            try:
                return await self._dialled(host, address.port, context, name)
            except ssl.SSLError:
                raise
            except OSError as error:
                failure = error
        if isinstance(failure, TimeoutError):
            raise failure
        raise ConnectFailed(failure)

    async def _dialled(
        self, host: str, port: int, context: ssl.SSLContext | None, name: str | None
    ) -> Http1Connection:
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(self._limits.dial_seconds):
            _, connection = await loop.create_connection(
                Http1Connection, host, port, ssl=context, server_hostname=name
            )
        return connection


class _Sent:
    """One use of a connection. A class, because a generator would be slower for each request."""

    def __init__(self, pool: HttpPool, address: Address, method: str, request: bytes) -> None:
        self._pool = pool
        self._address = address
        self._method = method
        self._request = request
        self._origin = address.origin
        self._turn = pool.turn(self._origin)

    async def __aenter__(self) -> Http1Connection:
        if self._turn is not None:
            await self._turn.acquire()
        try:
            self._connection = await self._pool.send(self._address, self._method, self._request)
        except BaseException:
            self._end_turn()
            raise
        return self._connection

    async def __aexit__(self, *error: object) -> None:
        self._pool.put_back(self._origin, self._connection)
        self._end_turn()

    def _end_turn(self) -> None:
        if self._turn is not None:
            self._turn.release()
