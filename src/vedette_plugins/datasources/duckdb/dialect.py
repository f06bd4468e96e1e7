"""The dialect of DuckDB, and the statements that are allowed."""

from datetime import UTC, datetime, timedelta

from vedette.sdk.sql.macros import TimeSyntax, seconds_text, time_macros
from vedette.sdk.sql.scan import Lexis
from vedette.sdk.sql.source import Dialect
from vedette.sdk.sql.statement import Grammar

GRAMMAR = Grammar(
    Lexis(has_dollar_quotes=True, has_nested_comments=True),
    # Not EXPLAIN: EXPLAIN ANALYZE runs the statement, and so does COPY.
    starts=("select", "with", "from", "values", "table", "describe", "summarize", "show"),
    denied_calls=(
        # Reads the memory of this process by address.
        "arrow_scan*",
        "pandas_scan",
        "python_*",
        "seq_scan",
        # Runs text as SQL, which would bypass this list.
        "query",
        "query_table",
        "json_execute_serialized_sql",
        # Changes the engine or reveals its environment.
        "enable_*",
        "disable_*",
        "write_log",
        "truncate_duckdb_logs",
        "checkpoint",
        "force_checkpoint",
        "copy_database",
        "import_database",
        "read_duckdb",
        "getenv",
        "current_setting",
        "duckdb_settings",
        "duckdb_secrets",
        "duckdb_extensions",
        "duckdb_logs*",
        "which_secret",
    ),
)


def _moment(moment: datetime) -> str:
    return f"TIMESTAMP '{moment.astimezone(UTC):%Y-%m-%d %H:%M:%S.%f}'"


def _group(column: str, step: timedelta) -> str:
    seconds = seconds_text(step)
    return f"floor(epoch({column})/{seconds})*{seconds}"


def _epoch_group(column: str, step: timedelta) -> str:
    seconds = seconds_text(step)
    return f"floor(({column})/{seconds})*{seconds}"


_SYNTAX = TimeSyntax(
    moment=_moment,
    time=lambda column: f'{column} AS "time"',
    time_epoch=lambda column: f'epoch({column}) AS "time"',
    group=_group,
    epoch_group=_epoch_group,
)
DIALECT = Dialect("DuckDB", GRAMMAR, time_macros(_SYNTAX))
