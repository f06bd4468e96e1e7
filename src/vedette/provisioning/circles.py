"""Resources of files that wait for each other, as where several exchange their titles."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

K = TypeVar("K")


def circles(holders: Mapping[K, K]) -> Sequence[Sequence[K]]:
    """All of which each waits for the next one, and the last for the first.

    `holders` says by whoever waits who has what it waits for.
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
