"""Renames contact points in groups and pending notifications, so that nothing is sent again."""

from collections.abc import Sequence

from vedette.alerting.alerts.store import AlertStore
from vedette.alerting.delivery.delivery_store import DeliveryStore
from vedette.alerting.delivery.destinations import ContactPointDestination
from vedette.alerting.delivery.group_store import NotificationGroupStore
from vedette.db.database import Tx


class RenamedDestinations:
    """Runs after policies and rules: alerts are locked before groups, and groups before
    notifications."""

    async def uses_of_receiver(self, tx: Tx, org_id: int, name: str) -> Sequence[str]:
        """Return no uses: notification states do not prevent the deletion of a contact point."""
        return ()

    async def rename_receiver(self, tx: Tx, org_id: int, old: str, new: str) -> None:
        await AlertStore(tx).rename_receiver(org_id, old, new)
        await NotificationGroupStore(tx).rename_receiver(org_id, ContactPointDestination(old), new)
        await DeliveryStore(tx).rename_receiver(org_id, ContactPointDestination(old), new)
