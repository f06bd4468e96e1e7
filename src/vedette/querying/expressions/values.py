"""The values of expressions: labelled numbers and labelled series."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]
Times: TypeAlias = npt.NDArray[np.int64]
Mask: TypeAlias = npt.NDArray[np.bool_]
Labels: TypeAlias = Mapping[str, str]
ITEM_BYTES, VALUE_BYTES = 300, 9
"""The size of an item, and of each of its values, in bytes."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number. None is null, which is not NaN: an alert on null has no data, one on NaN fires."""

    labels: Labels
    value: float | None


@dataclass(frozen=True, slots=True)
class Series:
    """A series. Times are in milliseconds, ascending. Where `nulls` is true, `values` is NaN."""

    labels: Labels
    times: Times
    values: Floats
    nulls: Mask | None = None

    def __len__(self) -> int:
        return len(self.values)


Item: TypeAlias = Number | Series


@dataclass(frozen=True, slots=True)
class Variable:
    """The items of one refId. No items mean "no data"."""

    items: tuple[Item, ...] = ()
    notices: tuple[str, ...] = ()
    custom: object = None
    """The content of the result's `meta.custom`, such as the matches of classic conditions."""

    @property
    def points(self) -> int:
        return sum(1 if isinstance(item, Number) else len(item) for item in self.items)


def null_mask(series: Series) -> Mask:
    return np.zeros(len(series), np.bool_) if series.nulls is None else series.nulls


def bad_mask(series: Series) -> Mask:
    """Return a mask of null, NaN and infinite values; nulls are NaN in `values`."""
    return ~np.isfinite(series.values)


def is_number(value: float | None) -> bool:
    return value is not None and math.isfinite(value)


def size(item: Item) -> int:
    """Return about the size of the item in bytes, without its labels."""
    return ITEM_BYTES if isinstance(item, Number) else ITEM_BYTES + VALUE_BYTES * len(item)
