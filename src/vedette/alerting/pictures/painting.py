"""Has a graph drawn in a process of its own, which ends in time whatever happens in it."""

import subprocess
import sys
from pathlib import Path

from vedette.alerting.pictures.graph import Graph
from vedette.alerting.pictures.wire import encoder

MOST_BYTES = 1024 * 1024
_COMMAND = [sys.executable, "-I", "-m", "vedette.alerting.pictures.painter"]
_ENVIRONMENT = {"MALLOC_ARENA_MAX": "1", "LC_ALL": "C.UTF-8"}


class PaintingFailed(Exception):
    """There is no picture; the text says why."""


def painted(graph: Graph, fonts: Path, seconds: float) -> bytes:
    """A PNG file of at most `MOST_BYTES`. Waits for it: to be called in a thread.

    `fonts` is the folder of those that it is written with.
    Raises `PaintingFailed`, and `TimeoutError` after `seconds`.
    """
    process = subprocess.Popen(  # noqa: S603 - the command is ours, nobody's input
        [*_COMMAND, str(fonts)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=_ENVIRONMENT,
    )
    with process:
        try:
            drawn, _ = process.communicate(encoder.encode(graph), seconds)
        except subprocess.TimeoutExpired as error:
            raise TimeoutError from error
        finally:
            process.kill()
    if process.returncode:
        raise PaintingFailed(f"the process that draws ended with {process.returncode}")
    if len(drawn) > MOST_BYTES:
        raise PaintingFailed(f"the picture has {len(drawn):,} bytes; at most {MOST_BYTES:,} go out")
    return drawn
