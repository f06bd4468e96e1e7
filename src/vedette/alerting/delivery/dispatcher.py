"""The loops that route alerts into groups, flush due groups and correct queues."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from functools import partial

from vedette.alerting.alerts import watchdog
from vedette.alerting.alerts.acknowledgement_store import AcknowledgementStore
from vedette.alerting.alerts.store import AlertStore
from vedette.alerting.delivery.delivery_store import DeliveryStore
from vedette.alerting.delivery.flush import Flusher
from vedette.alerting.delivery.group_store import NotificationGroupStore
from vedette.alerting.delivery.intake_uptime import IntakeUptime
from vedette.alerting.delivery.recording import resolve_alerts_of_deleted
from vedette.alerting.delivery.router import Router
from vedette.cluster.bounded import transaction
from vedette.cluster.claims import Claim, Claims, Fenced
from vedette.cluster.loop import run_loop
from vedette.cluster.pulse import Pulse
from vedette.cluster.renewal import Held, Renewal
from vedette.cluster.time import database_now
from vedette.cluster.wakeups import Wakeups
from vedette.db.database import Database
from vedette.db.errors import DatabaseUnavailable
from vedette.db.pages import delete_in_pages
from vedette.kernel.clock import Clock
from vedette.telemetry.delivery import DeliveryMetrics

log = logging.getLogger("vedette.alerting.delivery")
POLL_SECONDS = 1.0
"""How often the database is queried when no wake-up arrives."""
_PAUSE_SECONDS = 0.5
_GROUPS_AT_ONCE = 16
_PARALLEL = 4
_AFTER_FAILURE_MS = 30_000
_SETTLED_AT_ONCE = 1_000
_SILENT_MS = watchdog.SILENT // timedelta(milliseconds=1)


class Dispatcher:
    """Runs routing and flushes, each with its pulse."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        router: Router,
        flusher: Flusher,
        claims: Claims,
        wakeups: Wakeups,
        metrics: DeliveryMetrics,
        accepts_alerts: Callable[[], bool] = lambda: True,
    ) -> None:
        """Create the loops. `accepts_alerts` returns whether other servers can post alerts now."""
        self._database = database
        self._clock = clock
        self._router = router
        self._flusher = flusher
        self._claims = claims
        self._wakeups = wakeups
        self._metrics = metrics
        self._accepts_alerts = accepts_alerts
        self._renewal = Renewal(claims, clock)
        self._held: Sequence[Held] = ()
        self._hearing = IntakeUptime(clock)
        self.pulses = (Pulse("alert routing", clock), Pulse("alert groups", clock))

    async def run_routing(self) -> None:
        await self._run("alerts", self.pulses[0], self._route)

    async def run_groups(self) -> None:
        renewing = asyncio.create_task(self._renewal.run(), name="leases of groups")
        try:
            await self._run("groups", self.pulses[1], self._flush_groups)
        finally:
            try:
                await self._release_leases()
            finally:
                renewing.cancel()

    async def _run(self, topic: str, pulse: Pulse, iterate: Callable[[], Awaitable[float]]) -> None:
        wait = partial(self._wakeups.wait, topic)
        await run_loop(pulse.name, self._clock, iterate, wait=wait, pulse=pulse)

    async def _route(self) -> float:
        count = await self._router.route()
        self._metrics.routed(count)
        if self._accepts_alerts():
            self._hearing.record_activity()
        return 0.0 if count else POLL_SECONDS

    async def _flush_groups(self) -> float:
        return 0.0 if await self.flush_due() else await self._seconds_until_due()

    async def flush_due(self) -> int:
        """Flush some due groups and return how many. Raises `DatabaseUnavailable`."""
        claims = await self._claims.take(_GROUPS_AT_ONCE)
        self._held = [self._renewal.hold(claim) for claim in claims]
        slots = asyncio.Semaphore(_PARALLEL)

        async def flush_one(lease: Held) -> None:
            try:
                async with slots:
                    await self._flush(lease)
            finally:
                self._renewal.drop(lease)

        outcomes = await asyncio.gather(*map(flush_one, self._held), return_exceptions=True)
        for outcome in outcomes:
            if isinstance(outcome, BaseException):
                raise outcome
        self._held = ()
        return len(claims)

    async def upkeep(self) -> None:
        """Resolve posted alerts that are no longer posted, and delete alerts that all integrations
        were sent as resolved."""
        async with transaction(self._database) as tx:
            now = await database_now(tx, self._clock)
            await AlertStore(tx).forget_posted(watchdog.FINGERPRINT, now - _SILENT_MS)
            if await AlertStore(tx).expire(now, self._hearing.uptime_ms()):
                tx.after_commit(lambda: self._wakeups.notify("alerts"))
        await delete_in_pages(
            lambda: transaction(self._database),
            lambda tx: AlertStore(tx).delete_settled(_SETTLED_AT_ONCE),
            full=_SETTLED_AT_ONCE,
        )

    async def repair(self) -> None:
        """Delete data about deleted objects, and make the first notification due in every queue."""
        async with transaction(self._database) as tx:
            await AcknowledgementStore(tx).delete_orphans()
            now = await database_now(tx, self._clock)
            if await resolve_alerts_of_deleted(tx, now):
                tx.after_commit(lambda: self._wakeups.notify("alerts"))
            await NotificationGroupStore(tx).undo_clock_jump(now)
            await DeliveryStore(tx).undo_clock_jump(now)
            if await DeliveryStore(tx).repair_queues(now):
                log.warning(
                    "Notifications at the head of their queue were not sent; they are sent now."
                )
                tx.after_commit(lambda: self._wakeups.notify("deliveries"))

    async def _flush(self, lease: Held) -> None:
        """Flush one group. Retry until the lease ends if the database is briefly unavailable."""
        claim = lease.claim
        while self._clock.monotonic() < lease.until:
            try:
                lease.is_settling = True
                await self._flusher.flush(claim)
            except Fenced:
                log.info(
                    "Another instance has taken over an alert group.", extra={"group": claim.key}
                )
            except DatabaseUnavailable as error:
                log.debug("An alert group is delayed: %s", error.public, extra={"group": claim.key})
                lease.is_settling = False
                await self._clock.sleep(_PAUSE_SECONDS)
                continue
            except Exception:
                # A group that cannot be flushed must not stop the others.
                log.exception("An alert group could not be flushed.", extra={"group": claim.key})
                self._metrics.flush_failed()
                await self._postpone(claim)
            else:
                self._metrics.flushed(1)
            return

    async def _postpone(self, claim: Claim) -> None:
        async with transaction(self._database) as tx:
            await self._claims.settle(tx, claim, claim.now + _AFTER_FAILURE_MS)

    async def _release_leases(self) -> None:
        """Release leases on shutdown, so that other instances do not wait for their end."""
        try:
            await self._claims.release(*(lease.claim for lease in self._held))
            await self._claims.resign()
        except DatabaseUnavailable as error:
            log.debug(
                "The leases of alert groups could not be released and will expire: %s", error.public
            )

    async def _seconds_until_due(self) -> float:
        """Return the seconds until the next group can be due."""
        due = await self._claims.next_due()
        if due is None:
            return POLL_SECONDS
        return min(max((due - self._claims.now()) / 1000, 0.01), POLL_SECONDS)
