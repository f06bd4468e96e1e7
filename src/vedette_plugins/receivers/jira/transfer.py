"""`jira_configs` of Alertmanager."""

from collections.abc import Mapping
from typing import Any

from vedette.sdk import AlertmanagerEntry, AlertmanagerSection

_KEYS = (
    "api_url",
    "project",
    "issue_type",
    "summary",
    "description",
    "labels",
    "priority",
    "resolve_transition",
    "reopen_transition",
    "reopen_duration",
    "wont_fix_resolution",
    "fields",
)


def _adjust(entry: AlertmanagerEntry, settings: dict[str, Any]) -> None:
    http = entry.http()
    names = {
        "username": "user",
        "password": "password",
        "authorization_credentials": "api_token",
    }
    for theirs, ours in names.items():
        if http.get(theirs):
            settings[ours] = http[theirs]
    for key in ("summary", "description"):
        text = settings.get(key)
        if isinstance(text, Mapping):
            settings[key] = text.get("template", "")


SECTIONS = (
    AlertmanagerSection(
        "jira_configs",
        keys={key: key for key in _KEYS},
        known={
            "http_config": "http",
            "api_url": "url",
            "api_type": "text",
            "project": "text",
            "issue_type": "text",
            "summary": "any",
            "description": "any",
            "labels": "list",
            "priority": "text",
            "resolve_transition": "text",
            "reopen_transition": "text",
            "reopen_duration": "duration",
            "wont_fix_resolution": "text",
            "fields": "mapping",
            "custom_fields": "mapping",
        },
        required=("api_url", "project", "issue_type"),
        inherits={"api_url": "jira_api_url"},
        adjust=_adjust,
    ),
)
