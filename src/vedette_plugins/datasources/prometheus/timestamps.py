"""The time columns of range results, shared by all series with the same times."""

from functools import lru_cache

from vedette.sdk import JsonColumn
from vedette_plugins.datasources.prometheus.series import check_numbers, milliseconds


class TimeColumns:
    """Time columns of one result: most series of a range query have the same grid.

    If the first and last time and the number of samples of a series agree with the step, it has a
    sample at every step, because a range query returns no other times. Its column is created once
    and shared; other columns are copied from the series itself.
    """

    def __init__(self, step_ms: int) -> None:
        self._step_ms = step_ms
        self._key: tuple[bytes, bytes, int] | None = None
        self._column = JsonColumn(b"", 0)

    def column(self, batch: bytes, start: int, end: int, count: int) -> JsonColumn:
        """Return the times of the values section `batch[start:end]`, in milliseconds."""
        first = batch[start : batch.index(b",", start, end)]
        last_pair = batch.rfind(b"[", start, end) + 1 or start
        last = batch[last_pair : batch.index(b",", last_pair, end)]
        key = (first, last, count)
        if key == self._key:
            return self._column
        if not self._on_grid(first, last, count):
            return JsonColumn(_own_times(batch[start:end]), count)
        self._key = key
        self._column = JsonColumn(_grid(_to_ms(first), self._step_ms, count), count)
        return self._column

    def _on_grid(self, first: bytes, last: bytes, count: int) -> bool:
        return _to_ms(last) - _to_ms(first) == (count - 1) * self._step_ms


@lru_cache(maxsize=16)
def _grid(start: int, step: int, count: int) -> bytes:
    """Return a grid. Cached, because the panels of a dashboard usually query the same range."""
    return ",".join(map(str, range(start, start + count * step, step))).encode()


def _own_times(section: bytes) -> bytes:
    """Return `1718000000000,1718000015500` from `1718000000,"1"],[1718000015.5,"2"`.

    Raises `ValueError` for an invalid time.
    """
    joined = b"".join(section.split(b'"')[::2])
    if b"." in joined or b"e" in joined:
        return b",".join(b"%d" % _to_ms(time) for time in joined[:-1].split(b",],["))
    times = joined[:-1].replace(b",],[", b"000,") + b"000"
    check_numbers([times])
    return times


def _to_ms(seconds: bytes) -> int:
    return milliseconds(float(seconds))
