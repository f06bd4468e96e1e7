"""Measures the growth of a number over time: memory, files or threads of a process."""

from collections.abc import Sequence
from itertools import combinations
from statistics import median
from typing import NamedTuple

WINDOWS = 12


class Sample(NamedTuple):
    seconds: float
    value: float


def growth(samples: Sequence[Sample], per: float = 600.0) -> float:
    """Return the growth in `per` seconds: the median slope (Theil and Sen) of the lowest values of
    equal windows, so that temporary peaks do not count."""
    found = floors(samples)
    slopes = [
        (later.value - earlier.value) / (later.seconds - earlier.seconds)
        for earlier, later in combinations(found, 2)
        if later.seconds > earlier.seconds
    ]
    return median(slopes) * per


def floors(samples: Sequence[Sample]) -> list[Sample]:
    """Return the lowest sample of each window, at the middle of the window."""
    begun, ended = samples[0].seconds, samples[-1].seconds
    length = (ended - begun) / WINDOWS
    windows: dict[int, list[Sample]] = {}
    for sample in samples:
        at = min(int((sample.seconds - begun) / length), WINDOWS - 1)
        windows.setdefault(at, []).append(sample)
    return [
        Sample(begun + (at + 0.5) * length, min(sample.value for sample in found))
        for at, found in sorted(windows.items())
    ]
