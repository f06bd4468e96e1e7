"""The query model of a panel's target."""

from typing import Any, Literal

import msgspec

from vedette.sdk import BadRequest, Query
from vedette.sdk.names import label_template
from vedette_plugins.datasources.loki.logql import is_log_query

MAX_EXPRESSION = 512 * 1024


class BadQuery(BadRequest):
    code = "loki.bad_query"


class AdHocFilter(msgspec.Struct):
    key: str
    operator: str = "="
    value: str = ""


class Target(msgspec.Struct, rename="camel"):
    """The target. Unknown keys, which editors store for themselves, are ignored.

    `start_ns` and `end_ns` are nanoseconds since the epoch as text and replace the panel's range,
    because the context of a line lies within a millisecond of it.
    """

    expr: str = ""
    query_type: Literal["range", "instant", "stream", ""] = ""
    max_lines: int | None = None
    direction: Literal["backward", "forward", "scan", ""] = ""
    legend_format: str | None = None
    step: str | None = None
    resolution: float | None = None
    instant: bool | None = None
    range: bool | None = None
    supporting_query_type: str | None = None
    adhoc_filters: list[AdHocFilter] | None = None
    start_ns: str | None = None
    end_ns: str | None = None

    @property
    def is_instant(self) -> bool:
        """Return whether it is an instant query, by the query type or by the flag of older models.

        Queries of log lines are range queries.
        """
        if self.is_log_query:
            return False
        if self.query_type:
            return self.query_type == "instant"
        return bool(self.instant) and not self.range

    @property
    def is_log_query(self) -> bool:
        return is_log_query(self.expr)


def read_target(query: Query) -> Target:
    """Decode a target.

    Raises `BadQuery` if a known key has a value of the wrong type or `expr` is missing, and
    `BadLegend`.
    """
    model: dict[str, Any] = dict(query.model)
    if not model.get("maxLines"):  # For null, an empty text and 0 the limit of the source applies.
        model.pop("maxLines", None)
    if isinstance(model.get("step"), int | float):
        model["step"] = f"{model['step']}s"
    try:
        target = msgspec.convert(model, Target, strict=False)
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
    if target.max_lines is not None and target.max_lines < 1:
        raise BadQuery(f"Query {query.ref_id} requests {target.max_lines} lines. The minimum is 1.")
    return target
