"""Translates errors of asyncpg."""

import logging
import os
import ssl

import asyncpg

from vedette.sdk import VedetteError
from vedette.sdk.sql.errors import NoConnection, QueryFailed, QueryTimeout, translated

log = logging.getLogger("vedette.datasource.postgres")


def translated_postgres(name: str, seconds: float) -> translated:
    """Raise `NoConnection`, `QueryFailed` or `QueryTimeout`; other errors pass.

    Messages name the data source, but not its host, user or database; the log has the server's own
    message for a refused login.
    """
    return translated(_Failures(name, seconds).of)


class _Failures:
    def __init__(self, name: str, seconds: float) -> None:
        self._name = f"The data source {name!r}"
        self._seconds = seconds

    @property
    def _lowered(self) -> str:
        return self._name[:1].lower() + self._name[1:]

    def of(self, error: BaseException) -> VedetteError | None:
        if isinstance(error, VedetteError):
            return None
        match error:
            case TimeoutError() | asyncpg.QueryCanceledError():
                return QueryTimeout(f"{self._name} did not answer within {self._seconds:g} s.")
            case asyncpg.PostgresConnectionError() | asyncpg.OperatorInterventionError():
                return NoConnection(f"{self._name} closed the connection.")
            case (
                asyncpg.InvalidAuthorizationSpecificationError()
                | asyncpg.InvalidCatalogNameError()
                | asyncpg.TooManyConnectionsError()
                | asyncpg.CannotConnectNowError()
            ):
                log.info("%s refused a login: %s.", self._name, _said(error))
                return NoConnection(f"{self._name} refused the login: {_refusal(error)}.")
            case asyncpg.PostgresError():
                return QueryFailed(_with_place(error))
            case asyncpg.InterfaceError():
                return QueryFailed(f"The query cannot be run: {_first_line(error)}.")
            case ssl.SSLCertVerificationError():
                return NoConnection(
                    f"{self._name} shows a certificate that is not valid for it:"
                    f" {error.verify_message or 'it cannot be verified'}."
                )
            case ssl.SSLError():
                return NoConnection(f"TLS with {self._lowered} failed.")
            case ConnectionError() if "SSL" in str(error):
                return NoConnection(
                    f"{self._name} does not support TLS. To connect without TLS, set sslmode "
                    "to disable."
                )
            case OSError():
                return NoConnection(f"{self._name} cannot be reached: {_reason(error)}.")
            case asyncpg.InternalClientError():
                return NoConnection(f"The server of {self._lowered} is not PostgreSQL.")
        return None


def _refusal(error: BaseException) -> str:
    """Return why, without the names of user, host and database in the server's message."""
    match error:
        case asyncpg.InvalidCatalogNameError():
            return "its database does not exist"
        case asyncpg.TooManyConnectionsError():
            return "the server has no free connection"
        case asyncpg.CannotConnectNowError():
            return "the server is starting or stopping"
    return "check user, password and database in its settings"


def _with_place(error: asyncpg.PostgresError) -> str:
    """Return the server's own message, its position and its hint."""
    text = f"PostgreSQL returned an error: {_said(error)}"
    query, position = str(getattr(error, "query", "") or ""), str(error.position or "")
    if query and position.isdigit():
        before = query[: int(position) - 1]
        line = before.count("\n") + 1
        column = int(position) - 1 - (before.rfind("\n") + 1) + 1
        text += f" (line {line}, column {column})"
    hint = str(getattr(error, "hint", "") or "").strip()
    return f"{text}. {hint}" if hint else f"{text}."


def _said(error: BaseException) -> str:
    return str(getattr(error, "message", None) or _first_line(error)).strip().rstrip(".")


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")


def _reason(error: OSError) -> str:
    return os.strerror(error.errno).lower() if error.errno else "no connection"
