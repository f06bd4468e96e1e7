"""The dialect of PostgreSQL, and the statements that are allowed."""

from datetime import datetime, timedelta

from vedette.sdk.sql.macros import TimeSyntax, rfc3339, seconds_text, time_macros
from vedette.sdk.sql.scan import Lexis
from vedette.sdk.sql.source import Dialect
from vedette.sdk.sql.statement import Grammar

GRAMMAR = Grammar(
    Lexis(has_dollar_quotes=True, has_nested_comments=True),
    denied_calls=(
        # Access files and programs, for superusers and members of pg_read_server_files.
        "pg_read_file*",
        "pg_read_binary_file*",
        "pg_stat_file*",
        "pg_ls_*",
        "pg_file_*",
        "pg_logdir_ls",
        "lo_*",
        "loread",
        "lowrite",
        # Run text as SQL, which would bypass this list.
        "query_to_xml*",
        "ts_stat",
        "ts_rewrite",
        "dblink*",
        "xpath_table",
        "crosstab*",
        "connectby",
        # Affect the server or outlive their transaction.
        "set_config",
        "pg_advisory_*",
        "pg_try_advisory_*",
        "pg_terminate_backend",
        "pg_cancel_backend",
        "pg_reload_conf",
        "pg_rotate_logfile*",
        "pg_notify",
        "pg_switch_wal",
        "pg_promote",
        "pg_create_*",
        "pg_drop_*",
        "pg_replication_*",
        "pg_logical_*",
    ),
    denied_prefixes=("u&",),
)


def dialect(*, timescale: bool) -> Dialect:
    """Return the dialect. With `timescale`, buckets use `time_bucket` of TimescaleDB."""
    syntax = TimeSyntax(
        moment=_moment,
        time=lambda column: f'{column} AS "time"',
        time_epoch=lambda column: f'extract(epoch from {column}) as "time"',
        group=_time_bucket if timescale else _group,
        epoch_group=_epoch_group,
    )
    return Dialect("PostgreSQL", GRAMMAR, time_macros(syntax))


def _moment(moment: datetime) -> str:
    return f"'{rfc3339(moment)}'"


def _group(column: str, step: timedelta) -> str:
    seconds = seconds_text(step)
    return f"floor(extract(epoch from {column})/{seconds})*{seconds}"


def _time_bucket(column: str, step: timedelta) -> str:
    return f"time_bucket('{step.total_seconds():.3f}s',{column})"


def _epoch_group(column: str, step: timedelta) -> str:
    seconds = seconds_text(step)
    return f"floor(({column})/{seconds})*{seconds}"
