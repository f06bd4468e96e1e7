"""Problems of provisioning files, each with its file and, if known, its line."""

from collections.abc import Iterable
from typing import Literal

import msgspec

_MOST_OTHERS = 20


class Problem(msgspec.Struct, frozen=True):
    file: str
    line: int | None
    """The line number, from 1."""
    message: str
    severity: Literal["error", "warning"] = "error"
    depends_on_server: bool = False
    """Whether the file refers to something that is missing here but may exist on another server."""

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{place}: {self.severity}: {self.message}"


class DocumentError(Exception):
    """A file, or one entry of it, that is unusable."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.line = line


def as_one(problems: Iterable[Problem]) -> Problem | None:
    """Join the problems of a file into one at the line of the first, each other with its own line.

    These are the errors or, without errors, the warnings.
    """
    found = list(problems)
    if not found:
        return None
    first, *others = [one for one in found if one.severity == "error"] or found
    messages = [first.message]
    messages += [
        other.message if other.line is None else f"line {other.line}: {other.message}"
        for other in others[:_MOST_OTHERS]
    ]
    if len(others) > _MOST_OTHERS:
        messages.append(f"and {len(others) - _MOST_OTHERS} more.")
    return Problem(first.file, first.line, " ".join(messages), first.severity)


class Report(msgspec.Struct):
    """Collects the problems of a file, so that all are reported at once."""

    file: str
    problems: list[Problem] = msgspec.field(default_factory=list)
    errors: int = 0

    def error(self, message: str, line: int | None = None) -> None:
        self.errors += 1
        self.problems.append(Problem(self.file, line, message))

    def warn(self, message: str, line: int | None = None) -> None:
        self.problems.append(Problem(self.file, line, message, "warning"))
