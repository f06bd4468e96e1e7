"""Builds the options of the HTTP client of a plugin from a record and its secrets."""

from collections.abc import Mapping
from typing import Any

from vedette.datasources.model import Source
from vedette.datasources.rules import custom_headers, http_url
from vedette.kernel.secret import Secret
from vedette.outbound.client import ClientOptions
from vedette.outbound.tls import TlsOptions

_MOST_SECONDS = 3_600.0


def client_options(source: Source, kind: str, secrets: Mapping[str, str]) -> ClientOptions | None:
    """Return the options; None for types that do not use HTTP."""
    url = http_url(source.type, source.url.strip())
    if not url:
        return None
    headers = {
        name: secrets[key] for name, key in custom_headers(source.json_data) if key in secrets
    }
    return ClientOptions(
        name=f"The data source {source.name!r}",
        kind=kind,
        url=url,
        is_trusted=source.is_provisioned,
        user=source.basic_auth_user if source.is_basic_auth else "",
        password=Secret(secrets.get("basicAuthPassword", "") if source.is_basic_auth else ""),
        headers=headers,
        tls=_tls(source.json_data, secrets),
        timeout=_seconds(source.json_data.get("timeout")),
    )


def _tls(json_data: Mapping[str, Any], secrets: Mapping[str, str]) -> TlsOptions:
    shows = bool(json_data.get("tlsAuth"))
    checks = bool(json_data.get("tlsAuthWithCACert"))
    return TlsOptions(
        ca=secrets.get("tlsCACert", "") if checks else "",
        client_cert=secrets.get("tlsClientCert", "") if shows else "",
        client_key=Secret(secrets.get("tlsClientKey", "") if shows else ""),
        server_name=str(json_data.get("serverName") or "") if shows or checks else "",
        skip_verify=bool(json_data.get("tlsSkipVerify")),
    )


def _seconds(value: object) -> float | None:
    """Return a number, or the number in a text, as older models have it."""
    try:
        seconds = float(value) if isinstance(value, int | float | str) else 0.0
    except ValueError:
        return None
    return min(seconds, _MOST_SECONDS) if seconds > 0 else None
