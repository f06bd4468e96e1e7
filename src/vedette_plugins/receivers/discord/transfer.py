"""`discord_configs` of Alertmanager."""

from vedette.sdk import AlertmanagerSection

SECTIONS = (
    AlertmanagerSection(
        "discord_configs",
        keys={
            "webhook_url": "url",
            "title": "title",
            "message": "message",
            "avatar_url": "avatar_url",
        },
        known={
            "http_config": "http",
            "webhook_url": "url",
            "webhook_url_file": "text",
            "content": "text",
            "title": "text",
            "message": "text",
            "username": "text",
            "avatar_url": "text",
        },
        required=("webhook_url",),
    ),
)
