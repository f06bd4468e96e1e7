"""Encrypts settings that an earlier version, or one without the plugin, stored in clear text."""

import logging

from vedette.crypto.errors import SecretUnreadable
from vedette.datasources.store import SourceStore
from vedette.datasources.writer import SourceWriter
from vedette.db.database import Database, Tx

log = logging.getLogger("vedette.datasources")


class SourceSealing:
    def __init__(self, database: Database, writer: SourceWriter) -> None:
        self._database = database
        self._writer = writer

    async def run(self) -> None:
        """Encrypt the settings of each organization in a transaction of its own.

        If its secrets cannot be decrypted with the current `secret_key`, a log message says so and
        its rows stay as they are.
        """
        async with self._database.reading() as tx:
            orgs = {each.org_id for each in await SourceStore(tx).every()}
        for org_id in sorted(orgs):
            try:
                async with self._database.transaction() as tx:
                    count = await self._seal(tx, org_id)
            except SecretUnreadable as error:
                log.error("Cannot encrypt the data sources of organization %s: %s", org_id, error)
                continue
            if count:
                log.info(
                    "Encrypted the data sources of organization %s.", org_id, extra={"rows": count}
                )

    async def _seal(self, tx: Tx, org_id: int) -> int:
        store, count = SourceStore(tx), 0
        for source in await store.of_org(org_id):
            sealed = await self._writer.sealed(tx, source)
            if sealed is not None:
                await store.update_settings(sealed)
                count += 1
        return count
