"""`GET /api/live/ws`: the WebSocket for live frames. See docs/live.md."""

from typing import Never

from vedette.kernel.errors import VedetteError
from vedette.live.hub import LiveConnections
from vedette.web.call import Call
from vedette.web.routes import AccessPolicy, RateLimit, Route

_RATE = RateLimit("live_connections", burst_seconds=30)


class UpgradeRequired(VedetteError):
    code, status = "live.upgrade_required", 426

    @property
    def headers(self) -> dict[str, str]:
        return {"Upgrade": "websocket"}


class LiveApi:
    def __init__(self, hub: LiveConnections, policy: AccessPolicy) -> None:
        self._hub = hub
        self._policy = policy

    def routes(self) -> list[Route]:
        return [
            Route(
                "GET",
                "/api/live/ws",
                self.plain,
                self._policy,
                socket=self._hub.serve,
                rate=_RATE,
                summary="Open a WebSocket for live queries.",
            )
        ]

    async def plain(self, call: Call) -> Never:
        raise UpgradeRequired(
            "This endpoint requires a WebSocket. See the documentation of live queries."
        )
