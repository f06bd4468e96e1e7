"""Paired measurements, and how they are printed: medians, ratios with their interval, gates.

A gate is on the ratio to a reference measured in the same rounds. Where the reference itself
varies too much, the verdict is NOISY: neither passed nor failed.
"""

import json
import os
import platform
import random
import statistics
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

_RESAMPLES = 2_000
_NOISY_SPREAD = 0.25


@dataclass(frozen=True, slots=True)
class Result:
    """One line: `ratio` is None where there is no reference and `gate` bounds `value` itself."""

    name: str
    value: float
    unit: str
    reference: float | None = None
    ratio: float | None = None
    low: float | None = None
    high: float | None = None
    spread: float | None = None
    gate: float | None = None
    rounds: int = 0
    note: str = ""

    @property
    def verdict(self) -> str:
        if self.gate is None:
            return ""
        if self.spread is not None and self.spread > _NOISY_SPREAD:
            return "NOISY"
        compared = self.value if self.ratio is None else self.ratio
        return "PASS" if compared <= self.gate else "FAIL"


def paired(
    name: str,
    ours: Sequence[float],
    reference: Sequence[float],
    *,
    unit: str,
    gate: float | None = None,
    note: str = "",
) -> Result:
    """Compares values measured in the same rounds, one of each a round."""
    pairs = list(zip(ours, reference, strict=True))
    random_rounds = random.Random(1)
    ratios = sorted(_ratio(random_rounds.choices(pairs, k=len(pairs))) for _ in range(_RESAMPLES))
    return Result(
        name,
        statistics.median(ours),
        unit,
        statistics.median(reference),
        _ratio(pairs),
        ratios[round(0.025 * _RESAMPLES)],
        ratios[round(0.975 * _RESAMPLES) - 1],
        spread_of(reference),
        gate,
        len(pairs),
        note,
    )


def _ratio(pairs: Sequence[tuple[float, float]]) -> float:
    ours, reference = zip(*pairs, strict=True)
    return float(statistics.median(ours) / statistics.median(reference))


def spread_of(values: Sequence[float]) -> float:
    """The inter-quartile range as a share of the median."""
    if len(values) < 2:
        return 0.0
    lower, middle, upper = statistics.quantiles(values, n=4)
    return (upper - lower) / middle


def alternate(
    rounds: int, first: Callable[[], float], second: Callable[[], float]
) -> tuple[list[float], list[float]]:
    """Both measured `rounds` times in the order ABBA, after one round that does not count."""
    first(), second()
    firsts, seconds = [], []
    for place in range(rounds):
        if place % 2:
            seconds.append(second())
            firsts.append(first())
        else:
            firsts.append(first())
            seconds.append(second())
    return firsts, seconds


def table(results: Sequence[Result]) -> str:
    rows = [("", "ours", "reference", "ratio", "95 % interval", "gate", "verdict", "note")]
    for each in results:
        rows.append(
            (
                each.name,
                f"{each.value:.3g} {each.unit}",
                "" if each.reference is None else f"{each.reference:.3g} {each.unit}",
                "" if each.ratio is None else f"{each.ratio:.3f}",
                "" if each.low is None else f"{each.low:.3f} to {each.high:.3f}",
                "" if each.gate is None else f"<= {each.gate:g}",
                each.verdict,
                each.note,
            )
        )
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    return "\n".join(lines)


def machine() -> dict[str, Any]:
    return {
        "python": platform.python_version(),
        "system": platform.platform(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "load": os.getloadavg()[0],
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    return next((line.split(":")[1].strip() for line in lines if "model name" in line), "")


def write_json(file: Path, results: Sequence[Result]) -> None:
    found = [{**asdict(each), "verdict": each.verdict} for each in results]
    file.write_text(json.dumps({"machine": machine(), "results": found}, indent=2) + "\n")
