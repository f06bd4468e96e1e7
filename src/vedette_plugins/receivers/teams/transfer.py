"""`msteams_configs` and `msteamsv2_configs` of Alertmanager."""

from vedette.sdk import AlertmanagerSection

SECTIONS = tuple(
    AlertmanagerSection(
        name,
        keys={"webhook_url": "url", "title": "title", "text": "message"},
        known={
            "http_config": "http",
            "webhook_url": "url",
            "webhook_url_file": "text",
            "title": "text",
            "summary": "text",
            "text": "text",
        },
        required=("webhook_url",),
    )
    for name in ("msteams_configs", "msteamsv2_configs")
)
