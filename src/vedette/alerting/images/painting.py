"""Has graphs drawn in processes of their own, which end in time whatever happens in them."""

import subprocess
import sys
from pathlib import Path
from threading import Lock

from vedette.alerting.images.graph import Graph
from vedette.alerting.images.wire import encoder

MOST_BYTES = 1024 * 1024
_COMMAND = [sys.executable, "-I", "-m", "vedette.alerting.images.painter"]
_ENVIRONMENT = {"MALLOC_ARENA_MAX": "1", "LC_ALL": "C.UTF-8"}


class PaintingFailed(Exception):
    """There is no picture; the text says why."""


class Painters:
    """One process for each picture. `fonts` is the folder of those that they are written with."""

    def __init__(self, fonts: Path) -> None:
        self._fonts = fonts
        self._lock = Lock()
        self._running: set[subprocess.Popen[bytes]] = set()
        self._is_closed = False

    def paint(self, graph: Graph, seconds: float) -> bytes:
        """A PNG file of at most `MOST_BYTES`. Waits for it: to be called in a thread.

        Raises `PaintingFailed`, and `TimeoutError` after `seconds`.
        """
        with self._begun() as process:
            try:
                drawn, _ = process.communicate(encoder.encode(graph), seconds)
            except subprocess.TimeoutExpired as error:
                raise TimeoutError from error
            finally:
                process.kill()
                with self._lock:
                    self._running.discard(process)
        if process.returncode:
            raise PaintingFailed(f"the process that draws ended with {process.returncode}")
        if len(drawn) > MOST_BYTES:
            raise PaintingFailed(
                f"the picture has {len(drawn):,} bytes; at most {MOST_BYTES:,} go out"
            )
        return drawn

    def close(self) -> None:
        """Ends all that are under way, for whoever waits for them; none begins after that."""
        with self._lock:
            self._is_closed = True
            for process in self._running:
                process.kill()

    def _begun(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._is_closed:
                raise PaintingFailed("the server ends")
            process = subprocess.Popen(  # noqa: S603 - the command is ours, nobody's input
                [*_COMMAND, str(self._fonts)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=_ENVIRONMENT,
            )
            self._running.add(process)
            return process
