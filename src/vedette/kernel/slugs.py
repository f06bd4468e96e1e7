"""The readable part of page URLs: `/d/<uid>/<slug>`."""

import re
import unicodedata

_NOT_WORD = re.compile(r"[^a-z0-9]+")


def slugify(title: str) -> str:
    """Return lower-case ASCII words joined by `-`, at most 100 characters; `-` if nothing is
    left."""
    ascii_only = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    return _NOT_WORD.sub("-", ascii_only.lower()).strip("-")[:100] or "-"
