"""SIGHUP, which never ends the server."""

import signal
from collections.abc import Callable


class Hangups:
    """SIGHUPs of this process, which never end it: one that comes early waits for `listen`."""

    def __init__(self) -> None:
        self._came = False
        self._heard: Callable[[], object] | None = None
        signal.signal(signal.SIGHUP, self._on_signal)

    def listen(self, heard: Callable[[], object]) -> None:
        """`heard` is called from a signal handler, once also for those that came before."""
        self._heard = heard
        if self._came:
            heard()

    def ignore(self) -> None:
        """From now on, and to the very end: the interpreter resets handlers of its own."""
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    def _on_signal(self, number: int, frame: object) -> None:
        self._came = True
        if self._heard is not None:
            self._heard()
