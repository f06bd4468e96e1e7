"""Status and configuration in the Alertmanager API v2."""

import asyncio
from collections.abc import Sequence

from vedette.access.guard import needs
from vedette.alerting.alertmanager.alerts_api import BASE
from vedette.alerting.alertmanager.answers import StatusAnswer
from vedette.alerting.alertmanager.configuration_text import configuration_text
from vedette.alerting.alertmanager.view import Views
from vedette.alerting.delivery.configuration import UnreadableConfiguration
from vedette.alerting.muting.silences.text import time_text
from vedette.kernel.clock import Clock
from vedette.web.answer import ApiAnswer
from vedette.web.call import Call
from vedette.web.routes import TEXT, Route

_PREFIX = BASE.removesuffix("/api/v2")
_PROBES = {
    "healthy": "Check whether this Alertmanager is alive.",
    "ready": "Check whether this Alertmanager is ready.",
}


class StatusApi:
    def __init__(self, views: Views, clock: Clock, version: str, commit: str) -> None:
        self._views = views
        self._started = clock.now()
        self._version = version
        self._commit = commit

    def routes(self) -> list[Route]:
        read = needs("alerting:read")
        probes = [
            Route(
                "GET",
                f"{_PREFIX}/-/{name}",
                self.probe,
                read,
                answer=str,
                media=TEXT,
                summary=summary,
            )
            for name, summary in _PROBES.items()
        ]
        return [
            *probes,
            Route(
                "GET", f"{BASE}/status", self.status, read, answer=StatusAnswer, summary="Status."
            ),
            Route(
                "GET",
                "/api/v1/alerting/unreadable",
                self.unreadable,
                read,
                answer=Sequence[UnreadableConfiguration],
                summary="List unreadable parts of the configuration with the remedies.",
            ),
        ]

    async def probe(self, call: Call) -> ApiAnswer:
        return ApiAnswer(200, b"OK", "text/plain; charset=utf-8")

    async def status(self, call: Call) -> StatusAnswer:
        """Return the status. Instances share the database and do not form a cluster."""
        view = await self._views.of_org(call.who.org_id)
        text = await asyncio.to_thread(configuration_text, view.configuration)
        return {
            "cluster": {"status": "disabled", "peers": []},
            "config": {"original": text},
            "uptime": time_text(self._started),
            "versionInfo": {
                "version": self._version,
                "revision": self._commit,
                "branch": "",
                "buildUser": "",
                "buildDate": "",
                "goVersion": "",
            },
        }

    async def unreadable(self, call: Call) -> Sequence[UnreadableConfiguration]:
        """Return the unreadable parts, each with `part`, `name` and `message`."""
        view = await self._views.of_org(call.who.org_id)
        return view.configuration.unreadable
