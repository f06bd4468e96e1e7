"""Checks of settings for the start of the server and for `vedette config check`."""

import os
import socket
from collections.abc import Callable
from pathlib import Path

from vedette.app import addresses, alert_settings
from vedette.cache.configured import check as check_cache
from vedette.crypto.secret_key import check_secret_key, kept_secret_key
from vedette.db.settings import DatabaseSettings
from vedette.identity.settings import SecuritySettings
from vedette.outbound.policy import Egress
from vedette.outbound.settings import EgressSettings
from vedette.server.sections.mail import SmtpSettings
from vedette.server.sections.process import DefaultSettings, PathsSettings, ServerSettings
from vedette.settings import Settings
from vedette.telemetry import logs
from vedette.telemetry.settings import LogSettings, LogSyslogSettings


def check_settings(settings: Settings) -> None:
    """Raise `SettingsError` at the first setting that the server refuses.

    Reads certificates and the generated secret key. Does not write, bind or connect.
    """
    for check in _CHECKS:
        check(settings)


def _logs(settings: Settings) -> None:
    logs.check(settings[LogSettings], settings[LogSyslogSettings])


def _paths(settings: Settings) -> None:
    """Check directories that are used. With PostgreSQL and a key, the data directory is not."""
    paths, database = settings[PathsSettings], settings[DatabaseSettings]
    locations: list[tuple[str, str, Path]] = []
    if database.is_embedded and Path(database.path).is_absolute():
        locations.append(("database", "path", Path(database.path).parent))
    elif database.is_embedded or not settings[SecuritySettings].secret_key:
        locations.append(("paths", "data", Path(paths.data)))
    if "file" in settings[LogSettings].mode:
        locations.append(("paths", "logs", Path(paths.logs)))
    for section, key, directory in locations:
        if not _can_be_written(directory):
            expected = f"a writable directory, but {str(directory)[:80]!r} is not writable"
            raise settings.wrong(section, key, expected)


def _can_be_written(directory: Path) -> bool:
    """Return whether the directory is writable or can be created."""
    for each in (directory.absolute(), *directory.absolute().parents):
        try:
            if each.exists():
                return each.is_dir() and os.access(each, os.W_OK | os.X_OK)
        except OSError:
            return False
    return False


def _secret_key(settings: Settings) -> None:
    key, database = settings[SecuritySettings].secret_key, settings[DatabaseSettings]
    is_production = settings[DefaultSettings].app_mode == "production"
    check_secret_key(key, production=is_production, embedded_db=database.is_embedded)
    if not key:
        kept_secret_key(Path(settings[PathsSettings].data))


def _addresses(settings: Settings) -> None:
    address = addresses.public_address(settings)
    addresses.session_cookie(settings)
    addresses.trusted_proxies(settings)
    addresses.header_policy(settings, is_https=address.is_https).common()


def _listener(settings: Settings) -> None:
    server = settings[ServerSettings]
    if server.protocol in ("https", "h2"):
        # Imported here because it is slow to load, and most servers have no certificate.
        from vedette.server.tls import load_certificate

        load_certificate(server)
    if server.protocol == "socket":
        if not server.socket:
            expected = "the path of a Unix socket, because protocol is socket"
            raise settings.wrong("server", "socket", expected)
        if not _can_be_written(Path(server.socket).parent):
            expected = f"a path in a writable directory, not {server.socket[:80]!r}"
            raise settings.wrong("server", "socket", expected)
        return
    try:
        socket.getaddrinfo(server.http_addr or None, server.http_port, flags=socket.AI_PASSIVE)
    except (OSError, ValueError) as error:
        expected = f"an address of this host, not {server.http_addr[:80]!r}"
        raise settings.wrong("server", "http_addr", expected) from error


def _database(settings: Settings) -> None:
    database = settings[DatabaseSettings]
    if not database.is_embedded:
        # Imported here because the driver is slow to load and SQLite does not need it.
        from vedette.db.postgres_address import connection_arguments, tls_context

        connection_arguments(database)
        tls_context(database)


def _egress(settings: Settings) -> None:
    Egress(settings[EgressSettings], loopback_by_default=False)


def _mail(settings: Settings) -> None:
    if settings[SmtpSettings].enabled:
        from vedette.app.mail import mail_options

        mail_options(settings)


_CHECKS: tuple[Callable[[Settings], None], ...] = (
    _paths,
    _logs,
    _secret_key,
    _addresses,
    _listener,
    _database,
    _egress,
    check_cache,
    alert_settings.check,
    _mail,
)
