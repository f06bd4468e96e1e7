"""A DuckDB engine that can only read the configured directories."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from vedette.sdk.sql.errors import NotAllowed

if TYPE_CHECKING:
    import duckdb

MEMORY_MB = 512
THREADS = 2


def open_engine(directories: Sequence[Path]) -> "duckdb.DuckDBPyConnection":
    """Open an empty database in memory that can read files below the directories.

    DuckDB resolves links before it compares a path with its directories. It never spills to disk: a
    query that needs more memory fails.
    """
    import duckdb

    engine = duckdb.connect(
        ":memory:",
        config={
            "memory_limit": f"{MEMORY_MB}MB",
            "threads": THREADS,
            "temp_directory": "",
            "autoinstall_known_extensions": False,
            "autoload_known_extensions": False,
            "allow_community_extensions": False,
            "python_enable_replacements": False,
            "python_scan_all_frames": False,
        },
    )
    engine.execute("SET TimeZone = 'UTC'")
    listed = ", ".join(_quoted(str(each)) for each in directories)
    engine.execute(f"SET allowed_directories = [{listed}]")
    engine.execute("SET enable_external_access = false")
    engine.execute("SET lock_configuration = true")
    return engine


def check_kind(sql: str) -> None:
    """Parse with DuckDB. Raises `NotAllowed` unless it is a single reading statement."""
    import duckdb

    kinds = [each.type for each in duckdb.extract_statements(sql)]
    if kinds != [duckdb.StatementType.SELECT]:
        named = ", ".join(kind.name for kind in kinds) or "nothing"
        raise NotAllowed(
            f"Only a single SELECT statement is allowed, but DuckDB parses this as {named}."
        )


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
