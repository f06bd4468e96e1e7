"""`victorops_configs` of Alertmanager."""

from collections.abc import Mapping
from typing import Any

from vedette.sdk import AlertmanagerEntry, AlertmanagerSection, BadRequest, Json, Verbatim

_API = "https://alert.victorops.com/integrations/generic/20131114/alert/"
_RESERVED = frozenset(
    {
        "routing_key",
        "message_type",
        "state_message",
        "entity_display_name",
        "monitoring_tool",
        "entity_id",
        "entity_state",
    }
)


def _adjust(entry: AlertmanagerEntry, settings: dict[str, Any]) -> None:
    key = entry.take("api_key") or ""
    url = entry.take("api_url") or _API
    route = entry.take("routing_key") or ""
    address = f"{str(url).rstrip('/')}/{key}/{route}"
    settings["url"] = Verbatim(address) if isinstance(key, Verbatim) else address


def _check(entry: Json) -> None:
    fields = entry.get("custom_fields")
    reserved = _RESERVED & fields.keys() if isinstance(fields, Mapping) else ()
    for name in sorted(reserved):
        raise BadRequest(f"custom_fields.{name} is the name of a field that VictorOps has.")


SECTIONS = (
    AlertmanagerSection(
        "victorops_configs",
        keys={
            "message_type": "messageType",
            "entity_display_name": "title",
            "state_message": "description",
        },
        known={
            "http_config": "http",
            "api_key": "text",
            "api_key_file": "text",
            "api_url": "url",
            "routing_key": "text",
            "message_type": "text",
            "state_message": "text",
            "entity_display_name": "text",
            "monitoring_tool": "text",
            "custom_fields": "texts",
        },
        required=("routing_key", "api_key"),
        inherits={"api_key": "victorops_api_key", "api_url": "victorops_api_url"},
        adjust=_adjust,
        check=_check,
    ),
)
