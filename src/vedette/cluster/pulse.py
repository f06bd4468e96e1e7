"""Shows whether a loop still turns: health asks, the loop beats."""

from vedette.kernel.clock import Clock


class Pulse:
    """A loop calls `beat` in each turn. It is stuck once it has not for `limit` seconds.

    A defect in a turn is the loop's own to survive while it is not stuck, and a crash after that.
    """

    def __init__(self, name: str, clock: Clock, limit: float = 15.0) -> None:
        self.name = name
        self._clock = clock
        self._limit = limit
        self._last: float | None = None

    def begin(self) -> None:
        """The loop starts. One that starts again after a crash has not succeeded by that."""
        if self._last is None:
            self.beat()

    def beat(self) -> None:
        self._last = self._clock.monotonic()

    def stuck(self) -> str | None:
        """The name where the loop is stuck.

        None before the first beat: a loop that never started is the supervisor's business.
        """
        if self._last is None or self._clock.monotonic() - self._last <= self._limit:
            return None
        return self.name
