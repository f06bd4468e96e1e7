"""Parsing of numbers in paths."""

from collections.abc import Callable

from vedette.dashboards.errors import BadNumbers
from vedette.kernel.errors import VedetteError

_MOST = 1000


def whole(text: str, missing: Callable[[], VedetteError]) -> int:
    """Return `text` as a row number. Raises `missing` if it is not a number, as for an unknown
    one."""
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise missing()
    return int(text)


def numbers(text: str) -> list[int]:
    """Return the row numbers in `1,2`. Raises `BadNumbers`."""
    parts = text.split(",")
    if len(parts) > _MOST:
        raise BadNumbers(f"A request can have at most {_MOST} ids.")
    return [whole(part, _no_number) for part in parts]


def _no_number() -> BadNumbers:
    return BadNumbers("Send the ids of dashboards separated by commas, such as 1,2.")
