"""Rules of files that take the titles of each other."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from vedette.alerting.transfer.provision.entries import RuleEntry
from vedette.alerting.transfer.provision.rule_parts import Rules
from vedette.db.database import Tx
from vedette.db.savepoint import savepoint
from vedette.kernel.errors import VedetteError

Key: TypeAlias = tuple[int, str]
"""Organization and uid."""


async def exchange(tx: Tx, rules: Rules, waiting: Sequence[RuleEntry]) -> frozenset[Key]:
    """Makes those of `waiting` whose title is free by now, and those that exchange theirs in a
    circle; the others stay as they were. What was made."""
    left = {(each.org_id, each.uid): each for each in waiting}
    holders: dict[Key, Key] = {}
    free = []
    for key, entry in left.items():
        uid = await rules.holder(tx, entry)
        if uid is None:
            free.append(key)
        else:
            holders[key] = (entry.org_id, uid)
    followers: dict[Key, Key] = {}
    for key, holder in holders.items():
        followers.setdefault(holder, key)
    made: set[Key] = set()
    for first in free:
        each: Key | None = first
        while each is not None and await _are_made(tx, rules, [left[each]]):
            made.add(each)
            each = followers.get(each)
    for key in left:
        circle = () if key in made else _circle(key, holders)
        entries = [left[one] for one in circle if one in left]
        if entries and len(entries) == len(circle) and await _are_made(tx, rules, entries):
            made.update(circle)
    return frozenset(made)


async def _are_made(tx: Tx, rules: Rules, entries: Sequence[RuleEntry]) -> bool:
    """All of them, or none."""
    try:
        async with savepoint(tx):
            if len(entries) > 1:
                await rules.set_titles_aside(tx, entries)
            for each in entries:
                await rules.write(tx, each)
    except VedetteError:
        return False
    return True


def _circle(start: Key, holders: Mapping[Key, Key]) -> Sequence[Key]:
    """From `start` along those who hold the wanted titles back to it, if that leads there."""
    path = {start: None}
    each = holders.get(start)
    while each is not None and each != start:
        if each in path:
            return ()
        path[each] = None
        each = holders.get(each)
    return tuple(path) if each == start else ()
