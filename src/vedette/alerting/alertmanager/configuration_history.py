"""Previous configurations and their restoration.

Changes within a minute through other APIs and files are stored as one version. Every version that a
whole configuration replaces is stored.
"""

from collections.abc import Sequence

import msgspec

from vedette.alerting.alertmanager.configuration import ConfigurationService
from vedette.alerting.alertmanager.configuration_json import (
    ConfigurationBody,
    configuration_json,
    parse_configuration,
)
from vedette.alerting.alertmanager.configuration_store import ConfigurationStore, KeptConfiguration
from vedette.alerting.alertmanager.errors import ConfigurationNotKept
from vedette.alerting.alerts import version_store
from vedette.alerting.contacts.model import Integration
from vedette.alerting.model.unreadable import StoredUnreadable
from vedette.cluster.time import database_now
from vedette.db.database import Database
from vedette.kernel.clock import Clock
from vedette.kernel.errors import BadRequest


class ConfigurationHistory:
    def __init__(
        self, database: Database, clock: Clock, configurations: ConfigurationService
    ) -> None:
        self._database = database
        self._clock = clock
        self._configurations = configurations

    async def newest(self, org_id: int, limit: int) -> Sequence[KeptConfiguration]:
        """Return versions, newest first. The first is the current one."""
        await self.keep(org_id)
        async with self._database.reading() as tx:
            return await ConfigurationStore(tx).newest(org_id, limit)

    async def activate(self, org_id: int, id_: int) -> None:
        """Restore a version in one transaction, with the current secrets. The history has no
        secrets, so those of deleted contact points are lost.

        Raises `ConfigurationNotKept` and the errors of replacing a configuration.
        """
        await self.keep(org_id)
        async with self._database.reading() as tx:
            found = await ConfigurationStore(tx).by_id(org_id, id_)
        if found is None:
            raise ConfigurationNotKept(id_)
        body = msgspec.convert(found.configuration, ConfigurationBody)
        await self._configurations.replace(org_id, parse_configuration(body))
        await self.keep(org_id)

    async def keep(self, org_id: int) -> None:
        """Store the current configuration if it is new and can be read."""
        async with self._database.reading() as tx:
            parts = _parts(await version_store.of_org(tx, org_id))
            if await ConfigurationStore(tx).parts(org_id) == parts:
                return
        try:
            whole = await self._configurations.get(org_id)
        except (StoredUnreadable, BadRequest, ValueError):
            return
        async with self._database.transaction() as tx:
            await tx.lock(f"alerting.configurations.{org_id}")
            now = await database_now(tx, self._clock)
            shown = configuration_json(whole, _as_it_is)
            await ConfigurationStore(tx).add(org_id, shown, parts, now)

    async def keep_all(self) -> None:
        """Store the configuration of every organization with changes."""
        async with self._database.reading() as tx:
            routing = await version_store.versions(tx, "routing")
            contacts = await version_store.versions(tx, "contacts")
        for org_id in sorted(routing.keys() | contacts.keys()):
            await self.keep(org_id)


def _parts(found: dict[str, int]) -> str:
    return f"{found.get('routing', 0)}.{found.get('contacts', 0)}"


def _as_it_is(integration: Integration) -> Integration:
    return integration
