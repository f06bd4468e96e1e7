"""Reads what is to be exported, for somebody who may read it."""

import logging
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from vedette.access.model import Permissions, Principal
from vedette.alerting.contacts.drafts import Drafts
from vedette.alerting.contacts.model import Integration
from vedette.alerting.contacts.secret_settings import shown
from vedette.alerting.contacts.service import ContactService
from vedette.alerting.contacts.visibility import Visibility
from vedette.alerting.muting.store import InhibitStore, TimingStore
from vedette.alerting.routing.store import PolicyStore
from vedette.alerting.rules.model import StoredRule
from vedette.alerting.rules.service import RuleService
from vedette.alerting.templates.store import TemplateStore
from vedette.db.database import Database

if TYPE_CHECKING:
    from vedette.alerting.transfer.export.documents import Document

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
    ) -> None:
        self.rules = rules
        self._database = database
        self._permissions = permissions
        self._contacts = contacts
        self._drafts = drafts
        self._visibility = visibility

    async def of_rules(self, org_id: int, rules: Sequence[StoredRule]) -> "Document":
        from vedette.alerting.transfer.export.documents import rules_document

        return rules_document(rules, await self.folders(org_id, rules))

    async def folders(
        self, org_id: int, rules: Sequence[StoredRule]
    ) -> Mapping[str, Sequence[str]]:
        """Titles from the root, by uid."""
        from vedette.alerting.transfer.folders import titles_of

        async with self._database.reading() as tx:
            uids = {each.group.folder_uid for each in rules}
            return {uid: await titles_of(tx, org_id, uid) for uid in sorted(uids)}

    async def titles(self, org_id: int, folder_uid: str) -> Sequence[str]:
        from vedette.alerting.transfer.folders import titles_of

        async with self._database.reading() as tx:
            return await titles_of(tx, org_id, folder_uid)

    async def points(self, who: Principal, name: str, *, decrypt: bool) -> "Document":
        """Secrets are `[REDACTED]` where they are not asked for; raises where they are not due."""
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
