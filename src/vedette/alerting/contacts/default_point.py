"""The contact point of the default policy of an organization."""

from collections.abc import Awaitable, Callable

from vedette.alerting.alerts.version_store import bump
from vedette.alerting.contacts.model import DEFAULT_ADDRESS, DEFAULT_POINT, Integration
from vedette.alerting.contacts.store import ContactStore
from vedette.db.database import Tx
from vedette.kernel.clock import Clock
from vedette.kernel.ids import new_uid

Lock = Callable[[Tx, int], Awaitable[None]]
"""Name of the lock for changes of contact points, so that no deleted one can be referenced."""


class DefaultContactPoint:
    def __init__(self, clock: Clock, lock: Lock) -> None:
        self._clock = clock
        self._lock = lock

    async def ensure(self, tx: Tx, org_id: int) -> None:
        """Create the default contact point in an organization that has none."""
        store = ContactStore(tx)
        if await store.has_points(org_id):
            return
        await self._lock(tx, org_id)
        if await store.has_points(org_id):
            return
        now = self._clock.now_ms()
        first = Integration(
            id=0,
            org_id=org_id,
            uid=new_uid(),
            name=DEFAULT_POINT,
            type="email",
            settings={"addresses": DEFAULT_ADDRESS},
            sealed={},
            disable_resolve=False,
            provenance="",
            position=0,
            version=1,
            created=now,
            updated=now,
        )
        await store.add(first, await store.add_point(org_id, DEFAULT_POINT, now))
        await bump(tx, org_id, "contacts")
