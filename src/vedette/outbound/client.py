"""HTTP client of a data source or receiver, with its own URL, login, certificates and limits."""

import asyncio
import logging
from base64 import b64encode
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING, Any
from urllib.parse import quote_plus

from vedette.kernel.clock import Clock
from vedette.kernel.json_tally import JsonTally
from vedette.kernel.memory import charge, charge_objects
from vedette.kernel.secret import Secret
from vedette.outbound.address import NO_SECRET, Address, parse_address
from vedette.outbound.decode import bounded
from vedette.outbound.errors import BadAddress
from vedette.outbound.failures import translated_network
from vedette.outbound.http1 import Http1Connection, request_bytes
from vedette.outbound.limits import AnswerLimit, tightest
from vedette.outbound.policy import Egress
from vedette.outbound.pool import HttpPool, PoolLimits
from vedette.outbound.resolver import CheckedNames, CheckedNetwork, CheckedResolver, Names
from vedette.outbound.settings import DataproxySettings
from vedette.outbound.sockets import SourceSocket, no_redirects, open_socket
from vedette.outbound.tls import TlsOptions, tls_context

if TYPE_CHECKING:
    from aiohttp import ClientSession

log = logging.getLogger("vedette.outbound")
_DEFAULT_LIMIT = 256 * 1024 * 1024
_READ_BUFFER = 256 * 1024
_MOST_MESSAGE = 8 * 1024 * 1024
"""Maximum size of a WebSocket message in bytes."""
_SMALL = 64 * 1024
"""Responses below this size in bytes are not counted by objects."""
_OF_CONNECTION = frozenset({"connection", "content-length", "transfer-encoding", "upgrade"})
"""Headers of the connection, which only the client may set."""
_Pairs = Mapping[str, str] | list[tuple[str, str]]
Observe = Callable[[str, str, float], None]
"""Receives the kind of target, the outcome (a status or the kind of failure) and seconds."""


@dataclass(frozen=True, slots=True)
class ClientOptions:
    """Options of a client. `name` identifies the target in messages. `is_trusted` means that the
    operator configured it."""

    name: str
    kind: str
    url: str
    is_trusted: bool = False
    user: str = ""
    password: Secret = NO_SECRET
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    tls: TlsOptions = field(default_factory=TlsOptions)
    timeout: float | None = None
    """Time limit in seconds. None selects `[dataproxy] timeout`."""
    has_secret_path: bool = False
    """Whether the path is a secret and must not be logged, as for webhooks."""


class Outbound:
    """Creates clients that share the egress policy and the DNS cache."""

    def __init__(
        self,
        settings: DataproxySettings,
        egress: Egress,
        clock: Clock,
        *,
        resolve_seconds: float = 10.0,
        user_agent: str = "Vedette",
        observe: Observe = lambda kind, outcome, seconds: None,
    ) -> None:
        self.settings = settings
        self.egress = egress
        self.clock = clock
        self.names = Names(clock, resolve_seconds)
        self.user_agent = settings.user_agent or user_agent
        self.observe = observe

    def client(self, options: ClientOptions) -> "SourceClient":
        """Return a client. Raises `BadAddress` or `EgressRefused` if its URL can never be used."""
        return SourceClient(self, options)

    def network(self, *, is_trusted: bool) -> CheckedNetwork:
        """Return the network for targets without HTTP, under the same policy."""
        return CheckedNetwork(CheckedNames(self.names, self.egress, is_trusted=is_trusted))

    def warm(self) -> None:
        """Load the modules that the first request needs. Runs in a thread after the listener has
        started."""
        tls_context(TlsOptions(), "")


