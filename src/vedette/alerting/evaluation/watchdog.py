"""An alert that always fires. A receiver that expects its notifications notices an outage of
alerting.

Each instance posts it while its scheduler works. If none does, the alert is deleted: its
notifications stop without a resolved notification.
"""

from datetime import timedelta

from vedette.alerting.alerts.model import Alert
from vedette.alerting.alerts.store import AlertStore
from vedette.alerting.alerts.watchdog import FINGERPRINT, LABELS
from vedette.alerting.evaluation.scheduler import Scheduler
from vedette.cluster.bounded import transaction
from vedette.cluster.loop import run_loop
from vedette.cluster.time import database_now
from vedette.cluster.wakeups import Wakeups
from vedette.db.database import Database
from vedette.identity.store.orgs import OrgStore
from vedette.kernel.clock import Clock, moment

_MILLISECOND = timedelta(milliseconds=1)
INTERVAL = timedelta(seconds=2.5)
"""After two intervals without a post, or without an iteration of the scheduler, the alert is
deleted."""
ANNOTATIONS = {
    "summary": "Alerting works.",
    "description": "This alert always fires. If its notifications stop arriving, alerting is not "
    "working.",
}


class Watchdog:
    def __init__(
        self,
        database: Database,
        clock: Clock,
        wakeups: Wakeups,
        scheduler: Scheduler,
        disabled_orgs: frozenset[int],
    ) -> None:
        self._database = database
        self._clock = clock
        self._wakeups = wakeups
        self._scheduler = scheduler
        self._disabled_orgs = disabled_orgs

    async def run(self) -> None:
        await run_loop("watchdog", self._clock, self._iterate)

    async def _iterate(self) -> float:
        idle = self._clock.monotonic() - self._scheduler.taken_at
        if idle < 2 * INTERVAL.total_seconds():
            await self.post()
        else:
            await self.forget()
        return INTERVAL.total_seconds()

    async def forget(self) -> None:
        """Delete the alert unless another instance posts it."""
        async with transaction(self._database) as tx:
            silent = await database_now(tx, self._clock) - 2 * INTERVAL // _MILLISECOND
            await AlertStore(tx).forget_posted(FINGERPRINT, silent)

    async def post(self) -> None:
        """Post the firing alert in every organization."""
        async with transaction(self._database) as tx:
            now = await database_now(tx, self._clock)
            known_orgs = [org_id for org_id, _ in await OrgStore(tx).all()]
            org_ids = [each for each in known_orgs if each not in self._disabled_orgs]
            of_orgs = AlertStore(tx)
            alerts = []
            for org_id in org_ids:
                known = await of_orgs.by_fingerprints(org_id, [FINGERPRINT])
                before = known.get(FINGERPRINT)
                since = before.starts_at if before and before.is_firing else moment(now)
                alerts.append(
                    Alert(
                        org_id,
                        FINGERPRINT,
                        LABELS,
                        ANNOTATIONS,
                        starts_at=since,
                        origin="posted",
                    )
                )
            await of_orgs.put(alerts, now)
            tx.after_commit(lambda: self._wakeups.notify("alerts"))
