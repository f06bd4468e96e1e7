"""The differences between two JSON documents, by path.

Items of lists are matched by their own name (panels by `id`, targets by `refId`, variables by
`name`), so that moving a panel does not change all panels after it.
"""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Literal

import msgspec
import orjson

_NAMES = ("id", "refId", "name", "uid")
_IGNORED = frozenset({"version"})


class Difference(msgspec.Struct, frozen=True):
    path: str
    """The path, such as `panels[id=3].targets[refId=A].expr`, or `tags[0]` in lists without
    names."""
    kind: Literal["add", "remove", "change"]
    old: Any = None
    new: Any = None


def compare(old: Any, new: Any) -> list[Difference]:
    """Return the changes from `old` to `new`, without the model's own `version`, which always
    differs."""
    found: list[Difference] = []
    if isinstance(old, dict) and isinstance(new, dict):
        old = {key: value for key, value in old.items() if key not in _IGNORED}
        new = {key: value for key, value in new.items() if key not in _IGNORED}
    _compare("", old, new, found)
    return found


def as_html(differences: Sequence[Difference]) -> str:
    """Return a list for clients that show HTML; every text is escaped."""
    if not differences:
        return '<p class="diff-empty">No changes.</p>'
    items = []
    for difference in differences:
        old = f"<del>{_shown(difference.old)}</del>" if difference.kind != "add" else ""
        new = f"<ins>{_shown(difference.new)}</ins>" if difference.kind != "remove" else ""
        items.append(
            f'<li class="diff-{difference.kind}"><code>{escape(difference.path)}</code>'
            f" {old}{new}</li>"
        )
    return f'<ul class="diff">{"".join(items)}</ul>'


def as_summary(differences: Sequence[Difference]) -> str:
    """Return HTML with one line for each top-level key."""
    groups: dict[str, int] = {}
    for difference in differences:
        top = difference.path.partition(".")[0].partition("[")[0]
        groups[top] = groups.get(top, 0) + 1
    if not groups:
        return '<p class="diff-empty">No changes.</p>'
    items = "".join(
        f"<li><code>{escape(top)}</code> {number} change{'s' if number > 1 else ''}</li>"
        for top, number in groups.items()
    )
    return f'<ul class="diff">{items}</ul>'


def _compare(path: str, old: Any, new: Any, found: list[Difference]) -> None:
    if isinstance(old, dict) and isinstance(new, dict):
        _keys(
            {_join(path, key): old[key] for key in old},
            {_join(path, key): new[key] for key in new},
            found,
        )
    elif isinstance(old, list) and isinstance(new, list):
        name = _name(old, new)
        _keys(_items(path, old, name), _items(path, new, name), found)
    elif not _same(old, new):
        found.append(Difference(path, "change", old, new))


def _same(old: Any, new: Any) -> bool:
    """Compare numbers by value, because browsers write 1.0 as 1. Booleans are not numbers."""
    return isinstance(old, bool) == isinstance(new, bool) and bool(old == new)


def _keys(old: Mapping[str, Any], new: Mapping[str, Any], found: list[Difference]) -> None:
    for path, value in old.items():
        if path in new:
            _compare(path, value, new[path], found)
        else:
            found.append(Difference(path, "remove", old=value))
    found += [Difference(path, "add", new=new[path]) for path in new if path not in old]


def _name(old: list[Any], new: list[Any]) -> str | None:
    """Return the key that names each item of both lists, if there is one."""
    items = old + new
    if not items or not all(isinstance(item, dict) for item in items):
        return None
    for name in _NAMES:
        if all(isinstance(item.get(name), str | int) for item in items) and all(
            len({item[name] for item in side}) == len(side) for side in (old, new)
        ):
            return name
    return None


def _items(path: str, items: list[Any], name: str | None) -> dict[str, Any]:
    if name is None:
        return {f"{path}[{index}]": item for index, item in enumerate(items)}
    return {f"{path}[{name}={item[name]}]": item for item in items}


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _shown(value: Any) -> str:
    text = orjson.dumps(value).decode()
    return escape(text if len(text) <= 400 else text[:400] + "…")
