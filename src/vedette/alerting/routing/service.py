"""The notification policies of an organization."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from vedette.alerting.alerts.store import AlertStore
from vedette.alerting.alerts.version_store import bump
from vedette.alerting.model.provenance import Edit, check_delete, check_edit
from vedette.alerting.routing.policies import (
    DEFAULT_RECEIVER,
    NotificationPolicy,
    default_policy,
    place_name,
    problems,
    walk,
)
from vedette.alerting.routing.policy_text import BadPolicy
from vedette.alerting.routing.store import PolicyStore, StoredPolicy
from vedette.cluster.wakeups import Wakeups
from vedette.db.database import Database, Tx
from vedette.kernel.clock import Clock
from vedette.kernel.errors import Stale

Names: TypeAlias = Callable[[Tx, int], Awaitable[Collection[str]]]
"""Names of contact points or mute timings in an organization."""
_MOST_SENTENCES = 5
_WHAT = "the notification policies"


class PoliciesChanged(Stale):
    code = "alerting.policies_changed"

    def __init__(self) -> None:
        super().__init__("The notification policies were changed by someone else. Reload them.")


def lock_name(org_id: int) -> str:
    """Return the name of the lock for changes of policies, timings or contact points, which refer
    to each other."""
    return f"alerting.routing.{org_id}"


async def lock(tx: Tx, org_id: int) -> None:
    await tx.lock(lock_name(org_id))


class PolicyService:
    def __init__(
        self, database: Database, clock: Clock, wakeups: Wakeups, receivers: Names, timings: Names
    ) -> None:
        self._database = database
        self._clock = clock
        self._wakeups = wakeups
        self._receivers = receivers
        self._timings = timings

    async def get(self, org_id: int) -> StoredPolicy:
        async with self._database.reading() as tx:
            return await PolicyStore(tx).get(org_id)

    async def replace(
        self, org_id: int, policy: NotificationPolicy, edit: Edit, expected: int | None = None
    ) -> None:
        """Replace the tree. `expected` is the version that the client read, if it sends one.

        Raises `BadPolicy`, `OtherProvenance` and `PoliciesChanged`.
        """
        async with self._database.transaction() as tx:
            await tx.lock(lock_name(org_id))
            _, version = await PolicyStore(tx).marks(org_id)
            if expected is not None and expected != version:
                raise PoliciesChanged
            await self.replace_in(tx, org_id, policy, edit)

    async def replace_in(self, tx: Tx, org_id: int, policy: NotificationPolicy, edit: Edit) -> None:
        """Replace the tree in a transaction that holds the lock.

        An unreadable tree can be replaced, too.
        """
        await self.check_in(tx, org_id, policy)
        await self.put_in(tx, org_id, policy, edit)

    async def check_in(self, tx: Tx, org_id: int, policy: NotificationPolicy) -> None:
        """Raises `BadPolicy` if the tree refers to something that does not exist, or cannot be
        used."""
        receivers, timings = await self._receivers(tx, org_id), await self._timings(tx, org_id)
        found = problems(policy, receivers, timings)
        if found:
            raise BadPolicy(" ".join(found[:_MOST_SENTENCES]))

    async def put_in(self, tx: Tx, org_id: int, policy: NotificationPolicy, edit: Edit) -> None:
        """Store the tree without a check of references, which the caller checks later in the
        transaction.

        Raises `OtherProvenance`.
        """
        provenance, _ = await PolicyStore(tx).marks(org_id)
        check_edit(_WHAT, provenance, edit)
        await self._put(tx, org_id, policy, edit.provenance)

    async def reset(self, org_id: int, edit: Edit) -> NotificationPolicy:
        """Reset the policies to the default, without provenance.

        Raises `OtherProvenance`.
        """
        async with self._database.transaction() as tx:
            await tx.lock(lock_name(org_id))
            return await self.reset_in(tx, org_id, edit)

    async def reset_in(self, tx: Tx, org_id: int, edit: Edit) -> NotificationPolicy:
        """Reset the policies in a transaction that holds the lock."""
        provenance, _ = await PolicyStore(tx).marks(org_id)
        check_delete(_WHAT, provenance, edit)
        receivers = await self._receivers(tx, org_id)
        known = DEFAULT_RECEIVER in receivers or not receivers
        policy = default_policy(DEFAULT_RECEIVER if known else min(receivers))
        await self._put(tx, org_id, policy, "")
        return policy

    async def uses_of_receiver(self, tx: Tx, org_id: int, name: str) -> Sequence[str]:
        """Return where the contact point is used, such as `policy 1.2`."""
        stored = await PolicyStore(tx).get(org_id)
        return [
            place_name(place) for place, policy in walk(stored.policy) if policy.receiver == name
        ]

    async def uses_of_timing(self, tx: Tx, org_id: int, name: str) -> Sequence[str]:
        """Return where the mute timing is used, such as `policy 1.2`."""
        stored = await PolicyStore(tx).get(org_id)
        return [
            place_name(place)
            for place, policy in walk(stored.policy)
            if name in policy.mute_timings or name in policy.active_timings
        ]

    async def rename_receiver(self, tx: Tx, org_id: int, old: str, new: str) -> None:
        """Update policies of any provenance after a contact point was renamed."""
        await self._rewrite(
            tx,
            org_id,
            lambda policy: replace(
                policy, receiver=new if policy.receiver == old else policy.receiver
            ),
        )

    async def rename_timing(self, tx: Tx, org_id: int, old: str, new: str) -> None:
        """Update policies of any provenance after a mute timing was renamed."""

        def renamed(names: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(new if name == old else name for name in names)

        await self._rewrite(
            tx,
            org_id,
            lambda policy: replace(
                policy,
                mute_timings=renamed(policy.mute_timings),
                active_timings=renamed(policy.active_timings),
            ),
        )

    async def _rewrite(
        self, tx: Tx, org_id: int, change: Callable[[NotificationPolicy], NotificationPolicy]
    ) -> None:
        stored = await PolicyStore(tx).get(org_id)
        policy = _changed(stored.policy, change)
        if policy != stored.policy:
            await self._put(tx, org_id, policy, stored.provenance)

    async def _put(self, tx: Tx, org_id: int, policy: NotificationPolicy, provenance: str) -> None:
        await PolicyStore(tx).put(org_id, policy, provenance, self._clock.now_ms())
        await AlertStore(tx).mark_unrouted(org_id)
        await bump(tx, org_id, "routing")
        tx.after_commit(lambda: self._wakeups.notify("alerts"))


def _changed(
    policy: NotificationPolicy, change: Callable[[NotificationPolicy], NotificationPolicy]
) -> NotificationPolicy:
    below = tuple(_changed(each, change) for each in policy.routes)
    return replace(change(policy), routes=below)
