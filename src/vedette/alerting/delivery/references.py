"""Names that policies and rules refer to: contact points and mute timings."""

from collections.abc import Awaitable, Callable, Collection

from vedette.alerting.contacts.store import ContactStore
from vedette.alerting.model import NotificationSettings
from vedette.alerting.muting.timings.store import TimingStore
from vedette.alerting.routing.policies import DEFAULT_RECEIVER
from vedette.db.database import Tx


class ContactPointNames:
    """Reads names. `ensure_default` creates the default contact point of an organization that has
    none."""

    def __init__(self, ensure_default: Callable[[Tx, int], Awaitable[None]]) -> None:
        self._ensure_default = ensure_default

    async def __call__(self, tx: Tx, org_id: int) -> Collection[str]:
        await self._ensure_default(tx, org_id)
        return await ContactStore(tx).names(org_id)


async def timing_names(tx: Tx, org_id: int) -> Collection[str]:
    return (await TimingStore(tx).marks(org_id)).keys()


async def check_notification(tx: Tx, org_id: int, settings: NotificationSettings) -> str | None:
    """Return the first error in the names of a rule's notification settings, or None."""
    receivers = await ContactStore(tx).names(org_id)
    if settings.receiver not in receivers and settings.receiver != DEFAULT_RECEIVER:
        return f"The contact point {settings.receiver!r} does not exist."
    known = await timing_names(tx, org_id)
    for name in (*settings.mute_timings, *settings.active_timings):
        if name not in known:
            return f"The mute timing {name!r} does not exist."
    return None
