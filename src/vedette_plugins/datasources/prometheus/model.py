"""The query model of a panel's target."""

from datetime import timedelta
from typing import Any

import msgspec

from vedette.sdk import BadRequest, Query
from vedette.sdk.names import label_template

MAX_EXPRESSION = 512 * 1024


class BadQuery(BadRequest):
    code = "prometheus.bad_query"


class AdHocFilter(msgspec.Struct):
    key: str
    operator: str = "="
    value: str = ""


class Target(msgspec.Struct, rename="camel"):
    """The target. Unknown keys, which editors store for themselves, are ignored."""

    expr: str = ""
    format: str | None = None
    range: bool | None = None
    instant: bool | None = None
    exemplar: bool | None = None
    legend_format: str | None = None
    interval: str | None = None
    interval_factor: float | None = None
    interval_ms: float | None = None
    utc_offset_sec: float | None = None
    adhoc_filters: list[AdHocFilter] | None = None

    @property
    def wants_instant(self) -> bool:
        return bool(self.instant)

    @property
    def wants_range(self) -> bool:
        """Return whether it is a range query, the default for old models without both keys."""
        return bool(self.range) or not self.instant

    @property
    def min_interval(self) -> timedelta | None:
        ms = self.interval_ms
        return timedelta(milliseconds=ms) if ms is not None and 0 < ms < 1e13 else None


def read_target(query: Query) -> Target:
    """Decode a target.

    Raises `BadQuery` if a known key has a value of the wrong type or `expr` is missing, and
    `BadLegend`.
    """
    model: dict[str, Any] = dict(query.model)
    if isinstance(model.get("interval"), int | float):
        model["interval"] = f"{model['interval']}s"
    try:
        target = msgspec.convert(model, Target)
    except msgspec.ValidationError as error:
        raise BadQuery(f"Query {query.ref_id}: {error}.") from error
    if not target.expr.strip():
        raise BadQuery(f"Query {query.ref_id} has no expression.")
    label_template(target.legend_format or "")
    if len(target.expr) > MAX_EXPRESSION:
        raise BadQuery(
            f"The expression of query {query.ref_id} has {len(target.expr):,} characters. The "
            f"limit is {MAX_EXPRESSION:,}."
        )
    return target
