"""How results of a source can be shared between requests and cached."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from vedette.sdk import Query, Sharing


class Keeping(msgspec.Struct, frozen=True):
    sharing: Callable[[Query], Sharing]
    seconds: float | None = None
    """None for the configured TTL, 0 for no cache."""


def kept_seconds(model: Mapping[str, Any]) -> float | None:
    """Return the `queryCachingTTL` of `jsonData` or of a query, which is in milliseconds, in
    seconds."""
    value = model.get("queryCachingTTL")
    if isinstance(value, bool) or not isinstance(value, int | float) or not value >= 0:
        return None
    return value / 1000
