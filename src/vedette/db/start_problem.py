"""Explains to the operator why PostgreSQL cannot be used at a start."""

import ssl
from urllib.parse import urlsplit

import asyncpg

from vedette.db.postgres_errors import Failure
from vedette.db.settings import DatabaseSettings


def start_problem(error: BaseException, failure: Failure, settings: DatabaseSettings) -> str:
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
                f"{where} has no free connection. Decrease [database] max_open_conn on other "
                "instances, or increase max_connections of PostgreSQL."
            )
        case ssl.SSLCertVerificationError():
            return (
                f"The certificate of {where} is not trusted: {error.verify_message}. Check"
                " [database] ca_cert_path and [database] ssl_mode."
            )
        case ssl.SSLError():
            return f"TLS with {where} failed. Check [database] ssl_mode."
        case ConnectionError() if "rejected SSL" in str(error):
            return f"{where} does not offer TLS. Check [database] ssl_mode."
    return f"{where} cannot be used: {failure.reason}. Check {keys('host')}."


def _address(settings: DatabaseSettings) -> str:
    if settings.url:
        return urlsplit(settings.url.reveal()).netloc.rpartition("@")[2]
    return settings.host


def _user(settings: DatabaseSettings) -> str:
    return urlsplit(settings.url.reveal()).username or "" if settings.url else settings.user
