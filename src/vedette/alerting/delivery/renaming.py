"""Follows a contact point that gets another name, so that nothing is told again because of it."""

from collections.abc import Sequence

from vedette.alerting.alerts.store import AlertStore
from vedette.alerting.delivery.delivery_store import DeliveryStore
from vedette.alerting.delivery.destinations import ContactPointDestination
from vedette.alerting.delivery.group_store import NotificationGroupStore
from vedette.db.database import Tx


class ToldUnderAName:
    """Comes after policies and rules: alerts are locked before groups, these before messages."""

    async def uses_of_receiver(self, tx: Tx, org_id: int, name: str) -> Sequence[str]:
        """What was told stands in no one's way."""
        return ()

    async def rename_receiver(self, tx: Tx, org_id: int, old: str, new: str) -> None:
        await AlertStore(tx).rename_receiver(org_id, old, new)
        await NotificationGroupStore(tx).rename_receiver(org_id, ContactPointDestination(old), new)
        await DeliveryStore(tx).rename_receiver(org_id, ContactPointDestination(old), new)
