"""The query model of a panel's target."""

import re
from enum import StrEnum
from typing import Any

import msgspec

from vedette.sdk import Query
from vedette_plugins.datasources.tempo.errors import BadQuery
from vedette_plugins.datasources.tempo.search_filters import Filter, filters_traceql, old_traceql

_DEFAULT_LIMIT, _DEFAULT_SPANS = 20, 3
_MOST_TRACES, _MOST_SPANS = 10_000, 1_000
_TRACE_ID = re.compile(r"[0-9A-Fa-f]{1,32}")
_HEX = re.compile(r"[0-9A-Fa-f]+")
_TEXTS = re.compile(r'"(?:[^"\\]++|\\.?)*+"?|`[^`]*+`?', re.DOTALL)
"""An unclosed text extends to the end."""
_METRICS = re.compile(
    r"\|\s*(?:rate|count_over_time|(?:min|max|avg|sum|quantile|histogram)_over_time|compare)\s*\("
)


class Ask(StrEnum):
    TRACE = "trace"
    SEARCH = "search"
    METRICS = "metrics"
    SERVICE_MAP = "service map"
    NOTHING = "nothing"


class TableType(StrEnum):
    TRACES = "traces"
    SPANS = "spans"
    RAW = "raw"


class Target(msgspec.Struct, rename="camel"):
    """The target. Unknown keys, which editors store for themselves, are ignored."""

    query_type: str | None = None
    query: str | None = None
    limit: float | None = None
    spss: float | None = None
    table_type: str | None = None
    filters: list[Filter] | None = None
    group_by: list[Filter] | None = None
    step: str | None = None
    metrics_query_type: str | None = None
    service_map_query: str | list[str] | None = None
    service_map_include_namespace: bool | None = None
    search: str | None = None
    service_name: str | None = None
    span_name: str | None = None
    min_duration: str | None = None
    max_duration: str | None = None

    @property
    def ask(self) -> Ask:
        """Return the kind of query; a single trace id in the TraceQL field requests that trace."""
        kind = self.query_type or "traceql"
        text = (self.query or "").strip()
        if kind == "traceId" or (kind == "traceql" and _HEX.fullmatch(text)):
            return Ask.TRACE
        if kind == "traceqlmetrics" or (kind == "traceql" and is_metrics(text)):
            return Ask.METRICS
        return _ASKS.get(kind, Ask.SEARCH)

    @property
    def trace_id(self) -> str:
        """Return the trace id. Raises `BadQuery` if the text is not one."""
        text = (self.query or "").strip()
        if _TRACE_ID.fullmatch(text) is None:
            raise BadQuery(f"{text[:60]!r} is not a trace id of up to 32 hexadecimal digits.")
        return text.lower()

    @property
    def traceql(self) -> str:
        """Return TraceQL. Raises `BadFilter` for a filter that cannot be expressed."""
        if self.query_type == "traceqlSearch":
            return filters_traceql(self.filters or ())
        if self.query_type == "nativeSearch":
            return old_traceql(
                service=self.service_name or "",
                span=self.span_name or "",
                shortest=self.min_duration or "",
                longest=self.max_duration or "",
                tags=self.search or "",
            )
        text = (self.query or "").strip()
        if not text:
            raise BadQuery("The query has no TraceQL.")
        return text

    @property
    def table(self) -> TableType:
        try:
            return TableType(self.table_type or "traces")
        except ValueError as error:
            raise BadQuery(
                f"{str(self.table_type)[:40]!r} is not a table type. Use traces, spans or raw."
            ) from error

    @property
    def most_traces(self) -> int:
        return _whole(self.limit, _DEFAULT_LIMIT, _MOST_TRACES)

    @property
    def spans_per_set(self) -> int:
        return _whole(self.spss, _DEFAULT_SPANS, _MOST_SPANS)

    @property
    def selectors(self) -> list[str]:
        """Return the PromQL selectors of the service map, any of which can match. Never empty."""
        asked = self.service_map_query or ""
        texts = [asked] if isinstance(asked, str) else asked
        found = [text.strip() for text in texts if text.strip().strip("{} ")]
        return [text if text.startswith("{") else f"{{{text}}}" for text in found] or [""]


_ASKS = {
    "serviceMap": Ask.SERVICE_MAP,
    "clear": Ask.NOTHING,
    "upload": Ask.NOTHING,
    "traceqlSearch": Ask.SEARCH,
    "traceql": Ask.SEARCH,
    "nativeSearch": Ask.SEARCH,
}


def read_target(query: Query) -> Target:
    """Decode a target. Raises `BadQuery` if a known key has a value of the wrong type."""
    model: dict[str, Any] = dict(query.model)
    for key in ("limit", "spss"):
        if model.get(key) == "":
            del model[key]
    try:
        target = msgspec.convert(model, Target, strict=False)
    except msgspec.ValidationError as error:
        raise BadQuery(f"Query {query.ref_id}: {error}.") from error
    if target.query_type and target.query_type not in _KNOWN:
        raise BadQuery(
            f"Query {query.ref_id}: the query type {target.query_type[:40]!r} is not supported."
        )
    return target


_KNOWN = frozenset({*_ASKS, "traceId", "traceqlmetrics"})


def is_metrics(text: str) -> bool:
    """Return whether TraceQL computes series, which has another path than a search."""
    return _METRICS.search(_TEXTS.sub('""', text)) is not None


def _whole(value: float | None, otherwise: int, most: int) -> int:
    if value is None or not value > 0:
        return otherwise
    return int(min(value, most)) or 1
