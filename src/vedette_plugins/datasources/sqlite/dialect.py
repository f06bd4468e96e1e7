"""The dialect of SQLite, and the statements that are allowed."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from vedette.sdk.sql.macros import (
    Macro,
    MacroCall,
    TimeSyntax,
    read_step,
    rfc3339,
    seconds_text,
    time_macros,
)
from vedette.sdk.sql.scan import Lexis
from vedette.sdk.sql.source import Dialect
from vedette.sdk.sql.statement import Grammar

GRAMMAR = Grammar(
    Lexis(name_quotes='"`['),
    starts=("select", "with", "values", "explain"),
    denied_calls=("load_extension", "fts3_tokenizer", "readfile", "writefile", "edit"),
)


def _moment(moment: datetime) -> str:
    return f"'{rfc3339(moment)}'"


def _between(call: MacroCall) -> str:
    """Compare as times: columns contain `2026-05-04 12:00:00`, with or without T and zone."""
    span = call.scope.range
    first, last = (f"julianday({_moment(each)})" for each in (span.start, span.end))
    return f"julianday({call.column}) BETWEEN {first} AND {last}"


def _group(column: str, step: timedelta) -> str:
    seconds = seconds_text(step)
    return f"CAST(CAST(strftime('%s', {column}) AS INTEGER) / {seconds} AS INTEGER) * {seconds}"


def _epoch_group(column: str, step: timedelta) -> str:
    seconds = seconds_text(step)
    return f"CAST(({column}) / {seconds} AS INTEGER) * {seconds}"


def _epoch_group_seconds(call: MacroCall) -> str:
    """Return the macro of the plugin `frser-sqlite-datasource`; its interval is a number of
    seconds."""
    return _epoch_group(call.column, read_step(call.name, (*call.arguments, "")[1]))


_SYNTAX = TimeSyntax(
    moment=_moment,
    time=lambda column: f'{column} AS "time"',
    time_epoch=lambda column: f"CAST(strftime('%s', {column}) AS INTEGER) AS \"time\"",
    group=_group,
    epoch_group=_epoch_group,
)
_MACROS: Mapping[str, Macro] = {
    **time_macros(_SYNTAX),
    "timeFilter": _between,
    "unixEpochGroupSeconds": _epoch_group_seconds,
}
DIALECT = Dialect("SQLite", GRAMMAR, _MACROS, time_names=("time", "ts"), end_names=("timeend",))
