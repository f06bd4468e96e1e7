"""One client for each source: its address, login, certificates and limits, its own connections."""

import asyncio
import logging
from base64 import b64encode
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import quote_plus

from vedette.kernel.clock import Clock
from vedette.kernel.secret import Secret
from vedette.outbound.address import NO_SECRET, Address, parse_address
from vedette.outbound.decode import bounded
from vedette.outbound.failures import translated
from vedette.outbound.policy import Egress
from vedette.outbound.resolver import CheckedNetwork, CheckedResolver, Names
from vedette.outbound.settings import DataproxySettings
from vedette.outbound.sockets import SourceSocket, no_redirects, open_socket
from vedette.outbound.tls import TlsOptions, tls_context

if TYPE_CHECKING:
    from aiohttp import ClientResponse, ClientSession

log = logging.getLogger("vedette.outbound")
_DEFAULT_LIMIT = 256 * 1024 * 1024
_READ_BUFFER = 256 * 1024
_Pairs = Mapping[str, str] | list[tuple[str, str]]
Observe = Callable[[str, str, float], None]
"""Kind of source, outcome (a status or the kind of failure), seconds."""


@dataclass(frozen=True, slots=True)
class ClientOptions:
    """`name` is what messages call the target; `is_trusted` where the operator wrote it down."""

    name: str
    kind: str
    url: str
    is_trusted: bool = False
    user: str = ""
    password: Secret = NO_SECRET
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    tls: TlsOptions = field(default_factory=TlsOptions)
    timeout: float | None = None
    """Seconds; None for `[dataproxy] timeout`."""


class Outbound:
    """Makes clients that share the policy and the names that were looked up."""

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
        """Raises `BadAddress` or `EgressRefused` where the address can never be used."""
        return SourceClient(self, options)

    def network(self, *, is_trusted: bool) -> CheckedNetwork:
        """For sources that are not asked over HTTP, under the same policy."""
        return CheckedNetwork(self.names, self.egress, is_trusted=is_trusted)

    def warm(self) -> None:
        """Loads what the first request needs; meant for a thread, once the listener is up."""
        import aiohttp  # noqa: F401

        tls_context(TlsOptions(), "")


