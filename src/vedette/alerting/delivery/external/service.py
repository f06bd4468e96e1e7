"""The choice of an organization, and which data sources it means by now."""

import logging
from collections.abc import Sequence
from contextlib import suppress
from typing import ClassVar

from vedette.alerting.alerts.store import AlertStore
from vedette.alerting.alerts.version_store import bump
from vedette.alerting.delivery.delivery_store import DeliveryStore
from vedette.alerting.delivery.destinations import AlertmanagerDestination
from vedette.alerting.delivery.external.model import Choice, Handing
from vedette.alerting.delivery.external.sources import AlertmanagerSources, Candidate
from vedette.alerting.delivery.external.store import HandingStore
from vedette.alerting.delivery.group_store import NotificationGroupStore
from vedette.alerting.model.unreadable import StoredUnreadable
from vedette.cluster.bounded import reading, transaction
from vedette.cluster.wakeups import Wakeups
from vedette.db.database import Database, Tx
from vedette.db.errors import DatabaseUnavailable
from vedette.kernel.errors import BadRequest

log = logging.getLogger("vedette.alerting.delivery")


class NobodyToHandTo(BadRequest):
    code: ClassVar[str] = "alerting.nobody_to_hand_to"

    def __init__(self) -> None:
        super().__init__(
            "No external Alertmanager receives alerts. Turn on Receive alerts "
            "(handleGrafanaManagedAlerts) in an Alertmanager data source with a URL."
        )


class HandingService:
    def __init__(self, database: Database, sources: AlertmanagerSources, wakeups: Wakeups) -> None:
        self._database = database
        self._sources = sources
        self._wakeups = wakeups

    async def choice(self, org_id: int) -> Choice:
        """Raises `StoredUnreadable`."""
        async with self._database.reading() as tx:
            return (await HandingStore(tx).get(org_id)).choice

    async def candidates(self, org_id: int) -> Sequence[Candidate]:
        """Data sources that ask for alerts, whatever was chosen."""
        async with self._database.reading() as tx:
            return await self._sources.of_org(tx, org_id)

    async def choose(self, org_id: int, choice: Choice) -> None:
        """Raises `NobodyToHandTo` where policies would tell nobody, and nobody else would."""
        async with self._database.transaction() as tx:
            await tx.lock(_lock_name(org_id))
            wanted = await self._wanted(tx, org_id, choice)
            if choice is Choice.EXTERNAL and not wanted.alertmanagers:
                raise NobodyToHandTo
            await self._apply(tx, org_id, wanted)
            if not await HandingStore(tx).is_set(org_id):
                await HandingStore(tx).put(org_id, wanted)

    async def forget(self, org_id: int) -> None:
        """Back to policies alone, as where nobody ever chose."""
        async with self._database.transaction() as tx:
            await tx.lock(_lock_name(org_id))
            await self._apply(tx, org_id, Handing())
            await HandingStore(tx).delete(org_id)

    async def is_set(self, org_id: int) -> bool:
        """Whether somebody chose."""
        async with self._database.reading() as tx:
            return await HandingStore(tx).is_set(org_id)

    async def follow(self) -> None:
        """What became of the data sources of those who chose to hand alerts to them.

        One organization keeps no other from being looked at. Raises `DatabaseUnavailable`.
        """
        async with reading(self._database) as tx:
            organizations = await HandingStore(tx).organizations()
        for org_id in organizations:
            try:
                await self._follow_one(org_id)
            except DatabaseUnavailable:
                raise
            except Exception:
                log.exception(
                    "Checking the Alertmanagers of organization %d failed and will be retried.",
                    org_id,
                )

    async def _follow_one(self, org_id: int) -> None:
        async with reading(self._database) as tx:
            if not await self._change(tx, org_id):
                return
        async with transaction(self._database) as tx:
            await tx.lock(_lock_name(org_id))
            if wanted := await self._change(tx, org_id):
                await self._apply(tx, org_id, wanted)

    async def _change(self, tx: Tx, org_id: int) -> Handing | None:
        """What the data sources of today make of the choice, where that is not what is stored."""
        try:
            stored = await HandingStore(tx).get(org_id)
        except StoredUnreadable:  # It is among what people are asked to mend.
            return None
        wanted = await self._wanted(tx, org_id, stored.choice)
        return wanted if wanted != stored else None

    async def _wanted(self, tx: Tx, org_id: int, choice: Choice) -> Handing:
        if choice is Choice.INTERNAL:
            return Handing()
        found = await self._sources.of_org(tx, org_id)
        usable = tuple(
            AlertmanagerDestination(each.uid, each.name) for each in found if not each.problem
        )
        return Handing(choice, usable)

    async def _apply(self, tx: Tx, org_id: int, wanted: Handing) -> None:
        """All that fires is led anew. Who has another name now goes on with what was told.

        The caller holds the lock from before it read, so that no choice is overwritten.
        """
        store, before = HandingStore(tx), None
        with suppress(StoredUnreadable):
            before = await store.get(org_id)
        if before == wanted:
            return
        await store.put(org_id, wanted)
        # Alerts are locked before groups, and these before messages.
        await AlertStore(tx).mark_unrouted(org_id)
        for old, new in _renamed(before or Handing(), wanted):
            await NotificationGroupStore(tx).rename_receiver(org_id, old, new.name)
            await DeliveryStore(tx).rename_receiver(org_id, old, new.name)
        await bump(tx, org_id, "handing")
        tx.after_commit(lambda: self._wakeups.notify("alerts"))


def _lock_name(org_id: int) -> str:
    return f"alerting.handing.{org_id}"


def _renamed(
    before: Handing, after: Handing
) -> Sequence[tuple[AlertmanagerDestination, AlertmanagerDestination]]:
    """Return the Alertmanagers whose name changed, as they were and as they are."""
    known = {each.uid: each for each in before.alertmanagers}
    pairs = [(known.get(each.uid, each), each) for each in after.alertmanagers]
    return [(old, new) for old, new in pairs if old.name != new.name]
