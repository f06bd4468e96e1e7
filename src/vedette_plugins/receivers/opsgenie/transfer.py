"""`opsgenie_configs` of Alertmanager."""

from typing import Any

from vedette.sdk import AlertmanagerEntry, AlertmanagerSection, BadRequest, Json

_RESPONDERS = ("team", "teams", "user", "escalation", "schedule")


def _adjust(entry: AlertmanagerEntry, settings: dict[str, Any]) -> None:
    settings.setdefault("apiKey", "")
    if settings.get("apiUrl"):
        settings["apiUrl"] = f"{str(settings['apiUrl']).rstrip('/')}/v2/alerts"


def _check(entry: Json) -> None:
    for each in entry.get("responders") or ():
        if not (each.get("id") or each.get("username") or each.get("name")):
            raise BadRequest("each of responders needs an id, a username or a name.")
        kind = str(each.get("type", ""))
        if "{{" not in kind and kind.lower() not in _RESPONDERS:
            raise BadRequest(f"the type of responders must be one of {', '.join(_RESPONDERS)}.")


SECTIONS = (
    AlertmanagerSection(
        "opsgenie_configs",
        keys={
            "api_key": "apiKey",
            "api_url": "apiUrl",
            "message": "message",
            "description": "description",
            "entity": "entity",
            "responders": "responders",
        },
        known={
            "http_config": "http",
            "api_key": "text",
            "api_key_file": "text",
            "api_url": "url",
            "message": "text",
            "description": "text",
            "source": "text",
            "details": "texts",
            "entity": "text",
            "responders": "mappings",
            "actions": "text",
            "tags": "text",
            "note": "text",
            "priority": "text",
            "update_alerts": "flag",
        },
        required=("api_key",),
        inherits={"api_key": "opsgenie_api_key", "api_url": "opsgenie_api_url"},
        adjust=_adjust,
        check=_check,
    ),
)