class SourceClient:
    """Implements the SDK's `HttpClient`."""

    def __init__(self, outbound: Outbound, options: ClientOptions) -> None:
        self._outbound = outbound
        self._options = options
        self._pause = partial(outbound.clock.sleep, 0)
        self._address = parse_address(options.url)
        self._check_literal(self._address)
        most = outbound.settings.response_limit or _DEFAULT_LIMIT
        self._limit = AnswerLimit(most, "[dataproxy] response_limit")
        self._timeout = options.timeout or float(outbound.settings.timeout)
        self._own_headers = _own_headers(options, outbound.user_agent)
        self._names = CheckedNames(outbound.names, outbound.egress, is_trusted=options.is_trusted)
        settings = outbound.settings
        self._pool = HttpPool(
            PoolLimits(
                per_host=settings.max_conns_per_host,
                idle=settings.max_idle_connections,
                idle_seconds=float(settings.idle_conn_timeout_seconds),
                dial_seconds=float(settings.dial_timeout),
            ),
            outbound.clock,
            self._checked_addresses,
            lambda: tls_context(options.tls, options.name),
            options.tls.server_name,
        )
        self._socket_session: ClientSession | None = None

    @asynccontextmanager
    async def request(
        self,
        method: str,
        url: str,
        *,
        params: _Pairs | None = None,
        form: _Pairs | None = None,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator["SourceResponse"]:
        """See `vedette.sdk.HttpClient`. The path is sent byte for byte as given."""
        address, path = self._target(url, params)
        sent = self._headers(address)
        if form is not None:
            body = _encoded(form).encode()
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        if headers:
            sent = _merged(sent, headers)
        request = self._request(method, address, path, sent, body)
        started, outcome = self._outbound.clock.monotonic(), "error"
        try:
            with translated_network(self._options.name):
                async with (
                    asyncio.timeout(timeout or self._timeout),
                    self._pool.sent(address, method, request) as answered,
                ):
                    outcome = str(answered.status)
                    limit = tightest(self._limit)
                    yield SourceResponse(answered, limit, self._options.name, self._pause)
        except asyncio.CancelledError:
            outcome = "cancelled"
            raise
        finally:
            self._finished(method, url, outcome, self._outbound.clock.monotonic() - started)

    @asynccontextmanager
    async def websocket(
        self,
        url: str,
        *,
        params: _Pairs | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[SourceSocket]:
        """See `vedette.sdk.HttpClient`. The measured time is that of opening the connection."""
        from aiohttp import ClientTimeout
        from yarl import URL

        address, path = self._target(url, params)
        sent = _merged(self._headers(address), headers or {})
        if self._socket_session is None:
            dial = float(self._outbound.settings.dial_timeout)
            self._socket_session = self._new_session(
                timeout=ClientTimeout(total=None, sock_connect=dial),
                trace_configs=[no_redirects(self._options.name)],
            )
        started, outcome = self._outbound.clock.monotonic(), "error"
        with translated_network(self._options.name):
            try:
                socket = await open_socket(
                    self._socket_session,
                    URL(address.origin + path, encoded=True),
                    self._options.name,
                    headers=sent,
                    server_hostname=self._options.tls.server_name or None,
                    limit=min(self._limit.bytes, _MOST_MESSAGE),
                    seconds=self._timeout,
                )
                outcome = "101"
            finally:
                self._finished("GET", url, outcome, self._outbound.clock.monotonic() - started)
            try:
                yield socket
            finally:
                await socket.aclose()

    async def aclose(self) -> None:
        await self._pool.aclose()
        session, self._socket_session = self._socket_session, None
        if session is not None:
            await session.close()

    def _target(self, url: str, params: _Pairs | None) -> tuple[Address, str]:
        """Return the target server, and the path and query on it."""
        address = self._address
        if url.startswith(("http://", "https://")):
            address = parse_address(url)
            self._check_literal(address)
            path = address.path
        else:
            path = address.path + (url if url.startswith("/") or not url else f"/{url}")
        path = path.partition("#")[0]
        if params:
            path += ("&" if "?" in path else "?") + _encoded(params)
        return address, path if path.startswith("/") else f"/{path}"

    def _headers(self, address: Address) -> dict[str, str]:
        """Return the headers. Credentials are only sent to the configured server."""
        if address is self._address or address.origin == self._address.origin:
            return dict(self._own_headers)
        return _common_headers(self._outbound.user_agent)

    def _request(
        self,
        method: str,
        address: Address,
        path: str,
        headers: Mapping[str, str],
        body: bytes | None,
    ) -> bytes:
        host = address.origin.partition("://")[2]
        lines = list(_merged({"Host": host}, headers).items())
        try:
            return request_bytes(method, path, lines, body)
        except ValueError as error:
            raise BadAddress(
                f"Cannot send a request to {self._options.name}: a part of it contains a line "
                "break or a space."
            ) from error

    async def _checked_addresses(self, address: Address) -> tuple[str, ...]:
        """Return the checked addresses of a host. Raises `EgressRefused`, or `OSError` if it is
        unknown."""
        if address.literal is not None:
            return (address.host,)
        return await self._names.checked(address.host, address.port)

    def _check_literal(self, address: Address) -> None:
        """Check a literal address; host names are checked when they are resolved."""
        ip = address.literal
        if ip is not None:
            self._outbound.egress.check(
                address.host, ip, address.port, is_trusted=self._options.is_trusted
            )

    def _new_session(self, **more: Any) -> "ClientSession":
        from aiohttp import ClientSession, DummyCookieJar, TCPConnector

        settings = self._outbound.settings
        resolver: Any = CheckedResolver(self._names)
        connector = TCPConnector(
            resolver=resolver,
            use_dns_cache=False,
            ssl=tls_context(self._options.tls, self._options.name),
            limit=settings.max_conns_per_host,
            keepalive_timeout=float(settings.idle_conn_timeout_seconds),
        )
        return ClientSession(
            connector=connector,
            cookie_jar=DummyCookieJar(),
            auto_decompress=False,
            trust_env=False,
            read_bufsize=_READ_BUFFER,
            skip_auto_headers=("Content-Type",),
            **more,
        )

    def _finished(self, method: str, url: str, outcome: str, seconds: float) -> None:
        self._outbound.observe(self._options.kind, outcome, seconds)
        if self._outbound.settings.logging:
            path = "(path)" if self._options.has_secret_path else url.partition("?")[0]
            log.info(
                "%s %s of %s: %s in %.1f ms",
                method,
                path,
                self._options.name,
                outcome,
                seconds * 1000,
                extra={"source": self._options.name, "status": outcome},
            )


class SourceResponse:
    """Implements the SDK's `HttpResponse`."""

    __slots__ = ("_limit", "_name", "_pause", "_response", "headers", "status")

    def __init__(
        self,
        response: Http1Connection,
        limit: AnswerLimit,
        name: str,
        pause: Callable[[], Awaitable[None]],
    ) -> None:
        self.status = response.status
        self.headers: Mapping[str, str] = response.headers
        self._response = response
        self._limit = limit
        self._name = name
        self._pause = pause

    async def read(self) -> bytes:
        """Read and decode the whole body, within the memory limits.

        Raises `AnswerTooLarge`, `Unreachable`, `TimedOut`, and the errors of `charge_objects`.
        """
        body, tally, counted = BytesIO(), JsonTally(), 0
        async for piece in self._decoded():
            body.write(piece)
            size = body.tell()
            if size <= _SMALL:
                continue
            tally.feed(piece if counted else body.getvalue())
            charge_objects(size + tally.objects - counted)
            counted = size + tally.objects
        return body.getvalue()

    async def chunks(self) -> AsyncIterator[bytes]:
        async for piece in self._decoded():
            charge(len(piece))
            yield piece

    def _decoded(self) -> AsyncIterator[bytes]:
        return bounded(
            self._response.chunks(),
            self.headers.get("Content-Encoding", ""),
            self._limit,
            self._name,
            self._pause,
        )


def _encoded(pairs: _Pairs) -> str:
    """Encode `application/x-www-form-urlencoded`."""
    found = pairs.items() if isinstance(pairs, Mapping) else pairs
    return "&".join([f"{_quoted(name)}={_quoted(value)}" for name, value in found])


def _quoted(text: str) -> str:
    """Quote a text. Most names and numbers need no quoting."""
    return text if text.isascii() and text.isalnum() else quote_plus(text)


def _own_headers(options: ClientOptions, user_agent: str) -> dict[str, str]:
    headers = _common_headers(user_agent)
    if options.user or options.password:
        pair = f"{options.user}:{options.password.reveal()}".encode()
        headers["Authorization"] = f"Basic {b64encode(pair).decode()}"
    own = {
        name: value for name, value in options.headers.items() if name.lower() not in _OF_CONNECTION
    }
    return _merged(headers, own)


def _common_headers(user_agent: str) -> dict[str, str]:
    return {"Accept": "*/*", "Accept-Encoding": "identity", "User-Agent": user_agent}


def _merged(first: Mapping[str, str], then: Mapping[str, str]) -> dict[str, str]:
    """Merge headers. Later values take precedence, ignoring the case of names."""
    found = {name.lower(): (name, value) for name, value in first.items()}
    found |= {name.lower(): (name, value) for name, value in then.items()}
    return dict(found.values())
