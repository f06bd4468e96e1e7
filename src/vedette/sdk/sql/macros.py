"""Macros of the form `$__name(arguments)`, expanded before a query is sent.

Names and meanings are those of Grafana 10.4. A dialect defines its syntax of times and buckets
(`TimeSyntax`), from which `time_macros` builds its macros.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal

from vedette.kernel.durations import BadDuration, format_duration, parse_duration
from vedette.sdk.sql.errors import BadSqlQuery
from vedette.sdk.sql.scan import Lexis, SqlTokenKind, tokens
from vedette.sdk.timerange import TimeRange

_MACRO = re.compile(r"\$__(\w+)(\()?")
_CLAUSE = re.compile(r"\b(select|from|where|on|group|order|having|limit)\b", re.IGNORECASE)
_LOOKED_BACK = 300
"""Characters before a call that are searched for its clause. Without a limit the search is
quadratic."""
_GROUPS = frozenset(("timeGroup", "timeGroupAlias", "unixEpochGroup", "unixEpochGroupAlias"))
_MOST_DEPTH = 64
_MOST_TEXT = 4 * 1024 * 1024
"""The maximum length of an expanded query: nested filters double their argument at each level."""


@dataclass(frozen=True, slots=True)
class MacroScope:
    """The values of the macros of one query."""

    range: TimeRange
    interval: timedelta


@dataclass(frozen=True, slots=True)
class Fill:
    """The value of buckets without rows: a number, nothing, or the previous value."""

    step: timedelta
    mode: Literal["value", "null", "previous"]
    value: float | None = None


@dataclass(frozen=True, slots=True)
class Expanded:
    sql: str
    fill: Fill | None = None


@dataclass(frozen=True, slots=True)
class MacroCall:
    """One use of a macro."""

    name: str
    arguments: Sequence[str]
    scope: MacroScope

    @property
    def column(self) -> str:
        if not self.arguments or not self.arguments[0]:
            raise BadSqlQuery(f"$__{self.name} requires the name of a column.")
        return self.arguments[0]

    @property
    def step(self) -> timedelta:
        """Return the width of a bucket. Raises `BadSqlQuery` if it is missing or not a duration."""
        if len(self.arguments) < 2:
            raise BadSqlQuery(f"$__{self.name} requires a column and an interval such as '5m'.")
        return read_step(self.name, self.arguments[1])


Macro = Callable[[MacroCall], str]


@dataclass(frozen=True, slots=True)
class TimeSyntax:
    """The syntax of times in a dialect. Columns are expressions as in the query."""

    moment: Callable[[datetime], str]
    time: Callable[[str], str]
    """Selects a column under the name of the time column."""
    time_epoch: Callable[[str], str]
    """Selects a column as seconds since the epoch, under the name of the time column."""
    group: Callable[[str, timedelta], str]
    """Rounds a time column down to a bucket."""
    epoch_group: Callable[[str, timedelta], str]
    """Rounds a column of seconds since the epoch down to a bucket."""
    alias: str = ' AS "time"'


def time_macros(syntax: TimeSyntax) -> Mapping[str, Macro]:
    """Return the macros that every dialect has."""

    def between(call: MacroCall) -> str:
        span = call.scope.range
        return f"{call.column} BETWEEN {syntax.moment(span.start)} AND {syntax.moment(span.end)}"

    def epoch_between(call: MacroCall) -> str:
        first, last = _seconds(call.scope.range.start), _seconds(call.scope.range.end)
        return f"{call.column} >= {first} AND {call.column} <= {last}"

    def nano_between(call: MacroCall) -> str:
        first, last = _nanos(call.scope.range.start), _nanos(call.scope.range.end)
        return f"{call.column} >= {first} AND {call.column} <= {last}"

    return {
        "time": lambda call: syntax.time(call.column),
        "timeEpoch": lambda call: syntax.time_epoch(call.column),
        "timeFilter": between,
        "timeFrom": lambda call: syntax.moment(call.scope.range.start),
        "timeTo": lambda call: syntax.moment(call.scope.range.end),
        "timeGroup": lambda call: syntax.group(call.column, call.step),
        "timeGroupAlias": lambda call: syntax.group(call.column, call.step) + syntax.alias,
        "unixEpochFilter": epoch_between,
        "unixEpochFrom": lambda call: str(_seconds(call.scope.range.start)),
        "unixEpochTo": lambda call: str(_seconds(call.scope.range.end)),
        "unixEpochNanoFilter": nano_between,
        "unixEpochNanoFrom": lambda call: str(_nanos(call.scope.range.start)),
        "unixEpochNanoTo": lambda call: str(_nanos(call.scope.range.end)),
        "unixEpochGroup": lambda call: syntax.epoch_group(call.column, call.step),
        "unixEpochGroupAlias": (
            lambda call: syntax.epoch_group(call.column, call.step) + syntax.alias
        ),
    }


def expand(sql: str, macros: Mapping[str, Macro], lexis: Lexis, scope: MacroScope) -> Expanded:
    """Return the query to send, and the fill of its grouping macro.

    Macros in comments stay as they are. Raises `BadSqlQuery` for a macro that is unknown, not
    closed, or called with wrong arguments.
    """
    return _Expansion(macros, lexis, scope).run(sql)


class _Expansion:
    def __init__(self, macros: Mapping[str, Macro], lexis: Lexis, scope: MacroScope) -> None:
        self._macros = macros
        self._lexis = lexis
        self._scope = scope
        self._fill: Fill | None = None
        self._made = 0

    def run(self, sql: str) -> Expanded:
        return Expanded(self._text(sql, 0), self._fill)

    def _text(self, sql: str, depth: int) -> str:
        if "$__" not in sql:
            return sql
        if depth > _MOST_DEPTH:
            raise BadSqlQuery("Macros are nested too deeply.")
        comments = _Comments(sql, self._lexis)
        pieces: list[str] = []
        done = 0
        for match in _MACRO.finditer(sql):
            if match.start() < done or comments.hold(match.start()):
                continue
            text, end = self._one(sql, match, depth)
            pieces += (sql[done : match.start()], text)
            done = end
        pieces.append(sql[done:])
        return "".join(pieces)

    def _one(self, sql: str, match: "re.Match[str]", depth: int) -> tuple[str, int]:
        name = match[1]
        if name in ("interval", "interval_ms"):
            return self._interval(name), match.end(1)
        if match[2] is None:
            return match[0], match.end()
        macro = self._macros.get(name)
        if macro is None:
            raise BadSqlQuery(f"There is no macro $__{name[:60]}.")
        texts, end = arguments(sql, match.end())
        if texts is None:
            raise BadSqlQuery(f"The parentheses of $__{name} are not closed.")
        call = MacroCall(name, [self._text(text, depth + 1) for text in texts], self._scope)
        if name == "timeGroup" and not depth and _is_column(sql, match.start(), end):
            macro = self._macros["timeGroupAlias"]
        if name in _GROUPS and len(call.arguments) > 2:
            self._fill = read_fill(name, call.step, call.arguments[2])
        return self._bounded(macro(call)), end

    def _bounded(self, text: str) -> str:
        self._made += len(text)
        if self._made > _MOST_TEXT:
            raise BadSqlQuery("The query is too long after its macros are expanded.")
        return text

    def _interval(self, name: str) -> str:
        interval = self._scope.interval
        if name == "interval":
            return format_duration(interval)
        return str(round(interval / timedelta(milliseconds=1)))


def _is_column(sql: str, start: int, end: int) -> bool:
    """Return whether a call is a column by itself, directly followed by others: `SELECT x(), y`.

    Old dashboards omit its name, which is then that of the time column.
    """
    if sql[end : end + 1] != ",":
        return False
    clauses = list(_CLAUSE.finditer(sql, max(0, start - _LOOKED_BACK), start))
    if not clauses or clauses[-1][1].lower() != "select":
        return False
    before = sql[clauses[-1].end() : start]
    return before.count("(") == before.count(")")


class _Comments:
    """Finds comments; positions must be queried in ascending order."""

    def __init__(self, sql: str, lexis: Lexis) -> None:
        self._left = iter(
            [
                (each.start, each.end)
                for each in tokens(sql, lexis)
                if each.kind is SqlTokenKind.COMMENT
            ]
        )
        self._current = next(self._left, None)

    def hold(self, place: int) -> bool:
        while self._current is not None and self._current[1] <= place:
            self._current = next(self._left, None)
        return self._current is not None and self._current[0] <= place


def arguments(sql: str, start: int) -> tuple[list[str] | None, int]:
    """Return the arguments after an opening parenthesis, split at its commas, and their end.

    Parentheses and commas in quotes or in nested parentheses belong to the argument. None if the
    parenthesis is not closed.
    """
    found: list[str] = []
    depth, begin = 0, start
    for place, character in _outside_quotes(sql, start):
        if character in "([":
            depth += 1
        elif character == "," and depth == 0:
            found.append(sql[begin:place].strip())
            begin = place + 1
        elif character in ")]":
            if depth == 0:
                last = sql[begin:place].strip()
                return [*found, last] if found or last else [], place + 1
            depth -= 1
    return None, len(sql)


def _outside_quotes(sql: str, start: int) -> Iterator[tuple[int, str]]:
    quote = ""
    for place in range(start, len(sql)):
        character = sql[place]
        if quote:
            quote = "" if character == quote else quote
        elif character in "'\"`":
            quote = character
        else:
            yield place, character


def read_step(name: str, text: str) -> timedelta:
    """Parse `'5m'`, `5m`, or a number of seconds."""
    bare = text.strip("'\"` ")
    try:
        step = parse_duration(f"{bare}s" if re.fullmatch(r"\d+(\.\d+)?", bare) else bare)
    except BadDuration as error:
        raise BadSqlQuery(f"$__{name}: {error.public}") from error
    if step < timedelta(milliseconds=1):
        raise BadSqlQuery(f"$__{name}: the interval must be at least one millisecond.")
    return step


def read_fill(name: str, step: timedelta, text: str) -> Fill:
    bare = text.strip("'\"` ")
    if bare.lower() == "null":
        return Fill(step, "null")
    if bare.lower() == "previous":
        return Fill(step, "previous")
    try:
        return Fill(step, "value", float(bare))
    except ValueError:
        raise BadSqlQuery(
            f"$__{name} can fill with a number, NULL or previous, not {bare[:40]!r}."
        ) from None


def seconds_text(step: timedelta) -> str:
    """Format seconds, without a point if they are whole."""
    return f"{step.total_seconds():.3f}".rstrip("0").rstrip(".")


def rfc3339(moment: datetime) -> str:
    """Format in UTC, with as many fractional digits as needed."""
    moment = moment.astimezone(UTC)
    fraction = f".{moment.microsecond:06d}".rstrip("0") if moment.microsecond else ""
    return f"{moment:%Y-%m-%dT%H:%M:%S}{fraction}Z"


def _nanos(moment: datetime) -> int:
    return (moment - _EPOCH) // timedelta(microseconds=1) * 1_000


def _seconds(moment: datetime) -> int:
    return (moment - _EPOCH) // timedelta(seconds=1)


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
