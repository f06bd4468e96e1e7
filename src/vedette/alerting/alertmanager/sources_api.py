"""The Alertmanager API of Alertmanager data sources."""

from vedette.access.guard import needs
from vedette.alerting.alertmanager.errors import BadConfiguration
from vedette.datasources.api.calls import QUERY_RATE
from vedette.datasources.calls import SourceCalls
from vedette.datasources.model import Source
from vedette.datasources.service import DataSources
from vedette.web.answer import JSON, ApiAnswer
from vedette.web.call import Call
from vedette.web.routes import Route

_KIND = "alertmanager"
_MAX_BODY = 256 * 1024
_SANDBOX = {"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "sandbox"}


class OthersApi:
    def __init__(self, sources: DataSources, calls: SourceCalls) -> None:
        self._sources = sources
        self._calls = calls

    def routes(self) -> list[Route]:
        read, write = needs("alerting:read"), needs("alerting:write")
        path = "/api/alertmanager/:uid/api/v2/*rest"
        return [
            Route(
                "GET",
                path,
                self.ask,
                read,
                rate=QUERY_RATE,
                summary="Query an Alertmanager data source.",
            ),
            Route(
                "POST",
                path,
                self.ask,
                write,
                raw=True,
                max_body=_MAX_BODY,
                rate=QUERY_RATE,
                summary="Create or update a silence of an Alertmanager data source.",
            ),
            Route(
                "DELETE",
                path,
                self.ask,
                write,
                rate=QUERY_RATE,
                summary="Expire a silence of an Alertmanager data source.",
            ),
        ]

    async def ask(self, call: Call) -> ApiAnswer:
        """Paths and permissions are those of the data source proxy."""
        source = await self._sources.by_uid(call.who, call.params["uid"])
        if source.type != _KIND:
            raise BadConfiguration(f"The data source {source.name!r} is not an Alertmanager.")
        headers = {name: call.header(name) for name in ("content-type", "accept", "via")}
        given = await self._calls.proxy(
            call.who,
            source,
            call.method,
            f"{_base(source)}/{call.params['rest']}",
            call.scope["query_string"].decode("latin-1"),
            call.raw_body,
            headers,
        )
        kind = JSON if given.is_json else "text/plain; charset=utf-8"
        return ApiAnswer(given.status, given.body, kind, _SANDBOX)


def _base(source: Source) -> str:
    """Return the base URL. Mimir and Cortex have the API at a path of its own."""
    is_below = source.json_data.get("implementation") in ("mimir", "cortex")
    return "alertmanager/api/v2" if is_below else "api/v2"
