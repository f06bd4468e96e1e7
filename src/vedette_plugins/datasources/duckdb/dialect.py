"""How DuckDB writes times, and what a query may hold."""

from datetime import UTC, datetime, timedelta

from vedette.sdk.sql.macros import TimeSyntax, seconds_text, time_macros
from vedette.sdk.sql.scan import Lexis
from vedette.sdk.sql.source import Dialect
from vedette.sdk.sql.statement import Grammar

GRAMMAR = Grammar(
    Lexis(has_dollar_quotes=True, has_nested_comments=True),
    # Not EXPLAIN: EXPLAIN ANALYZE runs what it explains, COPY too.
    starts=("select", "with", "from", "values", "table", "describe", "summarize", "show"),
    denied_calls=(
        # Memory of this process by its address.
        "arrow_scan*",
        "pandas_scan",
        "python_*",
        "seq_scan",
        # Text that is run as SQL hides what this list looks for.
        "query",
        "query_table",
        "json_execute_serialized_sql",
        # What changes the engine or tells of its surroundings.
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
