"""What is wrong with a provisioning file: always its file and, where known, its line."""

from typing import Literal

import msgspec


class Problem(msgspec.Struct, frozen=True):
    file: str
    line: int | None
    """Counted from 1."""
    message: str
    severity: Literal["error", "warning"] = "error"

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{place}: {self.severity}: {self.message}"


class DocumentError(Exception):
    """A file, or one entry of it, that can not be used."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.line = line


class Report(msgspec.Struct):
    """Collects the problems of one file, so that all of them are told at once."""

    file: str
    problems: list[Problem] = msgspec.field(default_factory=list)

    def error(self, message: str, line: int | None = None) -> None:
        self.problems.append(Problem(self.file, line, message))

    def warn(self, message: str, line: int | None = None) -> None:
        self.problems.append(Problem(self.file, line, message, "warning"))

    @property
    def has_errors(self) -> bool:
        return any(problem.severity == "error" for problem in self.problems)
