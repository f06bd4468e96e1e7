"""Small regular work: expired sessions go, measured gauges are refreshed."""

from vedette.app.identity import Identity
from vedette.db.database import Database
from vedette.identity.store.sessions import AttemptStore
from vedette.kernel.clock import Clock
from vedette.telemetry.history import History
from vedette.telemetry.metrics import Metrics

_CLEAN_SECONDS = 600.0
_ACTIVE_MS = 30 * 60_000
_ATTEMPTS_MS = 3_600_000


class Housekeeping:
    def __init__(
        self,
        database: Database,
        clock: Clock,
        identity: Identity,
        metrics: Metrics,
        history: History,
        interval_seconds: int,
    ) -> None:
        self._database = database
        self._clock = clock
        self._identity = identity
        self._metrics = metrics
        self._history = history
        self._interval = interval_seconds

    async def run(self) -> None:
        cleaned = float("-inf")
        while True:
            now = self._clock.monotonic()
            if now - cleaned >= _CLEAN_SECONDS:
                await self._clean()
                cleaned = now
            await self._measure()
            await self._clock.sleep(self._interval)

    async def _clean(self) -> None:
        await self._identity.sessions.delete_expired()
        async with self._database.transaction() as tx:
            await AttemptStore(tx).delete_before(self._clock.now_ms() - _ATTEMPTS_MS)

    async def _measure(self) -> None:
        since = self._clock.now_ms() - _ACTIVE_MS
        self._metrics.set_active_users(await self._identity.people.count_seen_since(since))
        self._metrics.set_connections(self._database.statistics())
        self._history.record(self._clock.now_ms())
