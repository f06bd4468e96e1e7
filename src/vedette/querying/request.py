"""Parses the body of a query request: refIds, sources and ranges, with limits for all of them."""

import math
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

import msgspec

from vedette.kernel.durations import parse_time_range
from vedette.kernel.source_names import (
    BUILT_IN,
    BUILT_IN_NAMES,
    EXPRESSIONS,
    EXPRESSIONS_ID,
    is_expression,
)
from vedette.querying.errors import BadBatch, NoQueries, NoSource
from vedette.querying.model import QueryTarget
from vedette.sdk import TimeRange

MAX_QUERIES = 200
MAX_POINTS = 11_000
_DEFAULT_POINTS = 100
_DEFAULT_INTERVAL_MS = 1_000
_MAX_INTERVAL_MS = 10 * 366 * 86_400_000


class QueryRequest(msgspec.Struct):
    """The request. `queries` are not decoded further, because most keys belong to a plugin."""

    queries: list[dict[str, Any]]
    from_: str | int | None = msgspec.field(default=None, name="from")
    to: str | int | None = None


def read_targets(request: QueryRequest, now: datetime) -> tuple[QueryTarget, ...]:
    """Return the targets. Raises `BadBatch` or `BadTimeRange`, which name the invalid query."""
    if not request.queries:
        raise NoQueries("The request has no queries.")
    if len(request.queries) > MAX_QUERIES:
        raise BadBatch(
            f"The request has {len(request.queries)} queries. The limit is {MAX_QUERIES}."
        )
    whole = None
    if request.from_ is not None and request.to is not None:
        whole = _time_range(request.from_, request.to, now)
    targets: dict[str, QueryTarget] = {}
    for model in request.queries:
        target = _target(model, whole, now)
        if target.ref_id in targets:
            raise BadBatch(f"Two queries have the refId {target.ref_id}.")
        targets[target.ref_id] = target
    return tuple(targets.values())


def _target(model: Mapping[str, Any], whole: TimeRange | None, now: datetime) -> QueryTarget:
    ref_id = model.get("refId") or "A"
    if not isinstance(ref_id, str) or len(ref_id) > 100:
        raise BadBatch("A refId must be a text of at most 100 characters.")
    own = model.get("timeRange")
    time_range = whole
    if isinstance(own, Mapping) and "from" in own and "to" in own:
        time_range = _time_range(own["from"], own["to"], now)
    if time_range is None:
        raise BadBatch(f"Query {ref_id} has no time range: the request has no from and to.")
    interval = _number(model, "intervalMs", _DEFAULT_INTERVAL_MS, ref_id)
    points = _number(model, "maxDataPoints", _DEFAULT_POINTS, ref_id)
    uid, id_ = _source(model, ref_id)
    return QueryTarget(
        ref_id=ref_id,
        datasource_uid=uid,
        datasource_id=id_,
        model=model,
        range=time_range,
        interval=timedelta(milliseconds=min(interval, _MAX_INTERVAL_MS)),
        max_points=max(1, min(int(points), MAX_POINTS)),
    )


def _time_range(start: object, end: object, now: datetime) -> TimeRange:
    if isinstance(start, bool) or isinstance(end, bool):
        raise BadBatch("from and to must be times.")
    if not isinstance(start, str | int) or not isinstance(end, str | int):
        raise BadBatch(
            "from and to must be milliseconds, ISO 8601 or relative times such as now-6h."
        )
    return TimeRange(*parse_time_range(str(start), str(end), now))


def _number(model: Mapping[str, Any], key: str, default: int, ref_id: str) -> float:
    value = model.get(key)
    if value is None or value == 0:
        return default
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadBatch(f"{key} of query {ref_id} must be a number.")
    if not math.isfinite(value) or value < 0:
        raise BadBatch(f"{key} of query {ref_id} must be positive, not {value}.")
    return value


def _source(model: Mapping[str, Any], ref_id: str) -> tuple[str, int | None]:
    source = model.get("datasource")
    if isinstance(source, str) and source:
        return _uid(source), None
    if isinstance(source, Mapping):
        uid = source.get("uid") or ""
        if not uid and source.get("type") == EXPRESSIONS:
            return EXPRESSIONS, None
        if not uid and source.get("type") in ("grafana", "datasource"):
            return BUILT_IN, None
        if isinstance(uid, str) and uid:
            return _uid(uid), None
    id_ = model.get("datasourceId")
    if id_ == EXPRESSIONS_ID:
        return EXPRESSIONS, None
    if isinstance(id_, int) and not isinstance(id_, bool) and id_ > 0:
        return "", id_
    raise NoSource(f"Query {ref_id} has no data source. Set datasource.uid.")


def _uid(text: str) -> str:
    if is_expression(text):
        return EXPRESSIONS
    return BUILT_IN if text in BUILT_IN_NAMES else text
