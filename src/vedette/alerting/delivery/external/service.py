"""The Alertmanager choice of organizations, and the data sources that it selects."""

import logging
from collections.abc import Sequence
from contextlib import suppress
from typing import ClassVar

from vedette.alerting.alerts.store import AlertStore
from vedette.alerting.alerts.version_store import bump
from vedette.alerting.delivery.delivery_store import DeliveryStore
from vedette.alerting.delivery.destinations import AlertmanagerDestination
from vedette.alerting.delivery.external.model import AlertmanagerChoice, AlertmanagerSelection
from vedette.alerting.delivery.external.sources import AlertmanagerSources, Candidate
from vedette.alerting.delivery.external.store import AlertmanagerChoiceStore
from vedette.alerting.delivery.group_store import NotificationGroupStore
from vedette.alerting.model.unreadable import StoredUnreadable
from vedette.cluster.bounded import reading, transaction
from vedette.cluster.wakeups import Wakeups
from vedette.db.database import Database, Tx
from vedette.db.errors import DatabaseUnavailable
from vedette.kernel.errors import BadRequest

log = logging.getLogger("vedette.alerting.delivery")


class NoExternalAlertmanager(BadRequest):
    code: ClassVar[str] = "alerting.no_external_alertmanager"

    def __init__(self) -> None:
        super().__init__(
            "No external Alertmanager receives alerts. Turn on Receive alerts "
            "(handleGrafanaManagedAlerts) in an Alertmanager data source with a URL."
        )


class AlertmanagerChoiceService:
    def __init__(self, database: Database, sources: AlertmanagerSources, wakeups: Wakeups) -> None:
        self._database = database
        self._sources = sources
        self._wakeups = wakeups

    async def choice(self, org_id: int) -> AlertmanagerChoice:
        """Return the current choice. Raises `StoredUnreadable`."""
        async with self._database.reading() as tx:
            return (await AlertmanagerChoiceStore(tx).get(org_id)).choice

    async def candidates(self, org_id: int) -> Sequence[Candidate]:
        """Return the data sources that receive alerts, whatever the choice is."""
        async with self._database.reading() as tx:
            return await self._sources.of_org(tx, org_id)

    async def choose(self, org_id: int, choice: AlertmanagerChoice) -> None:
        """Store the choice. Raises `NoExternalAlertmanager` if no one would receive alerts."""
        async with self._database.transaction() as tx:
            await tx.lock(_lock_name(org_id))
            wanted = await self._wanted(tx, org_id, choice)
            if choice is AlertmanagerChoice.EXTERNAL and not wanted.alertmanagers:
                raise NoExternalAlertmanager
            await self._apply(tx, org_id, wanted)
            if not await AlertmanagerChoiceStore(tx).is_set(org_id):
                await AlertmanagerChoiceStore(tx).put(org_id, wanted)

    async def reset(self, org_id: int) -> None:
        """Reset the choice to the default: policies alone."""
        async with self._database.transaction() as tx:
            await tx.lock(_lock_name(org_id))
            await self._apply(tx, org_id, AlertmanagerSelection())
            await AlertmanagerChoiceStore(tx).delete(org_id)

    async def is_set(self, org_id: int) -> bool:
        """Return whether a choice is stored."""
        async with self._database.reading() as tx:
            return await AlertmanagerChoiceStore(tx).is_set(org_id)

    async def update_all(self) -> None:
        """Update the stored Alertmanagers of all organizations after changes of data sources.

        A failure affects one organization only. Raises `DatabaseUnavailable`.
        """
        async with reading(self._database) as tx:
            organizations = await AlertmanagerChoiceStore(tx).organizations()
        for org_id in organizations:
            try:
                await self._update(org_id)
            except DatabaseUnavailable:
                raise
            except Exception:
                log.exception(
                    "Checking the Alertmanagers of organization %d failed and will be retried.",
                    org_id,
                )

    async def _update(self, org_id: int) -> None:
        async with reading(self._database) as tx:
            if not await self._change(tx, org_id):
                return
        async with transaction(self._database) as tx:
            await tx.lock(_lock_name(org_id))
            if wanted := await self._change(tx, org_id):
                await self._apply(tx, org_id, wanted)

    async def _change(self, tx: Tx, org_id: int) -> AlertmanagerSelection | None:
        """Return the choice with the current data sources, or None if this is what is stored."""
        try:
            stored = await AlertmanagerChoiceStore(tx).get(org_id)
        except StoredUnreadable:  # It is listed as an unreadable part of the configuration.
            return None
        wanted = await self._wanted(tx, org_id, stored.choice)
        return wanted if wanted != stored else None

    async def _wanted(
        self, tx: Tx, org_id: int, choice: AlertmanagerChoice
    ) -> AlertmanagerSelection:
        if choice is AlertmanagerChoice.INTERNAL:
            return AlertmanagerSelection()
        found = await self._sources.of_org(tx, org_id)
        usable = tuple(
            AlertmanagerDestination(each.uid, each.name) for each in found if not each.problem
        )
        return AlertmanagerSelection(choice, usable)

    async def _apply(self, tx: Tx, org_id: int, wanted: AlertmanagerSelection) -> None:
        """Store the choice and route all firing alerts again. A renamed Alertmanager keeps its
        notification state.

        The caller holds the lock since before it read the choice, so that none is overwritten.
        """
        store, before = AlertmanagerChoiceStore(tx), None
        with suppress(StoredUnreadable):
            before = await store.get(org_id)
        if before == wanted:
            return
        await store.put(org_id, wanted)
        # Alerts are locked before groups, and groups before notifications.
        await AlertStore(tx).mark_unrouted(org_id)
        for old, new in _renamed(before or AlertmanagerSelection(), wanted):
            await NotificationGroupStore(tx).rename_receiver(org_id, old, new.name)
            await DeliveryStore(tx).rename_receiver(org_id, old, new.name)
        await bump(tx, org_id, "handing")
        tx.after_commit(lambda: self._wakeups.notify("alerts"))


def _lock_name(org_id: int) -> str:
    return f"alerting.handing.{org_id}"


def _renamed(
    before: AlertmanagerSelection, after: AlertmanagerSelection
) -> Sequence[tuple[AlertmanagerDestination, AlertmanagerDestination]]:
    """Return the Alertmanagers whose name changed, as they were and as they are."""
    known = {each.uid: each for each in before.alertmanagers}
    pairs = [(known.get(each.uid, each), each) for each in after.alertmanagers]
    return [(old, new) for old, new in pairs if old.name != new.name]
