"""`/metrics` for Prometheus, and panel load times that browsers report."""

import hmac
from base64 import b64decode
from typing import ClassVar

import msgspec

from vedette.access.guard import PUBLIC, SIGNED_IN
from vedette.kernel.errors import Unauthorized
from vedette.telemetry.metrics import CONTENT_TYPE, Metrics
from vedette.telemetry.settings import MetricsSettings
from vedette.web import answer
from vedette.web.answer import ApiAnswer
from vedette.web.call import Call
from vedette.web.routes import TEXT, RateLimit, Route

_MOST_PANELS = 200
_REPORT_RATE = RateLimit("panel_load_times", burst_seconds=30)


class ScraperRefused(Unauthorized):
    code: ClassVar[str] = "metrics.unauthorized"


class PanelLoad(msgspec.Struct):
    type: str
    seconds: float


class PanelLoads(msgspec.Struct):
    panels: list[PanelLoad]


class MetricsApi:
    def __init__(self, metrics: Metrics, settings: MetricsSettings) -> None:
        self._metrics = metrics
        self._settings = settings

    def routes(self) -> list[Route]:
        found = [
            Route(
                "POST",
                "/api/frontend-metrics",
                self.report,
                SIGNED_IN,
                body=PanelLoads,
                status=204,
                max_body=64 * 1024,
                rate=_REPORT_RATE,
                summary="Report load times of panels, measured by a browser.",
            )
        ]
        if self._settings.enabled:
            found.append(
                Route(
                    "GET",
                    "/metrics",
                    self.scrape,
                    PUBLIC,
                    answer=str,
                    media=TEXT,
                    summary="Return the server's metrics in the Prometheus format.",
                )
            )
        return found

    async def scrape(self, call: Call) -> ApiAnswer:
        _check(self._settings, call.header("authorization"))
        return ApiAnswer(200, self._metrics.exposition(), CONTENT_TYPE)

    async def report(self, call: Call) -> ApiAnswer:
        for panel in call.body.panels[:_MOST_PANELS]:
            self._metrics.observe_panel(panel.type, panel.seconds)
        return answer.no_content()


def _check(settings: MetricsSettings, authorization: str) -> None:
    if not settings.basic_auth_username:
        return
    expected = f"{settings.basic_auth_username}:{settings.basic_auth_password.reveal()}"
    scheme, _, value = authorization.partition(" ")
    try:
        sent = b64decode(value, validate=True) if scheme.lower() == "basic" else b""
    except ValueError:
        sent = b""
    if not hmac.compare_digest(sent, expected.encode()):
        raise ScraperRefused("Metrics require the user name and password of the [metrics] section.")
