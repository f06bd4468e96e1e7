"""A handle with which the caller can stop work in a thread."""

import subprocess
import threading

from vedette.querying.expressions.errors import ExpressionStopped


class Running:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._stopped = False
        self._process: subprocess.Popen[bytes] | None = None

    def stop(self) -> None:
        """Stop the running process, and the work before its next step."""
        with self._lock:
            self._stopped = True
            if self._process is not None:
                self._process.kill()

    def check(self) -> None:
        """Raise `ExpressionStopped` if the work was stopped."""
        if self._stopped:
            raise ExpressionStopped("The evaluation was stopped.")

    def watch(self, process: "subprocess.Popen[bytes] | None") -> None:
        with self._lock:
            self._process = process
            if self._stopped and process is not None:
                process.kill()
