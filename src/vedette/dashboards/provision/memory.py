"""The state that this instance keeps of a provider between two scans of its directory."""

import re

import msgspec

from vedette.provisioning.files import Signature
from vedette.provisioning.problems import Problem

_LINE = re.compile(r"line (\d+) column")


class AppliedFile(msgspec.Struct, frozen=True):
    """The signature of a file when it was last applied or tried."""

    signature: Signature
    uid: str = ""
    problem: Problem | None = None

    @property
    def is_done(self) -> bool:
        return self.problem is None or self.problem.severity == "warning"


class ProviderMemory(msgspec.Struct):
    files: dict[str, AppliedFile] = msgspec.field(default_factory=dict)
    missing: frozenset[str] = frozenset()
    """Paths of dashboards that the last scan did not find."""
    problem: Problem | None = None
    """The problem of the directory itself."""
    due: float = 0.0
    """The time of the next scan, on the monotonic clock."""
    looked: bool = False


def problem_of(file: str, message: str) -> Problem:
    """Return a problem, with the line from the message of the JSON parser."""
    found = _LINE.search(message)
    return Problem(file, int(found[1]) if found else None, message)
