"""Randomness that is a function of time, so that two overlapping ranges show the same past."""

import zlib
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.int64]

_OCTAVES = 12


def seed(*parts: object) -> int:
    return zlib.crc32("\x00".join(map(str, parts)).encode())


def uniform(places: Ints, seed: int) -> Floats:
    """One number in [0, 1) for each place: always the same for the same place and seed."""
    mixed = places.astype(np.uint64) + np.uint64((seed * 0x9E3779B97F4A7C15) % 2**64)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed ^= mixed >> np.uint64(shift)
        mixed *= np.uint64(factor)
    mixed ^= mixed >> np.uint64(31)
    return (mixed >> np.uint64(11)).astype(np.float64) / 2**53


def smooth(places: Floats, seed: int) -> Floats:
    """A curve in [-1, 1] that passes through a random height at every whole place."""
    left = np.floor(places).astype(np.int64)
    share = places - left
    share = share * share * (3 - 2 * share)
    before, after = uniform(left, seed), uniform(left + 1, seed)
    return 2 * (before + (after - before) * share) - 1


def walk(times_ms: Ints, step_ms: int, seed: int) -> Floats:
    """Wanders as a random walk does, changing by about one each step, without a beginning."""
    places = times_ms.astype(np.float64) / step_ms
    total = np.zeros(len(places))
    for octave in range(_OCTAVES):
        total += smooth(places / 2**octave, seed + octave) * 2 ** (octave / 2)
    return total


def grid(start_ms: int, end_ms: int, step_ms: int, most: int) -> Ints:
    """Multiples of the step within the range, at most `most`."""
    first = -(-start_ms // step_ms) * step_ms
    count = max(0, min(most, (end_ms - first) // step_ms + 1))
    return first + step_ms * np.arange(count, dtype=np.int64)