class SourceClient:
    """Implements the SDK's `HttpClient`."""

    def __init__(self, outbound: Outbound, options: ClientOptions) -> None:
        self._outbound = outbound
        self._options = options
        self._address = parse_address(options.url)
        self._check_literal(self._address)
        self._base = self._address.origin + self._address.path
        self._limit = outbound.settings.response_limit or _DEFAULT_LIMIT
        self._timeout = options.timeout or float(outbound.settings.timeout)
        self._own_headers = _own_headers(options, outbound.user_agent)
        self._session: ClientSession | None = None
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
        target, is_own = self._target(url)
        sent = {**self._own_headers} if is_own else _anonymous_headers(self._own_headers)
        if form is not None:
            body = _encoded(form).encode()
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        if headers:
            sent.update(headers)
        if params:
            target += ("&" if "?" in target else "?") + _encoded(params)
        started, outcome = self._outbound.clock.monotonic(), "error"
        try:
            with translated(self._options.name, self._address if is_own else parse_address(url)):
                async with self._open(method, target, body, sent, timeout) as response:
                    outcome = str(response.status)
                    yield SourceResponse(response, self._limit, self._options.name)
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
        """See `vedette.sdk.HttpClient`. What is measured is how long opening it takes."""
        from aiohttp import ClientTimeout
        from yarl import URL

        target, is_own = self._target(url)
        sent = {**self._own_headers} if is_own else _anonymous_headers(self._own_headers)
        if headers:
            sent.update(headers)
        if params:
            target += ("&" if "?" in target else "?") + _encoded(params)
        if self._socket_session is None:
            dial = float(self._outbound.settings.dial_timeout)
            self._socket_session = self._new_session(
                timeout=ClientTimeout(total=None, sock_connect=dial),
                trace_configs=[no_redirects(self._options.name)],
            )
        started, outcome = self._outbound.clock.monotonic(), "error"
        address = self._address if is_own else parse_address(url)
        with translated(self._options.name, address):
            try:
                socket = await open_socket(
                    self._socket_session,
                    URL(target, encoded=True),
                    self._options.name,
                    headers=sent,
                    server_hostname=self._options.tls.server_name or None,
                    limit=self._limit,
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
        for session in (self._session, self._socket_session):
            if session is not None:
                await session.close()
        self._session = self._socket_session = None

    def _target(self, url: str) -> tuple[str, bool]:
        """The whole address, and whether it is the source's own server."""
        if not url.startswith(("http://", "https://")):
            return self._base + (url if url.startswith("/") or not url else f"/{url}"), True
        address = parse_address(url)
        self._check_literal(address)
        return address.origin + address.path, address.origin == self._address.origin

    def _check_literal(self, address: Address) -> None:
        """Names are checked when they are resolved; a literal address is never resolved."""
        ip = address.literal
        if ip is not None:
            self._outbound.egress.check(
                address.host, ip, address.port, is_trusted=self._options.is_trusted
            )

    def _open(
        self,
        method: str,
        target: str,
        body: bytes | None,
        headers: Mapping[str, str],
        timeout: float | None,
    ) -> Any:
        from aiohttp import ClientTimeout
        from yarl import URL

        if self._session is None:
            self._session = self._new_session()
        settings = self._outbound.settings
        return self._session.request(
            method,
            URL(target, encoded=True),
            data=body,
            headers=headers,
            allow_redirects=False,
            server_hostname=self._options.tls.server_name or None,
            timeout=ClientTimeout(
                total=timeout or self._timeout, sock_connect=float(settings.dial_timeout)
            ),
        )

    def _new_session(self, **more: Any) -> "ClientSession":
        from aiohttp import ClientSession, DummyCookieJar, TCPConnector

        settings = self._outbound.settings
        resolver: Any = CheckedResolver(
            self._outbound.names, self._outbound.egress, is_trusted=self._options.is_trusted
        )
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
            path = url.partition("?")[0]
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

    __slots__ = ("_limit", "_name", "_response", "headers", "status")

    def __init__(self, response: "ClientResponse", limit: int, name: str) -> None:
        self.status: int = response.status
        self.headers: Mapping[str, str] = response.headers
        self._response = response
        self._limit = limit
        self._name = name

    async def read(self) -> bytes:
        """Raises `AnswerTooLarge`, `Unreachable` or `TimedOut`."""
        return b"".join([piece async for piece in self.chunks()])

    def chunks(self) -> AsyncIterator[bytes]:
        return bounded(
            self._response.content.iter_any(),
            self.headers.get("Content-Encoding", ""),
            self._limit,
            self._name,
        )


def _encoded(pairs: _Pairs) -> str:
    """`application/x-www-form-urlencoded`."""
    found = pairs.items() if isinstance(pairs, Mapping) else pairs
    return "&".join([f"{_quoted(name)}={_quoted(value)}" for name, value in found])


def _quoted(text: str) -> str:
    """Most names and numbers need no look at each of their characters."""
    return text if text.isascii() and text.isalnum() else quote_plus(text)


def _own_headers(options: ClientOptions, user_agent: str) -> dict[str, str]:
    headers = {
        "Accept": "*/*",
        "Accept-Encoding": "identity",
        "User-Agent": user_agent,
    }
    if options.user or options.password:
        pair = f"{options.user}:{options.password.reveal()}".encode()
        headers["Authorization"] = f"Basic {b64encode(pair).decode()}"
    return {**headers, **options.headers}


def _anonymous_headers(own: Mapping[str, str]) -> dict[str, str]:
    """For another server: nothing that logs in at this one."""
    return {name: own[name] for name in ("Accept", "Accept-Encoding", "User-Agent")}
