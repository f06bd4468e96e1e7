"""`pagerduty_configs` of Alertmanager."""

from typing import Any

from vedette.sdk import AlertmanagerEntry, AlertmanagerSection


def _adjust(entry: AlertmanagerEntry, settings: dict[str, Any]) -> None:
    old = entry.take("service_key")
    if old is not None and "integrationKey" not in settings:
        settings["integrationKey"] = old
        entry.left_out("service_key", "is used as the key of the Events API version 2")


SECTIONS = (
    AlertmanagerSection(
        "pagerduty_configs",
        keys={
            "routing_key": "integrationKey",
            "severity": "severity",
            "class": "class",
            "component": "component",
            "group": "group",
            "description": "summary",
            "source": "source",
            "client": "client",
            "client_url": "client_url",
            "details": "details",
            "url": "url",
        },
        known={
            "http_config": "http",
            "service_key": "text",
            "service_key_file": "text",
            "routing_key": "text",
            "routing_key_file": "text",
            "url": "url",
            "client": "text",
            "client_url": "text",
            "description": "text",
            "details": "texts",
            "images": "mappings",
            "links": "mappings",
            "source": "text",
            "severity": "text",
            "class": "text",
            "component": "text",
            "group": "text",
            "timeout": "duration",
        },
        required=("routing_key|service_key",),
        inherits={"url": "pagerduty_url"},
        adjust=_adjust,
    ),
)
