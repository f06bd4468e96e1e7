"""Runs the promtool program with bounded time and output."""

import os
import shutil
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path
from threading import Timer
from time import monotonic

import msgspec

from vedette.kernel.errors import VedetteError

MOST_OUTPUT = 1024 * 1024


class PromtoolUnavailable(VedetteError):
    code = "alerting.promtool_unavailable"
    status = 503


class ProgramOutcome(msgspec.Struct, frozen=True):
    has_passed: bool
    output: str
    """What the program wrote to both of its outputs."""


def find_promtool(named: str = "") -> Path:
    """Return the program that `named` is, or the one on PATH. Raises `PromtoolUnavailable`."""
    found = shutil.which(named or "promtool")
    if found is not None:
        return Path(found).absolute()
    if named:
        raise PromtoolUnavailable(f"{named} is not a program that can be run.")
    raise PromtoolUnavailable(
        "promtool is not installed, and unit tests of Prometheus rules need it: install it"
        " (package prometheus) or name it with --promtool PATH."
    )


def run_promtool(
    program: Path, words: Sequence[str], *, scratch: Path, seconds: float
) -> ProgramOutcome | None:
    """Run the program and wait for it; None if it takes longer than `seconds`.

    The program keeps its temporary files in `scratch`. It is ended when it writes more than
    `MOST_OUTPUT` bytes. Raises `PromtoolUnavailable` if it cannot be started.
    """
    if seconds <= 0:
        return None
    try:
        process = subprocess.Popen(  # noqa: S603 - the user's own program, and no shell
            [str(program), *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, "TMPDIR": str(scratch)},
            start_new_session=True,
        )
    except OSError as error:
        raise PromtoolUnavailable(f"{program} cannot be run: {error.strerror}.") from error
    end = monotonic() + seconds
    timer = Timer(seconds, _end, [process])
    timer.start()
    try:
        written, is_whole = _read(process)
        is_late = timer.finished.is_set()
        timer.cancel()
        if not is_whole:
            _end(process)
        status = process.wait(max(1.0, end - monotonic()))
    except BaseException as error:
        timer.cancel()
        _end(process)
        process.wait()
        if isinstance(error, subprocess.TimeoutExpired):
            return None
        raise
    return None if is_late else ProgramOutcome(status == 0, written.decode("utf-8", "replace"))


def _read(process: "subprocess.Popen[bytes]") -> tuple[bytes, bool]:
    """Return what the program writes, and whether that is all of it."""
    assert process.stdout is not None
    with process.stdout as stream:
        written = stream.read(MOST_OUTPUT + 1)
    return written[:MOST_OUTPUT], len(written) <= MOST_OUTPUT


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End the program with everything that it started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return
