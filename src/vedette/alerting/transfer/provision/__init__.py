"""Alerting from files: rules, contact points, policies, mute timings and templates."""

from collections.abc import Sequence
from itertools import groupby
from typing import ClassVar

from msgspec.structs import replace

from vedette.alerting.routing.service import lock_name
from vedette.alerting.rules.errors import RuleTitleTaken
from vedette.alerting.rules.writer import RuleWriter
from vedette.alerting.transfer.provision.entries import AlertingFile, PartName, RuleEntry
from vedette.alerting.transfer.provision.parts import Part
from vedette.alerting.transfer.provision.plan import AlertingPlan, Planned
from vedette.alerting.transfer.provision.reading import AlertingFileReader
from vedette.alerting.transfer.provision.rule_parts import RulesPart
from vedette.alerting.transfer.provision.titles import exchange
from vedette.db.database import Tx
from vedette.db.errors import DatabaseUnavailable
from vedette.db.savepoint import savepoint
from vedette.identity.store.orgs import OrgStore
from vedette.kernel.errors import VedetteError
from vedette.provisioning.entry import Entry
from vedette.provisioning.reconciler import Desired, Owned

BY = "provisioning"


class AlertingFiles:
    """A reconciler of `vedette.provisioning`. Objects that files no longer list stay unchanged."""

    kind: ClassVar[str] = "alerting"

    def __init__(
        self, reader: AlertingFileReader, parts: Sequence[Part], rules: RuleWriter
    ) -> None:
        """`rules` holds the lock on rules."""
        self._reader = reader
        self._parts = {part.name: part for part in parts}
        self._rules = rules

    def parse(self, document: Entry) -> AlertingFile:
        return self._reader.checked(document)

    async def plan(
        self,
        tx: Tx,
        files: Sequence[Desired[AlertingFile]],
        owned: Sequence[Owned],
        *,
        is_complete: bool,
    ) -> Sequence[Planned]:
        orgs = frozenset(org_id for org_id, _ in await OrgStore(tx).all())
        plan = AlertingPlan(tx, self._parts, orgs)
        for file in files:
            plan.note_deletions(file.source.file, file.content)
        for file in files:
            await plan.add(file.source.file, file.content)
            await plan.delete(file.source.file, file.content)
        return plan.changes

    async def apply(self, tx: Tx, changes: Sequence[Planned]) -> Sequence[Planned]:
        """Apply each change by itself: one that fails is rejected, and the others are applied."""
        writing = [each for each in changes if each.verb in ("create", "update", "delete")]
        for org_id in sorted({each.org_id for each in writing}):
            await self._lock(tx, org_id)
        made: list[Planned] = []
        for part, some in groupby(changes, _part):
            made += await self._made(tx, part, list(some))
        return made

    async def _lock(self, tx: Tx, org_id: int) -> None:
        await tx.lock(lock_name(org_id))
        await self._rules.lock(tx, org_id)

    async def _made(
        self, tx: Tx, name: PartName | None, changes: Sequence[Planned]
    ) -> Sequence[Planned]:
        """Apply the changes of one part."""
        errors = [await self._error(tx, each) for each in changes]
        part = None if name is None else self._parts[name]
        if isinstance(part, RulesPart):
            rules = [each.item.entry if each.item is not None else None for each in changes]
            late = await exchange(
                tx,
                part,
                [
                    rule
                    for rule, error in zip(rules, errors, strict=True)
                    if isinstance(rule, RuleEntry) and isinstance(error, RuleTitleTaken)
                ],
            )
            errors = [
                None if isinstance(rule, RuleEntry) and (rule.org_id, rule.uid) in late else error
                for rule, error in zip(rules, errors, strict=True)
            ]
        return [
            each if error is None else replace(each, verb="refuse", why=error.public)
            for each, error in zip(changes, errors, strict=True)
        ]

    async def _error(self, tx: Tx, change: Planned) -> VedetteError | None:
        """Return why a change cannot be made, or None if it was made or nothing has to be done."""
        step = change.item
        if step is None or change.verb not in ("create", "update", "delete"):
            return None
        part = self._parts[step.part]
        try:
            async with savepoint(tx):
                if step.gone is not None:
                    await part.delete(tx, step.gone)
                else:
                    await part.write(tx, step.entry)
        except DatabaseUnavailable:
            raise
        except VedetteError as error:
            return error
        return None


def _part(change: Planned) -> PartName | None:
    return None if change.item is None else change.item.part
