"""Tables, annotations and frames given as JSON."""

from typing import Any

import msgspec
import numpy as np

from vedette.sdk import Field, FieldType, Frame, FrameKind, Json, JsonTally, Query
from vedette_plugins.datasources.testdata.model import (
    MAX_CELLS,
    MAX_ROWS,
    MAX_TEXT,
    BadScenario,
    Scenario,
    limited,
    table,
    texts,
    times,
    values,
)
from vedette_plugins.datasources.testdata.noise import seed, uniform

_STATES = (
    "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ"
    " NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY"
)
_MEASURES = ("foo", "bar", "baz")


def table_static(query: Query, scenario: Scenario) -> list[Frame]:
    moments = np.linspace(query.range.start_ms, query.range.end_ms, num=5).astype(np.int64)
    severities = ["critical", "warning", "info", "warning", "critical"]
    return [
        table(
            query.ref_id,
            times("Time", moments),
            texts("Message", [f"This is message {number}" for number in range(1, 6)]),
            texts("Description", [f"{each.capitalize()} event" for each in severities]),
            texts("Severity", severities),
            values("Value", [23.1, 5.4, 78.0, 12.6, 41.3]),
        )
    ]


def usa(query: Query, scenario: Scenario) -> list[Frame]:
    """A row for each state and a column for each measure, seeded by their names."""
    states = scenario.usa.states or _STATES.split()
    measures = scenario.usa.fields or list(_MEASURES)
    limited(len(states) * len(measures), MAX_ROWS, "cells")
    fields = [texts("state", states)]
    for measure in measures:
        column = [float(uniform(np.array([0]), seed(measure, state))[0]) * 100 for state in states]
        fields.append(values(measure, column))
    return [table(query.ref_id, *fields)]


def raw_frame(query: Query, scenario: Scenario) -> list[Frame]:
    """Frames as JSON: the wire shape, or `{"fields": [{"name", "type", "values"}]}`."""
    text = scenario.raw_frame_content
    if len(text) > MAX_TEXT:
        raise BadScenario("The frame's JSON is longer than 1 MB.")
    tally = JsonTally()
    tally.feed(text.encode())
    limited(tally.values, MAX_CELLS, "values")
    try:
        read = msgspec.json.decode(text or "[]")
        listed = read if isinstance(read, list) else [read]
        return [_frame(each, query.ref_id) for each in listed]
    except (msgspec.DecodeError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadScenario(f"The text contains no frames: {error}.") from error


def _frame(given: dict[str, Any], ref_id: str) -> Frame:
    schema = given.get("schema", given)
    listed: list[dict[str, Any]] = schema.get("fields", [])
    columns = given["data"]["values"] if "data" in given else [each["values"] for each in listed]
    fields = tuple(_field(each, column) for each, column in zip(listed, columns, strict=True))
    if len({len(field.values) for field in fields}) > 1:
        raise ValueError("the columns differ in length")
    meta: Json = schema.get("meta") or {}
    return Frame(FrameKind.TABLE, fields, ref_id, schema.get("name") or "", meta=meta)


def _field(given: dict[str, Any], column: list[Any]) -> Field:
    kind = given.get("type") or _guess(column)
    if kind not in set(FieldType):
        kind = "other"
    return Field(
        str(given.get("name", "")),
        FieldType(kind),
        column,
        labels=given.get("labels"),
        config=given.get("config") or {},
        nullable=None in column,
    )


def _guess(column: list[Any]) -> str:
    for value in column:
        if isinstance(value, bool):
            return "boolean"
        if isinstance(value, int | float):
            return "number"
        if isinstance(value, str):
            return "string"
    return "other"
