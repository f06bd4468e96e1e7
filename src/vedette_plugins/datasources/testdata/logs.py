"""Log lines, seeded by their time."""

import numpy as np

from vedette.sdk import Field, FieldType, Frame, FrameKind, Query
from vedette_plugins.datasources.testdata.model import Scenario, limited, read_labels, texts, times
from vedette_plugins.datasources.testdata.noise import Ints, seed, uniform

_MAX_LINES = 10_000
_LEVELS = ("info", "debug", "info", "warn", "info", "error", "debug", "info", "critical", "trace")
_EVENTS = (
    "request handled method=GET path=/api/orders status=200",
    "cache miss key=session",
    "connection opened peer=10.0.3.7:5432",
    "slow query table=orders rows=18",
    "user signed in method=password",
    "payment refused reason=timeout",
    "retry scheduled attempt=2",
    "job finished name=report",
)


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
    events = [_EVENTS[int(chance * 1_000) % len(_EVENTS)] for chance in chances]
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
