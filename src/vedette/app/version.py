"""Which build this is."""

import os
from functools import cache
from importlib.metadata import PackageNotFoundError, version


@cache
def own_version() -> str:
    try:
        return version("vedette")
    except PackageNotFoundError:
        return "0.0.0"


def commit() -> str:
    """Set by whoever builds an image; empty in a checkout."""
    return os.environ.get("VEDETTE_COMMIT", "")
