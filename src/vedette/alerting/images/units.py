"""Short texts of numbers for axes and legends."""

import math

_SI = ("", "k", "M", "G", "T", "P", "E")
_IEC = ("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei")
_SUFFIXES = {
    "percent": "%",
    "percentunit": "%",
    "celsius": "°C",
    "hertz": "Hz",
    "watt": "W",
    "reqps": "req/s",
    "ops": "ops/s",
    "bits": "b",
    "decbits": "b",
    "bytes": "B",
    "decbytes": "B",
    "bps": "b/s",
    "binbps": "b/s",
    "Bps": "B/s",
    "binBps": "B/s",
}
_BINARY = frozenset({"bits", "bytes", "binbps", "binBps"})
_UNSCALED = frozenset({"percent", "percentunit", "celsius"})
_SECONDS = {"ns": 1e-9, "µs": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0, "h": 3_600.0, "d": 86_400.0}
_TIMES = (("d", 86_400.0), ("h", 3_600.0), ("min", 60.0), ("s", 1.0), ("ms", 1e-3), ("µs", 1e-6))
_MOST_DIGITS = 12


def number_text(value: float, unit: str = "", digits: int = 4, largest: float = 0.0) -> str:
    """Format a number with `digits` significant digits. Unknown units are omitted.

    `largest` selects the prefix, such that 0.8 GiB is shown next to 1 GiB instead of 819.2 MiB.
    """
    if not math.isfinite(value):
        return str(value)
    if unit in _SECONDS:
        return _time_text(value * _SECONDS[unit], digits)
    suffix = _SUFFIXES.get(unit, "")
    if unit == "percentunit":
        value *= 100
    if unit in _UNSCALED or not math.isfinite(value):
        return f"{_plain(value, digits)} {suffix}"
    base, prefixes = (1_024.0, _IEC) if unit in _BINARY else (1_000.0, _SI)
    size = max(abs(value), largest) if value and unit in _BINARY else abs(value)
    # A number without a unit gets a prefix later.
    power = 0 if not suffix and size < 10_000 else _power(size, base)
    if power >= len(prefixes):
        return f"{value:.{digits}g} {suffix}".rstrip()
    return f"{_plain(value / base**power, digits)} {prefixes[power]}{suffix}".rstrip()


def scale(largest: float, unit: str) -> float:
    """Return the size of a unit that is not a power of ten, such as minutes or MiB."""
    if unit in _BINARY:
        return 1_024.0 ** min(_power(largest, 1_024.0), len(_IEC) - 1)
    if unit not in _SECONDS:
        return 1.0
    own = _SECONDS[unit]
    return next((size / own for _, size in _TIMES if largest * own >= size), 1.0)


def digits_for(step: float, largest: float) -> int:
    """Return the number of digits that distinguish numbers at a distance of `step`."""
    if not step or not largest:
        return 3
    return min(max(3, math.ceil(math.log10(largest) - math.log10(step)) + 2), _MOST_DIGITS)


def _power(size: float, base: float) -> int:
    power = 0
    while size >= base:
        size, power = size / base, power + 1
    return power


def _time_text(seconds: float, digits: int) -> str:
    if not math.isfinite(seconds):
        return str(seconds)
    name, size = next((each for each in _TIMES if abs(seconds) >= each[1]), _TIMES[-1])
    return f"{_plain(seconds / size, digits)} {name}" if seconds else "0 s"


def _plain(value: float, digits: int) -> str:
    size = abs(value)
    if value and not 1e-4 <= size < 1e15:
        return f"{value:.{digits}g}"
    return f"{value:.{max(digits, len(str(int(size))))}g}"
