"""Marks settings that a plugin accepts, so that files of Grafana load, and does not act on."""

from collections.abc import Mapping
from typing import Any, get_type_hints

import msgspec

INERT = msgspec.Meta(extra={"inert": True})
"""`cache_level: Annotated[str, INERT] = ""` in the struct of a plugin's settings."""


def inert_fields(settings: type[msgspec.Struct]) -> Mapping[str, Any]:
    """Return the default of each marked field by its key in files."""
    hints = get_type_hints(settings, include_extras=True)
    return {
        field.encode_name: field.default
        for field in msgspec.structs.fields(settings)
        if INERT in getattr(hints[field.name], "__metadata__", ())
    }
