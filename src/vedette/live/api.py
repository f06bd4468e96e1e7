"""`GET /api/live/ws`: the WebSocket that carries live frames to browsers. See docs/live.md."""

from typing import Any

from vedette.kernel.errors import VedetteError
from vedette.live.hub import Hub
from vedette.web.call import Call
from vedette.web.routes import Policy, RateLimit, Route

_RATE = RateLimit("live_connections", burst_seconds=30)


class UpgradeRequired(VedetteError):
    code, status = "live.upgrade_required", 426

    @property
    def headers(self) -> dict[str, str]:
        return {"Upgrade": "websocket"}


def routes(hub: Hub, policy: Policy) -> list[Route]:
    async def plain(call: Call) -> Any:
        raise UpgradeRequired(
            "This endpoint requires WebSocket. See the documentation on live data."
        )

    return [
        Route(
            "GET",
            "/api/live/ws",
            plain,
            policy,
            socket=hub.serve,
            rate=_RATE,
            summary="Follow queries live, over a WebSocket.",
        )
    ]
