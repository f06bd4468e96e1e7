"""`webhook_configs` of Alertmanager."""

from typing import Any

from vedette.sdk import AlertmanagerEntry, AlertmanagerSection


def _adjust(entry: AlertmanagerEntry, settings: dict[str, Any]) -> None:
    settings |= entry.http()


SECTIONS = (
    AlertmanagerSection(
        "webhook_configs",
        keys={"url": "url", "max_alerts": "maxAlerts"},
        known={
            "http_config": "http",
            "url": "url",
            "url_file": "text",
            "max_alerts": "count",
            "timeout": "duration",
        },
        required=("url",),
        adjust=_adjust,
    ),
)
