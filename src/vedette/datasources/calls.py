"""Calls of an open source other than queries: its health, its resources, its own API."""

import asyncio
from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from vedette.access.model import Permissions, Principal
from vedette.datasources.connections import Connections, Live
from vedette.datasources.errors import (
    AlertsNotManaged,
    NoResources,
    NoRulesOfItsOwn,
    ProxyRefused,
)
from vedette.datasources.model import READ, Source
from vedette.datasources.paths import checked_name, checked_path, checked_query, matching_route
from vedette.datasources.rules import http_url
from vedette.kernel.errors import BadGateway, VedetteError
from vedette.outbound.address import parse_address
from vedette.sdk import Caller, Health, ResourceAnswer, Resources
from vedette.sdk.ruler import Ruler, RulerCall

_HEALTH_SECONDS = 10.0
_MOST_HOPS = 3
_HOP = "1.1 vedette"
_PASSED_BODY = ("Content-Type", "Accept")


class ProxyAnswer(msgspec.Struct, frozen=True):
    status: int
    body: bytes
    is_json: bool


class SourceCalls:
    """Calls sources. `whitelist` is `[security] data_source_proxy_whitelist`."""

    def __init__(
        self,
        connections: Connections,
        permissions: Permissions,
        whitelist: Sequence[str] = (),
    ) -> None:
        self._connections = connections
        self._permissions = permissions
        self._whitelist = frozenset(item.lower() for item in whitelist)

    async def health(self, source: Source) -> Health:
        """Check the health. A source that cannot be opened is unhealthy, which is not an error."""
        try:
            live = await self._connections.live(source)
            async with asyncio.timeout(_HEALTH_SECONDS):
                return await live.source.check()
        except TimeoutError:
            return Health(False, f"No response within {_HEALTH_SECONDS:g} seconds.")
        except VedetteError as error:
            return Health(False, error.public)

    async def resource(
        self,
        who: Principal,
        source: Source,
        method: str,
        raw_path: str,
        params: Mapping[str, Sequence[str]],
        body: bytes,
        headers: Mapping[str, str],
    ) -> Any:
        """Return a resource for a query editor, or a `ProxyAnswer` if the store itself responded.

        Raises `NoResources`, `BadSource`, `BadGateway` and the plugin's errors.
        """
        path = checked_path(raw_path)
        live = await self._connections.live(source)
        if not isinstance(live.source, Resources):
            raise NoResources(f"The data source {source.name!r} has no resource API.")
        caller = self._caller(who, live, headers)
        found = await live.source.resource(method, path, params, body, caller)
        if isinstance(found, ResourceAnswer):
            return _allowed(source, found.status, found.body, found.content_type)
        return found

    async def proxy(
        self,
        who: Principal,
        source: Source,
        method: str,
        raw_path: str,
        raw_query: str,
        body: bytes,
        headers: Mapping[str, str],
    ) -> ProxyAnswer:
        """Call the source's own API if its plugin allows the path.

        Raises `ProxyRefused`, `BadSource`, `BadGateway` and network errors.
        """
        path, query = checked_path(raw_path), checked_query(raw_query)
        live = await self._connections.live(source)
        route = matching_route(live.plugin.proxy_routes, method, path)
        if route is None:
            raise ProxyRefused(f"{method} /{path} is not allowed for this type of data source.")
        await self._permissions.require(who, route.action or READ, source.scope)
        self._check_whitelist(live.record)
        sent = self._passing(who, live, headers).forwarded_headers
        passed = {name: headers.get(name.lower()) for name in _PASSED_BODY}
        sent = {**sent, **{name: value for name, value in passed.items() if value}}
        target = f"/{path}?{query}" if query else f"/{path}"
        request = live.http.request(method, target, body=body or None, headers=sent)
        async with request as response:
            answer = BytesIO()
            async for piece in response.chunks():
                answer.write(piece)
            kind = response.headers.get("Content-Type", "")
            return _allowed(source, response.status, answer.getvalue(), kind)

    async def ruler(
        self, who: Principal, source: Source, call: RulerCall, headers: Mapping[str, str]
    ) -> bytes:
        """Call the source's own ruler for rule groups as YAML; see `vedette.sdk.ruler.Ruler`.

        Raises `NoRulesOfItsOwn`, `AlertsNotManaged`, `BadSource`, `ProxyRefused`, and the plugin's
        errors.
        """
        for name in (call.namespace, call.group):
            checked_name(name)
        if call.method != "GET" and not _manages_alerts(source):
            raise AlertsNotManaged(
                f"Alert management is disabled for the data source {source.name!r}. Enable "
                "manageAlerts in its settings to change its rules."
            )
        live, ruler = await self._ruler(who, source)
        return await ruler.ruler(call, self._passing(who, live, headers))

    async def rule_states(
        self,
        who: Principal,
        source: Source,
        what: Literal["rules", "alerts"],
        raw_query: str,
        headers: Mapping[str, str],
    ) -> bytes:
        """Return rule states as JSON in the format of Prometheus. Raises the errors of `ruler`."""
        query = checked_query(raw_query)
        live, ruler = await self._ruler(who, source)
        return await ruler.rule_states(what, query, self._passing(who, live, headers))

    async def _ruler(self, who: Principal, source: Source) -> tuple[Live, Ruler]:
        await self._permissions.require(who, READ, source.scope)
        live = await self._connections.live(source)
        if not isinstance(live.source, Ruler):
            raise NoRulesOfItsOwn(f"The data source {source.name!r} does not evaluate rules.")
        self._check_whitelist(live.record)
        return live, live.source

    def _caller(self, who: Principal, live: Live, headers: Mapping[str, str]) -> Caller:
        return self._connections.caller_of(
            live.record, Caller(who.org_id, who.login or None, headers)
        )

    def _passing(self, who: Principal, live: Live, headers: Mapping[str, str]) -> Caller:
        """Return the headers of a call that could come back to this server.

        Raises `ProxyRefused` if it already did so too often.
        """
        caller = self._caller(who, live, headers)
        passed = {**caller.forwarded_headers, "Via": _via(headers.get("via", ""))}
        return replace(caller, forwarded_headers=passed)

    def _check_whitelist(self, source: Source) -> None:
        if self._whitelist:
            address = parse_address(http_url(source.type, source.url))
            if address.host_and_port not in self._whitelist:
                raise ProxyRefused(
                    f"The URL of the data source {source.name!r} is not in [security] "
                    "data_source_proxy_whitelist."
                )


def _manages_alerts(source: Source) -> bool:
    """Return True unless `manageAlerts` is false, in any spelling of provisioning files."""
    return str(source.json_data.get("manageAlerts", True)).lower() not in ("false", "0")


def _via(inbound: str) -> str:
    """Return the header that counts the proxies of a request. Raises `ProxyRefused` for a loop."""
    if inbound.lower().count("vedette") >= _MOST_HOPS:
        raise ProxyRefused("The request forms a loop through data source proxies.")
    return f"{inbound}, {_HOP}" if inbound.isascii() and inbound else _HOP


def _allowed(source: Source, status: int, body: bytes, content_type: str) -> ProxyAnswer:
    """Return status and body only: no header of the source reaches the browser."""
    if status < 200 or 300 <= status < 400:
        raise BadGateway(
            f"The data source {source.name!r} answered {status}, a redirect that is not followed.",
            upstreamStatus=status,
        )
    if status in (401, 407):
        raise BadGateway(
            f"The data source {source.name!r} rejected its configured credentials with status "
            f"{status}.",
            upstreamStatus=status,
        )
    is_json = content_type.partition(";")[0].strip().lower() == "application/json"
    return ProxyAnswer(status, body, is_json)
