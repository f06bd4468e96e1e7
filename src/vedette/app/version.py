"""Which build this is."""

import os

from vedette import __version__


def own_version() -> str:
    return __version__


def commit() -> str:
    """Set by whoever builds an image; empty in a checkout."""
    return os.environ.get("VEDETTE_COMMIT", "")
