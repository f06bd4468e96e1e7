"""The route table: every path of the server with its access policy.

The server does not start with a route without a policy. OpenAPI is generated from the same table.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from typing import Any, Protocol
from urllib.parse import unquote

import msgspec

from vedette.kernel.imports import import_modules
from vedette.kernel.text import has_control
from vedette.web.call import Call
from vedette.web.socket import Socket

JSON_TYPE, TEXT = "application/json", "text/plain"
DEFAULT_MAX_BODY = 1024 * 1024


class AccessPolicy(Protocol):
    """Decides who can call a route. `name` is shown in OpenAPI and in the access matrix."""

    name: str
    identifies: bool
    """Whether the caller is authenticated before `admit`."""

    async def admit(self, call: Call) -> None:
        """Raises `Unauthorized` or `Forbidden`."""
        ...


class RateLimit(msgspec.Struct, frozen=True):
    """A rate limit per caller. The setting `name` of `[rate_limits]` is the number per minute;
    bursts of `burst_seconds` of it are allowed."""

    name: str
    burst_seconds: int


Handler = Callable[[Call], Awaitable[Any]]
SocketHandler = Callable[[Socket], Awaitable[None]]


class Route(msgspec.Struct, frozen=True):
    """A route. `path` has parameters as `:name`; a last `*rest` matches the remaining path,
    undecoded."""

    method: str
    path: str
    handler: Handler
    policy: AccessPolicy
    body: type | None = None
    query: type | None = None
    answer: Any = None
    """Type of the body of a successful response. None if it has no body, or if the route forwards
    the response of another server."""
    media: str = JSON_TYPE
    """Content type of that body."""
    status: int = 200
    summary: str = ""
    max_body: int = DEFAULT_MAX_BODY
    rate: RateLimit | None = None
    raw: bool = False
    """Whether the body is passed as bytes in `call.raw_body`, regardless of its content type."""
    socket: SocketHandler | None = None
    """Takes requests that ask for a WebSocket, under the same policy and rate."""
    is_probe: bool = False
    """A 5xx says how the server is and is no failed request: the log has no warning about it."""


class RouteGroup(msgspec.Struct, frozen=True):
    """Routes that a table adds with the first request below one of the `prefixes`.

    Before `routes` is called, the modules are imported in a thread, so that other requests go on.
    """

    prefixes: tuple[str, ...]
    modules: tuple[str, ...]
    routes: Callable[[], Iterable[Route]]

    def covers(self, raw_path: str) -> bool:
        return any(f"{raw_path}/".startswith(f"{prefix}/") for prefix in self.prefixes)


class _Node(msgspec.Struct):
    children: dict[str, "_Node"] = {}
    parameter: "_Node | None" = None
    rest: "_Node | None" = None
    routes: dict[str, Route] = {}
    names: tuple[str, ...] = ()


class RouteTable:
    """Finds a route by the segments of the raw path. Each segment is decoded separately.

    Segments with control characters match nothing.
    """

    def __init__(
        self,
        routes: Iterable[Route],
        groups: Iterable[RouteGroup] = (),
        rates: Collection[str] | None = None,
    ) -> None:
        """`rates` are the names of the rate limits that have a setting; None checks none of
        them. Raises as `add`."""
        self.routes: tuple[Route, ...] = ()
        self._rates = rates
        self._root = _Node()
        self._missing = list(groups)
        self._loading = asyncio.Lock()
        self.add(routes)

    def add(self, routes: Iterable[Route]) -> None:
        """Raises `ValueError` for a route without a policy, for one whose rate limit has no
        setting, and for two on one address."""
        added = tuple(routes)
        for route in added:
            self._add(route)
        self.routes += added

    async def load_below(self, raw_path: str) -> None:
        """Add the groups that may have a route for this path."""
        if self._missing:
            await self._load([group for group in self._missing if group.covers(raw_path)])

    async def load_all(self) -> None:
        """Add every group, one after another."""
        await self._load(tuple(self._missing))

    def load_all_now(self) -> None:
        """As `load_all`, but nothing else runs meanwhile."""
        for group in tuple(self._missing):
            self._add_group(group)

    async def _load(self, groups: Sequence[RouteGroup]) -> None:
        for group in groups:
            async with self._loading:
                await import_modules(*group.modules)
                if group in self._missing:
                    self._add_group(group)

    def _add_group(self, group: RouteGroup) -> None:
        self.add(group.routes())
        self._missing.remove(group)

    def _add(self, route: Route) -> None:
        if getattr(route.policy, "name", "") == "":
            raise ValueError(f"{route.method} {route.path} has no policy.")
        node, names = self._root, list[str]()
        for segment in route.path.strip("/").split("/"):
            if segment.startswith(":"):
                names.append(segment[1:])
                node.parameter = node.parameter or _Node()
                node = node.parameter
            elif segment.startswith("*"):
                names.append(segment[1:])
                node.rest = node.rest or _Node()
                node = node.rest
            else:
                node = node.children.setdefault(segment, _Node())
        if route.rate and self._rates is not None and route.rate.name not in self._rates:
            raise ValueError(f"{route.path} has a rate limit without a setting.")
        if route.method in node.routes:
            raise ValueError(f"{route.method} {route.path} occurs twice in the route table.")
        if node.names and node.names != tuple(names):
            names_before = ", ".join(node.names)
            raise ValueError(f"{route.path} has other parameter names than ({names_before}).")
        node.names = tuple(names)
        node.routes[route.method] = route

    def find(self, raw_path: str) -> tuple[dict[str, Route], dict[str, str]] | None:
        """Return the routes by method and the path's parameters, or None if no route matches."""
        segments = raw_path.split("/")[1:]
        if len(segments) > 1 and segments[-1] == "":
            segments.pop()
        found = _match(self._root, segments, 0, ())
        if found is None:
            return None
        node, values = found
        return node.routes, dict(zip(node.names, values, strict=True))


def _match(
    node: _Node, segments: list[str], position: int, values: tuple[str, ...]
) -> tuple[_Node, tuple[str, ...]] | None:
    if position == len(segments):
        return (node, values) if node.routes else None
    segment = segments[position]
    child = node.children.get(segment)
    if child is not None:
        found = _match(child, segments, position + 1, values)
        if found is not None:
            return found
    if node.parameter is not None and segment:
        decoded = segment
        if "%" in segment:
            decoded = unquote(segment)
            if has_control(decoded):
                return None
        found = _match(node.parameter, segments, position + 1, (*values, decoded))
        if found is not None:
            return found
    if node.rest is not None:
        return node.rest, (*values, "/".join(segments[position:]))
    return None
