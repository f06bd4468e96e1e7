"""Applies rules and rule groups of files."""

from collections.abc import Sequence
from datetime import timedelta

from vedette.alerting.model.provenance import FILE
from vedette.alerting.rules.forms import canonical
from vedette.alerting.rules.group_store import RuleGroupStore
from vedette.alerting.rules.groups import GroupWriter
from vedette.alerting.rules.model import RuleDraft, StoredRule
from vedette.alerting.rules.writer import is_equivalent
from vedette.alerting.transfer.provision.entries import Deletion, GroupEntry, PartName, RuleEntry
from vedette.alerting.transfer.provision.folders import RuleFolders
from vedette.db.database import Tx
from vedette.kernel.clock import Clock
from vedette.provisioning.reconciler import Verb


class RulesPart:
    name: PartName = "rule"

    def __init__(self, groups: GroupWriter, folders: RuleFolders) -> None:
        self._writer = groups.rules
        self._folders = folders

    async def verb(self, tx: Tx, entry: RuleEntry) -> Verb:
        before = await self._writer.rules(tx).by_uid(entry.org_id, entry.uid)
        if before is None:
            return "create"
        folder = await self._folders.find(tx, entry.org_id, entry.folder)
        place = (folder.uid if folder else None, entry.group, "file")
        if (before.group.folder_uid, before.group.name, before.provenance) != place:
            return "update"
        return "keep" if is_equivalent(before, canonical(entry.body)) else "update"

    async def is_there(self, tx: Tx, gone: Deletion) -> bool:
        return await self._writer.rules(tx).by_uid(gone.org_id, gone.name) is not None

    async def write(self, tx: Tx, entry: RuleEntry) -> None:
        org_id = entry.org_id
        folder = await self._folders.ensure(tx, org_id, entry.folder)
        interval = _interval(entry.interval_ms)
        group = await self._writer.group(tx, org_id, folder.uid, entry.group, interval)
        before = await self._writer.rules(tx).by_uid(org_id, entry.uid)
        draft = RuleDraft(dict(entry.body), entry.uid)
        if before is None:
            await self._writer.create(tx, group, draft, FILE, self._folders.by)
        else:
            await self._writer.update(tx, before, draft, FILE, self._folders.by, group=group)

    async def holder(self, tx: Tx, entry: RuleEntry) -> str | None:
        """Return the uid of the rule with the title of the entry."""
        folder = await self._folders.find(tx, entry.org_id, entry.folder)
        if folder is None:
            return None
        title = str(entry.body.get("title")).strip()
        found = await self._writer.rules(tx).by_title(entry.org_id, folder.uid, title)
        return found.uid if found else None

    async def set_titles_aside(self, tx: Tx, entries: Sequence[RuleEntry]) -> None:
        """Set temporary titles. Each rule gets its own right after."""
        store, org_id = self._writer.rules(tx), entries[0].org_id
        found = await store.by_uids(org_id, [each.uid for each in entries])
        await store.set_titles_aside(org_id, [each.id for each in found.values()])

    async def delete(self, tx: Tx, gone: Deletion) -> None:
        found = await self._writer.rules(tx).by_uid(gone.org_id, gone.name)
        if found is not None:
            await self._writer.delete(tx, found, FILE)


class GroupsPart:
    """The interval of a group and the order of its rules. Rules that no file lists come last."""

    name: PartName = "group"

    def __init__(self, groups: GroupWriter, folders: RuleFolders, clock: Clock) -> None:
        self._writer = groups.rules
        self._folders = folders
        self._clock = clock

    async def verb(self, tx: Tx, entry: GroupEntry) -> Verb:
        found = await self._rules(tx, entry)
        if not found:
            return "create"
        interval = _interval(entry.interval_ms)
        is_same = interval in (None, found[0].group.interval) and not _places(found, entry)
        is_whole = {rule.uid for rule in found} >= set(entry.uids)
        return "keep" if is_same and is_whole else "update"

    async def is_there(self, tx: Tx, gone: Deletion) -> bool:
        return False

    async def write(self, tx: Tx, entry: GroupEntry) -> None:
        rules = await self._rules(tx, entry)
        if not rules:
            return
        group, interval = rules[0].group, _interval(entry.interval_ms)
        if interval not in (None, group.interval):
            assert interval is not None
            await RuleGroupStore(tx).set_interval(group, interval, self._clock.now_ms())
            await self._writer.rules(tx).invalidate_folder(entry.org_id, group.folder_uid)
        elif not _places(rules, entry):
            return
        await self._writer.rules(tx).place(entry.org_id, _places(rules, entry))
        await self._writer.hooks.on_change(tx, entry.org_id)

    async def delete(self, tx: Tx, gone: Deletion) -> None:
        """Does nothing: groups are deleted with their last rule."""

    async def _rules(self, tx: Tx, entry: GroupEntry) -> Sequence[StoredRule]:
        folder = await self._folders.find(tx, entry.org_id, entry.folder)
        if folder is None:
            return ()
        return await self._writer.rules(tx).of_group(entry.org_id, folder.uid, entry.group)


def _places(rules: Sequence[StoredRule], entry: GroupEntry) -> dict[int, int]:
    """Return new positions by rule id if the order differs from the file."""
    order = {uid: index for index, uid in enumerate(entry.uids)}
    wanted = sorted(rules, key=lambda rule: order.get(rule.uid, len(order)))
    if [rule.id for rule in wanted] == [rule.id for rule in rules]:
        return {}
    return {rule.id: index for index, rule in enumerate(wanted, 1)}


def _interval(milliseconds: int | None) -> timedelta | None:
    return None if milliseconds is None else timedelta(milliseconds=milliseconds)
