"""What this instance remembers of a provider between two looks at its directory."""

import re

import msgspec

from vedette.provisioning.files import Signature
from vedette.provisioning.problems import Problem

_LINE = re.compile(r"line (\d+) column")


class AppliedFile(msgspec.Struct, frozen=True):
    """A file as it was when it was last applied, or tried."""

    signature: Signature
    uid: str = ""
    problem: Problem | None = None

    @property
    def is_done(self) -> bool:
        return self.problem is None or self.problem.severity == "warning"


class ProviderMemory(msgspec.Struct):
    files: dict[str, AppliedFile] = msgspec.field(default_factory=dict)
    missing: frozenset[str] = frozenset()
    """Paths that dashboards have and that the last look did not find."""
    problem: Problem | None = None
    """With the directory itself."""
    due: float = 0.0
    """On the monotonic clock."""
    looked: bool = False


def problem_of(file: str, message: str) -> Problem:
    """Takes the line out of what the JSON parser says."""
    found = _LINE.search(message)
    return Problem(file, int(found[1]) if found else None, message)
