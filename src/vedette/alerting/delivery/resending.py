"""Sends notifications again that failed because the server lacked a configuration."""

import logging
from collections.abc import Sequence
from datetime import timedelta
from itertools import groupby

from vedette.alerting.delivery.decide import supersedes
from vedette.alerting.delivery.delivery_store import DeliveryStore, FailedDelivery
from vedette.cluster.bounded import transaction
from vedette.cluster.time import database_now
from vedette.cluster.wakeups import Wakeups
from vedette.db.database import Database
from vedette.kernel.clock import Clock

log = logging.getLogger("vedette.alerting.delivery")
_MILLISECOND = timedelta(milliseconds=1)


class Resending:
    """Requeues failed notifications when the server is configured to send them.

    Notifications keep their order. Those that are too old, or that a later one of the same group
    contains, stay failed. `outcome` is their outcome in the notification history.
    """

    def __init__(
        self,
        database: Database,
        clock: Clock,
        wakeups: Wakeups,
        outcome: str,
        max_age: timedelta,
    ) -> None:
        self._database = database
        self._clock = clock
        self._wakeups = wakeups
        self._outcome = outcome
        self._max_age = max_age

    async def run(self) -> None:
        async with transaction(self._database) as tx:
            store, now = DeliveryStore(tx), await database_now(tx, self._clock)
            found = await store.failed_since(self._outcome, now - self._max_age // _MILLISECOND)
            count = 0
            for queue, messages in groupby(found, lambda each: each.queue):
                for each in _needed(list(messages)):
                    if await store.can_be_retried(queue, each.sequence):
                        await store.requeue(each.id, queue, each.created, now)
                        count += 1
            if count:
                log.info("%d notifications that failed before are sent now.", count)
                tx.after_commit(lambda: self._wakeups.notify("deliveries"))


def _needed(messages: Sequence[FailedDelivery]) -> Sequence[FailedDelivery]:
    """Return the notifications without those that the next one contains completely."""
    needed: list[FailedDelivery] = []
    for each in reversed(messages):
        if not needed or not supersedes(each, needed[-1]):
            needed.append(each)
    return needed[::-1]
