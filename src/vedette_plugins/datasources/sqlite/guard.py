"""Restricts connections of SQLite to reading."""

import sqlite3
from pathlib import Path
from urllib.parse import quote

_READING = frozenset((sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_RECURSIVE))
_FUNCTIONS = frozenset(("load_extension", "fts3_tokenizer", "readfile", "writefile", "edit"))
_MOST_BYTES = 4 * 1024 * 1024
_MOST_SQL = 1024 * 1024
_MOST_PATTERN = 1_000
"""The maximum length of patterns: LIKE and GLOB take quadratic time and cannot be interrupted."""
_BUSY_SECONDS = 5.0


def open_file(file: Path) -> sqlite3.Connection:
    """Open a connection that can only read this file, with values of at most 4 MiB."""
    address = f"file:{quote(str(file))}?mode=ro"
    connection = sqlite3.connect(
        address, uri=True, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
    )
    connection.execute("PRAGMA query_only = ON")
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MOST_BYTES)
    connection.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, _MOST_SQL)
    connection.setlimit(sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, _MOST_PATTERN)
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    connection.setlimit(sqlite3.SQLITE_LIMIT_WORKER_THREADS, 0)
    return connection


def forbid_all_but_reading(connection: sqlite3.Connection) -> None:
    """Forbid pragmas, attached files and extensions in statements of users."""
    connection.set_authorizer(_allowed)


def _allowed(
    action: int, first: str | None, second: str | None, database: str | None, trigger: str | None
) -> int:
    if action in _READING:
        return sqlite3.SQLITE_OK
    if action == sqlite3.SQLITE_FUNCTION and (second or "").lower() not in _FUNCTIONS:
        return sqlite3.SQLITE_OK
    return sqlite3.SQLITE_DENY
