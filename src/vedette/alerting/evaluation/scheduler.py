"""Evaluates due rules, shared by several instances.

A rule is claimed for one slot, evaluated, and settled in the transaction that stores its states.
After an outage only the newest slot is evaluated; the others count as missed.
"""

import asyncio
import logging
from collections.abc import Sequence
from functools import partial

from vedette.alerting.evaluation.claimed_rules import ClaimedRules
from vedette.alerting.evaluation.memory import EvaluationMemory
from vedette.cluster.claims import Claim, Claims
from vedette.cluster.loop import run_loop
from vedette.cluster.pulse import Pulse
from vedette.cluster.renewal import Held, Renewal
from vedette.cluster.wakeups import Wakeups
from vedette.db.errors import DatabaseUnavailable
from vedette.kernel.clock import Clock
from vedette.telemetry.alerting import EvaluationMetrics

log = logging.getLogger("vedette.alerting")
_LEAST_PAUSE, _LONGEST_PAUSE = 0.1, 1.0
_AT_ONCE = 200
_STOP_SECONDS = 5.0


class Scheduler:
    def __init__(
        self,
        clock: Clock,
        claims: Claims,
        memory: EvaluationMemory,
        rules: ClaimedRules,
        wakeups: Wakeups,
        metrics: EvaluationMetrics,
        pulse: Pulse,
        most: int = 1_000,
    ) -> None:
        """`most` evaluations run at once, including those that wait for their data source."""
        self._clock = clock
        self._claims = claims
        self._memory = memory
        self._rules = rules
        self._wakeups = wakeups
        self._metrics = metrics
        self._pulse = pulse
        self._most = most
        self._renewal = Renewal(claims, clock)
        self._running: dict[asyncio.Task[None], Held] = {}
        self.taken_at = clock.monotonic()
        """When rules were last claimed, or none were due."""

    async def run(self) -> None:
        renewing = asyncio.create_task(self._renewal.run(), name="leases of rules")
        wait = partial(self._wakeups.wait, "rules")
        try:
            await run_loop("scheduler", self._clock, self._iterate, wait=wait, pulse=self._pulse)
        finally:
            try:
                await self._stop()
            finally:
                renewing.cancel()

    async def _iterate(self) -> float:
        return max(await self.start_due(), _LEAST_PAUSE)

    async def start_due(self) -> float:
        """Start due evaluations and return the seconds until the next iteration."""
        due = await self._claims.next_due()
        self._metrics.set_held(len(self._running))
        now = self._claims.now()
        if due is None or due > now:
            self.taken_at = self._clock.monotonic()
            return _LONGEST_PAUSE if due is None else min((due - now) / 1000, _LONGEST_PAUSE)
        free = min(self._most - len(self._running), _AT_ONCE)
        claims = await self._claims.take(free)
        if claims:
            self.taken_at = self._clock.monotonic()
            await self._begin(claims)
        return 0.0

    async def drain(self) -> None:
        """Wait until no evaluation is running."""
        while self._running:
            await asyncio.wait(self._running)

    async def _begin(self, claims: Sequence[Claim]) -> None:
        taken = [self._renewal.hold(claim) for claim in claims]
        try:
            known = await self._memory.recall(claims)
        except BaseException as error:
            for held in taken:
                self._renewal.drop(held)
            if isinstance(error, DatabaseUnavailable):
                await self._claims.release(*claims)
            raise
        for held in taken:
            remembered = known.get(int(held.claim.key))
            if remembered is None:  # The rule was deleted meanwhile, and its claim with it.
                self._renewal.drop(held)
                continue
            task = asyncio.create_task(self._rules.run(held, remembered))
            self._running[task] = held
            task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._renewal.drop(self._running.pop(task))

    async def _stop(self) -> None:
        """Give evaluations a moment to finish, and release the claims of the rest."""
        if self._running:
            await asyncio.wait(self._running, timeout=_STOP_SECONDS)
        rest = list(self._running.items())
        for task, _ in rest:
            task.cancel()
        await asyncio.gather(*(task for task, _ in rest), return_exceptions=True)
        try:
            if rest:
                await self._claims.release(*(held.claim for _, held in rest))
            await self._claims.resign()
        except DatabaseUnavailable:
            log.debug("The database is unavailable; leases will expire.")
