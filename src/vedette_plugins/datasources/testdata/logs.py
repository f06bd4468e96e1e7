"""Log lines, seeded by their time."""

from collections.abc import Mapping, Sequence

import numpy as np

from vedette.sdk import Field, FieldType, Frame, FrameKind, Query
from vedette_plugins.datasources.testdata.model import Scenario, limited, read_labels, texts, times
from vedette_plugins.datasources.testdata.noise import Ints, seed, uniform

_MAX_LINES = 10_000
_LEVELS = ("info",) * 10 + ("debug",) * 5 + ("warn",) * 2 + ("error", "critical", "trace")
_EVENTS: Mapping[str, Sequence[str]] = {
    "trace": ("span exported name=checkout", "lock acquired key=cart"),
    "debug": ("cache miss key=session", "connection opened peer=10.0.3.7:5432"),
    "info": (
        "request handled method=GET path=/api/orders status=200",
        "request handled method=POST path=/api/cart status=201",
        "user signed in method=password",
        "job finished name=report",
    ),
    "warn": ("slow query table=orders rows=18", "retry scheduled attempt=2"),
    "error": ("payment refused reason=timeout", "request failed path=/api/checkout status=502"),
    "critical": ("connection pool exhausted pool=orders",),
}


def logs(query: Query, scenario: Scenario) -> list[Frame]:
    """`lines` lines, the newest first."""
    count = limited(scenario.lines, _MAX_LINES, "lines")
    length = query.range.end_ms - query.range.start_ms
    places = np.arange(count, dtype=np.int64)
    return [_lines(query, scenario, query.range.end_ms - places * (length // max(count, 1)))]


def stream_frame(query: Query, scenario: Scenario, moment: int) -> Frame:
    return _lines(query, scenario, np.array([moment], dtype=np.int64))


def _lines(query: Query, scenario: Scenario, moments: Ints) -> Frame:
    key = seed(query.ref_id, "logs")
    chances = uniform(moments, key).tolist()
    levels = [_LEVELS[int(chance * len(_LEVELS))] for chance in chances]
    events = [
        _EVENTS[level][int(chance * 1_000) % len(_EVENTS[level])]
        for level, chance in zip(levels, chances, strict=True)
    ]
    hosts = [f"srv{int(chance * 100) % 3 + 1:03}" for chance in chances]
    lines = [
        f"level={level} host={host} took={chance * 500:.0f}ms msg={event!r}"
        for level, host, event, chance in zip(levels, hosts, events, chances, strict=True)
    ]
    shared = read_labels(scenario.labels)
    labels = [
        {**shared, "host": host, "level": level} for host, level in zip(hosts, levels, strict=True)
    ]
    fields = [
        times("time", moments),
        texts("body", lines),
        texts("id", [f"{moment}_{place}" for place, moment in enumerate(moments.tolist())]),
        texts("hostname", hosts),
        Field("labels", FieldType.JSON, labels),
    ]
    if scenario.level_column:
        fields.insert(2, texts("severity", levels))
    meta = {"type": "log-lines", "typeVersion": [0, 0], "preferredVisualisationType": "logs"}
    return Frame(FrameKind.LOGS, tuple(fields), query.ref_id, meta=meta)
