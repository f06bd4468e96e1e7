"""`webex_configs` of Alertmanager."""

from collections.abc import Mapping
from typing import Any

from vedette.sdk import AlertmanagerEntry, AlertmanagerSection, BadRequest, Json


def _adjust(entry: AlertmanagerEntry, settings: dict[str, Any]) -> None:
    settings["bot_token"] = entry.http().get("authorization_credentials", "")


def _check(entry: Json) -> None:
    http = entry.get("http_config")
    if not isinstance(http, Mapping) or not (http.get("authorization") or http.get("bearer_token")):
        raise BadRequest("http_config.authorization is missing; it has the token of the bot.")


SECTIONS = (
    AlertmanagerSection(
        "webex_configs",
        keys={"api_url": "api_url", "room_id": "room_id", "message": "message"},
        known={"http_config": "http", "api_url": "url", "room_id": "text", "message": "text"},
        required=("room_id",),
        inherits={"api_url": "webex_api_url"},
        adjust=_adjust,
        check=_check,
    ),
)
