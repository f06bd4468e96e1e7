"""Who answers the Alertmanager API v2, and with what configuration."""

from typing import Any

from vedette.access.guard import needs
from vedette.alerting.alertmanager.alerts_api import BASE
from vedette.alerting.alertmanager.configuration_text import configuration_text
from vedette.alerting.alertmanager.view import Views
from vedette.alerting.muting.silence_text import time_text
from vedette.kernel.clock import Clock
from vedette.web.call import Call
from vedette.web.routes import Route


class StatusApi:
    def __init__(self, views: Views, clock: Clock, version: str, commit: str) -> None:
        self._views = views
        self._started = clock.now()
        self._version = version
        self._commit = commit

    def routes(self) -> list[Route]:
        path = f"{BASE}/status"
        return [Route("GET", path, self.status, needs("alerting:read"), summary="Status.")]

    async def status(self, call: Call) -> Any:
        """Instances share the database and do not talk to one another: there is no cluster."""
        view = await self._views.of_org(call.who.org_id)
        return {
            "cluster": {"status": "disabled", "peers": []},
            "config": {"original": configuration_text(view.configuration)},
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
