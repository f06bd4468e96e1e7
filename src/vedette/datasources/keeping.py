"""How answers of a source may be shared between those who ask, and kept."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from vedette.sdk import Query, Sharing


class Keeping(msgspec.Struct, frozen=True):
    sharing: Callable[[Query], Sharing]
    seconds: float | None = None
    """None for as long as configured, 0 for not at all."""


def kept_seconds(model: Mapping[str, Any]) -> float | None:
    """`queryCachingTTL` of a source's `jsonData` or of a query, in milliseconds there."""
    value = model.get("queryCachingTTL")
    if isinstance(value, bool) or not isinstance(value, int | float) or not value >= 0:
        return None
    return value / 1000
