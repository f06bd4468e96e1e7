"""The process that runs one query: `python -m vedette_plugins.datasources.duckdb.worker`.

It reads an `Ask` from its input and writes a `Reply`. DuckDB has its own memory limit, but some of
its functions allocate texts without checking it, so the operating system limits the process as
well. It has no environment, and the server stops it at its time limit.
"""

import resource
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vedette.sdk.frame import FieldType
from vedette.sdk.limits import ReadLimits
from vedette.sdk.sql.errors import NotAllowed
from vedette.sdk.sql.result import Head, gather_now
from vedette_plugins.datasources.duckdb.engine import THREADS, check_kind, open_engine
from vedette_plugins.datasources.duckdb.types import head, shown
from vedette_plugins.datasources.duckdb.wire import Ask, Cells, Reply, ask_decoder, encoder

if TYPE_CHECKING:
    import duckdb

_PLAIN = ("describe", "summarize", "show")
_LONGEST = 1_000
_MB = 1024 * 1024


def main() -> None:
    ask = ask_decoder.decode(sys.stdin.buffer.read())
    sys.stdout.buffer.write(_answer(ask))


def _answer(ask: Ask) -> bytes:
    import duckdb

    _limit(ask)
    try:
        with open_engine([Path(each) for each in ask.directories]) as engine:
            return encoder.encode(_read(engine, ask))
    except NotAllowed as error:
        return encoder.encode(Reply(error=error.public, is_refused=True))
    except MemoryError:
        return encoder.encode(Reply(error="out of memory"))
    except duckdb.Error as error:
        said = (
            "the query exceeds its memory limit"
            if "bad_alloc" in str(error)
            else _first_line(error)
        )
        return encoder.encode(Reply(error=said))


def _limit(ask: Ask) -> None:
    """Limit the memory. Only writable memory counts, because allocators reserve larger address
    ranges."""
    used = int(Path("/proc/self/statm").read_text().split()[5]) * resource.getpagesize()
    seconds = (int(ask.seconds) + 1) * THREADS
    for what, most in (
        (resource.RLIMIT_DATA, used + ask.memory_mb * _MB),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(what, (most, most))


def _read(engine: "duckdb.DuckDBPyConnection", ask: Ask) -> Reply:
    check_kind(ask.sql)
    if ask.sql.lstrip("( \n\t").lower().startswith(_PLAIN):
        engine.execute(ask.sql)
        columns = [(str(each[0]), "VARCHAR") for each in engine.description or ()]
        heads = [Head(name, FieldType.STRING, _texts) for name, _ in columns]
    else:
        described = engine.execute(f"DESCRIBE {ask.sql}").fetchall()
        columns = [(str(row[0]), str(row[1])) for row in described]
        engine.execute(_readable(ask.sql, [kind for _, kind in columns]))
        heads = [Head(name, head(name, kind).type) for name, kind in columns]
    found = gather_now(heads, ReadLimits(ask.rows, ask.bytes, ask.seconds), engine.fetchmany)
    cells = [
        Cells(name, kind, column.values)
        for (name, kind), column in zip(columns, found.columns, strict=True)
    ]
    return Reply(cells, [dict(each) for each in found.notices])


def _readable(sql: str, kinds: Sequence[str]) -> str:
    names = [f"c{place}" for place in range(len(kinds))]
    asked = (f"{shown(name, kind)} AS {name}" for name, kind in zip(names, kinds, strict=True))
    return f"SELECT {', '.join(asked)} FROM (\n{sql}\n) AS q({', '.join(names)})"  # noqa: S608


def _texts(cells: Any) -> list[str | None]:
    return [None if cell is None else str(cell) for cell in cells]


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n\n")[0].replace("\n", " ")[:_LONGEST].rstrip(".")


if __name__ == "__main__":
    main()
