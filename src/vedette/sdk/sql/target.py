"""The query model of a panel's target."""

from datetime import timedelta
from typing import Any

import msgspec

from vedette.kernel.durations import BadDuration, parse_duration
from vedette.sdk.datasource import Query
from vedette.sdk.sql.errors import BadSqlQuery
from vedette.sdk.sql.macros import MacroScope

_SERIES = frozenset(("time_series", "time series", "timeseries", "0"))
_TABLE = frozenset(("table", "1", "logs"))


class SqlTarget(msgspec.Struct, rename="camel"):
    """The target. Unknown keys, which editors store for themselves, are ignored.

    `query_text`, `query_type` and `time_columns` are those of the plugin `frser-sqlite-datasource`.
    """

    raw_sql: str = ""
    format: str | int | None = None
    query_text: str = ""
    raw_query_text: str = ""
    query_type: str = ""
    time_columns: list[str] | None = None

    @property
    def sql(self) -> str:
        return self.raw_sql or self.query_text or self.raw_query_text


def read_target(query: Query) -> SqlTarget:
    """Decode a target. Raises `BadSqlQuery` if a known key has a value of the wrong type."""
    model: dict[str, Any] = {key: each for key, each in query.model.items() if each is not None}
    try:
        target = msgspec.convert(model, SqlTarget)
    except msgspec.ValidationError as error:
        raise BadSqlQuery(f"Query {query.ref_id}: {error}.") from error
    return target


def wants_series(target: SqlTarget) -> bool:
    """Return whether the result is a time series, the default. Raises `BadSqlQuery` for unknown
    formats."""
    if target.format is None and target.query_type.lower() in _TABLE:
        return False
    name = "time_series" if target.format in (None, "") else str(target.format).lower()
    if name not in _SERIES | _TABLE:
        raise BadSqlQuery(f"The format must be table or time_series, not {name[:40]!r}.")
    return name in _SERIES


def scope_of(query: Query, min_interval: str) -> MacroScope:
    """Return the values of the macros of a query; `min_interval` is the source's `timeInterval`.

    Raises `BadSqlQuery` if that is not a duration.
    """
    least = timedelta(0)
    text = min_interval.strip().lstrip("><=").strip()
    if text:
        try:
            least = parse_duration(f"{text}s" if text.isdigit() else text)
        except BadDuration as error:
            raise BadSqlQuery(f"The source's timeInterval: {error.public}") from error
    return MacroScope(query.range, max(query.interval, least))
