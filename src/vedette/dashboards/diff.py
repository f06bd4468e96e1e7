"""Structured differences between two JSON documents.

Lists of objects that have names (panels by `id`, targets by `refId`, variables and annotations by
`name`, overrides by matcher, transformations by `id` and occurrence) are matched by them, so that
an item at another position is one move and not a change of all that follow.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from html import escape
from itertools import pairwise
from typing import Any, Literal, TypeAlias

import msgspec
import orjson

from vedette.dashboards.diff_names import is_ordered, item_names

ChangeKind: TypeAlias = Literal["add", "remove", "change", "move"]
_IGNORED = frozenset({"version"})
_EMPTY = '<p class="diff-empty">No changes.</p>'


class Difference(msgspec.Struct, frozen=True):
    path: str
    """`panels[id=3].targets[refId=A].expr`; a list without names counts from 0: `tags[0]`."""
    kind: ChangeKind
    old: Any = None
    """For a move: the position in the list, or the path of a panel that changed its row."""
    new: Any = None


def compare(old: Any, new: Any) -> list[Difference]:
    """Return the changes from `old` to `new`, without the model's own `version`, which always
    differs."""
    found: list[Difference] = []
    if isinstance(old, dict) and isinstance(new, dict):
        old = {key: value for key, value in old.items() if key not in _IGNORED}
        new = {key: value for key, value in new.items() if key not in _IGNORED}
    _compare("", "", old, new, found)
    return _with_moved_panels(found)


def as_html(differences: Sequence[Difference]) -> str:
    """Return a list for clients that show HTML; every text is escaped."""
    if not differences:
        return _EMPTY
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
        return _EMPTY
    items = "".join(
        f"<li><code>{escape(top)}</code> {number} change{'s' if number > 1 else ''}</li>"
        for top, number in groups.items()
    )
    return f'<ul class="diff">{items}</ul>'


def _compare(path: str, key: str, old: Any, new: Any, found: list[Difference]) -> None:
    if isinstance(old, dict) and isinstance(new, dict):
        _keys(path, old, new, found)
    elif isinstance(old, list) and isinstance(new, list):
        _lists(path, key, old, new, found)
    elif not _same(old, new):
        found.append(Difference(path, "change", old, new))


def _same(old: Any, new: Any) -> bool:
    """Compare numbers by value, because browsers write 1.0 as 1. Booleans are not numbers."""
    return isinstance(old, bool) == isinstance(new, bool) and bool(old == new)


def _keys(
    path: str, old: Mapping[str, Any], new: Mapping[str, Any], found: list[Difference]
) -> None:
    for key, value in old.items():
        inner = f"{path}.{key}" if path else key
        if key in new:
            _compare(inner, key, value, new[key], found)
        else:
            found.append(Difference(inner, "remove", old=value))
    found += [
        Difference(f"{path}.{key}" if path else key, "add", new=value)
        for key, value in new.items()
        if key not in old
    ]


def _lists(path: str, key: str, old: list[Any], new: list[Any], found: list[Difference]) -> None:
    names = item_names(key, old, new)
    if names is None:
        old_names, new_names = [str(i) for i in range(len(old))], [str(i) for i in range(len(new))]
    else:
        old_names, new_names = names
    after = dict(zip(new_names, new, strict=True))
    for name, item in zip(old_names, old, strict=True):
        if name in after:
            _compare(f"{path}[{name}]", "", item, after[name], found)
        else:
            found.append(Difference(f"{path}[{name}]", "remove", old=item))
    before = frozenset(old_names)
    found += [
        Difference(f"{path}[{name}]", "add", new=item)
        for name, item in after.items()
        if name not in before
    ]
    if names is not None and is_ordered(key):
        found += _moves(path, old_names, new_names)


def _moves(path: str, old: Sequence[str], new: Sequence[str]) -> list[Difference]:
    """The fewest items that have to move to get from one order of the common items to the other."""
    place = {name: index for index, name in enumerate(new)}
    common = [name for name in old if name in place]
    places = [place[name] for name in common]
    if all(left < right for left, right in pairwise(places)):
        return []
    staying = _longest_ascending(places)
    was = {name: index for index, name in enumerate(old)}
    return [
        Difference(f"{path}[{name}]", "move", was[name], place[name])
        for name in common
        if place[name] not in staying
    ]


def _longest_ascending(numbers: Sequence[int]) -> frozenset[int]:
    """A longest ascending subsequence of different numbers."""
    ends: list[int] = []
    previous: dict[int, int | None] = {}
    for number in numbers:
        index = bisect_left(ends, number)
        previous[number] = ends[index - 1] if index else None
        ends[index : index + 1] = [number]
    chosen = set()
    last: int | None = ends[-1] if ends else None
    while last is not None:
        chosen.add(last)
        last = previous[last]
    return frozenset(chosen)


def _with_moved_panels(found: list[Difference]) -> list[Difference]:
    """A panel that left one row and appeared in another, or outside of rows, moved."""
    removed = {_panel(d.path): d for d in found if d.kind == "remove" and _panel(d.path)}
    added = {_panel(d.path): d for d in found if d.kind == "add" and _panel(d.path)}
    both = removed.keys() & added.keys()
    if not both:
        return found
    result: list[Difference] = []
    for difference in found:
        name = _panel(difference.path)
        if name in both and difference is added[name]:
            gone = removed[name]
            result.append(Difference(difference.path, "move", gone.path, difference.path))
            _compare(difference.path, "", gone.old, difference.new, result)
        elif name not in both or difference is not removed[name]:
            result.append(difference)
    return result


def _panel(path: str) -> str:
    """`[id=3]` at the end of the path of a panel, else empty."""
    head, bracket, name = path.rpartition("[")
    is_panel = head == "panels" or head.endswith(".panels")
    return bracket + name if is_panel and name.startswith("id=") else ""


def _shown(value: Any) -> str:
    text = orjson.dumps(value).decode()
    return escape(text if len(text) <= 400 else text[:400] + "…")
