"""Numbers in paths."""

from collections.abc import Callable

from vedette.kernel.errors import VedetteError


def whole(text: str, missing: Callable[[], VedetteError]) -> int:
    """`text` as a row number; what is none names nothing, so `missing` is raised."""
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise missing()
    return int(text)
