"""`email_configs` of Alertmanager."""

from collections.abc import Mapping
from typing import Any

from vedette.sdk import AlertmanagerEntry, AlertmanagerSection, BadRequest, Json

_OF_SERVER = "is not imported: set [smtp] in the server configuration"
_INHERITED = {
    "from": "smtp_from",
    "smarthost": "smtp_smarthost",
    "hello": "smtp_hello",
    "require_tls": "smtp_require_tls",
    "tls_config": "smtp_tls_config",
    "auth_username": "smtp_auth_username",
    "auth_password": "smtp_auth_password",
    "auth_secret": "smtp_auth_secret",
    "auth_identity": "smtp_auth_identity",
}


def _adjust(entry: AlertmanagerEntry, settings: dict[str, Any]) -> None:
    headers = entry.take("headers")
    if isinstance(headers, Mapping):
        for name, value in headers.items():
            if str(name).lower() == "subject":
                settings["subject"] = value
            else:
                entry.left_out(f"headers.{name}")
    for key in _INHERITED:
        if entry.own(key) is not None:
            entry.left_out(key, _OF_SERVER)


def _check(entry: Json) -> None:
    headers = entry.get("headers")
    names = [str(each).lower() for each in headers] if isinstance(headers, Mapping) else []
    if len(set(names)) < len(names):
        raise BadRequest("headers contains a header twice; names are not case-sensitive.")


SECTIONS = (
    AlertmanagerSection(
        "email_configs",
        keys={"to": "addresses", "text": "message"},
        known={
            "to": "text",
            "from": "text",
            "hello": "text",
            "smarthost": "hostport",
            "auth_username": "text",
            "auth_password": "text",
            "auth_password_file": "text",
            "auth_secret": "text",
            "auth_secret_file": "text",
            "auth_identity": "text",
            "headers": "texts",
            "html": "text",
            "text": "text",
            "require_tls": "flag",
            "force_implicit_tls": "flag",
            "tls_config": "tls",
            "threading": "mapping",
        },
        required=("to", "from", "smarthost"),
        inherits=_INHERITED,
        sends_resolved=False,
        adjust=_adjust,
        check=_check,
    ),
)
