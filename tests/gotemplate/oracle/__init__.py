"""Go's own text/template, asked through a small program; only where Go is installed."""

import json
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from tests.gotemplate.case import Case

GO = shutil.which("go")


@cache
def _program() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="vedette-oracle-"))
    program = folder / "oracle"
    command = [str(GO), "build", "-o", str(program), "."]
    subprocess.run(command, cwd=Path(__file__).parent, check=True, capture_output=True)
    return program


def ask(cases: Sequence[Case]) -> list[dict[str, str]]:
    """`output` and `error` for each case, one of them empty."""
    questions = json.dumps([case.question() for case in cases])
    done = subprocess.run(
        [_program()], input=questions.encode(), check=True, capture_output=True, timeout=120
    )
    answers: list[dict[str, str]] = json.loads(done.stdout)
    return answers
