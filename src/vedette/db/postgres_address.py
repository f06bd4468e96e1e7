"""The connection arguments of PostgreSQL, from the `[database]` section."""

import ssl
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from vedette.db.pool import CONNECT_SECONDS
from vedette.db.settings import DatabaseSettings
from vedette.settings import SettingsError

_STATEMENT_SECONDS = 10.0
_PREPARED = 200
_SCHEMES = ("postgres", "postgresql")


def connection_arguments(settings: DatabaseSettings) -> dict[str, Any]:
    """Return the arguments of `asyncpg.connect`, except TLS. Raises `SettingsError`."""
    common: dict[str, Any] = {
        # Less than the wait for a connection, so that the cause of a failure is reported.
        "timeout": CONNECT_SECONDS - 1,
        "command_timeout": _STATEMENT_SECONDS,
        # Preparing a statement again costs one round trip, and closing one another.
        "statement_cache_size": _PREPARED,
        "max_cached_statement_lifetime": 0,
        "server_settings": {"application_name": "vedette"},
    }
    if settings.url:
        url = settings.url.reveal()
        _check_url(url)
        return {"dsn": url, **common}
    host, port = _host_and_port(settings.host)
    return {
        "host": host,
        "port": port,
        "database": settings.name,
        "user": settings.user,
        "password": settings.password.reveal() or None,
        **common,
    }


def _check_url(url: str) -> None:
    """Check the URL. Errors do not repeat it, because it holds a password."""
    try:
        parts = urlsplit(url)
        hosts = parts.netloc.rpartition("@")[2].split(",")
        is_good = parts.scheme in _SCHEMES and all(_host_and_port(host) for host in hosts if host)
    except (ValueError, SettingsError):
        is_good = False
    if not is_good:
        raise SettingsError(
            "[database] url: expected an address such as postgres://user:password@host:5432/name."
        )


def _host_and_port(text: str) -> tuple[str, int]:
    host, colon, port = text.rpartition(":")
    if not colon or text.endswith("]"):
        host, port = text, "5432"
    if not host or not port.isdecimal() or not 0 < int(port) < 65_536:
        raise SettingsError(f"[database] host: expected host:port, not {text[:60]!r}.")
    return host.strip("[]"), int(port)


def tls_context(settings: DatabaseSettings) -> ssl.SSLContext | bool:
    """Return the context for `ssl_mode`, whose values mean the same as in libpq.

    Raises `SettingsError` that names the unusable file.
    """
    mode = settings.ssl_mode
    if mode in ("", "disable"):
        return False
    context = ssl.create_default_context()
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.check_hostname = mode == "verify-full"
    if mode == "require":
        context.verify_mode = ssl.CERT_NONE
    for key in ("ca_cert_path", "client_cert_path", "client_key_path"):
        _check_file(key, getattr(settings, key))
    if settings.ca_cert_path:
        try:
            context.load_verify_locations(settings.ca_cert_path)
        except ssl.SSLError as error:
            raise SettingsError(
                "[database] ca_cert_path: expected a certificate in PEM, but "
                f"{settings.ca_cert_path!r} contains none."
            ) from error
    if settings.client_cert_path:
        try:
            context.load_cert_chain(settings.client_cert_path, settings.client_key_path or None)
        except ssl.SSLError as error:
            raise SettingsError(
                "[database] client_cert_path: expected a certificate in PEM that matches its "
                f"key, but {settings.client_cert_path!r} does not match "
                f"{settings.client_key_path or settings.client_cert_path!r}."
            ) from error
    return context


def _check_file(key: str, file: str) -> None:
    if not file:
        return
    try:
        with Path(file).open("rb") as opened:
            opened.read(1)
    except OSError as error:
        raise SettingsError(
            f"[database] {key}: expected a PEM file, but {file!r} cannot be read: {error.strerror}."
        ) from error
