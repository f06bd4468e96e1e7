"""Sends notifications at least once and in order, without delays between receivers.

An attempt that takes longer than a second releases its slot, and no integration gets more
concurrent attempts than there are slots. So a receiver that hangs delays only itself.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial

import msgspec

from vedette.alerting.delivery.attempt import DeliveryAttempts, DeliveryOutcome
from vedette.alerting.delivery.delivery_store import (
    AttemptOutcome,
    DeliveryState,
    DeliveryStore,
    excluding,
)
from vedette.alerting.delivery.recording import DeliveryRecorder, RecordedDelivery
from vedette.cluster.bounded import reading, transaction
from vedette.cluster.claims import Claim, Claims, Fenced
from vedette.cluster.loop import run_loop
from vedette.cluster.pulse import Pulse
from vedette.cluster.renewal import Held, Renewal
from vedette.cluster.wakeups import Wakeups
from vedette.db.database import Database
from vedette.db.errors import DatabaseUnavailable
from vedette.kernel.clock import Clock
from vedette.kernel.fault import crash_at
from vedette.telemetry.delivery import DeliveryMetrics

log = logging.getLogger("vedette.alerting.delivery")
_POLL_SECONDS = 1.0
_PAUSE_SECONDS = 0.5
_SLOW_SECONDS = 1.0
_MAX_SLOW = 64
"""Slow attempts in addition to the slots. Above this number no new attempts start."""
_STOP_SECONDS = 8.0
_MAX_TRIES = 10
_MEASURE_SECONDS = 2.0
_Integration = tuple[int, str]


class SenderOptions(msgspec.Struct, frozen=True):
    """`slots` is the number of concurrent attempts that are not slow."""

    slots: int = 4
    max_age: timedelta = timedelta(hours=6)


@dataclass(slots=True)
class _InFlight:
    lease: Held
    began: float
    task: asyncio.Task[None] = field(init=False)

    @property
    def claim(self) -> Claim:
        return self.lease.claim

    @property
    def integration(self) -> _Integration:
        return (self.claim.row["org_id"], self.claim.row["integration_uid"])


class NotificationSender:
    def __init__(
        self,
        database: Database,
        clock: Clock,
        claims: Claims,
        attempts: DeliveryAttempts,
        recorder: DeliveryRecorder,
        wakeups: Wakeups,
        metrics: DeliveryMetrics,
        options: SenderOptions,
    ) -> None:
        self._database = database
        self._clock = clock
        self._claims = claims
        self._attempts = attempts
        self._recorder = recorder
        self._wakeups = wakeups
        self._metrics = metrics
        self._options = options
        self._renewal = Renewal(claims, clock, self._cancel_lost)
        self._in_flight: dict[int, _InFlight] = {}
        self._failing: set[_Integration] = set()
        self._unrecorded = 0
        self._measured = float("-inf")
        self.pulse = Pulse("notification delivery", clock)

    async def run(self) -> None:
        renewing = asyncio.create_task(self._renewal.run(), name="notification leases")
        wait = partial(self._wakeups.wait, "deliveries")
        try:
            await run_loop(self.pulse.name, self._clock, self._iterate, wait=wait, pulse=self.pulse)
        finally:
            try:
                await self._stop()
            finally:
                renewing.cancel()

    async def begin_due(self) -> int:
        """Start to send due notifications in the free slots. Returns how many.

        Raises `DatabaseUnavailable`.
        """
        free = self._free_slots()
        if free <= 0 or self._unrecorded:
            return 0
        condition, params = self._exclusions()
        claims = await self._claims.take(free, condition, params)
        for claim in claims:
            item = _InFlight(self._renewal.hold(claim), self._clock.monotonic())
            self._in_flight[int(claim.key)] = item
            item.task = asyncio.create_task(self._process(item), name=f"delivery {claim.key}")
        self._metrics.set_in_flight(len(self._in_flight))
        return len(claims)

    async def drain(self) -> None:
        """Wait until no attempt is in flight."""
        while self._in_flight:
            await asyncio.wait([item.task for item in self._in_flight.values()])

    async def _iterate(self) -> float:
        begun = await self.begin_due()
        await self._update_metrics()
        return 0.0 if begun else await self._seconds_to_wait()

    async def _seconds_to_wait(self) -> float:
        if self._free_slots() <= 0 or self._unrecorded:
            return _PAUSE_SECONDS
        due = await self._claims.next_due(*self._exclusions())
        if due is None:
            return _POLL_SECONDS
        return min(max((due - self._claims.now()) / 1000, 0.01), _POLL_SECONDS)

    def _free_slots(self) -> int:
        now = self._clock.monotonic()
        slow = sum(now - each.began > _SLOW_SECONDS for each in self._in_flight.values())
        if slow >= _MAX_SLOW:
            return 0
        return self._options.slots - (len(self._in_flight) - slow)

    def _exclusions(self) -> tuple[str, Mapping[str, object]]:
        """Return a condition that excludes attempts in flight, even after their lease expired, and
        integrations at their limit: all slots, or one slot if the last attempt failed."""
        under_way = Counter(each.integration for each in self._in_flight.values())
        busy = [
            each
            for each, count in under_way.items()
            if count >= self._options.slots or each in self._failing
        ]
        return excluding(busy, self._in_flight)

    async def _process(self, item: _InFlight) -> None:
        claim = item.claim
        try:
            if claim.now - claim.row["created"] > self._options.max_age // timedelta(
                milliseconds=1
            ):
                await self._expire(claim)
            else:
                await self._send(item)
        except Exception:
            # The lease expires, and the notification is sent again.
            log.exception("A notification could not be processed.", extra={"delivery": claim.key})
        finally:
            self._renewal.drop(item.lease)
            del self._in_flight[int(claim.key)]
            self._metrics.set_in_flight(len(self._in_flight))
            self._wakeups.notify("deliveries")

    async def _send(self, item: _InFlight) -> None:
        claim, kind = item.claim, item.claim.row["integration_type"]
        self._metrics.unconfirmed(claim.epoch - 1 - claim.row["attempts"])
        result = await self._attempts.send(item.lease)
        if result is None:
            return
        failure = "" if result.outcome is AttemptOutcome.SENT else result.outcome.value
        self._metrics.attempted(kind, result.duration_ms / 1000, failure)
        if failure:
            self._failing.add(item.integration)
            log.info(
                "A notification was not accepted: %s",
                result.answer,
                extra={"delivery": claim.key, "integration": kind, "attempt": claim.epoch},
            )
        else:
            self._failing.discard(item.integration)
        item.lease.is_settling = True
        crash_at("before_mark")
        await self._record_result(claim, result)

    async def _record_result(self, claim: Claim, result: DeliveryOutcome) -> None:
        """Store the result. Retry until the database is available, so that it is not sent again."""
        kind = claim.row["integration_type"]
        recorded = await self._store_result(claim, result)
        if recorded is None:
            log.warning(
                "Another instance took over a notification while it was being sent; it may "
                "arrive twice.",
                extra={"delivery": claim.key},
            )
        elif recorded.state is DeliveryState.SENT:
            waited_ms = claim.now - claim.row["created"] + result.duration_ms
            self._metrics.delivered(kind, waited_ms / 1000)
        elif recorded.state is DeliveryState.FAILED:
            self._metrics.gave_up(kind, "refused")
            log.warning(
                "A notification failed permanently: %s",
                result.answer,
                extra={"delivery": claim.key},
            )

    async def _store_result(self, claim: Claim, result: DeliveryOutcome) -> RecordedDelivery | None:
        """Store the result. Returns None if another instance owns the notification now. No new
        attempts start meanwhile."""
        tries, is_waiting = 0, False
        try:
            while True:
                try:
                    async with transaction(self._database) as tx:
                        recorded = await self._recorder.record(
                            tx, claim, result, is_plain=tries > 0
                        )
                        if recorded.raises_alert:
                            tx.after_commit(lambda: self._wakeups.notify("alerts"))
                    return recorded
                except Fenced:
                    return None
                except DatabaseUnavailable as error:
                    log.debug("A response could not be recorded yet: %s", error.public)
                    self._unrecorded += not is_waiting
                    is_waiting = True
                except Exception:
                    log.exception("A response was not recorded.", extra={"delivery": claim.key})
                    tries += 1
                    if tries > _MAX_TRIES:
                        raise
                await self._clock.sleep(_PAUSE_SECONDS)
        finally:
            self._unrecorded -= is_waiting

    async def _expire(self, claim: Claim) -> None:
        try:
            async with transaction(self._database) as tx:
                await self._recorder.give_up_old(tx, claim)
                tx.after_commit(lambda: self._wakeups.notify("alerts"))
        except (Fenced, DatabaseUnavailable):
            return
        self._metrics.gave_up(claim.row["integration_type"], "too_old")

    def _cancel_lost(self, lease: Held) -> None:
        """Cancel the attempt: another instance has taken over the notification."""
        item = self._in_flight.get(int(lease.claim.key))
        if item is not None and item.lease is lease:
            item.task.cancel()

    async def _update_metrics(self) -> None:
        now = self._clock.monotonic()
        if now - self._measured < _MEASURE_SECONDS:
            return
        self._measured = now
        async with reading(self._database) as tx:
            depth, oldest = await DeliveryStore(tx).depth()
        age = 0 if oldest is None else max(0, self._claims.now() - oldest)
        self._metrics.set_outbox(depth, age / 1000)

    async def _stop(self) -> None:
        """Give attempts a few seconds to finish; other instances retry the rest."""
        in_flight = list(self._in_flight.values())
        if not in_flight:
            return
        tasks = [each.task for each in in_flight]
        _, late = await asyncio.wait(tasks, timeout=_STOP_SECONDS)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
        try:
            await self._claims.release(*(each.claim for each in in_flight if each.task in late))
        except DatabaseUnavailable:
            log.debug("The database is unavailable; the leases will expire.")
