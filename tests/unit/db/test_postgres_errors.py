"""Which errors of PostgreSQL are outages, which are conflicts, and which are defects of ours."""

import asyncio
import logging
import socket
import ssl

import asyncpg
import pytest

from vedette.db.errors import DatabaseMisconfigured, DatabaseUnavailable, ValueRefused
from vedette.db.postgres_errors import failure_of, translated_postgres
from vedette.kernel.clock import SystemClock
from vedette.telemetry.availability import Availability

DEFECTS = [
    RuntimeError("a defect"),
    KeyError("a defect"),
    asyncio.CancelledError(),
    asyncpg.PostgresSyntaxError("syntax error"),
    asyncpg.UndefinedColumnError("column does not exist"),
    asyncpg.NotNullViolationError("null value"),
    asyncpg.ForeignKeyViolationError("foreign key"),
    asyncpg.InFailedSQLTransactionError("current transaction is aborted"),
    asyncpg.InterfaceError("cannot perform operation: another operation is in progress"),
    asyncpg.InterfaceError("the server expects 1 argument for this query, 2 were passed"),
]
CONFLICTS = [
    asyncpg.DeadlockDetectedError("deadlock detected"),
    asyncpg.SerializationError("could not serialize access"),
    asyncpg.LockNotAvailableError("could not obtain lock"),
    asyncpg.QueryCanceledError("canceling statement due to statement timeout"),
    asyncpg.InvalidCachedStatementError("cached plan must not change result type"),
    asyncpg.InvalidSQLStatementNameError("prepared statement does not exist"),
]
OF_CONFIGURATION = [
    asyncpg.InvalidPasswordError("password authentication failed for user vedette"),
    asyncpg.InvalidAuthorizationSpecificationError("no pg_hba.conf entry for host 10.0.0.1"),
    asyncpg.InvalidCatalogNameError("database vedette does not exist"),
    asyncpg.ClientConfigurationError("invalid DSN"),
    ssl.SSLCertVerificationError(1, "unknown authority"),
    FileNotFoundError(2, "no such file", "/etc/authority.pem"),
]
OUTAGES = [
    *OF_CONFIGURATION,
    ConnectionRefusedError(111, "refused"),
    TimeoutError(),
    socket.gaierror(-2, "db.example.org is unknown"),
    ssl.SSLError(1, "alert"),
    asyncpg.AdminShutdownError("terminating connection"),
    asyncpg.CannotConnectNowError("the database system is starting up"),
    asyncpg.TooManyConnectionsError("sorry, too many clients already"),
    asyncpg.ReadOnlySQLTransactionError("cannot execute INSERT in a read-only transaction"),
    asyncpg.DiskFullError("no space left on device"),
    asyncpg.UndefinedTableError('relation "org" does not exist'),
    asyncpg.InsufficientPrivilegeError("permission denied for table org"),
    asyncpg.IdleInTransactionSessionTimeoutError("terminating connection"),
    asyncpg.ConnectionDoesNotExistError("connection was closed in the middle of operation"),
    asyncpg.InterfaceError("connection is closed"),
    asyncpg.InterfaceError("cannot call Connection.fetch(): connection has been released back"),
    asyncpg.InternalServerError("could not read block"),
]


def named(error: BaseException) -> str:
    return type(error).__name__


def noting() -> Availability:
    log = logging.getLogger("vedette.db")
    return Availability(SystemClock(), log, "database", "The database", "Work waits.")


@pytest.mark.parametrize("error", DEFECTS, ids=named)
def test_a_defect_stays_what_it_is(error: BaseException) -> None:
    with pytest.raises(type(error)), translated_postgres(noting()):
        raise error


@pytest.mark.parametrize("error", CONFLICTS, ids=named)
def test_a_conflict_is_tried_again_and_is_no_outage(error: Exception) -> None:
    """R-25: Who lost a conflict gets 503 with Retry-After, not an internal error."""
    failure = failure_of(error)
    assert failure is not None
    assert not failure.is_outage
    with pytest.raises(DatabaseUnavailable) as found, translated_postgres(noting()):
        raise error
    assert (found.value.status, found.value.headers) == (503, {"Retry-After": "5"})


@pytest.mark.parametrize("error", OUTAGES, ids=named)
def test_an_outage_is_one_sentence_that_gives_nothing_away(error: Exception) -> None:
    failure = failure_of(error)
    assert failure is not None
    assert failure.is_outage
    with pytest.raises(DatabaseUnavailable) as found, translated_postgres(noting()):
        raise error
    text = found.value.public
    assert text.startswith(("The database cannot be used: ", "The database cannot be written: "))
    assert text.endswith(".")
    for secret in ("vedette", "10.0.0.1", "/etc", "example.org"):
        assert secret not in text
    is_misconfigured = isinstance(found.value, DatabaseMisconfigured)
    assert is_misconfigured is (error in OF_CONFIGURATION)


def test_a_value_that_does_not_fit_is_the_callers() -> None:
    with pytest.raises(ValueRefused), translated_postgres(noting()):
        raise asyncpg.DataError("invalid input for query argument")


def test_every_class_of_errors_was_thought_of() -> None:
    """By the first two characters of its code: what is left out here is a defect of a statement."""
    outages = {"08", "28", "3D", "3F", "40", "53", "55", "57", "58", "72", "F0", "XX"}
    found = set()
    for kind in vars(asyncpg).values():
        if not (isinstance(kind, type) and issubclass(kind, asyncpg.PostgresError)):
            continue
        code = getattr(kind, "sqlstate", None)
        if code and failure_of(kind("made up")) is not None:
            found.add(code[:2])
        elif code:
            assert code[:2] not in outages, kind
    assert found == outages | {"0A", "25", "26", "42"}
