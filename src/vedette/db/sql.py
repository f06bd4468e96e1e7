"""Named parameters for a driver that numbers them, lists of them, and texts within patterns."""

import re
from collections.abc import Sequence
from functools import lru_cache

_TOKEN = re.compile(r"'(?:[^']|'')*'|::|:([a-z_][a-z0-9_]*)")


@lru_cache(maxsize=4096)
def numbered(sql: str) -> tuple[str, tuple[str, ...]]:
    """`:name` becomes `$1`; also the names in order. Text in quotes and `::` stay as they are."""
    names: list[str] = []

    def number(match: re.Match[str]) -> str:
        name = match.group(1)
        if name is None:
            return match.group(0)
        if name not in names:
            names.append(name)
        return f"${names.index(name) + 1}"

    return _TOKEN.sub(number, sql), tuple(names)


def like(text: str) -> str:
    """`text` for use inside a LIKE pattern with ESCAPE '\\'."""
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def listed(name: str, values: Sequence[object]) -> tuple[str, dict[str, object]]:
    """`:name0, :name1` for an `IN (...)`, and the parameters; `values` has at least one.

    The last value is repeated up to a power of two, so that few statements differ in text and
    the driver's prepared ones are found again.
    """
    size = 1 << (len(values) - 1).bit_length()
    padded = [*values, *[values[-1]] * (size - len(values))]
    names = [f"{name}{index}" for index in range(size)]
    return ", ".join(f":{each}" for each in names), dict(zip(names, padded, strict=True))
