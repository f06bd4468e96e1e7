"""`pushover_configs` of Alertmanager."""

from typing import Any

from vedette.sdk import AlertmanagerEntry, AlertmanagerSection, BadRequest, parse_duration


def _adjust(entry: AlertmanagerEntry, settings: dict[str, Any]) -> None:
    for key in ("retry", "expire"):
        if key in settings:
            try:
                settings[key] = int(parse_duration(settings[key]).total_seconds())
            except BadRequest:
                del settings[key]
                entry.left_out(key)
    priority = settings.get("priority")
    if priority is not None and not str(priority).lstrip("-").isdecimal():
        del settings["priority"]
        entry.left_out("priority", "is a template; here it is a number")


SECTIONS = (
    AlertmanagerSection(
        "pushover_configs",
        keys={
            "user_key": "userKey",
            "token": "apiToken",
            "title": "title",
            "message": "message",
            "priority": "priority",
            "retry": "retry",
            "expire": "expire",
            "sound": "sound",
            "device": "device",
        },
        known={
            "http_config": "http",
            "user_key": "text",
            "user_key_file": "text",
            "token": "text",
            "token_file": "text",
            "title": "text",
            "message": "text",
            "url": "text",
            "url_title": "text",
            "device": "text",
            "sound": "text",
            "priority": "text",
            "retry": "timespan",
            "expire": "timespan",
            "ttl": "timespan",
            "html": "flag",
            "monospace": "flag",
        },
        required=("user_key", "token"),
        adjust=_adjust,
    ),
)
