"""The queries and expressions of a rule."""

from collections.abc import Mapping
from datetime import timedelta

from vedette.alerting.model import RuleQuery
from vedette.alerting.rules.reading import RuleReader
from vedette.querying.model import BUILT_IN, BUILT_IN_NAMES, is_expression
from vedette.sdk import Json

MAX_QUERIES = 100
_NUMBERS = ("randomWalk", "ownNumbers")
"""Queries of the built-in source that support alerting. The first one is the default."""
_NO_SOURCES = {
    "-- Mixed --": "each query of a rule needs its own data source",
    "-- Dashboard --": "alert rules cannot use panels; use the data source of the panel",
}
_MAX_SECONDS = 10 * 366 * 86_400


def is_built_in(datasource_uid: str) -> bool:
    return datasource_uid in BUILT_IN_NAMES


def read_queries(reader: RuleReader) -> tuple[RuleQuery, ...]:
    """Raises `BadRule`."""
    found: dict[str, RuleQuery] = {}
    for below in reader.objects("data", MAX_QUERIES):
        query = _query(below)
        if query.ref_id in found:
            raise below.wrong("refId", f"is {query.ref_id!r} a second time; give it another")
        found[query.ref_id] = query
    if not found:
        raise reader.wrong("data", "is empty; a rule has at least one query")
    return tuple(found.values())


def _query(reader: RuleReader) -> RuleQuery:
    ref_id = reader.text("refId", 100)
    model = reader.below("model")
    if model is None:
        raise reader.wrong("model", f"is missing; it must be the model of the query {ref_id}")
    uid = reader.text("datasourceUid", 40, is_needed=False) or _named_source(model.value)
    if not uid:
        raise reader.wrong("datasourceUid", "is missing; set the uid of the data source")
    if uid in _NO_SOURCES:
        raise reader.wrong("datasourceUid", f"is {uid!r}; {_NO_SOURCES[uid]}")
    query_type = reader.text("queryType", 200, is_needed=False)
    if is_built_in(uid):
        uid = BUILT_IN
        built_in_query = model.value.get("queryType") or query_type or _NUMBERS[0]
        if built_in_query not in _NUMBERS:
            raise reader.wrong(
                "model",
                f"queries the built-in source for {str(built_in_query)[:40]!r}, which does not"
                f" support alerting. Use {' or '.join(_NUMBERS)}",
            )
    span = reader.below("relativeTimeRange")
    since = span.whole("from", 600, 0, _MAX_SECONDS) if span else 600
    until = span.whole("to", 0, 0, _MAX_SECONDS) if span else 0
    if is_expression(uid):
        since, until = since or 600, 0
    elif since <= until:
        raise reader.wrong(
            "relativeTimeRange",
            f"is from {since} to {until} seconds before the evaluation; from must be larger",
        )
    return RuleQuery(
        ref_id=ref_id,
        datasource_uid=uid,
        model=model.value,
        since=timedelta(seconds=since),
        until=timedelta(seconds=until),
        query_type=query_type,
    )


def _named_source(model: Json) -> str:
    source = model.get("datasource")
    uid = source.get("uid") if isinstance(source, Mapping) else source
    return uid if isinstance(uid, str) and len(uid) <= 40 else ""
