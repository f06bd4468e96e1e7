"""The query model: a scenario and its knobs, under the names that stored dashboards use."""

import math
from typing import Any

import msgspec

from vedette.sdk import BadRequest, Field, FieldType, Frame, FrameKind, Json, Query

MAX_ROWS = 11_000
MAX_SERIES = 1_000
MAX_VALUES = 2_000_000
MAX_TEXT = 1024 * 1024
MAX_CELLS = 100_000
MAX_NAME = 2_000
"""Characters of what every series has."""


class BadScenario(BadRequest):
    code = "testdata.bad_scenario"


class PulseWave(msgspec.Struct, rename="camel"):
    """`time_step` in seconds: `on_count` steps of one value, then `off_count` of the other."""

    time_step: float = 60
    on_count: int = 3
    on_value: float = 2
    off_count: int = 3
    off_value: float = 1


class CsvWave(msgspec.Struct):
    """Values that repeat for ever, one each `time_step` seconds."""

    time_step: float = msgspec.field(default=60, name="timeStep")
    values: str = msgspec.field(default="0,0,2,2,1,1", name="valuesCSV")
    labels: str = ""
    name: str = ""


class Nodes(msgspec.Struct):
    type: str = "random"
    count: int = 10


class Stream(msgspec.Struct):
    """`speed` in milliseconds between two values."""

    type: str = "signal"
    speed: float = 250
    spread: float = 3.5
    noise: float = 2.2
    bands: int = 1


class Simulation(msgspec.Struct):
    config: dict[str, Any] = {}


class Usa(msgspec.Struct):
    mode: str = "values-as-rows"
    fields: list[str] = []
    states: list[str] = []


class Scenario(msgspec.Struct, rename="camel"):
    scenario_id: str = "random_walk"
    alias: str = ""
    string_input: str = ""
    labels: str = ""
    series_count: int = 1
    start_value: float | None = None
    min: float | None = None
    max: float | None = None
    noise: float | None = None
    spread: float | None = None
    drop: float | None = None
    lines: int = 10
    level_column: bool = False
    csv_content: str = ""
    csv_file_name: str = ""
    csv_wave: list[CsvWave] | CsvWave | None = None
    pulse_wave: PulseWave = msgspec.field(default_factory=PulseWave)
    points: list[tuple[float | None, float]] = []
    raw_frame_content: str = ""
    nodes: Nodes = msgspec.field(default_factory=Nodes)
    span_count: int = 10
    error_type: str = ""
    error_source: str = ""
    stream: Stream = msgspec.field(default_factory=Stream)
    sim: Simulation = msgspec.field(default_factory=Simulation)
    usa: Usa = msgspec.field(default_factory=Usa)


def read_scenario(query: Query) -> Scenario:
    """Empty knobs count as unset. Raises `BadScenario`."""
    known = {key: value for key, value in query.model.items() if value not in (None, "")}
    try:
        scenario = msgspec.convert(known, Scenario, strict=False)
    except msgspec.ValidationError as error:
        raise BadScenario(f"Query {query.ref_id}: {error}.") from error
    if not _finite(msgspec.to_builtins(scenario)):
        raise BadScenario(
            f"Query {query.ref_id} contains a number that is infinite or not a number."
        )
    for key, text in (("alias", scenario.alias), ("labels", scenario.labels)):
        limited(len(text), MAX_NAME, f"characters in {key}")
    if not 1 <= scenario.series_count <= MAX_SERIES:
        raise BadScenario(
            f"seriesCount is {scenario.series_count}. It must be between 1 and {MAX_SERIES}."
        )
    return scenario


def _finite(value: Any) -> bool:
    if isinstance(value, dict):
        return all(map(_finite, value.values()))
    if isinstance(value, list | tuple):
        return all(map(_finite, value))
    return not isinstance(value, float) or math.isfinite(value)


def read_labels(text: str, index: int = 0) -> dict[str, str]:
    """`{job="a", nr=$seriesIndex}`, the braces and quotes optional."""
    labels = {}
    for part in text.strip().strip("{}").split(","):
        key, separator, value = part.partition("=")
        if separator and key.strip():
            value = value.strip().strip("\"'").replace("$seriesIndex", str(index))
            labels[key.strip()] = value
    return labels


def series_name(query: Query, scenario: Scenario, index: int) -> str:
    if scenario.alias:
        return scenario.alias.replace("$__series_idx", str(index)).replace(
            "$seriesIndex", str(index)
        )
    return f"{query.ref_id}-series{index or ''}"


def limited(count: int, limit: int, what: str) -> int:
    """Raises `BadScenario` before anything of that size is made."""
    if not 0 <= count <= limit:
        raise BadScenario(f"{count} {what} were requested. The limit is {limit}.")
    return count


def table(ref_id: str, *fields: Field, name: str = "", meta: Json | None = None) -> Frame:
    return Frame(FrameKind.TABLE, fields, ref_id, name, meta=meta or {})


def times(name: str, values: Any, **more: Any) -> Field:
    return Field(name, FieldType.TIME, values, **more)


def values(name: str, column: Any, **more: Any) -> Field:
    return Field(name, FieldType.NUMBER, column, **more)


def texts(name: str, column: Any, **more: Any) -> Field:
    return Field(name, FieldType.STRING, column, **more)
