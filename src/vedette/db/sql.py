"""Parts of statements: parameters, lists, patterns, row locks and the database's time."""

import re
from collections.abc import Sequence
from functools import lru_cache

from vedette.db.database import Dialect, Tx

_POSTGRES_NOW = "CAST(EXTRACT(EPOCH FROM {moment}()) * 1000 AS BIGINT)"
_TOKEN = re.compile(r"'(?:[^']|'')*'|::|:([a-z_][a-z0-9_]*)")


@lru_cache(maxsize=4096)
def numbered(sql: str) -> tuple[str, tuple[str, ...]]:
    """Replace `:name` by `$1` and return the names in order. Quoted text and `::` stay."""
    names: list[str] = []

    def number(match: re.Match[str]) -> str:
        name = match.group(1)
        if name is None:
            return match.group(0)
        if name not in names:
            names.append(name)
        return f"${names.index(name) + 1}"

    return _TOKEN.sub(number, sql), tuple(names)


def like(text: str) -> str:
    r"""Escape `text` for use in a LIKE pattern with ESCAPE '\'."""
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def listed(name: str, values: Sequence[object]) -> tuple[str, dict[str, object]]:
    """Return `:name0, :name1` for `IN (...)` and the parameters; `values` must not be empty.

    The last value is repeated up to a power of two, so that few statements differ in text and the
    driver's prepared ones are reused.
    """
    size = 1 << (len(values) - 1).bit_length()
    padded = [*values, *[values[-1]] * (size - len(values))]
    names = [f"{name}{index}" for index in range(size)]
    return ", ".join(f":{each}" for each in names), dict(zip(names, padded, strict=True))


def row_lock(dialect: Dialect, *, skips_locked: bool = False) -> str:
    """Return the end of a SELECT that locks its rows until the transaction ends.

    With `skips_locked` it leaves out rows that another transaction has locked, instead of waiting
    for them. SQLite has one writer at a time and needs no such lock.
    """
    if dialect == "sqlite":
        return ""
    return " FOR UPDATE SKIP LOCKED" if skips_locked else " FOR UPDATE"


def now_sql(dialect: Dialect) -> str:
    """Return the database's time in milliseconds as an SQL expression.

    In SQLite it is the parameter `:now` from the server's own clock. In PostgreSQL it is the start
    of the transaction: a constant, so that indexes are used.
    """
    return ":now" if dialect == "sqlite" else _POSTGRES_NOW.format(moment="now")


async def server_time(tx: Tx) -> int:
    """Return the time of a PostgreSQL server in milliseconds."""
    now: int = await tx.value(f"SELECT {_POSTGRES_NOW.format(moment='clock_timestamp')}")
    return now


async def answers(tx: Tx) -> bool:
    """Return whether the database responds. Raises `DatabaseUnavailable`."""
    return bool(await tx.value("SELECT 1"))
