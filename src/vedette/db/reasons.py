"""Why PostgreSQL cannot be used, in words: for an operator at a start, and for callers later."""

import socket
import ssl
from urllib.parse import urlsplit

import asyncpg

from vedette.db.settings import DatabaseSettings

_REASONS: tuple[tuple[tuple[type[BaseException], ...], str], ...] = (
    ((asyncpg.TooManyConnectionsError,), "it has no connection left"),
    ((socket.gaierror,), "its host cannot be resolved"),
    ((ConnectionRefusedError,), "it refuses connections"),
    ((TimeoutError,), "it did not answer in time"),
    ((ssl.SSLError,), "TLS with it fails"),
    ((asyncpg.InvalidAuthorizationSpecificationError,), "it rejects the user"),
    ((asyncpg.InvalidCatalogNameError,), "it has no such database"),
    ((asyncpg.CannotConnectNowError,), "it is starting or stopping"),
    ((asyncpg.ReadOnlySQLTransactionError,), "it is read-only"),
    ((asyncpg.TransactionRollbackError,), "it rolled a conflicting transaction back"),
    ((asyncpg.InsufficientResourcesError,), "it is out of disk space, memory or connections"),
    ((asyncpg.OperatorInterventionError,), "it ended the session"),
    ((OSError, asyncpg.PostgresConnectionError, asyncpg.InterfaceError), "the connection was lost"),
)


def reason(error: BaseException) -> str:
    """Return a clause that is safe to show to callers."""
    return next((text for kinds, text in _REASONS if isinstance(error, kinds)), "it failed")


def start_problem(error: BaseException, settings: DatabaseSettings) -> str:
    """Return a sentence for the operator that names the setting to check, without secrets."""
    by_url = bool(settings.url)
    where = f"PostgreSQL at {_address(settings)}"

    def keys(*names: str) -> str:
        return "[database] url" if by_url else " and ".join(f"[database] {name}" for name in names)

    match error:
        case asyncpg.InvalidAuthorizationSpecificationError():
            checks = keys("user", "password")
            return f"{where} rejects the user {_user(settings)!r}. Check {checks}."
        case asyncpg.InvalidCatalogNameError():
            name = urlsplit(settings.url.reveal()).path.lstrip("/") if by_url else settings.name
            return f"{where} has no database {name!r}. Create it, or check {keys('name')}."
        case asyncpg.TooManyConnectionsError():
            return (
                f"{where} has no connection left. Set [database] max_open_conn lower on other"
                " instances, or max_connections of PostgreSQL higher."
            )
        case ssl.SSLCertVerificationError():
            return (
                f"The certificate of {where} is not trusted: {error.verify_message}. Check"
                " [database] ca_cert_path and [database] ssl_mode."
            )
        case ssl.SSLError():
            return f"TLS with {where} fails. Check [database] ssl_mode."
        case ConnectionError() if "rejected SSL" in str(error):
            return f"{where} does not offer TLS. Check [database] ssl_mode."
    return f"{where} cannot be used: {reason(error)}. Check {keys('host')}."


def _address(settings: DatabaseSettings) -> str:
    if settings.url:
        return urlsplit(settings.url.reveal()).netloc.rpartition("@")[2]
    return settings.host


def _user(settings: DatabaseSettings) -> str:
    return urlsplit(settings.url.reveal()).username or "" if settings.url else settings.user
