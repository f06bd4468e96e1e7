"""Series that are the same at every visit: pulses and waves counted from the epoch."""

from collections.abc import Sequence

import numpy as np

from vedette.sdk import Frame, FrameKind, Query
from vedette_plugins.datasources.testdata.csv_text import number_or_null
from vedette_plugins.datasources.testdata.model import (
    MAX_NAME,
    BadScenario,
    CsvWave,
    Scenario,
    limited,
    read_labels,
    series_name,
    times,
    values,
)
from vedette_plugins.datasources.testdata.noise import Ints

_MAX_POINTS = 10_000


def predictable_pulse(query: Query, scenario: Scenario) -> list[Frame]:
    wave = scenario.pulse_wave
    if wave.on_count < 0 or wave.off_count < 0 or wave.on_count + wave.off_count == 0:
        raise BadScenario("A pulse needs at least one step: set onCount and offCount.")
    moments, step = _moments(query, wave.time_step)
    places = moments // step % (wave.on_count + wave.off_count)
    heights = np.where(places < wave.on_count, wave.on_value, wave.off_value).astype(np.float64)
    name = series_name(query, scenario, 0)
    labels = read_labels(scenario.labels) or None
    fields = (times("time", moments), values(name, heights, labels=labels))
    return [Frame(FrameKind.SERIES, fields, query.ref_id)]


def predictable_csv_wave(query: Query, scenario: Scenario) -> list[Frame]:
    waves = scenario.csv_wave or [CsvWave()]
    listed = waves if isinstance(waves, list) else [waves]
    limited(len(listed), 100, "waves")
    return [_wave(query, scenario, wave, index) for index, wave in enumerate(listed)]


def _wave(query: Query, scenario: Scenario, wave: CsvWave, index: int) -> Frame:
    cycle = _numbers(wave.values)
    moments, step = _moments(query, wave.time_step)
    places = moments // step % len(cycle)
    column = [cycle[place] for place in places.tolist()]
    limited(len(wave.name) + len(wave.labels), MAX_NAME, "characters in a name and its labels")
    name = wave.name or series_name(query, scenario, index)
    labels = read_labels(wave.labels or scenario.labels, index) or None
    fields = (
        times("time", moments),
        values(name, column, labels=labels, nullable=None in cycle),
    )
    return Frame(FrameKind.SERIES, fields, query.ref_id)


def _moments(query: Query, time_step: float) -> tuple[Ints, int]:
    """Every step from the one that holds the start, up to the end, which is left out."""
    step = round(time_step * 1000)
    if not 1 <= step <= 10 * 366 * 86_400_000:
        raise BadScenario(f"timeStep is {time_step:g}. It must be a positive number of seconds.")
    first = query.range.start_ms // step * step
    end = min(query.range.end_ms, first + step * _MAX_POINTS)
    return np.arange(first, end, step, dtype=np.int64), step


def _numbers(text: str) -> list[float | None]:
    """Raises `BadScenario` before too many are made."""
    limited(text.count(","), _MAX_POINTS, "values")
    return [number_or_null(part) for part in text.rstrip(",").split(",")]


def csv_metric_values(query: Query, scenario: Scenario) -> list[Frame]:
    """The given values, spread evenly over the range."""
    text = scenario.string_input or "1,20,90,30,5,0"
    cycle = _numbers(text)
    start, end = query.range.start_ms, query.range.end_ms
    moments = np.linspace(start, end, num=len(cycle)).astype(np.int64)
    return [_series(query, scenario, moments.tolist(), cycle)]


def manual_entry(query: Query, scenario: Scenario) -> list[Frame]:
    """The given `[value, milliseconds]` pairs that lie in the range."""
    limited(len(scenario.points), _MAX_POINTS, "points")
    inside = sorted(
        (round(time), value)
        for value, time in scenario.points
        if query.range.start_ms <= time <= query.range.end_ms
    )
    return [_series(query, scenario, [time for time, _ in inside], [v for _, v in inside])]


def outside_range(query: Query, scenario: Scenario) -> list[Frame]:
    """One value, an hour before the range starts."""
    return [_series(query, scenario, [query.range.start_ms - 3_600_000], [10.0])]


def _series(
    query: Query, scenario: Scenario, moments: Sequence[int], column: Sequence[float | None]
) -> Frame:
    name = series_name(query, scenario, 0)
    labels = read_labels(scenario.labels) or None
    fields = (
        times("time", moments),
        values(name, column, labels=labels, nullable=None in column),
    )
    return Frame(FrameKind.SERIES, fields, query.ref_id)
