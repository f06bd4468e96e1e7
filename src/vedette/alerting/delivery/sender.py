"""Sends messages: each at least once, in order, and none holding up another receiver.

An attempt that takes longer than a second gives its place to others, and no integration gets more
messages at a time than there are places: a receiver that hangs costs nobody but itself.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial

import msgspec

from vedette.alerting.delivery.attempt import DeliveryOutcome, ImageRenderer, Receivers, attempt
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
_LOOK_SECONDS = 1.0
_PAUSE_SECONDS = 0.5
_SLOW_SECONDS = 1.0
_MOST_SLOW = 64
"""Attempts beside the places: past that, nothing new begins."""
_STOP_SECONDS = 8.0
_MOST_TRIES = 10
_MEASURE_SECONDS = 2.0
_Integration = tuple[int, str]


class SenderOptions(msgspec.Struct, frozen=True):
    root_url: str
    """The server's public address, with a slash at its end."""
    places: int = 4
    deadline: timedelta = timedelta(seconds=30)
    max_age: timedelta = timedelta(hours=6)


@dataclass(slots=True)
class _Flight:
    held: Held
    began: float
    task: asyncio.Task[None] = field(init=False)

    @property
    def claim(self) -> Claim:
        return self.held.claim

    @property
    def integration(self) -> _Integration:
        return (self.claim.row["org_id"], self.claim.row["integration_uid"])


