"""Use cases of alert rules. Permissions for a rule are those for its folder."""

from collections.abc import Sequence
from datetime import timedelta

import msgspec
import orjson

from vedette.access.model import Permissions, Principal
from vedette.alerting.model.provenance import UI, Edit, check_edit, check_mark
from vedette.alerting.rules.errors import (
    FolderMissing,
    GroupNotFound,
    RuleNotFound,
    RulesFolderNotFound,
    RuleVersionNotFound,
)
from vedette.alerting.rules.groups import GroupChange, GroupDraft, GroupPlan, GroupWriter
from vedette.alerting.rules.model import DELETE, READ, WRITE, RuleDraft, RuleVersion, StoredRule
from vedette.alerting.rules.version_store import RuleVersionStore
from vedette.alerting.rules.writer import RuleWriter
from vedette.dashboards.store.folders import FolderStore
from vedette.db.database import Database, Tx

MAX_VERSIONS = 1_000


class RuleLocation(msgspec.Struct, frozen=True):
    """The folder and group of a rule."""

    folder_uid: str
    group: str


class RuleService:
    def __init__(self, database: Database, permissions: Permissions, groups: GroupWriter) -> None:
        self._database = database
        self._permissions = permissions
        self._groups = groups
        self._writer: RuleWriter = groups.rules

    async def all(self, who: Principal) -> Sequence[StoredRule]:
        """Return the rules by folder, group and position in the group."""
        await self._permissions.require(who, READ)
        async with self._database.reading() as tx:
            return await self._writer.rules(tx).all(who.org_id)

    async def of_panel(
        self, who: Principal, dashboard_uid: str, panel_id: int | None
    ) -> Sequence[StoredRule]:
        await self._permissions.require(who, READ)
        async with self._database.reading() as tx:
            store = self._writer.rules(tx)
            return await store.of_panel(who.org_id, dashboard_uid, panel_id)

    async def of_source(self, who: Principal, datasource_uid: str) -> Sequence[StoredRule]:
        """Return the rules that query the data source."""
        await self._permissions.require(who, READ)
        async with self._database.reading() as tx:
            return await self._writer.rules(tx).of_source(who.org_id, datasource_uid)

    async def of_folder(self, who: Principal, folder_uid: str) -> Sequence[StoredRule]:
        """Raises `RulesFolderNotFound`."""
        async with self._database.reading() as tx:
            await self._require(tx, who, READ, folder_uid)
            return await self._writer.rules(tx).of_folder(who.org_id, folder_uid)

    async def of_group(self, who: Principal, folder_uid: str, name: str) -> Sequence[StoredRule]:
        """Raises `RulesFolderNotFound` or `GroupNotFound`."""
        async with self._database.reading() as tx:
            await self._require(tx, who, READ, folder_uid)
            found = await self._writer.rules(tx).of_group(who.org_id, folder_uid, name)
        if not found:
            raise GroupNotFound(name)
        return found

    async def get(self, who: Principal, uid: str) -> StoredRule:
        """Raises `RuleNotFound`."""
        async with self._database.reading() as tx:
            return await self._found(tx, who, uid, READ)

    async def create(
        self,
        who: Principal,
        place: RuleLocation,
        draft: RuleDraft,
        edit: Edit = UI,
        message: str = "",
    ) -> StoredRule:
        """Raises the errors of `RuleWriter.create`, and `FolderMissing`."""
        async with self._database.transaction() as tx:
            await self._writer.lock(tx, who.org_id)
            await self._require(tx, who, WRITE, place.folder_uid)
            group = await self._writer.group(tx, who.org_id, place.folder_uid, place.group)
            return await self._writer.create(tx, group, draft, edit, who.login, message)

    async def update(
        self,
        who: Principal,
        uid: str,
        draft: RuleDraft,
        edit: Edit = UI,
        place: RuleLocation | None = None,
        message: str = "",
    ) -> StoredRule:
        """Update a rule, or move it to `place`. Raises the errors of `RuleWriter.update`,
        `RuleNotFound` and `FolderMissing`."""
        async with self._database.transaction() as tx:
            await self._writer.lock(tx, who.org_id)
            before = await self._found(tx, who, uid, WRITE)
            check_mark(f"the rule {before.title!r}", before.provenance, edit)
            group = before.group
            if place is not None and place != RuleLocation(group.folder_uid, group.name):
                await self._require(tx, who, WRITE, place.folder_uid)
                group = await self._writer.group(tx, who.org_id, place.folder_uid, place.group)
            return await self._writer.update(tx, before, draft, edit, who.login, message, group)

    async def pause(self, who: Principal, uid: str, is_paused: bool) -> StoredRule:
        async with self._database.transaction() as tx:
            await self._writer.lock(tx, who.org_id)
            rule = await self._found(tx, who, uid, WRITE)
            draft = RuleDraft({**rule.body, "isPaused": is_paused})
            return await self._writer.update(tx, rule, draft, UI, who.login)

    async def delete(self, who: Principal, uid: str, edit: Edit = UI) -> None:
        """Raises `RuleNotFound` or `OtherProvenance`."""
        async with self._database.transaction() as tx:
            await self._writer.lock(tx, who.org_id)
            rule = await self._found(tx, who, uid, DELETE)
            check_mark(f"the rule {rule.title!r}", rule.provenance, edit)
            await self._writer.delete(tx, rule, edit)

    async def replace_group(
        self,
        who: Principal,
        place: RuleLocation,
        interval: timedelta | None,
        drafts: Sequence[RuleDraft],
        edit: Edit = UI,
        message: str = "",
    ) -> GroupChange:
        """Replace the rules of the group. Deleting other rules needs the permission to delete.
        Raises the errors of `RuleWriter`."""
        org_id, folder_uid = who.org_id, place.folder_uid
        async with self._database.transaction() as tx:
            await self._writer.lock(tx, org_id)
            await self._require(tx, who, WRITE, folder_uid)
            planned = await self._planned(tx, who, folder_uid, place.group, drafts)
            in_group = await self._writer.rules(tx).of_group(org_id, folder_uid, place.group)
            change = await self._groups.replace(
                tx,
                org_id,
                folder_uid,
                place.group,
                interval,
                drafts,
                edit,
                who.login,
                message,
                planned,
            )
            if change != GroupChange() and edit == UI:
                # Replacing one rule of a group through a file or a provisioning tool replaces the
                # whole group.
                for rule in in_group:
                    check_edit(f"the rule group {place.group!r}", rule.provenance, edit)
            return change

    async def set_interval(self, who: Principal, place: RuleLocation, interval: timedelta) -> None:
        """Set the interval of an existing group.

        Raises `BadRule` or `FolderMissing`.
        """
        async with self._database.transaction() as tx:
            await self._writer.lock(tx, who.org_id)
            await self._require(tx, who, WRITE, place.folder_uid)
            await self._groups.set_interval(tx, who.org_id, place.folder_uid, place.group, interval)

    async def replace_groups(
        self,
        who: Principal,
        folder_uid: str,
        groups: Sequence[GroupDraft],
        edit: Edit = UI,
        message: str = "",
    ) -> None:
        """Replace several groups in one transaction, so that rules and titles can move between
        them."""
        org_id = who.org_id
        async with self._database.transaction() as tx:
            await self._writer.lock(tx, org_id)
            await self._require(tx, who, WRITE, folder_uid)
            plans = [
                await self._planned(tx, who, folder_uid, each.name, each.drafts) for each in groups
            ]
            plans = list(await self._groups.free_titles(tx, org_id, plans, edit))
            for each, planned in zip(groups, plans, strict=True):
                await self._groups.replace(
                    tx,
                    org_id,
                    folder_uid,
                    each.name,
                    each.interval,
                    each.drafts,
                    edit,
                    who.login,
                    message,
                    planned,
                )

    async def delete_group(
        self, who: Principal, place: RuleLocation, edit: Edit = UI
    ) -> tuple[str, ...]:
        """Raises `RulesFolderNotFound`, `GroupNotFound` or `OtherProvenance`."""
        async with self._database.transaction() as tx:
            await self._writer.lock(tx, who.org_id)
            await self._require(tx, who, DELETE, place.folder_uid)
            store = self._writer.rules(tx)
            rules = await store.of_group(who.org_id, place.folder_uid, place.group)
            if not rules:
                raise GroupNotFound(place.group)
            return await self._groups.delete(tx, rules, edit)

    async def delete_own(self, who: Principal, folder_uid: str, group: str = "") -> None:
        """Delete the rules without provenance of the group or of the whole folder.

        Raises `RulesFolderNotFound`, and `OtherProvenance` if all rules are provisioned.
        """
        async with self._database.transaction() as tx:
            await self._writer.lock(tx, who.org_id)
            await self._require(tx, who, DELETE, folder_uid)
            rules = await self._writer.rules(tx).of_folder(who.org_id, folder_uid)
            rules = [rule for rule in rules if group in ("", rule.group.name)]
            own = [rule for rule in rules if not rule.provenance]
            await self._groups.delete(tx, own or rules, UI)

    async def versions(self, who: Principal, uid: str, limit: int) -> Sequence[RuleVersion]:
        """Return versions, newest first. Raises `RuleNotFound`."""
        async with self._database.reading() as tx:
            rule = await self._found(tx, who, uid, READ)
            return await RuleVersionStore(tx).newest(who.org_id, rule.id, min(limit, MAX_VERSIONS))

    async def version(self, who: Principal, uid: str, version: int) -> RuleVersion:
        """Raises `RuleNotFound` or `RuleVersionNotFound`."""
        async with self._database.reading() as tx:
            rule = await self._found(tx, who, uid, READ)
            return await _version(tx, rule, version)

    async def restore(self, who: Principal, uid: str, version: int) -> StoredRule:
        """Store the old content as the newest version. The rule stays in its group."""
        async with self._database.transaction() as tx:
            await self._writer.lock(tx, who.org_id)
            rule = await self._found(tx, who, uid, WRITE)
            old = await _version(tx, rule, version)
            draft = RuleDraft(orjson.loads(old.body))
            message = f"Restored version {version}"
            return await self._writer.update(tx, rule, draft, UI, who.login, message)

    async def _planned(
        self, tx: Tx, who: Principal, folder_uid: str, group: str, drafts: Sequence[RuleDraft]
    ) -> GroupPlan:
        """Return the plan of a replacement if `who` has all required permissions."""
        planned = await self._groups.plan(tx, who.org_id, folder_uid, group, drafts)
        if planned.omitted:
            await self._require(tx, who, DELETE, folder_uid)
        folders = {known.group.folder_uid for _, known in planned.pairs if known is not None}
        for other in folders - {folder_uid}:
            await self._require(tx, who, WRITE, other)
        return planned

    async def _found(self, tx: Tx, who: Principal, uid: str, action: str) -> StoredRule:
        rule = await self._writer.rules(tx).by_uid(who.org_id, uid)
        if rule is None:
            await self._permissions.require(who, action)
            raise RuleNotFound(uid)
        await self._require(tx, who, action, rule.group.folder_uid)
        return rule

    async def _require(self, tx: Tx, who: Principal, action: str, folder_uid: str) -> None:
        folder = await FolderStore(tx).by_uid(who.org_id, folder_uid)
        await self._permissions.require(who, action, folder.scope if folder else None)
        if folder is None:
            raise FolderMissing(folder_uid) if action == WRITE else RulesFolderNotFound(folder_uid)


async def _version(tx: Tx, rule: StoredRule, version: int) -> RuleVersion:
    found = await RuleVersionStore(tx).get(rule.org_id, rule.id, version)
    if found is None:
        raise RuleVersionNotFound(version)
    return found
