"""The data source that needs no configuration: a random walk, and the server's own metrics."""

import random
from collections.abc import Sequence

from vedette.querying import own_numbers
from vedette.querying.errors import BadBatch
from vedette.sdk import (
    Answer,
    Caller,
    Field,
    FieldType,
    Frame,
    FrameKind,
    Health,
    Json,
    Query,
    VedetteError,
)

_MAX_POINTS = 11_000


class BuiltIn:
    def __init__(self, numbers: own_numbers.Numbers | None = None) -> None:
        self._numbers = numbers

    async def query(self, queries: Sequence[Query], caller: Caller) -> Sequence[Answer]:
        return [_answer(query, self._numbers) for query in queries]

    async def check(self) -> Health:
        return Health(ok=True, message="Always available.")

    async def aclose(self) -> None:
        """Do nothing, because no connection is open."""


def _answer(query: Query, numbers: own_numbers.Numbers | None) -> Answer:
    kind = query.model.get("queryType") or "randomWalk"
    if kind == "annotations" or (kind == "randomWalk" and _asks_annotations(query.model)):
        # Stored annotations are served by /api/annotations, which checks permissions.
        empty = Frame(FrameKind.TABLE, (), query.ref_id)
        return Answer(query.ref_id, (empty,))
    if kind == "randomWalk":
        return Answer(query.ref_id, (_random_walk(query),))
    if kind == "ownNumbers" and numbers is not None:
        try:
            return Answer(query.ref_id, own_numbers.frames(query, numbers))
        except VedetteError as error:
            return Answer(query.ref_id, error=error)
    if kind == "list":
        fields = (
            Field("name", FieldType.STRING, []),
            Field("media-type", FieldType.STRING, []),
        )
        meta = {"type": "directory-listing"}
        return Answer(query.ref_id, (Frame(FrameKind.TABLE, fields, query.ref_id, meta=meta),))
    known = "randomWalk, ownNumbers and list"
    refused = BadBatch(f"The built-in data source supports {known}, not {str(kind)[:40]!r}.")
    return Answer(query.ref_id, error=refused)


def _asks_annotations(model: Json) -> bool:
    """Return whether a dashboard's query for stored annotations was sent here.

    Such targets have `type` tags or dashboard and no `queryType`.
    """
    return not model.get("queryType") and model.get("type") in ("tags", "dashboard")


def _random_walk(query: Query) -> Frame:
    length = query.range.end_ms - query.range.start_ms
    points = min(query.max_points, _MAX_POINTS)
    step = max(1, length // max(points, 1), round(query.interval.total_seconds() * 1000))
    first = -(-query.range.start_ms // step) * step
    times = list(range(first, query.range.end_ms + 1, step))[:_MAX_POINTS]
    walk, values = random.Random(), []  # noqa: S311 - demonstration data, not a secret
    value = walk.uniform(0, 100)
    for _ in times:
        value += walk.uniform(-0.5, 0.5)
        values.append(value)
    fields = (
        Field("time", FieldType.TIME, times, config={"interval": step}),
        Field("A-series", FieldType.NUMBER, values),
    )
    return Frame(FrameKind.SERIES, fields, query.ref_id)
