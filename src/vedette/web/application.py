"""The ASGI application: routing, access policies, size limits, responses and measurements."""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from secrets import token_hex
from typing import TYPE_CHECKING, Any, ClassVar

from vedette.kernel.clock import Clock
from vedette.kernel.context import request_id as current_request_id
from vedette.kernel.errors import NotFound, Unavailable
from vedette.kernel.memory import MemoryAccount, current, used
from vedette.kernel.principal import Principal
from vedette.web.answer import ApiAnswer, from_value, redirect
from vedette.web.body import ClientGone, decode_body_apart, decode_query, read_body
from vedette.web.call import Call
from vedette.web.compression import compressed
from vedette.web.options import Observation, PublicName, RequestLimits
from vedette.web.problem import problem
from vedette.web.ratelimit import RateLimits, share_of
from vedette.web.routes import Route, RouteTable
from vedette.web.socket import BROKEN, Socket, SocketGone

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

log = logging.getLogger("vedette.web")
_REQUEST_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")
_API_ROOTS = ("/api/", "/apis/")
_BLOCK = 1024 * 1024
_NO_STORE = (b"cache-control", b"no-store")
Authenticate = Callable[[Call], Awaitable[Principal | None]]
_ROOT = PublicName()


class NoSuchAddress(NotFound):
    code: ClassVar[str] = "request.no_such_address"


class Stopping(Unavailable):
    code: ClassVar[str] = "server.stopping"

    def __init__(self) -> None:
        super().__init__("The server is stopping. Send the request again in a moment.")


