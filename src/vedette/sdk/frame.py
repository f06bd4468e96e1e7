"""Frames: tables of typed columns, the results of all data sources."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Json: TypeAlias = Mapping[str, Any]


class FieldType(StrEnum):
    TIME = "time"
    NUMBER = "number"
    STRING = "string"
    BOOLEAN = "boolean"
    JSON = "other"


class FrameKind(StrEnum):
    TABLE = "table"
    SERIES = "series"
    """One time field and one value field with labels."""
    SERIES_WIDE = "series_wide"
    """One time field and several value fields."""
    NUMBERS = "numbers"
    """One row per series, the input of alert rules."""
    LOGS = "logs"
    SPANS = "spans"
    GRAPH = "graph"


class JsonColumn(msgspec.Struct, frozen=True):
    """Values as JSON text without brackets, copied from the response without parsing.

    `entities` lists rows with numbers that JSON cannot represent, by `NaN`, `Inf` and `NegInf`; the
    text contains `null` for them.
    """

    text: bytes
    count: int
    entities: Mapping[str, Sequence[int]] | None = None

    def __len__(self) -> int:
        return self.count


Column: TypeAlias = "npt.NDArray[Any] | Sequence[Any] | JsonColumn"


class Field(msgspec.Struct, frozen=True):
    """One column. Times are integer milliseconds since the epoch."""

    name: str
    type: FieldType
    values: Column
    labels: Mapping[str, str] | None = None
    config: Json = msgspec.field(default_factory=dict)
    nullable: bool = False
    frame_type: str | None = None
    """Overrides the wire's `typeInfo.frame`, such as `int64`."""
    nulls: "npt.NDArray[np.bool_] | None" = None
    """Rows without a value in a numpy column."""
    nanos: Sequence[int] | None = None
    """For times: additional nanoseconds of each millisecond, 0 to 999,999."""


class Frame(msgspec.Struct, frozen=True):
    kind: FrameKind
    fields: tuple[Field, ...]
    ref_id: str = ""
    name: str = ""
    notices: tuple[Json, ...] = ()
    meta: Json = msgspec.field(default_factory=dict)
