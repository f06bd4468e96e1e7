"""Classifies errors of asyncpg: an outage, a conflict with other work, or a defect of the program.

An outage ends by itself or through an administrator of the database. The classes are those of
PostgreSQL's error codes: https://www.postgresql.org/docs/current/errcodes-appendix.html
"""

import socket
import ssl
from collections.abc import Sequence
from functools import partial

import asyncpg
import msgspec

from vedette.db.errors import (
    DatabaseMisconfigured,
    DatabaseReadOnly,
    DatabaseUnavailable,
    UniqueViolation,
    ValueRefused,
)
from vedette.kernel.translated import translated
from vedette.telemetry.availability import Availability

_Kinds = type[BaseException] | tuple[type[BaseException], ...]


class Failure(msgspec.Struct, frozen=True):
    """A failure of the database. `reason` is a clause that names no host, user or statement."""

    reason: str
    is_outage: bool = True
    """False if only this transaction failed, and another attempt can succeed immediately."""
    affects_reads: bool = True
    is_of_configuration: bool = False
    """Whether the configuration is wrong, or what it names has changed."""


_CONFLICT = Failure("it gave precedence to other work", is_outage=False)
_FAILURES: Sequence[tuple[_Kinds, Failure]] = (
    (
        (
            asyncpg.TransactionRollbackError,
            asyncpg.LockNotAvailableError,
            asyncpg.QueryCanceledError,
        ),
        _CONFLICT,
    ),
    (asyncpg.ReadOnlySQLTransactionError, Failure("it is read-only", affects_reads=False)),
    (asyncpg.DiskFullError, Failure("its disk is full", affects_reads=False)),
    (asyncpg.TooManyConnectionsError, Failure("it has no free connections")),
    (asyncpg.InsufficientResourcesError, Failure("it is out of resources")),
    (asyncpg.CannotConnectNowError, Failure("it is starting, stopping or recovering")),
    (
        asyncpg.InvalidAuthorizationSpecificationError,
        Failure("it does not accept the configured user or password", is_of_configuration=True),
    ),
    (
        (asyncpg.InvalidCatalogNameError, asyncpg.DatabaseDroppedError),
        Failure("there is no database of the configured name", is_of_configuration=True),
    ),
    (
        asyncpg.ObjectNotInPrerequisiteStateError,
        Failure("it does not accept connections to the configured database"),
    ),
    (
        (
            asyncpg.InvalidCachedStatementError,
            asyncpg.InvalidSQLStatementNameError,
            asyncpg.DuplicatePreparedStatementError,
            asyncpg.OutdatedSchemaCacheError,
        ),
        Failure("its schema or its prepared statements changed", is_outage=False),
    ),
    (
        (
            asyncpg.OperatorInterventionError,
            asyncpg.IdleInTransactionSessionTimeoutError,
            asyncpg.TransactionTimeoutError,
        ),
        Failure("it closed the connection"),
    ),
    (asyncpg.PostgresConnectionError, Failure("the connection was lost")),
    (
        (
            asyncpg.InternalServerError,
            asyncpg.PostgresSystemError,
            asyncpg.ConfigFileError,
            asyncpg.SnapshotTooOldError,
            asyncpg.UnknownPostgresError,
        ),
        Failure("it reports an internal error"),
    ),
    (asyncpg.TargetServerAttributeNotMatched, Failure("no server is a primary")),
    (
        asyncpg.ClientConfigurationError,
        Failure("the configured url cannot be read", is_of_configuration=True),
    ),
    (asyncpg.InternalClientError, Failure("the connection was interrupted")),
    (
        ssl.SSLCertVerificationError,
        Failure("its certificate is not trusted", is_of_configuration=True),
    ),
    (ssl.SSLError, Failure("the TLS connection failed")),
    (
        (FileNotFoundError, PermissionError),
        Failure("a certificate file cannot be read", is_of_configuration=True),
    ),
    (socket.gaierror, Failure("its host name cannot be resolved")),
    (ConnectionRefusedError, Failure("it refuses connections")),
    (TimeoutError, Failure("it did not respond in time")),
    (ConnectionError, Failure("the connection was lost")),
    (OSError, Failure("the connection failed")),
)
_NAMED_BY_SERVER = (
    asyncpg.InsufficientPrivilegeError,
    asyncpg.UndefinedTableError,
    asyncpg.InvalidSchemaNameError,
)
"""Their messages name a table or schema and nothing secret.

The tables exist after the migrations at a start: a missing one was dropped or is being restored.
"""
_NEEDS_NEW_CONNECTION = (
    asyncpg.ReadOnlySQLTransactionError,
    asyncpg.InvalidSQLStatementNameError,
    asyncpg.DuplicatePreparedStatementError,
)


def failure_of(error: BaseException) -> Failure | None:
    """Return the failure, or None for a refused value or a defect of the program."""
    if isinstance(error, asyncpg.InterfaceError) and _is_of_closed_connection(error):
        return Failure("the connection was lost")
    if isinstance(error, _NAMED_BY_SERVER):
        return Failure(str(error))
    if isinstance(error, ConnectionError) and "rejected SSL" in str(error):
        return Failure("it does not offer TLS", is_of_configuration=True)
    return next((failure for kinds, failure in _FAILURES if isinstance(error, kinds)), None)


def needs_new_connection(error: BaseException | None) -> bool:
    """Return whether the session is unusable although it is open.

    A session that began while the database was read-only stays read-only.
    """
    return isinstance(error, _NEEDS_NEW_CONNECTION)


def translated_postgres(availability: Availability, *, is_write: bool = False) -> translated:
    """Translate the driver's errors and note the result in `availability`."""
    return translated(partial(_meaning, availability), partial(_succeeded, availability, is_write))


def _succeeded(availability: Availability, is_write: bool) -> None:
    if availability.is_out:
        availability.worked(is_write=is_write)


def _meaning(availability: Availability, error: BaseException) -> Exception | None:
    if isinstance(error, asyncpg.UniqueViolationError):
        return UniqueViolation("This name or uid is already in use.")
    if isinstance(error, asyncpg.DataError):
        return ValueRefused()
    failure = failure_of(error)
    if failure is None:
        return None
    if failure.is_outage:
        availability.failed(failure.reason, affects_reads=failure.affects_reads)
    if not failure.affects_reads:
        return DatabaseReadOnly(failure.reason)
    unavailable = DatabaseMisconfigured if failure.is_of_configuration else DatabaseUnavailable
    return unavailable(f"The database cannot be used: {failure.reason}.")


def _is_of_closed_connection(error: asyncpg.InterfaceError) -> bool:
    """Return whether the connection is closed. Other errors of this class are misuse of asyncpg."""
    text = str(error)
    return any(word in text for word in ("closed", "closing", "released back"))
