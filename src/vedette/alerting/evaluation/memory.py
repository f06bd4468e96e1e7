"""Cache of the rules and states that this instance evaluated last."""

from collections.abc import Collection, Mapping, Sequence
from typing import TypeAlias

import msgspec

from vedette.alerting.instances.store import InstanceStore
from vedette.alerting.model import Instance
from vedette.alerting.rules.model import StoredRule
from vedette.alerting.rules.parsing import RuleDefaults
from vedette.alerting.rules.store import RuleStore
from vedette.cluster.bounded import reading
from vedette.cluster.claims import Claim
from vedette.db.database import Database
from vedette.db.errors import DatabaseUnavailable
from vedette.kernel.clock import Clock

RULE_SECONDS = 60.0
"""How long a cached rule is used although its folder may have been renamed."""
_UNUSED_SECONDS = 900.0
_Priors: TypeAlias = Mapping[tuple[int, str], Mapping[str, Instance] | Exception]
"""States by organization and uid of the rule, or why they cannot be read."""


class Remembered(msgspec.Struct, eq=False):
    stored: StoredRule
    read_at: float
    """Monotonic time when the rule was read."""
    prior: Mapping[str, Instance]
    epoch: int
    """Epoch of the evaluation that produced `prior`."""
    used_at: float
    is_fresh: bool = True
    """The rule was not evaluated since it was read, so stored alerts may be of an older version."""
    unreadable: Exception | None = None
    """Why its states cannot be read; `prior` is empty then."""


class EvaluationMemory:
    def __init__(self, database: Database, clock: Clock, defaults: RuleDefaults) -> None:
        self._database = database
        self._clock = clock
        self._defaults = defaults
        self._rules: dict[int, Remembered] = {}

    async def recall(self, claims: Sequence[Claim]) -> Mapping[int, Remembered]:
        """Return the claimed rules by id, read from the database if needed. Deleted rules are left
        out.

        Raises `DatabaseUnavailable`.
        """
        now = self._clock.monotonic()
        by_id = {int(each.key): each for each in claims}
        changed = {id_ for id_, claim in by_id.items() if not self._is_valid(claim)}
        aged = {
            id_ for id_ in by_id.keys() - changed if now - self._rules[id_].read_at > RULE_SECONDS
        }
        if changed or aged:
            await self._read(changed, aged, by_id, now)
        found = {id_: self._rules[id_] for id_ in by_id if id_ in self._rules}
        for each in found.values():
            each.used_at = now
        return found

    def keep(self, rule_id: int, epoch: int, prior: Mapping[str, Instance]) -> None:
        """Cache the states after an evaluation that was stored."""
        known = self._rules.get(rule_id)
        if known is not None:
            known.prior, known.epoch, known.is_fresh = prior, epoch, False

    def forget(self, rule_id: int) -> None:
        self._rules.pop(rule_id, None)

    def forget_unused(self) -> None:
        """Forget rules that other instances evaluate now, or that were deleted."""
        oldest = self._clock.monotonic()
        for rule_id, each in list(self._rules.items()):
            interval = each.stored.interval.total_seconds()
            if oldest - each.used_at > _UNUSED_SECONDS + 2 * interval:
                del self._rules[rule_id]

    def __len__(self) -> int:
        return len(self._rules)

    def _is_valid(self, claim: Claim) -> bool:
        """Return whether the cached states are current: the same version, and no other instance had
        the claim or ended the states."""
        known = self._rules.get(int(claim.key))
        return (
            known is not None
            and claim.epoch == known.epoch + 1
            and claim.row["rule_version"] == known.stored.version
        )

    async def _read(
        self, changed: set[int], aged: set[int], claims: Mapping[int, Claim], now: float
    ) -> None:
        async with reading(self._database) as tx:
            rules = await RuleStore(tx, self._defaults).by_ids(changed | aged)
            priors = await _priors(
                InstanceStore(tx), [rules[id_] for id_ in changed & rules.keys()]
            )
        for id_ in changed | aged:
            stored = rules.get(id_)
            if stored is None:
                self.forget(id_)
            elif id_ in aged:
                self._rules[id_].stored, self._rules[id_].read_at = stored, now
            else:
                prior = priors.get((stored.org_id, stored.uid), {})
                epoch = claims[id_].epoch - 1
                self._rules[id_] = (
                    Remembered(stored, now, {}, epoch, now, unreadable=prior)
                    if isinstance(prior, Exception)
                    else Remembered(stored, now, prior, epoch, now)
                )


async def _priors(store: InstanceStore, rules: Collection[StoredRule]) -> _Priors:
    """Return the states of rules. Unreadable states of one rule do not affect the others."""
    try:
        return await _states(store, rules)
    except DatabaseUnavailable:
        raise
    except Exception as error:
        if len(rules) == 1:
            return {(each.org_id, each.uid): error for each in rules}
        alone = [await _priors(store, [each]) for each in rules]
        return {key: prior for found in alone for key, prior in found.items()}


async def _states(store: InstanceStore, rules: Collection[StoredRule]) -> _Priors:
    by_org: dict[int, list[str]] = {}
    for each in rules:
        by_org.setdefault(each.org_id, []).append(each.uid)
    found: dict[tuple[int, str], Mapping[str, Instance] | Exception] = {}
    for org_id, uids in by_org.items():
        of_rules = await store.of_rules(org_id, uids)
        found.update({(org_id, uid): prior for uid, prior in of_rules.items()})
    return found
