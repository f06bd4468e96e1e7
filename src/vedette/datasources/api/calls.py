"""Endpoints that the source itself answers: health, resources, and its own API through the
proxy."""

from typing import Any

from vedette.access.guard import needs
from vedette.datasources.api.records import named
from vedette.datasources.api.shapes import SourceHealthAnswer
from vedette.datasources.calls import ProxyAnswer, SourceCalls
from vedette.datasources.paths import without_logins
from vedette.datasources.service import DataSources
from vedette.web import answer
from vedette.web.answer import JSON, ApiAnswer
from vedette.web.call import Call
from vedette.web.routes import RateLimit, Route

QUERY_RATE = RateLimit("queries", burst_seconds=10)
"""The rate limit of all endpoints that query a source."""
_MOST_BYTES = 4 * 1024 * 1024
_SANDBOX = {"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "sandbox"}


class CallsApi:
    def __init__(self, service: DataSources, calls: SourceCalls) -> None:
        self._service = service
        self._calls = calls

    def routes(self) -> list[Route]:
        query = needs("datasources:query")
        found = []
        for base in ("/api/datasources/uid/:uid", "/api/datasources/:id"):
            found.append(
                Route(
                    "GET",
                    f"{base}/health",
                    self.health,
                    query,
                    rate=QUERY_RATE,
                    answer=SourceHealthAnswer,
                    summary="Test a data source.",
                )
            )
            for method in ("GET", "POST"):
                found.append(
                    Route(
                        method,
                        f"{base}/resources/*rest",
                        self.resource,
                        query,
                        raw=method == "POST",
                        max_body=_MOST_BYTES,
                        rate=QUERY_RATE,
                        summary="Call a resource of a data source, such as its label names.",
                    )
                )
        for base in ("/api/datasources/proxy/uid/:uid", "/api/datasources/proxy/:id"):
            for method in ("GET", "POST", "DELETE"):
                found.append(
                    Route(
                        method,
                        f"{base}/*rest",
                        self.proxy,
                        query,
                        raw=method == "POST",
                        max_body=_MOST_BYTES,
                        rate=QUERY_RATE,
                        summary="Proxy a request to the API of a data source, for paths that "
                        "its type allows.",
                    )
                )
        return found

    async def health(self, call: Call) -> ApiAnswer:
        health = await self._calls.health(await named(self._service, call))
        body: SourceHealthAnswer = {
            "status": "OK" if health.ok else "ERROR",
            "message": health.message,
        }
        if health.detail:
            body["details"] = health.detail
        return answer.json(body, 200 if health.ok else 400)

    async def resource(self, call: Call) -> Any:
        source = await named(self._service, call)
        found = await self._calls.resource(
            call.who,
            source,
            call.method,
            call.params["rest"],
            call.decoded_query(without_logins(call.raw_query)),
            call.raw_body,
            call.headers,
        )
        return _sandboxed(found) if isinstance(found, ProxyAnswer) else found

    async def proxy(self, call: Call) -> ApiAnswer:
        source = await named(self._service, call)
        given = await self._calls.proxy(
            call.who,
            source,
            call.method,
            call.params["rest"],
            call.raw_query,
            call.raw_body,
            call.headers,
        )
        return _sandboxed(given)


def _sandboxed(given: ProxyAnswer) -> ApiAnswer:
    """Return the source's status and body, which no browser renders as a page of this server."""
    if given.is_json:
        return ApiAnswer(given.status, given.body, JSON, _SANDBOX)
    headers = {**_SANDBOX, "Content-Disposition": "attachment"}
    return ApiAnswer(given.status, given.body, "application/octet-stream", headers)
