"""Resources of files that wait for each other, such as data sources that exchange their names."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

K = TypeVar("K")


def cycles(holders: Mapping[K, K]) -> Sequence[Sequence[K]]:
    """Return the cycles, each in waiting order.

    `holders` maps each waiting resource to the one that holds what it waits for.
    """
    found: list[Sequence[K]] = []
    visited: set[K] = set()
    for start in holders:
        path: list[K] = []
        each = start
        while each in holders and each not in visited:
            visited.add(each)
            path.append(each)
            each = holders[each]
        if each in path:
            found.append(path[path.index(each) :])
    return found
