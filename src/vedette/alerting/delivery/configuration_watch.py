"""Regular read of changed configurations, which reports unreadable parts early."""

import logging

from vedette.alerting.delivery.configuration import Configurations
from vedette.cluster.bounded import transaction
from vedette.cluster.loop import run_loop
from vedette.cluster.time import database_now
from vedette.db.database import Database
from vedette.db.errors import DatabaseUnavailable
from vedette.kernel.clock import Clock

log = logging.getLogger("vedette.alerting.delivery")
_LOOK_SECONDS = 15.0


class ConfigurationWatch:
    def __init__(self, database: Database, clock: Clock, configurations: Configurations) -> None:
        self._database = database
        self._clock = clock
        self._configurations = configurations

    async def run(self) -> None:
        await run_loop("alert-configurations", self._clock, self._iterate)

    async def _iterate(self) -> float:
        await self.read_changes()
        return _LOOK_SECONDS

    async def read_changes(self) -> None:
        """Read all changed configurations. A failure affects one organization only. Raises
        `DatabaseUnavailable`."""
        async with self._database.reading() as tx:
            changed = await self._configurations.changed(tx)
        for org_id in changed:
            try:
                async with transaction(self._database) as tx:
                    now = await database_now(tx, self._clock)
                    await self._configurations.load(tx, org_id, now)
            except DatabaseUnavailable:
                raise
            except Exception:
                log.exception(
                    "Checking the configuration of organization %d failed and will be retried.",
                    org_id,
                )
