"""From a reply of Prometheus to frames on the wire, in one process, beside objects by orjson."""

import math
import time
from collections.abc import Callable, Sequence
from typing import Any

import orjson

from bench.data import SHAPES, STEP, reply
from bench.report import Result, alternate, paired
from vedette.querying.frames_json import results_json
from vedette.sdk import Answer
from vedette_plugins.datasources.prometheus import frames
from vedette_plugins.datasources.prometheus.matrix import MatrixReader

_CHUNK = 64 * 1024
_GATES = {"s": None, "m": 0.10, "l": 0.10}
_REPEATS = {"s": 40, "m": 4, "l": 1}
_META = frames.meta("timeseries-multi", "matrix", "Expr: bench\nStep: 15s")
_ENTITIES = {"NaN": "NaN", "+Inf": "Inf", "-Inf": "NegInf"}


def run(rounds: int) -> Sequence[Result]:
    return [_shape(shape, rounds) for shape in SHAPES]


def _shape(shape: str, rounds: int) -> Result:
    body = reply(shape)
    assert orjson.loads(by_bytes(body)) == orjson.loads(by_objects(body))
    series, samples = SHAPES[shape]
    count, repeats = series * samples, _REPEATS[shape]
    ours, reference = alternate(
        rounds,
        lambda: _nanoseconds(by_bytes, body, count, repeats),
        lambda: _nanoseconds(by_objects, body, count, repeats),
    )
    name = f"hotpath {series}x{samples}, a sample"
    return paired(
        name, ours, reference, unit="ns", gate=_GATES[shape], note="beside orjson objects"
    )


def _nanoseconds(
    convert: Callable[[bytes], bytes], body: bytes, samples: int, repeats: int
) -> float:
    started = time.process_time_ns()
    for _ in range(repeats):
        convert(body)
    return (time.process_time_ns() - started) / samples / repeats


def by_bytes(body: bytes) -> bytes:
    """What a query does, except for the network."""
    reader = MatrixReader(STEP * 1000)
    for start in range(0, len(body), _CHUNK):
        reader.feed(body[start : start + _CHUNK])
    built = frames.series_frames(
        reader.finish().series,
        _META,
        ref_id="A",
        expr="bench",
        legend="{{instance}}",
        step_ms=STEP * 1000,
    )
    return b"".join(results_json({"A": Answer("A", tuple(built))}))


def by_objects(body: bytes) -> bytes:
    """The same answer by way of Python objects."""
    built = [_object_frame(each) for each in orjson.loads(body)["data"]["result"]]
    return orjson.dumps({"results": {"A": {"status": 200, "frames": built}}})


def _object_frame(series: dict[str, Any]) -> dict[str, Any]:
    times = [int(time * 1000) for time, _ in series["values"]]
    values: list[float | None] = [float(text) for _, text in series["values"]]
    data: dict[str, Any] = {"values": [times, values]}
    if not math.isfinite(sum(filter(None, values))):
        entities: dict[str, list[int]] = {}
        for row, (_, text) in enumerate(series["values"]):
            if text in _ENTITIES:
                entities.setdefault(_ENTITIES[text], []).append(row)
                values[row] = None
        data["entities"] = [None, entities]
    labels = series["metric"]
    fields = [
        {
            "name": "Time",
            "type": "time",
            "typeInfo": {"frame": "time.Time"},
            "config": {"interval": STEP * 1000},
        },
        {
            "name": "bench",
            "type": "number",
            "typeInfo": {"frame": "float64"},
            "labels": labels,
            "config": {"displayNameFromDS": labels["instance"]},
        },
    ]
    return {"schema": {"refId": "A", "meta": _META, "fields": fields}, "data": data}
