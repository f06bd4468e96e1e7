"""The dialect of MySQL, and the statements that are allowed."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from vedette.sdk.sql.macros import TimeSyntax, seconds_text, time_macros
from vedette.sdk.sql.scan import Lexis
from vedette.sdk.sql.source import Dialect
from vedette.sdk.sql.statement import READING, Grammar

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

_LEXIS = Lexis(
    name_quotes="`", has_backslashes=True, has_hash_comments=True, dashes_need_space=True
)
GRAMMAR = Grammar(
    _LEXIS,
    other_lexes=(replace(_LEXIS, name_quotes='`"'),),  # With ANSI_QUOTES in the sql_mode.
    starts=READING | {"describe", "desc"},
    denied=("outfile", "dumpfile"),
    denied_calls=(
        # Access files and programs of the server.
        "load_file",
        "sys_exec",
        "sys_eval",
        "sys_set",
        # Locks that outlive their transaction.
        "get_lock",
        "release_lock",
        "release_all_locks",
    ),
    denied_comments=("/*!", "/*M!"),
)


def _moment(moment: datetime) -> str:
    seconds = (moment - _EPOCH) // timedelta(seconds=1)
    if seconds < 0:
        return f"DATE_ADD(FROM_UNIXTIME(0), INTERVAL {seconds} SECOND)"
    return f"FROM_UNIXTIME({seconds})"


def _group(column: str, step: timedelta) -> str:
    seconds = seconds_text(step)
    return f"UNIX_TIMESTAMP({column}) DIV {seconds} * {seconds}"


def _epoch_group(column: str, step: timedelta) -> str:
    seconds = seconds_text(step)
    return f"{column} DIV {seconds} * {seconds}"


_SYNTAX = TimeSyntax(
    moment=_moment,
    time=lambda column: f"UNIX_TIMESTAMP({column}) as time_sec",
    time_epoch=lambda column: f"UNIX_TIMESTAMP({column}) as time_sec",
    group=_group,
    epoch_group=_epoch_group,
)

DIALECT = Dialect("MySQL", GRAMMAR, time_macros(_SYNTAX), time_names=("time", "time_sec"))
