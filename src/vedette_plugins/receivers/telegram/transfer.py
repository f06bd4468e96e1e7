"""`telegram_configs` of Alertmanager."""

from vedette.sdk import AlertmanagerSection, BadRequest, Json

_MODES = ("", "Markdown", "MarkdownV2", "HTML")


def _check(entry: Json) -> None:
    if entry.get("parse_mode") not in (None, *_MODES):
        raise BadRequest("parse_mode must be Markdown, MarkdownV2, HTML or empty.")
    if entry.get("chat_id") == 0:
        raise BadRequest("chat_id is missing.")


SECTIONS = (
    AlertmanagerSection(
        "telegram_configs",
        keys={
            "bot_token": "bottoken",
            "chat_id": "chatid",
            "message_thread_id": "message_thread_id",
            "message": "message",
            "parse_mode": "parse_mode",
            "disable_notifications": "disable_notifications",
        },
        known={
            "http_config": "http",
            "api_url": "url",
            "bot_token": "text",
            "bot_token_file": "text",
            "chat_id": "whole",
            "chat_id_file": "text",
            "message_thread_id": "whole",
            "message": "text",
            "disable_notifications": "flag",
            "parse_mode": "text",
        },
        required=("bot_token", "chat_id"),
        inherits={"api_url": "telegram_api_url", "bot_token": "telegram_bot_token"},
        check=_check,
    ),
)
