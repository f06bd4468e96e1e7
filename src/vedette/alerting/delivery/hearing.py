"""For how long others could post alerts to this instance."""

from vedette.kernel.clock import Clock

_GAP_SECONDS = 30.0
"""Without a sign of work: it was stopped, or its database was away, and nobody could be heard."""


class Hearing:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._since = self._noted = clock.monotonic()

    def note(self) -> None:
        """To be called by what every instance does every second, once the database answered."""
        now = self._clock.monotonic()
        if now - self._noted > _GAP_SECONDS:
            self._since = now
        self._noted = now

    def lasts_ms(self) -> int:
        """Since the start, or the end of the last gap; 0 within one."""
        now = self._clock.monotonic()
        if now - self._noted > _GAP_SECONDS:
            return 0
        return int((now - self._since) * 1000)
