"""How long other servers have been able to post alerts to this instance."""

from vedette.kernel.clock import Clock

_GAP_SECONDS = 30.0
"""Seconds without activity after which the instance counts as interrupted: it was stopped, or its
database was unavailable, and it could not receive alerts."""


class IntakeUptime:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._since = self._noted = clock.monotonic()

    def record_activity(self) -> None:
        """Record that this instance works. Call this every second after a response of the
        database."""
        now = self._clock.monotonic()
        if now - self._noted > _GAP_SECONDS:
            self._since = now
        self._noted = now

    def uptime_ms(self) -> int:
        """Return the milliseconds since the start or the end of the last interruption; 0 during
        one."""
        now = self._clock.monotonic()
        if now - self._noted > _GAP_SECONDS:
            return 0
        return int((now - self._since) * 1000)
