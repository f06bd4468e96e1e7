"""Collects rows of a driver in columns, with limits of rows and bytes."""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from vedette.kernel.memory import charge_objects
from vedette.sdk.frame import FieldType, Json
from vedette.sdk.limits import ReadLimits

Convert = Callable[[Iterable[Any]], list[Any]]
Row = Sequence[Any]
_BATCH_BYTES = 4 * 1024 * 1024
_FIRST_ROWS, _MOST_ROWS = 200, 10_000
_CELL_BYTES = 36
_TEXT_BYTES = 64


@dataclass(slots=True)
class Column:
    """`values` hold None for NULL; times are integer nanoseconds since the epoch, in UTC."""

    name: str
    type: FieldType
    values: list[Any] = field(default_factory=list)
    frame_type: str | None = None


@dataclass(slots=True)
class SqlResult:
    columns: list[Column]
    notices: tuple[Json, ...] = ()

    @property
    def is_cut(self) -> bool:
        return bool(self.notices)

    @property
    def rows(self) -> int:
        return len(self.columns[0].values) if self.columns else 0


@dataclass(frozen=True, slots=True)
class Head:
    """A column before its rows: `convert` converts values of the driver."""

    name: str
    type: FieldType
    convert: Convert = list
    frame_type: str | None = None


class Gathering:
    """Collects batches until a limit is reached; `wanted` is the number of rows to fetch next.

    Batches grow as long as their rows are small, so that no batch is much larger than 4 MiB.
    """

    def __init__(self, heads: Sequence[Head], limits: ReadLimits) -> None:
        self._heads = heads
        self._limits = limits
        self._columns = [Column(head.name, head.type, frame_type=head.frame_type) for head in heads]
        self._rows = 0
        self._bytes = 0
        self._notices: tuple[Json, ...] = ()
        self.wanted = _FIRST_ROWS

    def add(self, batch: Sequence[Row]) -> bool:
        """Add a batch; return whether more rows can be fetched."""
        room = self._limits.rows - self._rows
        taken = batch[:room] if len(batch) > room else batch
        size = 0
        for head, column, cells in zip(self._heads, self._columns, _turned(taken), strict=False):
            values = head.convert(cells)
            column.values += values
            size += _bytes(head.type, values)
        charge_objects(size)
        self._rows += len(taken)
        self._bytes += size
        if len(batch) > room:
            self._notices = (_notice(f"the first {self._rows:,} rows are shown"),)
            return False
        if self._bytes > self._limits.bytes:
            shown = f"the first {self._rows:,} rows with {self._bytes:,} bytes are shown"
            self._notices = (_notice(shown),)
            return False
        each = max(1, size // max(1, len(taken)))
        self.wanted = max(1, min(_MOST_ROWS, self.wanted * 4, _BATCH_BYTES // each))
        return True

    def result(self) -> SqlResult:
        return SqlResult(self._columns, self._notices)


async def gather(
    heads: Sequence[Head],
    limits: ReadLimits,
    fetch: Callable[[int], Awaitable[Sequence[Row]]],
) -> SqlResult:
    """Fetch until there are no rows left or a limit is reached; `fetch(n)` returns up to n rows."""
    gathering = Gathering(heads, limits)
    while batch := await fetch(gathering.wanted):
        if not gathering.add(batch):
            break
    return gathering.result()


def gather_now(
    heads: Sequence[Head], limits: ReadLimits, fetch: Callable[[int], Sequence[Row]]
) -> SqlResult:
    """Like `gather`, for blocking drivers in a thread."""
    gathering = Gathering(heads, limits)
    while batch := fetch(gathering.wanted):
        if not gathering.add(batch):
            break
    return gathering.result()


def _turned(rows: Sequence[Row]) -> Iterator[tuple[Any, ...]]:
    return zip(*rows, strict=True)


def _bytes(kind: FieldType, values: Sequence[Any]) -> int:
    if kind not in (FieldType.STRING, FieldType.JSON):
        return len(values) * _CELL_BYTES
    texts = sum(len(value) for value in values if isinstance(value, str))
    return texts + len(values) * _TEXT_BYTES


def _notice(shown: str) -> Json:
    return {
        "severity": "warning",
        "text": f"The result exceeds the limit of a query: {shown}. Narrow or group the query.",
    }
