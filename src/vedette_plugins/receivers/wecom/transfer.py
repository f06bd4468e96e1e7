"""`wechat_configs` of Alertmanager."""

from typing import Any

from vedette.sdk import AlertmanagerEntry, AlertmanagerSection, BadRequest, Json

_TYPES = ("text", "markdown")


def _adjust(entry: AlertmanagerEntry, settings: dict[str, Any]) -> None:
    settings.setdefault("msgtype", "text")


def _check(entry: Json) -> None:
    if entry.get("message_type") not in (None, "", *_TYPES):
        raise BadRequest("message_type must be text or markdown.")


SECTIONS = (
    AlertmanagerSection(
        "wechat_configs",
        keys={
            "api_secret": "secret",
            "corp_id": "corp_id",
            "agent_id": "agent_id",
            "to_user": "touser",
            "message": "message",
            "message_type": "msgtype",
        },
        known={
            "http_config": "http",
            "api_secret": "text",
            "api_secret_file": "text",
            "corp_id": "text",
            "api_url": "url",
            "message": "text",
            "to_user": "text",
            "to_party": "text",
            "to_tag": "text",
            "agent_id": "text",
            "message_type": "text",
        },
        required=("api_secret", "corp_id"),
        inherits={
            "api_secret": "wechat_api_secret",
            "corp_id": "wechat_api_corp_id",
            "api_url": "wechat_api_url",
        },
        sends_resolved=False,
        adjust=_adjust,
        check=_check,
    ),
)
