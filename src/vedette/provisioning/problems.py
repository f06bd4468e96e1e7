"""What is wrong with a provisioning file: always its file and, where known, its line."""

from collections.abc import Iterable
from typing import Literal

import msgspec

_MOST_OTHERS = 20


class Problem(msgspec.Struct, frozen=True):
    file: str
    line: int | None
    """Counted from 1."""
    message: str
    severity: Literal["error", "warning"] = "error"
    depends_on_server: bool = False
    """The file refers to something that this server lacks, and another server may have."""

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{place}: {self.severity}: {self.message}"


class DocumentError(Exception):
    """A file, or one entry of it, that cannot be used."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.line = line


def as_one(problems: Iterable[Problem]) -> Problem | None:
    """The errors of one file as one problem at the first one's line, each other with its own; of a
    file without errors the warnings."""
    found = list(problems)
    if not found:
        return None
    first, *others = [one for one in found if one.severity == "error"] or found
    told = [first.message]
    told += [
        other.message if other.line is None else f"line {other.line}: {other.message}"
        for other in others[:_MOST_OTHERS]
    ]
    if len(others) > _MOST_OTHERS:
        told.append(f"and {len(others) - _MOST_OTHERS} more.")
    return Problem(first.file, first.line, " ".join(told), first.severity)


class Report(msgspec.Struct):
    """Collects the problems of one file, so that all of them are told at once."""

    file: str
    problems: list[Problem] = msgspec.field(default_factory=list)
    errors: int = 0

    def error(self, message: str, line: int | None = None) -> None:
        self.errors += 1
        self.problems.append(Problem(self.file, line, message))

    def warn(self, message: str, line: int | None = None) -> None:
        self.problems.append(Problem(self.file, line, message, "warning"))
