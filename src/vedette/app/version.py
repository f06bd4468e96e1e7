"""The version of this build."""

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
    """Return the commit that the build of an image set. Empty in a checkout."""
    return os.environ.get("VEDETTE_COMMIT", "")
