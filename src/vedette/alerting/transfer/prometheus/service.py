"""Imported rules in the database: a namespace is a folder, a group is a group."""

import asyncio
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

import msgspec

from vedette.access.model import Principal
from vedette.alerting.model.provenance import Edit
from vedette.alerting.rules.errors import GroupNotFound
from vedette.alerting.rules.model import StoredRule
from vedette.alerting.rules.service import RuleLocation, RuleService
from vedette.alerting.transfer.prometheus.convert import (
    ConversionOptions,
    converted,
    original,
    original_group,
    rule_titles,
)
from vedette.alerting.transfer.prometheus.files import PrometheusGroup
from vedette.dashboards.model import ROOT, Folder
from vedette.dashboards.service.folders import Folders
from vedette.dashboards.store.folders import FolderStore
from vedette.db.database import Database
from vedette.kernel.errors import Conflict, NotFound

MESSAGE = "Imported from Prometheus"


class NotImported(Conflict):
    code = "alerting.not_imported"

    def __init__(self, namespace: str, group: str) -> None:
        super().__init__(
            f"The group {group[:190]!r} in {namespace[:190]!r} has rules that were not imported."
            " Choose another name, or delete it first."
        )


class NamespaceNotFound(NotFound):
    code = "alerting.namespace_not_found"

    def __init__(self, namespace: str) -> None:
        super().__init__(f"There are no imported rules in {namespace[:190]!r}.")


class ImportLocation(msgspec.Struct, frozen=True):
    """The parent folder of namespaces; by default the root."""

    parent_uid: str = ROOT


class ImportedRules:
    def __init__(self, database: Database, rules: RuleService, folders: Folders) -> None:
        self._database = database
        self._rules = rules
        self._folders = folders

    async def put(
        self,
        who: Principal,
        where: ImportLocation,
        namespace: str,
        groups: Sequence[PrometheusGroup],
        options: ConversionOptions,
        edit: Edit,
    ) -> list[str]:
        """Replace groups. Other groups stay.

        Returns warnings about parts that were not imported. Raises `NotImported`, and errors of
        creating folders and rules.
        """
        warnings: list[str] = []
        folder = await self._folder(who, where, namespace)
        uid = folder.uid if folder else await self._make(who, where, namespace)
        known = await self._rules.of_folder(who, uid)
        names = {group.name for group in groups}
        for rule in known:
            if rule.group.name in names and original(rule) is None:
                raise NotImported(namespace, rule.group.name)
        # A group without rules does not exist, so only an existing one is emptied.
        has_rules = {rule.group.name for rule in known}
        groups = [group for group in groups if group.rules or group.name in has_rules]
        taken = rule_titles(rule.title for rule in known if rule.group.name not in names)
        drafts = await asyncio.to_thread(
            lambda: [
                converted(group, namespace, taken, options, warnings.append) for group in groups
            ]
        )
        await self._rules.replace_groups(who, uid, drafts, edit, MESSAGE)
        return warnings

    async def all(
        self, who: Principal, where: ImportLocation
    ) -> Mapping[str, list[dict[str, Any]]]:
        """Return groups by namespace in the Prometheus format."""
        groups = _by_group(await self._rules.all(who))
        async with self._database.reading() as tx:
            store = FolderStore(tx)
            found: dict[str, list[dict[str, Any]]] = {}
            for rules in groups:
                group = original_group(rules)
                folder = await store.by_uid(who.org_id, rules[0].group.folder_uid)
                if group and folder and folder.parent_uid == where.parent_uid:
                    found.setdefault(folder.title, []).append(group)
        return found

    async def of_namespace(
        self, who: Principal, where: ImportLocation, namespace: str
    ) -> list[dict[str, Any]]:
        """Raises `NamespaceNotFound`."""
        rules = await self._in(who, where, namespace)
        return [group for each in _by_group(rules) if (group := original_group(each))]

    async def of_group(
        self, who: Principal, where: ImportLocation, namespace: str, name: str
    ) -> dict[str, Any]:
        """Raises `NamespaceNotFound` or `GroupNotFound`."""
        for group in await self.of_namespace(who, where, namespace):
            if group["name"] == name:
                return group
        raise GroupNotFound(name)

    async def delete(
        self, who: Principal, where: ImportLocation, namespace: str, edit: Edit, name: str = ""
    ) -> None:
        """Delete one group, or all imported ones of the namespace. Raises the errors of
        `of_group`."""
        rules = await self._in(who, where, namespace)
        groups = [each for each in _by_group(rules) if name in ("", each[0].group.name)]
        gone = [each for each in groups if all(original(rule) is not None for rule in each)]
        if not gone:
            raise GroupNotFound(name) if name else NamespaceNotFound(namespace)
        for each in gone:
            place = RuleLocation(each[0].group.folder_uid, each[0].group.name)
            await self._rules.delete_group(who, place, edit)

    async def _in(
        self, who: Principal, where: ImportLocation, namespace: str
    ) -> Sequence[StoredRule]:
        folder = await self._folder(who, where, namespace)
        rules = await self._rules.of_folder(who, folder.uid) if folder else ()
        if not any(original(rule) is not None for rule in rules):
            raise NamespaceNotFound(namespace)
        return rules

    async def _folder(self, who: Principal, where: ImportLocation, namespace: str) -> Folder | None:
        async with self._database.reading() as tx:
            return await FolderStore(tx).by_title(who.org_id, where.parent_uid, namespace)

    async def _make(self, who: Principal, where: ImportLocation, namespace: str) -> str:
        made = await self._folders.create(who, namespace, parent_uid=where.parent_uid)
        return made.folder.uid


def _by_group(rules: Sequence[StoredRule]) -> list[list[StoredRule]]:
    return [list(each) for _, each in groupby(rules, lambda rule: rule.group.id)]
