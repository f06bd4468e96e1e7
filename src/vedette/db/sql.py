"""Named parameters for a driver that numbers them."""

import re
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
