"""The settings of Jira."""

from typing import Any

import msgspec

from vedette.sdk import SettingField
from vedette.sdk.receiver_text import DEFAULT_MESSAGE, DEFAULT_TITLE


class JiraSettings(msgspec.Struct, frozen=True):
    api_url: str = ""
    project: str = ""
    issue_type: str = ""
    summary: str = ""
    description: str = ""
    labels: list[str] = msgspec.field(default_factory=list)
    priority: str = ""
    resolve_transition: str = ""
    reopen_transition: str = ""
    reopen_duration: str = ""
    wont_fix_resolution: str = ""
    fields: dict[str, Any] = msgspec.field(default_factory=dict)
    dedup_key_field: str = ""
    user: str = ""
    password: str = ""
    api_token: str = ""


FIELDS = (
    SettingField(
        "api_url",
        "API URL",
        help="URL of the API with version 2 or 3.",
        placeholder="https://example.atlassian.net/rest/api/3",
        required=True,
        secret=False,
    ),
    SettingField("user", "User", help="User name, with a password or API token.", secret=True),
    SettingField("password", "Password", secret=True),
    SettingField("api_token", "Bearer token", help="Replaces user and password.", secret=True),
    SettingField("project", "Project", help="Its key.", required=True, secret=False),
    SettingField("issue_type", "Issue type", placeholder="Bug", required=True, secret=False),
    SettingField("summary", "Summary", template=True, default=DEFAULT_TITLE),
    SettingField(
        "description", "Description", kind="lines", template=True, default=DEFAULT_MESSAGE
    ),
    SettingField("priority", "Priority", template=True, advanced=True),
    SettingField("labels", "Labels", help="Templates.", kind="list", advanced=True, secret=False),
    SettingField(
        "resolve_transition",
        "Transition when resolved",
        help="Name of the transition. If empty, issues stay open.",
        secret=False,
    ),
    SettingField(
        "reopen_transition",
        "Transition to open again",
        help="If empty, a new issue is created.",
        secret=False,
    ),
    SettingField(
        "reopen_duration",
        "Open again within",
        help="A new issue is created if the last one was resolved longer ago. Default: always "
        "reopen it.",
        placeholder="2h",
        advanced=True,
        secret=False,
    ),
    SettingField(
        "wont_fix_resolution",
        "Resolution that stays",
        help="Issues with it are neither opened again nor changed.",
        advanced=True,
        secret=False,
    ),
    SettingField(
        "fields",
        "More fields",
        help="Texts are templates.",
        kind="pairs",
        advanced=True,
        secret=False,
    ),
    SettingField(
        "dedup_key_field",
        "Field of the key",
        help="Number of a custom text field that stores the key of the group, instead of a label.",
        advanced=True,
        secret=False,
    ),
)
