"""Outages of a server on which this one depends: start, reason, and two log lines for each."""

import logging

import msgspec

from vedette.kernel.clock import Clock

_LASTING_SECONDS = 3.0
QUIET_SECONDS = 5.0
"""The time without a failure after which an outage is over."""


class Outage(msgspec.Struct, frozen=True):
    service: str
    """The service, such as `database`."""
    reason: str
    """A clause such as `it refuses connections`; safe to show to any user."""
    since: int
    """Milliseconds since the epoch."""
    affects_reads: bool
    """False if only writes fail."""
    is_lasting: bool
    """False for a single failure that the next attempt may resolve."""


class Availability:
    """Records failures and successes of `service`; logs the start and the end of each outage.

    `subject` starts the sentence of the log, such as `The database`; `meanwhile` says what happens
    during the outage. An outage is over after a success without any failure for `quiet_seconds`.
    """

    def __init__(
        self,
        clock: Clock,
        log: logging.Logger,
        service: str,
        subject: str,
        meanwhile: str,
        quiet_seconds: float = QUIET_SECONDS,
    ) -> None:
        self._clock = clock
        self._log = log
        self._service = service
        self._subject = subject
        self._meanwhile = meanwhile
        self._quiet_seconds = quiet_seconds
        self._began: float | None = None
        self._failed = 0.0
        self._since = 0
        self._reason = ""
        self._affects_reads = True

    @property
    def outage(self) -> Outage | None:
        """The current outage; None while the service works."""
        if self._began is None:
            return None
        return Outage(
            self._service,
            self._reason,
            self._since,
            self._affects_reads,
            is_lasting=self._failed - self._began >= _LASTING_SECONDS,
        )

    @property
    def is_out(self) -> bool:
        return self._began is not None

    @property
    def is_out_for_reads(self) -> bool:
        return self._began is not None and self._affects_reads

    def failed(self, reason: str, *, affects_reads: bool = True) -> None:
        now = self._clock.monotonic()
        if self._began is None:
            self._began, self._since = now, self._clock.now_ms()
            self._log.warning("%s is unavailable: %s. %s", self._subject, reason, self._meanwhile)
        self._failed, self._reason, self._affects_reads = now, reason, affects_reads

    def worked(self, *, is_write: bool) -> None:
        """Record a success. A successful read does not end an outage of writes."""
        now = self._clock.monotonic()
        if self._began is None or now - self._failed < self._quiet_seconds:
            return
        if is_write or self._affects_reads:
            seconds, self._began = self._failed - self._began, None
            self._log.info("%s is available again after %.0f s.", self._subject, seconds)
