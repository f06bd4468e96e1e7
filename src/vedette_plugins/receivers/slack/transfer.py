"""`slack_configs` of Alertmanager."""

from typing import Any

from vedette.sdk import AlertmanagerEntry, AlertmanagerSection, BadRequest, Json

_API = "https://slack.com/api/chat.postMessage"


def _adjust(entry: AlertmanagerEntry, settings: dict[str, Any]) -> None:
    url = entry.take("api_url")
    http = entry.http()
    token = http.pop("authorization_credentials", None) or entry.take("app_token")
    if token and url in (None, _API):
        settings["token"] = token
    elif url is not None:
        settings["url"] = url
    http.pop("authorization_scheme", None)
    for key in http:
        entry.left_out(f"http_config: {key}")


def _check(entry: Json) -> None:
    for action in entry.get("actions") or ():
        if not action.get("type") or not action.get("text"):
            raise BadRequest("each of actions needs a type and a text.")
        if not action.get("url") and not action.get("name"):
            raise BadRequest("each of actions needs a name or a url.")
    for field in entry.get("fields") or ():
        if not field.get("title") or not field.get("value"):
            raise BadRequest("each of fields needs a title and a value.")


SECTIONS = (
    AlertmanagerSection(
        "slack_configs",
        keys={
            "channel": "recipient",
            "username": "username",
            "icon_emoji": "icon_emoji",
            "icon_url": "icon_url",
            "title": "title",
            "text": "text",
            "color": "color",
        },
        known={
            "http_config": "http",
            "api_url": "url",
            "api_url_file": "text",
            "app_token": "text",
            "app_token_file": "text",
            "app_url": "url",
            "channel": "text",
            "username": "text",
            "color": "text",
            "title": "text",
            "title_link": "text",
            "pretext": "text",
            "text": "text",
            "message_text": "text",
            "fields": "mappings",
            "short_fields": "flag",
            "footer": "text",
            "fallback": "text",
            "callback_id": "text",
            "icon_emoji": "text",
            "icon_url": "text",
            "image_url": "text",
            "thumb_url": "text",
            "link_names": "flag",
            "mrkdwn_in": "list",
            "actions": "mappings",
            "update_message": "flag",
            "timeout": "duration",
        },
        required=("api_url|app_token",),
        inherits={
            "api_url": "slack_api_url",
            "app_token": "slack_app_token",
            "app_url": "slack_app_url",
        },
        sends_resolved=False,
        adjust=_adjust,
        check=_check,
    ),
)