class Application:
    """Serves the routes of the table; `page` serves the files and the page of the UI."""

    def __init__(
        self,
        table: RouteTable,
        *,
        clock: Clock,
        authenticate: Authenticate,
        headers: list[tuple[bytes, bytes]],
        page: Callable[[Call], Awaitable[ApiAnswer]],
        observation: Observation,
        name: PublicName = _ROOT,
        limits: RequestLimits | None = None,
    ) -> None:
        limits = limits or RequestLimits()
        self._table = table
        self._clock = clock
        self._authenticate = authenticate
        self._observation = observation
        self._headers = headers
        self._page = page
        self._name = name
        self._limits = RateLimits(clock, limits.rates)
        self.memory = limits.memory

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        if scope["type"] != "http":
            if scope["type"] == "websocket":
                await self._serve_socket({**scope, "method": "GET"}, receive, send)
            return
        account = MemoryAccount(self.memory, self.memory.limits)
        try:
            with used(account):
                await self._serve(scope, receive, send)
        finally:
            account.close()

    async def _serve(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        started = self._clock.monotonic()
        if self._name.proxies is not None:
            self._name.proxies.note_sender(scope)
        request_id = _inbound_id(scope) or token_hex(8)
        current_request_id.set(request_id)
        method: str = scope["method"]
        label, call, is_probe = "unmatched", None, False
        try:
            routes, params = await self._find(scope)
            route = routes.get("GET" if method == "HEAD" else method)
            if route is None:
                allowed = ", ".join(sorted(routes))
                raise NoSuchAddress(f"{method} is not supported at this path. Use {allowed}.")
            label, is_probe = route.path, route.is_probe
            call = Call(scope, receive, params, request_id)
            answer = await self._answer(route, call)
        except ClientGone:
            answer = ApiAnswer(499, b"", "")
        except asyncio.CancelledError:
            # Only the listener cancels requests: those that outlast the graceful stop.
            _withdraw_cancellation()
            answer = problem(Stopping(), request_id)
        except Exception as error:
            answer = problem(error, request_id)
        try:
            if call is not None:
                answer = await compressed(answer, call)
            await self._send(send, answer, request_id, call, is_head=method == "HEAD")
        finally:
            seconds = self._clock.monotonic() - started
            self._observation.observe(method, label, answer.status, seconds)
            is_failure = answer.status >= 500 and not is_probe
            if self._observation.logs_all or is_failure:
                level = logging.WARNING if is_failure else logging.INFO
                _log_request(level, method, scope["path"], answer.status, seconds, call)

    async def _serve_socket(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Serve a WebSocket. The measured time is that of opening it; 101 is the status of
        success."""
        started = self._clock.monotonic()
        if self._name.proxies is not None:
            self._name.proxies.note_sender(scope)
        request_id = _inbound_id(scope) or token_hex(8)
        current_request_id.set(request_id)
        label, status = "unmatched", 101
        await receive()  # The request to connect.
        call = Call(scope, receive, {}, request_id)
        socket = Socket(call, receive, send, self._clock)
        try:
            routes, call.params = await self._find(scope)
            route = routes.get("GET")
            if route is None or route.socket is None:
                raise NoSuchAddress("There is no WebSocket at this path.")
            label = route.path
            if self._name.domain is not None and self._name.domain.is_foreign(
                label, call.header("host")
            ):
                raise NoSuchAddress("This server does not serve this host name.")
            await self._admit(route, call)
            await route.socket(socket)
        except SocketGone:
            pass
        except Exception as error:
            answer = problem(error, request_id)
            status = answer.status
            with suppress(SocketGone):
                if socket.is_open:
                    await socket.close(BROKEN, "An internal error occurred.")
                else:
                    await socket.refuse(answer, request_id)
        finally:
            opened = socket.opened_at or self._clock.monotonic()
            self._observation.observe("GET", label, status, opened - started)
            if self._observation.logs_all or status >= 500:
                level = logging.WARNING if status >= 500 else logging.INFO
                seconds = self._clock.monotonic() - started
                _log_request(level, "GET", scope["path"], status, seconds, call)

    async def _find(self, scope: "Scope") -> tuple[dict[str, Route], dict[str, str]]:
        raw = scope.get("raw_path") or scope["path"].encode()
        path = raw.partition(b"?")[0].decode("latin-1")
        path = self._below_sub_path(path)
        await self._table.load_below(path)
        found = self._table.find(path)
        is_page = scope["method"] in ("GET", "HEAD") and not f"{path}/".startswith(_API_ROOTS)
        if found is not None and ("GET" in found[0] or not is_page):
            return found
        if not is_page:
            raise NoSuchAddress("Not found.")
        page = Route("GET", "page", self._page, _Open())
        return {"GET": page}, {"path": path}

    def _below_sub_path(self, path: str) -> str:
        if self._name.sub_path and f"{path}/".startswith(f"{self._name.sub_path}/"):
            return path[len(self._name.sub_path) :] or "/"
        return path

    async def _answer(self, route: Route, call: Call) -> ApiAnswer:
        if self._name.domain is not None and self._name.domain.is_foreign(
            route.path, call.header("host")
        ):
            path = self._below_sub_path(call.scope["raw_path"].decode("latin-1"))
            query = call.scope["query_string"].decode("latin-1")
            return redirect(self._name.domain.address_of(path, query), 301)
        await self._admit(route, call)
        if route.query is not None:
            call.query = decode_query(call, route.query)
        if route.body is not None or route.raw:
            call.raw_body = await read_body(call, route.max_body)
            if route.body is not None:
                call.body = await decode_body_apart(call, route.body)
        return from_value(await route.handler(call), route.status)

    async def _admit(self, route: Route, call: Call) -> None:
        if route.policy.identifies:
            call.principal = await self._authenticate(call)
        if route.rate is not None:
            self._limits.spend(route.rate, _caller(call))
        await route.policy.admit(call)
        account = current()
        if account is not None:
            account.user = _caller(call)

    async def _send(
        self, send: "Send", answer: ApiAnswer, request_id: str, call: Call | None, *, is_head: bool
    ) -> None:
        headers = [*self._headers, (b"x-request-id", request_id.encode())]
        if "Cache-Control" not in answer.headers:
            headers.append(_NO_STORE)
        if answer.content_type:
            headers.append((b"content-type", answer.content_type.encode()))
        if answer.stream is None:
            headers.append((b"content-length", str(len(answer.body)).encode()))
        headers += [
            (name.lower().encode("latin-1"), value.encode("latin-1"))
            for name, value in answer.headers.items()
        ]
        if call is not None:
            headers += [(b"set-cookie", cookie.encode("latin-1")) for cookie in call.cookies_to_set]
        status = 400 if answer.status == 499 else answer.status
        await send({"type": "http.response.start", "status": status, "headers": headers})
        if answer.stream is None:
            body = b"" if is_head else answer.body
            # A single large body would be copied.
            for start in range(0, len(body) - _BLOCK, _BLOCK):
                piece = body[start : start + _BLOCK]
                await send({"type": "http.response.body", "body": piece, "more_body": True})
            rest = body[(max(0, len(body) - 1) // _BLOCK) * _BLOCK :]
            await send({"type": "http.response.body", "body": rest})
            return
        async for piece in answer.stream:
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b""})


class _Open:
    name, identifies = "public", True

    async def admit(self, call: Call) -> None:
        """Admit the call. Pages contain no data; they request it from the API."""


def _withdraw_cancellation() -> None:
    """Allow the task of this request to continue to its response."""
    task = asyncio.current_task()
    if task is not None:
        task.uncancel()


def _caller(call: Call) -> str:
    """Return the key of the caller's rate limit. Anonymous visitors share that of their address."""
    who = call.principal
    if who is None or who.kind == "anonymous":
        return share_of(call.client_ip)
    return who.key


def _inbound_id(scope: "Scope") -> str:
    for name, value in scope["headers"]:
        if name == b"x-request-id":
            text = value.decode("latin-1")
            return text if _REQUEST_ID.fullmatch(text) else ""
    return ""


def _log_request(
    level: int, method: str, path: str, status: int, seconds: float, call: Call | None
) -> None:
    who: Any = call.principal.key if call and call.principal else "-"
    log.log(
        level,
        "%s %s returned %d in %.1f ms",
        method,
        path,
        status,
        seconds * 1000,
        extra={"method": method, "path": path, "status": status, "principal": who},
    )
