"""Joins the items of two variables by their labels.

An item without labels joins every item, equal labels join, and labels join those that contain them;
the result has the larger set. If each side has a single item, they join regardless of labels, and
the result has no labels.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from vedette.querying.expressions.values import Item, Labels

LabelKey: TypeAlias = frozenset[tuple[str, str]]
Pair: TypeAlias = tuple[Labels, Item, Item]


@dataclass(frozen=True, slots=True)
class Joined:
    """The joined items. `left_out` counts the items of each side without a partner."""

    pairs: list[Pair]
    left_out: tuple[int, int]


def joined(left: Sequence[Item], right: Sequence[Item], at_most: int) -> Joined | None:
    """Return None if there are more than `at_most` pairs."""
    index = _Index(right)
    pairs: list[Pair] = []
    lonely_left = 0
    met: set[int] = set()
    for item in left:
        before = len(pairs)
        for number in index.partners(item.labels):
            other = right[number]
            longer = item if len(item.labels) >= len(other.labels) else other
            pairs.append((longer.labels, item, other))
            met.add(number)
            if len(pairs) > at_most:
                return None
        lonely_left += len(pairs) == before
    if not pairs and len(left) == len(right) == 1:
        return Joined([({}, left[0], right[0])], (0, 0))
    return Joined(pairs, (lonely_left, len(right) - len(met)))


@dataclass(slots=True)
class _Index:
    """Indexes items by their label names, then by their labels.

    There are few sets of names even for many items. `projections` holds, for the names of a left
    item, the right items that have these names and more.
    """

    items: Sequence[Item]
    by_names: dict[frozenset[str], dict[LabelKey, list[int]]] = field(init=False)
    projections: dict[tuple[frozenset[str], frozenset[str]], dict[LabelKey, list[int]]] = field(
        default_factory=dict
    )

    def __post_init__(self) -> None:
        self.by_names = {}
        for number, item in enumerate(self.items):
            groups = self.by_names.setdefault(frozenset(item.labels), defaultdict(list))
            groups[frozenset(item.labels.items())].append(number)

    def partners(self, labels: Labels) -> Iterator[int]:
        names = frozenset(labels)
        key = frozenset(labels.items())
        for other, groups in self.by_names.items():
            if other == names:
                yield from groups.get(key, ())
            elif other < names:
                yield from groups.get(frozenset((name, labels[name]) for name in other), ())
            elif names < other:
                yield from self._projected(names, other).get(key, ())

    def _projected(self, names: frozenset[str], wider: frozenset[str]) -> dict[LabelKey, list[int]]:
        known = self.projections.get((names, wider))
        if known is None:
            known = self.projections[names, wider] = defaultdict(list)
            for key, numbers in self.by_names[wider].items():
                shorter = frozenset(pair for pair in key if pair[0] in names)
                known[shorter].extend(numbers)
        return known
