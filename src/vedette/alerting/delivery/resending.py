"""Messages that were given up because the server had nothing to send them with."""

import logging
from collections.abc import Sequence
from datetime import timedelta
from itertools import groupby

from vedette.alerting.delivery.decide import supersedes
from vedette.alerting.delivery.delivery_store import DeliveryStore, GivenUp
from vedette.cluster.bounded import transaction
from vedette.cluster.time import database_now
from vedette.cluster.wakeups import Wakeups
from vedette.db.database import Database
from vedette.kernel.clock import Clock

log = logging.getLogger("vedette.alerting.delivery")
_MILLISECOND = timedelta(milliseconds=1)


class Resending:
    """Once the server has it, they are sent after all: those that are not too old yet, in their
    order, and only what the next one of the same group does not say too.

    `outcome` is what the ledger says of them.
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
            found = await store.given_up(self._outcome, now - self._max_age // _MILLISECOND)
            count = 0
            for queue, messages in groupby(found, lambda each: each.queue):
                for each in _needed(list(messages)):
                    if await store.may_return(queue, each.sequence):
                        await store.bring_back(each.id, queue, each.created, now)
                        count += 1
            if count:
                log.info("%d notifications that failed before are sent now.", count)
                tx.after_commit(lambda: self._wakeups.notify("deliveries"))


def _needed(messages: Sequence[GivenUp]) -> Sequence[GivenUp]:
    """Without those of which the one after them says everything."""
    kept: list[GivenUp] = []
    for each in reversed(messages):
        if not kept or not supersedes(each, kept[-1]):
            kept.append(each)
    return kept[::-1]
