"""The same made-up metrics on every machine: as a reply of Prometheus, and to fill one with."""

import json
import random
from collections.abc import Iterator

START = 1_790_000_040
STEP = 15
SERIES, SAMPLES = 500, 1_440
SHAPES = {"s": (10, 360), "m": (100, 1_000), "l": (500, 1_440)}
"""Series and samples of the small, the middle and the large question."""


def expression(shape: str) -> str:
    """Selects the series of a shape from what `openmetrics` holds."""
    return {"s": 'bench{size="s"}', "m": 'bench{size=~"s|m"}', "l": "bench"}[shape]


def reply(shape: str) -> bytes:
    """The answer of `query_range`, as Prometheus writes it."""
    series, samples = SHAPES[shape]
    result: list[dict[str, object]] = [
        {"metric": {"__name__": "bench", **_labels(nr)}, "values": _pairs(nr, samples)}
        for nr in range(series)
    ]
    data = {"resultType": "matrix", "result": result}
    return json.dumps({"status": "success", "data": data}, separators=(",", ":")).encode()


def _pairs(nr: int, samples: int) -> list[list[object]]:
    return [[START + STEP * row, value] for row, value in enumerate(_values(nr, samples))]


def openmetrics() -> str:
    """Six hours of all series."""
    lines = ["# TYPE bench gauge"]
    for nr in range(SERIES):
        labels = ",".join(f'{key}="{value}"' for key, value in _labels(nr).items())
        lines.extend(
            f"bench{{{labels}}} {value} {START + STEP * row}"
            for row, value in enumerate(_values(nr, SAMPLES))
        )
    return "\n".join([*lines, "# EOF", ""])


def _labels(nr: int) -> dict[str, str]:
    size = "s" if nr < SHAPES["s"][0] else "m" if nr < SHAPES["m"][0] else "l"
    return {"instance": f"host{nr % 20}:9100", "job": "node", "nr": str(nr), "size": size}


def _values(nr: int, samples: int) -> Iterator[str]:
    """A quarter of the series each: all digits, whole numbers, three decimals, large numbers."""
    chance = random.Random(nr)
    for _ in range(samples):
        number = chance.gauss(50, 20)
        if nr % 4 == 0:
            yield repr(number)
        elif nr % 4 == 1:
            yield str(round(number * 1_000))
        elif nr % 4 == 2:
            yield f"{number:.3f}"
        else:
            yield repr(number * 1e9)
