"""Rules that a data source evaluates itself, such as Prometheus or Mimir: read through us."""

from collections.abc import Awaitable, Callable
from urllib.parse import quote

from vedette.access.guard import needs
from vedette.web.answer import JSON, Answer
from vedette.web.call import Call
from vedette.web.routes import Route

ReadFromSource = Callable[[Call, str, str], Awaitable[Answer]]
"""Of the source with a uid, the path of its own API. It asks for the source's permission."""


class SourceRulesApi:
    def __init__(self, read: ReadFromSource) -> None:
        self._read = read

    def routes(self) -> list[Route]:
        read = needs("alert.rules.external:read")
        state, ruler = "/api/prometheus/:source/api/v1", "/api/ruler/:source/api/v1/rules"
        return [
            Route(
                "GET", f"{state}/rules", self.rules, read,
                summary="Rules of a data source with their states.",
            ),
            Route(
                "GET", f"{state}/alerts", self.alerts, read, summary="Alerts of a data source."
            ),
            Route("GET", ruler, self.ruler, read, summary="Rule groups of a data source."),
            Route(
                "GET", f"{ruler}/:namespace", self.ruler, read,
                summary="Rule groups of a namespace of a data source.",
            ),
            Route(
                "GET", f"{ruler}/:namespace/:group", self.ruler, read,
                summary="A rule group of a data source.",
            ),
        ]  # fmt: skip

    async def rules(self, call: Call) -> Answer:
        return await self._read(call, call.params["source"], "api/v1/rules")

    async def alerts(self, call: Call) -> Answer:
        return await self._read(call, call.params["source"], "api/v1/alerts")

    async def ruler(self, call: Call) -> Answer:
        parts = [call.params[each] for each in ("namespace", "group") if each in call.params]
        path = "/".join(("api/v1/rules", *(quote(each, safe="") for each in parts)))
        answer = await self._read(call, call.params["source"], path)
        return Answer(answer.status, answer.body, JSON, answer.headers)