class NotificationSender:
    def __init__(
        self,
        database: Database,
        clock: Clock,
        claims: Claims,
        receivers: Receivers,
        recorder: DeliveryRecorder,
        wakeups: Wakeups,
        metrics: DeliveryMetrics,
        options: SenderOptions,
        pictures: ImageRenderer | None = None,
    ) -> None:
        self._database = database
        self._clock = clock
        self._claims = claims
        self._receivers = receivers
        self._recorder = recorder
        self._wakeups = wakeups
        self._metrics = metrics
        self._options = options
        self._pictures = pictures
        self._renewal = Renewal(claims, clock, self._give_up_lost)
        self._flights: dict[int, _Flight] = {}
        self._troubled: set[_Integration] = set()
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
        """Begins to send what is due, as far as there are places; how much that is.

        Raises `DatabaseUnavailable`.
        """
        free = self._free()
        if free <= 0 or self._unrecorded:
            return 0
        narrowed, params = self._narrowed()
        claims = await self._claims.take(free, narrowed, params)
        for claim in claims:
            flight = _Flight(self._renewal.hold(claim), self._clock.monotonic())
            self._flights[int(claim.key)] = flight
            flight.task = asyncio.create_task(self._fly(flight), name=f"delivery {claim.key}")
        self._metrics.set_in_flight(len(self._flights))
        return len(claims)

    async def landed(self) -> None:
        """Waits until nothing is under way."""
        while self._flights:
            await asyncio.wait([flight.task for flight in self._flights.values()])

    async def _iterate(self) -> float:
        begun = await self.begin_due()
        await self._measure()
        return 0.0 if begun else await self._seconds_to_wait()

    async def _seconds_to_wait(self) -> float:
        if self._free() <= 0 or self._unrecorded:
            return _PAUSE_SECONDS
        due = await self._claims.next_due(*self._narrowed())
        if due is None:
            return _LOOK_SECONDS
        return min(max((due - self._claims.now()) / 1000, 0.01), _LOOK_SECONDS)

    def _free(self) -> int:
        now = self._clock.monotonic()
        slow = sum(now - each.began > _SLOW_SECONDS for each in self._flights.values())
        if slow >= _MOST_SLOW:
            return 0
        return self._options.places - (len(self._flights) - slow)

    def _narrowed(self) -> tuple[str, Mapping[str, object]]:
        """Leaves out what is under way, also where its lease ended meanwhile, and the integrations
        that have enough of it: all places, or one where the last attempt failed."""
        under_way = Counter(each.integration for each in self._flights.values())
        busy = [
            each
            for each, count in under_way.items()
            if count >= self._options.places or each in self._troubled
        ]
        return excluding(busy, self._flights)

    async def _fly(self, flight: _Flight) -> None:
        claim = flight.claim
        try:
            if claim.now - claim.row["created"] > self._options.max_age // timedelta(
                milliseconds=1
            ):
                await self._give_up_old(claim)
            else:
                await self._send(flight)
        except Exception:
            # The lease ends, and the message is tried again.
            log.exception("A notification could not be processed.", extra={"delivery": claim.key})
        finally:
            self._renewal.drop(flight.held)
            del self._flights[int(claim.key)]
            self._metrics.set_in_flight(len(self._flights))
            self._wakeups.notify("deliveries")

    async def _send(self, flight: _Flight) -> None:
        claim, kind = flight.claim, flight.claim.row["integration_type"]
        self._metrics.unconfirmed(claim.epoch - 1 - claim.row["attempts"])
        made = await attempt(
            flight.held,
            self._receivers,
            self._clock,
            self._options.root_url,
            self._options.deadline,
            self._pictures,
        )
        if made is None:
            return
        failure = "" if made.outcome is AttemptOutcome.SENT else made.outcome.value
        self._metrics.attempted(kind, made.duration_ms / 1000, failure)
        if failure:
            self._troubled.add(flight.integration)
            log.info(
                "A notification was not accepted: %s",
                made.answer,
                extra={"delivery": claim.key, "integration": kind, "attempt": claim.epoch},
            )
        else:
            self._troubled.discard(flight.integration)
        flight.held.is_settling = True
        crash_at("before_mark")
        await self._record(claim, made)

    async def _record(self, claim: Claim, made: DeliveryOutcome) -> None:
        """Tries until our database answers: what was sent must not be sent again."""
        kind = claim.row["integration_type"]
        recorded = await self._recorded(claim, made)
        if recorded is None:
            log.warning(
                "Another instance took over a notification while it was being sent; it may "
                "arrive twice.",
                extra={"delivery": claim.key},
            )
        elif recorded.state is DeliveryState.SENT:
            waited_ms = claim.now - claim.row["created"] + made.duration_ms
            self._metrics.delivered(kind, waited_ms / 1000)
        elif recorded.state is DeliveryState.FAILED:
            self._metrics.gave_up(kind, "refused")
            log.warning(
                "A notification failed permanently: %s", made.answer, extra={"delivery": claim.key}
            )

    async def _recorded(self, claim: Claim, made: DeliveryOutcome) -> RecordedDelivery | None:
        """None where the message is somebody else's by now. Nothing new begins meanwhile."""
        tries, is_waiting = 0, False
        try:
            while True:
                try:
                    async with transaction(self._database) as tx:
                        recorded = await self._recorder.record(tx, claim, made, is_plain=tries > 0)
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
                    if tries > _MOST_TRIES:
                        raise
                await self._clock.sleep(_PAUSE_SECONDS)
        finally:
            self._unrecorded -= is_waiting

    async def _give_up_old(self, claim: Claim) -> None:
        try:
            async with transaction(self._database) as tx:
                await self._recorder.give_up_old(tx, claim)
                tx.after_commit(lambda: self._wakeups.notify("alerts"))
        except (Fenced, DatabaseUnavailable):
            return
        self._metrics.gave_up(claim.row["integration_type"], "too_old")

    def _give_up_lost(self, held: Held) -> None:
        """Another instance took the message over."""
        flight = self._flights.get(int(held.claim.key))
        if flight is not None and flight.held is held:
            flight.task.cancel()

    async def _measure(self) -> None:
        now = self._clock.monotonic()
        if now - self._measured < _MEASURE_SECONDS:
            return
        self._measured = now
        async with reading(self._database) as tx:
            depth, oldest = await DeliveryStore(tx).depth()
        age = 0 if oldest is None else max(0, self._claims.now() - oldest)
        self._metrics.set_outbox(depth, age / 1000)

    async def _stop(self) -> None:
        """Lets attempts end within a few seconds; what is left is tried again by others."""
        flights = list(self._flights.values())
        if not flights:
            return
        tasks = [each.task for each in flights]
        _, late = await asyncio.wait(tasks, timeout=_STOP_SECONDS)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
        try:
            await self._claims.release(*(each.claim for each in flights if each.task in late))
        except DatabaseUnavailable:
            log.debug("The database is unavailable; the leases will expire.")
