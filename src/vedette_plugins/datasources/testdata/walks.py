"""Series that wander: random walks, the stream's last window, and a sine."""

import math
from datetime import timedelta

import numpy as np

from vedette.sdk import Field, Frame, FrameKind, Query, charge_objects
from vedette_plugins.datasources.testdata.model import (
    MAX_ROWS,
    MAX_VALUES,
    Scenario,
    limited,
    read_labels,
    series_name,
    table,
    texts,
    times,
    values,
)
from vedette_plugins.datasources.testdata.noise import Floats, Ints, grid, seed, uniform, walk

_STREAM_WINDOW = 500
_VALUE_BYTES = 16


def step_of(query: Query) -> int:
    """Milliseconds between two points: the panel's interval, or coarser to stay in its limit."""
    length = query.range.end_ms - query.range.start_ms
    interval = round(query.interval / timedelta(milliseconds=1))
    return max(1, interval, -(-length // max(1, min(query.max_points, MAX_ROWS))))


def random_walk(query: Query, scenario: Scenario) -> list[Frame]:
    step = step_of(query)
    moments = grid(query.range.start_ms, query.range.end_ms, step, MAX_ROWS)
    count = limited(len(moments) * scenario.series_count, MAX_VALUES, "values")
    charge_objects(_VALUE_BYTES * count)
    return [_walk(query, scenario, index, moments, step) for index in range(scenario.series_count)]


def _walk(query: Query, scenario: Scenario, index: int, moments: Ints, step: int) -> Frame:
    key = seed(query.ref_id, scenario.alias, index)
    heights = _heights(scenario, key, moments, step)
    if scenario.drop:
        kept = uniform(moments, key + 1_000) >= scenario.drop / 100
        moments, heights = moments[kept], heights[kept]
    name = series_name(query, scenario, index)
    fields = (
        times("time", moments, config={"interval": step}),
        values(name, heights, labels=read_labels(scenario.labels, index) or None),
    )
    return Frame(FrameKind.SERIES, fields, query.ref_id)


def _heights(scenario: Scenario, key: int, moments: Ints, step: int) -> Floats:
    spread = 1.0 if scenario.spread is None else scenario.spread
    start = scenario.start_value
    if start is None:
        start = 100 * float(uniform(np.array([0]), key)[0])
    heights = start + spread * walk(moments, step, key) / 2
    if scenario.noise:
        heights = heights + scenario.noise * uniform(moments, key + 2_000)
    if scenario.min is not None or scenario.max is not None:
        low = -math.inf if scenario.min is None else scenario.min
        high = math.inf if scenario.max is None else scenario.max
        heights = _folded(heights, low, high)
    return heights


def _folded(heights: Floats, low: float, high: float) -> Floats:
    """Reflected at the bounds, so that a walk does not stick to them."""
    if not low < high:
        return np.full(len(heights), low)
    if math.isinf(low):
        return high - np.abs(high - heights)
    if math.isinf(high):
        return low + np.abs(heights - low)
    width = high - low
    return low + width - np.abs((heights - low) % (2 * width) - width)


def random_walk_table(query: Query, scenario: Scenario) -> list[Frame]:
    step = step_of(query)
    moments = grid(query.range.start_ms, query.range.end_ms, step, 50)
    key = seed(query.ref_id, "table")
    heights = _heights(scenario, key, moments, step)
    around = 1 + uniform(moments, key + 3_000)
    info = ["up" if share < 1.5 else "down fast" if share > 1.9 else "down" for share in around]
    return [
        table(
            query.ref_id,
            times("Time", moments),
            values("Value", heights),
            values("Min", heights - around),
            values("Max", heights + around),
            texts("Info", info),
        )
    ]


def sine(query: Query, scenario: Scenario) -> list[Frame]:
    """The simulation's sine; `config` gives period in seconds, offset, phase and amplitude."""
    config = scenario.sim.config
    period, phase = _knob(config, "period", 10), _knob(config, "phase", 0)
    offset, amplitude = _knob(config, "offset", 0), _knob(config, "amplitude", 1)
    step = step_of(query)
    moments = grid(query.range.start_ms, query.range.end_ms, step, MAX_ROWS)
    angles = 2 * math.pi * (moments / 1000 / (period or 1)) + phase
    field = values("sine", offset + amplitude * np.sin(angles))
    return [Frame(FrameKind.SERIES, (times("time", moments), field), query.ref_id)]


def _knob(config: dict[str, object], name: str, default: float) -> float:
    value = config.get(name, default)
    return float(value) if isinstance(value, int | float) and math.isfinite(value) else default


def stream_window(query: Query, scenario: Scenario) -> list[Frame]:
    """What a stream has shown until now: its last values within the range."""
    step = max(10, round(scenario.stream.speed))
    start = max(query.range.start_ms, query.range.end_ms - step * _STREAM_WINDOW)
    return [stream_frame(query, scenario, grid(start, query.range.end_ms, step, _STREAM_WINDOW))]


def stream_frame(query: Query, scenario: Scenario, moments: Ints) -> Frame:
    stream = scenario.stream
    step = max(10, round(stream.speed))
    key = seed(query.ref_id, "stream")
    heights = 50 + stream.spread * walk(moments, step, key) / 2
    fields: list[Field] = [times("Time", moments), values("Value", heights)]
    for band in range(limited(stream.bands, 20, "bands")):
        width = stream.noise * (1 + band) * (1 + uniform(moments, key + 20 + band))
        fields += (
            values(f"Min{band or ''}", heights - width),
            values(f"Max{band or ''}", heights + width),
        )
    return Frame(FrameKind.SERIES_WIDE, tuple(fields), query.ref_id)
