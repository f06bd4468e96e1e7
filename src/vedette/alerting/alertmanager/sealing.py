"""Seals settings that an earlier version, or one without the plugin, stored in clear."""

import logging

from vedette.alerting.alertmanager.configuration_json import with_integrations
from vedette.alerting.alertmanager.configuration_store import ConfigurationStore
from vedette.alerting.contacts.drafts import Drafts
from vedette.alerting.contacts.store import ContactStore
from vedette.crypto.errors import SecretUnreadable
from vedette.db.database import Database, Tx

log = logging.getLogger("vedette.alerting.contacts")


class ContactSealing:
    def __init__(self, database: Database, drafts: Drafts) -> None:
        self._database = database
        self._drafts = drafts

    async def run(self) -> None:
        """Seal the settings of contact points, and remove secrets from previous configurations.

        Each organization is one transaction. If its secrets cannot be decrypted with the current
        `secret_key`, this is logged and its rows stay unchanged.
        """
        async with self._database.reading() as tx:
            found = await ContactStore(tx).every()
            orgs = {each.org_id for each in found}
            orgs |= await ConfigurationStore(tx).unsealed_orgs()
        for org_id in sorted(orgs):
            try:
                async with self._database.transaction() as tx:
                    count = await self._contact_points(tx, org_id)
                    count += await self._history(tx, org_id)
            except SecretUnreadable as error:
                log.error("Contact points of organization %s stay unsealed: %s", org_id, error)
                continue
            if count:
                log.info("Sealed settings of organization %s.", org_id, extra={"rows": count})

    async def _contact_points(self, tx: Tx, org_id: int) -> int:
        store, count = ContactStore(tx), 0
        for integration in await store.of_org(org_id):
            sealed = await self._drafts.sealed(tx, integration)
            if sealed is not None:
                await store.update_settings(sealed)
                count += 1
        return count

    async def _history(self, tx: Tx, org_id: int) -> int:
        store = ConfigurationStore(tx)
        found = await store.unsealed(org_id)
        for kept in found:
            shown = with_integrations(org_id, kept.configuration, self._drafts.without_secrets)
            await store.replace(org_id, kept.id, shown)
        return len(found)
