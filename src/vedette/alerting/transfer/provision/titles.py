"""Exchanges of titles between rules of files."""

from collections.abc import Sequence
from typing import TypeAlias

from vedette.alerting.transfer.provision.entries import RuleEntry
from vedette.alerting.transfer.provision.rule_parts import RulesPart
from vedette.db.database import Tx
from vedette.db.errors import DatabaseUnavailable
from vedette.db.savepoint import savepoint
from vedette.kernel.errors import VedetteError
from vedette.provisioning.cycles import cycles

Key: TypeAlias = tuple[int, str]
"""Organization and uid."""


async def exchange(tx: Tx, rules: RulesPart, waiting: Sequence[RuleEntry]) -> frozenset[Key]:
    """Apply entries of `waiting` whose title is free by now, and those that exchange their titles
    in a cycle. Returns the applied ones; the others stay unchanged."""
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
    for circle in cycles(holders):
        if await _are_made(tx, rules, [left[each] for each in circle]):
            made.update(circle)
    return frozenset(made)


async def _are_made(tx: Tx, rules: RulesPart, entries: Sequence[RuleEntry]) -> bool:
    """Apply all of the entries, or none."""
    try:
        async with savepoint(tx):
            if len(entries) > 1:
                await rules.set_titles_aside(tx, entries)
            for each in entries:
                await rules.write(tx, each)
    except DatabaseUnavailable:
        raise
    except VedetteError:
        return False
    return True
