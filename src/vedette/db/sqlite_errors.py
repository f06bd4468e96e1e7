"""Classifies errors of SQLite: an outage, a conflict with other work, or a defect of the program.

By the primary result code: https://www.sqlite.org/rescode.html
"""

import sqlite3
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from vedette.db.errors import (
    DatabaseDamaged,
    DatabaseReadOnly,
    DatabaseUnavailable,
    UniqueViolation,
    ValueRefused,
)
from vedette.kernel.translated import translated
from vedette.telemetry.availability import Availability

_CONFLICTS = frozenset({sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_INTERRUPT})
_OUTAGES: Mapping[int, str] = {
    sqlite3.SQLITE_BUSY: "another process has locked its file",
    sqlite3.SQLITE_PERM: "the user of the process is not permitted to use its file",
    sqlite3.SQLITE_AUTH: "the user of the process is not permitted to use its file",
    sqlite3.SQLITE_NOMEM: "the memory is exhausted",
    sqlite3.SQLITE_READONLY: "its file is read-only",
    sqlite3.SQLITE_IOERR: "its disk reports an error",
    sqlite3.SQLITE_CORRUPT: "its file is damaged",
    sqlite3.SQLITE_NOTADB: "its file is not a database",
    sqlite3.SQLITE_FULL: "its disk is full",
    sqlite3.SQLITE_CANTOPEN: "its file cannot be opened",
    sqlite3.SQLITE_PROTOCOL: "its file cannot be locked",
    sqlite3.SQLITE_NOLFS: "its file is too large for the disk",
}
_REFUSED = frozenset({sqlite3.SQLITE_READONLY, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR})
"""Codes of writes that say nothing about reads."""
_DAMAGE = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})


def unusable(file: Path, error: Exception) -> DatabaseUnavailable:
    """Return the error for a database file or directory that cannot be created, read or written."""
    if _code(error) in _DAMAGE:
        return DatabaseDamaged(file)
    why = error.strerror if isinstance(error, OSError) else str(error)
    advice = "Grant the user of the process write access to the directory, or set [paths] data."
    if file.is_dir():
        advice = "It is a directory. Check [database] path."
    return DatabaseUnavailable(f"The database file {file} cannot be used: {why}. {advice}")


def _code(error: BaseException) -> int:
    """Return the primary result code, or 0 if SQLite gave none."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def translated_sqlite(availability: Availability, *, is_write: bool = False) -> translated:
    """Translate the driver's errors and note outages in `availability`."""
    return translated(partial(_meaning, availability, is_write))


def _meaning(availability: Availability, is_write: bool, error: BaseException) -> Exception | None:
    if isinstance(error, sqlite3.IntegrityError) and "UNIQUE" in str(error):
        return UniqueViolation("This name or uid is already in use.")
    if isinstance(error, OverflowError):
        return ValueRefused()
    if isinstance(error, MemoryError):
        return _failure(availability, is_write, sqlite3.SQLITE_NOMEM)
    if isinstance(error, sqlite3.DatabaseError):
        return _failure(availability, is_write, _code(error))
    return None


def _failure(availability: Availability, is_write: bool, code: int) -> Exception | None:
    """Return None if the code means a defect of the program."""
    if code in _CONFLICTS:
        return DatabaseUnavailable("The database cannot be used: it gave precedence to other work.")
    if code not in _OUTAGES:
        return None
    reason = _OUTAGES[code]
    if is_write and code in _REFUSED:
        availability.failed(reason, affects_reads=False)
        return DatabaseReadOnly(reason)
    availability.failed(reason, affects_reads=code != sqlite3.SQLITE_BUSY)
    if code in _DAMAGE:
        return DatabaseDamaged()
    return DatabaseUnavailable(f"The database cannot be used: {reason}.")
