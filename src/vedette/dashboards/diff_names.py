"""Names of list items, by which two versions of a list are matched."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import orjson

_KEYS = {"panels": "id", "targets": "refId", "list": "name", "transformations": "id"}
"""The key that names the items of a list, by the key of the list."""
_COMMON = ("id", "refId", "name", "uid")
"""Keys that name the items of any other list, if they are unique."""
_UNORDERED = frozenset({"panels"})
"""Lists without an order: `gridPos` has the position of a panel."""


def is_ordered(list_key: str) -> bool:
    """Return whether the order of the named items means something."""
    return list_key not in _UNORDERED


def item_names(
    list_key: str, old: Sequence[Any], new: Sequence[Any]
) -> tuple[list[str], list[str]] | None:
    """Return names such as `refId=A` for all items of both lists, or None for lists without names.

    Several items with one name are counted: `id=organize`, `id=organize#2`.
    """
    items = (*old, *new)
    if not items or not all(isinstance(item, dict) for item in items):
        return None
    if list_key == "overrides" and all(isinstance(item.get("matcher"), dict) for item in items):
        return _counted(map(_matcher, old)), _counted(map(_matcher, new))
    key = _KEYS.get(list_key)
    if key and all(_is_name(item.get(key)) for item in items):
        return _counted(f"{key}={x[key]}" for x in old), _counted(f"{key}={x[key]}" for x in new)
    for key in _COMMON:
        if all(_is_name(item.get(key)) for item in items) and all(
            len({item[key] for item in side}) == len(side) for side in (old, new)
        ):
            return [f"{key}={item[key]}" for item in old], [f"{key}={item[key]}" for item in new]
    return None


def _is_name(value: object) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


def _matcher(override: Mapping[str, Any]) -> str:
    matcher = override["matcher"]
    options = matcher.get("options")
    text = options if isinstance(options, str) else orjson.dumps(options).decode()
    return f"matcher={matcher.get('id')}:{text}"


def _counted(names: Iterable[str]) -> list[str]:
    seen: Counter[str] = Counter()
    counted: dict[str, None] = {}
    for name in names:
        seen[name] += 1
        unique = name if seen[name] == 1 else f"{name}#{seen[name]}"
        while unique in counted:
            seen[name] += 1
            unique = f"{name}#{seen[name]}"
        counted[unique] = None
    return list(counted)
