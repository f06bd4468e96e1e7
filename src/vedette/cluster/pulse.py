"""Shows whether a loop still iterates: the loop beats, and health checks the beats."""

from vedette.kernel.clock import Clock


class Pulse:
    """The pulse of a loop that beats after each successful iteration.

    The loop is stuck after `limit` seconds without a beat.
    """

    def __init__(self, name: str, clock: Clock, limit: float = 15.0) -> None:
        self.name = name
        self._clock = clock
        self._limit = limit
        self._last: float | None = None

    def begin(self) -> None:
        """Start the measurement. The restart of a crashed loop is no beat."""
        if self._last is None:
            self.beat()

    def beat(self) -> None:
        self._last = self._clock.monotonic()

    def stuck(self) -> str | None:
        """Return the name of the loop if it is stuck.

        None before `begin`: the supervisor reports a loop that never started.
        """
        if self._last is None or self._clock.monotonic() - self._last <= self._limit:
            return None
        return self.name
