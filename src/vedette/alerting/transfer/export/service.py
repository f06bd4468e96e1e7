"""Reads objects to export, with the permissions of a user."""

import logging
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from vedette.access.model import Permissions, Principal
from vedette.alerting.contacts.drafts import Drafts
from vedette.alerting.contacts.model import Integration
from vedette.alerting.contacts.secret_settings import shown
from vedette.alerting.contacts.service import ContactService
from vedette.alerting.contacts.visibility import Visibility
from vedette.alerting.muting.inhibitions.store import InhibitStore
from vedette.alerting.muting.timings.store import TimingStore
from vedette.alerting.routing.store import PolicyStore
from vedette.alerting.rules.model import StoredRule
from vedette.alerting.rules.service import RuleService
from vedette.alerting.templates.store import TemplateStore
from vedette.dashboards.model import ROOT
from vedette.dashboards.store.folders import FolderStore
from vedette.db.database import Database
from vedette.plugins.registry import PluginRegistry

if TYPE_CHECKING:
    from vedette.alerting.transfer.export.documents import Document
    from vedette.alerting.transfer.provision.entries import FolderName

SECRETS = "alert.provisioning.secrets:read"
log = logging.getLogger("vedette.alerting.transfer")


class Exports:
    def __init__(
        self,
        database: Database,
        permissions: Permissions,
        rules: RuleService,
        contacts: ContactService,
        drafts: Drafts,
        visibility: Visibility,
        registry: PluginRegistry,
    ) -> None:
        self.rules = rules
        self.registry = registry
        self._database = database
        self._permissions = permissions
        self._contacts = contacts
        self._drafts = drafts
        self._visibility = visibility

    async def folders(self, org_id: int, rules: Sequence[StoredRule]) -> "Mapping[str, FolderName]":
        """Return the folders of rules by uid."""
        return {
            uid: await self.folder(org_id, uid)
            for uid in sorted({each.group.folder_uid for each in rules})
        }

    async def folder(self, org_id: int, uid: str) -> "FolderName":
        """Return the name of a folder in a file; an unknown one is named by its uid."""
        from vedette.alerting.transfer.provision.entries import FolderName

        async with self._database.reading() as tx:
            found = await FolderStore(tx).by_uid(org_id, uid)
        if found is None:
            return FolderName(uid, uid)
        return FolderName(found.title, "" if found.parent_uid == ROOT else uid)

    async def points(self, who: Principal, name: str, *, decrypt: bool) -> "Document":
        """Return contact points with `[REDACTED]` secrets unless requested; raises without the
        permission."""
        from vedette.alerting.transfer.export.documents import points_document

        if decrypt:
            await self._permissions.require(who, SECRETS)
            log.info("%s exported contact points with their secrets.", who.login)
        found = await self._contacts.integrations(who.org_id)
        wanted = [each for each in found if name in ("", each.name)]
        visible = await self._visibility.of(who)
        pairs = [(each, await self._settings(visible(each), decrypt)) for each in wanted]
        return points_document(who.org_id, pairs)

    async def policies(self, org_id: int) -> "Document":
        from vedette.alerting.transfer.export.documents import policies_document

        async with self._database.reading() as tx:
            inhibitions = await InhibitStore(tx).get(org_id)
            return policies_document(org_id, await PolicyStore(tx).get(org_id), inhibitions)

    async def timings(self, org_id: int, name: str = "") -> "Document":
        from vedette.alerting.transfer.export.documents import timings_document

        async with self._database.reading() as tx:
            for known, error in (await TimingStore(tx).unreadable(org_id)).items():
                if name in ("", known):
                    raise error
            found = await TimingStore(tx).all(org_id)
        return timings_document(org_id, [each for each in found if name in ("", each.timing.name)])

    async def templates(self, org_id: int) -> "Document":
        from vedette.alerting.transfer.export.documents import templates_document

        async with self._database.reading() as tx:
            return templates_document(org_id, await TemplateStore(tx).all(org_id))

    async def _settings(self, integration: Integration, decrypt: bool) -> Mapping[str, Any]:
        if not decrypt:
            return shown(integration.settings, integration.sealed)
        async with self._database.reading() as tx:
            return await self._drafts.whole_settings(tx, integration)
