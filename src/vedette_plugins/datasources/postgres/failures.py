"""What asyncpg raises, as one sentence each."""

import os
import ssl
from types import TracebackType

import asyncpg

from vedette.sdk import VedetteError
from vedette.sdk.sql.address import HostPort
from vedette.sdk.sql.errors import NoConnection, QueryFailed, QueryTimeout


class translated:
    """Raises `NoConnection`, `QueryFailed` or `QueryTimeout`; what is no failure passes."""

    def __init__(self, address: HostPort, seconds: float) -> None:
        self._address = address
        self._seconds = seconds

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None or isinstance(error, VedetteError):
            return
        failure = self._failure(error)
        if failure is not None:
            raise failure from error

    def _failure(self, error: BaseException) -> VedetteError | None:
        match error:
            case TimeoutError() | asyncpg.QueryCanceledError():
                return QueryTimeout(
                    f"PostgreSQL at {self._address} did not answer within {self._seconds:g} s."
                )
            case asyncpg.PostgresConnectionError() | asyncpg.OperatorInterventionError():
                return NoConnection(f"PostgreSQL at {self._address} ended the connection.")
            case (
                asyncpg.InvalidAuthorizationSpecificationError()
                | asyncpg.InvalidCatalogNameError()
                | asyncpg.TooManyConnectionsError()
                | asyncpg.CannotConnectNowError()
            ):
                return NoConnection(f"PostgreSQL at {self._address} says: {_said(error)}.")
            case asyncpg.PostgresError():
                return QueryFailed(_with_place(error))
            case asyncpg.InterfaceError():
                return QueryFailed(f"The query can not be run: {_first_line(error)}.")
            case ssl.SSLCertVerificationError():
                return NoConnection(
                    f"PostgreSQL at {self._address} shows a certificate that is not valid for it:"
                    f" {error.verify_message or 'it can not be verified'}."
                )
            case ssl.SSLError():
                return NoConnection(f"TLS with PostgreSQL at {self._address} failed.")
            case ConnectionError() if "SSL" in str(error):
                return NoConnection(
                    f"PostgreSQL at {self._address} does not speak TLS; set sslmode to disable"
                    " where that is meant."
                )
            case OSError():
                return NoConnection(
                    f"PostgreSQL can not be reached at {self._address}: {_reason(error)}."
                )
            case asyncpg.InternalClientError():
                return NoConnection(f"What answers at {self._address} is no PostgreSQL.")
        return None


def _with_place(error: asyncpg.PostgresError) -> str:
    """The server's own message, where it happened, and its hint."""
    text = f"PostgreSQL says: {_said(error)}"
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
