"""Renders graphs in separate processes with a time limit."""

import subprocess
import sys
from pathlib import Path
from threading import Lock

from vedette.alerting.images.graph import Graph
from vedette.alerting.images.wire import encoder

MAX_BYTES = 1024 * 1024
_COMMAND = [sys.executable, "-I", "-m", "vedette.alerting.images.painter"]
_ENVIRONMENT = {"MALLOC_ARENA_MAX": "1", "LC_ALL": "C.UTF-8"}


class RenderingFailed(Exception):
    """No image was created; the text is the reason."""


class Renderers:
    """Starts one process per image. `fonts` is the folder of their fonts."""

    def __init__(self, fonts: Path) -> None:
        self._fonts = fonts
        self._lock = Lock()
        self._running: set[subprocess.Popen[bytes]] = set()
        self._is_closed = False

    def paint(self, graph: Graph, seconds: float) -> bytes:
        """Return a PNG file of at most `MAX_BYTES`. Blocks, so call it in a thread.

        Raises `RenderingFailed`, and `TimeoutError` after `seconds`.
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
            raise RenderingFailed(f"the rendering process exited with status {process.returncode}")
        if len(drawn) > MAX_BYTES:
            raise RenderingFailed(f"the image has {len(drawn)} bytes; the maximum is {MAX_BYTES}")
        return drawn

    def close(self) -> None:
        """End all rendering processes. No new ones start."""
        with self._lock:
            self._is_closed = True
            for process in self._running:
                process.kill()

    def _begun(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._is_closed:
                raise RenderingFailed("the server is shutting down")
            process = subprocess.Popen(  # noqa: S603 - the command is fixed, without user input
                [*_COMMAND, str(self._fonts)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=_ENVIRONMENT,
            )
            self._running.add(process)
            return process
