"""The version of this build."""

import os

from vedette import __version__


def own_version() -> str:
    return __version__


def commit() -> str:
    """Return the commit that the build of an image set. Empty in a checkout."""
    return os.environ.get("VEDETTE_COMMIT", "")
