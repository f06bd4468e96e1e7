"""Handling of SIGHUP, which never ends the server."""

import signal
from collections.abc import Callable


class Hangups:
    """Collects SIGHUPs of this process. Signals before `listen` are remembered."""

    def __init__(self) -> None:
        self._came = False
        self._heard: Callable[[], object] | None = None
        signal.signal(signal.SIGHUP, self._on_signal)

    def listen(self, heard: Callable[[], object]) -> None:
        """Call `heard` from the signal handler, and once for earlier signals."""
        self._heard = heard
        if self._came:
            heard()

    def ignore(self) -> None:
        """Ignore SIGHUP until the process ends: the interpreter resets its own handlers."""
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    def _on_signal(self, number: int, frame: object) -> None:
        self._came = True
        if self._heard is not None:
            self._heard()
