"""Bucket counts for heatmaps: a wave that climbs through the buckets."""

import math

import numpy as np

from vedette.sdk import Frame, FrameKind, Query
from vedette_plugins.datasources.testdata.model import MAX_ROWS, Scenario, times, values
from vedette_plugins.datasources.testdata.noise import grid, seed, uniform
from vedette_plugins.datasources.testdata.walks import step_of


def exponential_buckets(query: Query, scenario: Scenario) -> list[Frame]:
    return [_buckets(query, [float(2**power) for power in range(10)])]


def linear_buckets(query: Query, scenario: Scenario) -> list[Frame]:
    return [_buckets(query, [float(10 * number) for number in range(10)])]


def _buckets(query: Query, bounds: list[float]) -> Frame:
    step = max(step_of(query), (query.range.end_ms - query.range.start_ms) // 100)
    moments = grid(query.range.start_ms, query.range.end_ms, step, MAX_ROWS)
    centre = (len(bounds) - 1) * (0.5 + 0.4 * np.sin(moments / step * math.pi / 20))
    fields = [times("Time", moments, config={"interval": step})]
    for index, bound in enumerate(bounds):
        chance = np.exp(-((index - centre) ** 2) / 4)
        counts = np.floor(100 * chance * uniform(moments, seed(query.ref_id, index)))
        fields.append(values(f"{bound:g}", counts))
    return Frame(FrameKind.SERIES_WIDE, tuple(fields), query.ref_id, meta={"type": "heatmap-rows"})
