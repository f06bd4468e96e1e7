"""The process in which one SQL expression runs: `python -m vedette.querying.expressions.sandbox`.

It reads an `Ask` from standard input and writes a `WorkerReply`. The engine cannot use files,
addresses or extensions, and has a memory limit. Some of its functions allocate without checking
that limit, so the operating system limits the process as well. The process has no environment, and
the server stops it at its time limit.
"""

import resource
import sys
from typing import Any

import duckdb
import numpy as np

from vedette.querying.expressions.wire import (
    DTYPES,
    Ask,
    WireColumn,
    WorkerReply,
    ask_decoder,
    encoder,
)

_LOCKED = (
    "SET autoinstall_known_extensions=false",
    "SET autoload_known_extensions=false",
    "SET allow_community_extensions=false",
    "SET allow_persistent_secrets=false",
    "SET enable_external_access=false",
    "SET lock_configuration=true",
)
_INTEGERS = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER")
_FLOATS = ("FLOAT", "DOUBLE", "UBIGINT", "HUGEINT", "UHUGEINT", "DECIMAL")
_MB = 1024 * 1024


class _Refused(Exception):
    """The input is not a single SELECT."""


def main() -> None:
    ask = ask_decoder.decode(sys.stdin.buffer.read())
    _limit(ask)
    sys.stdout.buffer.write(encoder.encode(_reply(ask)))


def _limit(ask: Ask) -> None:
    """Limit the memory. Only writable memory counts, because allocators reserve larger address
    ranges."""
    with open("/proc/self/statm", "rb") as file:  # noqa: PTH123 - faster than importing pathlib
        used = int(file.read().split()[5]) * resource.getpagesize()
    memory = used + 2 * ask.memory_mb * _MB
    seconds = int(ask.seconds) + 1
    for what, most in (
        (resource.RLIMIT_DATA, memory),
        (resource.RLIMIT_CPU, seconds * ask.threads),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, 32),
    ):
        resource.setrlimit(what, (most, most))


def _reply(ask: Ask) -> WorkerReply:
    try:
        return _run(ask)
    except _Refused as error:
        return WorkerReply(error=str(error), reason="wrong")
    except duckdb.PermissionException:
        return WorkerReply(error="no access", reason="forbidden")
    except (MemoryError, duckdb.OutOfMemoryException):
        return WorkerReply(error="out of memory", reason="memory")
    except duckdb.Error as error:
        reason = "memory" if "bad_alloc" in str(error) else "wrong"
        return WorkerReply(error=_sentence(str(error)), reason=reason)


def _run(ask: Ask) -> WorkerReply:
    config: dict[str, Any] = {
        "threads": ask.threads,
        "memory_limit": f"{ask.memory_mb}MB",
        "temp_directory": "",
        "python_enable_replacements": "false",
    }
    with duckdb.connect(":memory:", config=config) as database:
        for number, (name, columns) in enumerate(ask.tables.items()):
            _load(database, f"input{number}", name, columns)
        for setting in _LOCKED:
            database.execute(setting)
        statements = database.extract_statements(ask.statement)
        if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
            raise _Refused("an SQL expression must be a single SELECT statement")
        return _result(database.sql(statements[0].query), ask)


def _load(
    database: duckdb.DuckDBPyConnection, view: str, name: str, columns: list[WireColumn]
) -> None:
    arrays = {f"c{position}": _array(column) for position, column in enumerate(columns)}
    names = ", ".join(
        f"c{position} AS {_quoted(column.name)}" for position, column in enumerate(columns)
    )
    database.register(view, arrays)
    database.execute(f"CREATE TABLE {_quoted(name)} AS SELECT {names} FROM {view}")  # noqa: S608
    database.unregister(view)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _array(column: WireColumn) -> Any:
    """Return an array, with a mask only if it has nulls: the engine crashes on masks without
    any."""
    if isinstance(column.data, list):
        missing = [value is None for value in column.data]
        texts = np.array(["" if value is None else value for value in column.data], dtype=object)
        return np.ma.masked_array(texts, missing) if any(missing) else texts
    values = np.frombuffer(column.data, DTYPES[column.kind])
    if column.kind == "time":
        values = values.astype("datetime64[ms]").astype("datetime64[us]")
    if column.nulls is None:
        return values
    return np.ma.masked_array(values, np.frombuffer(column.nulls, np.bool_))


def _result(relation: duckdb.DuckDBPyRelation, ask: Ask) -> WorkerReply:
    names = relation.columns
    kinds, parts = [], []
    for position, declared in enumerate(map(str, relation.types), start=1):
        kind, part = _converted(declared, f"#{position}")
        kinds.append(kind)
        parts.append(f"{part} AS c{position}")
    most = max(1, ask.output_cells // max(1, len(names)))
    found = relation.project(", ".join(parts)).limit(most + 1).fetchnumpy()
    arrays = [found[f"c{position}"] for position in range(1, len(names) + 1)]
    rows = len(arrays[0]) if arrays else 0
    kept = _within_bytes(arrays, kinds, min(rows, most), ask.output_bytes)
    columns = [
        _column(name, kind, array[:kept])
        for name, kind, array in zip(names, kinds, arrays, strict=True)
    ]
    return WorkerReply(columns, cut=kept if kept < rows else None)


def _converted(declared: str, column: str) -> tuple[str, str]:
    """Return the type of a column on the wire, and the SQL that converts it."""
    name = declared.partition("(")[0]
    if name in _INTEGERS:
        return "integer", f"CAST({column} AS BIGINT)"
    if name in _FLOATS:
        return "number", f"CAST({column} AS DOUBLE)"
    if name == "BOOLEAN":
        return "boolean", column
    if name == "DATE" or name.startswith("TIMESTAMP"):
        zoned = name == "TIMESTAMP WITH TIME ZONE"
        return "time", f"epoch_ms({column})" if zoned else f"epoch_ms(CAST({column} AS TIMESTAMP))"
    return "string", f"CAST({column} AS VARCHAR)"


def _within_bytes(arrays: list[Any], kinds: list[str], rows: int, most: int) -> int:
    """Return the number of rows whose texts fit the limit, at four bytes per character."""
    left = most // 4
    lengths = np.zeros(rows, np.int64)
    for array, kind in zip(arrays, kinds, strict=True):
        if kind == "string":
            texts = np.ma.getdata(array)[:rows]
            lengths += np.fromiter((len(text or "") for text in texts), np.int64, rows)
    return int(np.searchsorted(np.cumsum(lengths), left, side="right"))


def _column(name: str, kind: str, array: Any) -> WireColumn:
    mask = np.ma.getmaskarray(array)
    values = np.ma.getdata(array)
    if kind == "string":
        pairs = zip(values.tolist(), mask.tolist(), strict=True)
        texts = [None if missing else text for text, missing in pairs]
        return WireColumn(name, kind, texts)
    nulls = mask.tobytes() if mask.any() else None
    return WireColumn(name, kind, values.astype(DTYPES[kind]).tobytes(), nulls)


def _sentence(text: str) -> str:
    """Return the first line of the message, without the type of the error."""
    line = text.strip().split("\n", 1)[0]
    kind, _, rest = line.partition(": ")
    return (rest if kind.endswith("Error") and rest else line)[:500]


if __name__ == "__main__":
    main()
