"""The engine of one kind of files: detects changes, applies them, and reports the result."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec

from vedette.kernel.clock import Clock
from vedette.provisioning.files import (
    Found,
    Root,
    Signature,
    absent_directories,
    list_files,
)
from vedette.provisioning.ledger_store import FileStatus
from vedette.provisioning.parsing import Parsed
from vedette.provisioning.problems import Problem
from vedette.provisioning.reconciler import AS_YAML, Reading
from vedette.provisioning.statuses import OnErrors, ProblemLog

POLL = timedelta(seconds=10)
CONFIRM_SECONDS = 1.0
"""The pause between the two passes that confirm a missing file while a request waits."""


class Files(msgspec.Struct, frozen=True):
    """The files of a kind in one pass."""

    parsed: Sequence[Parsed[Any]]
    absent: Mapping[str, Path]
    """Directories that do not exist, by the prefix of the names of their files."""
    have_changed: bool
    """Whether files or directories differ from those applied before, or `is_forced`."""
    is_forced: bool


class PassResult(msgspec.Struct, frozen=True):
    """The result of a pass over all files."""

    statuses: Sequence[FileStatus]
    problems: Sequence[Problem]
    """The problems, each with its own line."""
    kept: frozenset[str] = frozenset()
    """Files of absent directories: neither present nor deleted."""
    is_settled: bool = True
    """False if another pass can have a different result although no file changed."""
    needs_confirmation: bool = False
    """Whether a file was missing for the first time: a second pass deletes its resources."""


class ProvisioningKind(ABC):
    """Keeps the resources of one kind in sync with its files.

    A subclass parses a file and applies all of them. It raises `DatabaseUnavailable`, and never
    raises because of an invalid file.
    """

    def __init__(
        self,
        name: str,
        roots: Sequence[Root],
        clock: Clock,
        on_errors: OnErrors = lambda kind, count: None,
        reading: Reading = AS_YAML,
    ) -> None:
        """`name` is also the directory of the files below each root."""
        self.name = name
        self.roots = tuple(roots)
        self.clock = clock
        self.reading = reading
        self.problems: Sequence[Problem] = ()
        """The problems of the last pass, each with its own line."""
        self._log = ProblemLog(name, on_errors)
        self._applied: tuple[Mapping[str, Signature], Mapping[str, Path]] | None = None
        """Files and absent directories of the last settled pass."""
        self._parsed: Sequence[Parsed[Any]] = ()

    @abstractmethod
    def parse(self, file: Found) -> Parsed[Any]:
        """Return the content of a file. Runs in a thread."""

    @abstractmethod
    async def apply(self, files: Files) -> PassResult | None:
        """Apply the files and record their statuses. Returns None if there was nothing to do."""

    def reads(self, file: Path) -> bool:
        """Return whether the last pass read the file."""
        directories = [root.path / self.name for root in self.roots]
        return file.parent in directories and file.suffix in self.reading.suffixes

    def next_pass(self) -> timedelta:
        return POLL

    async def sync(self, *, force: bool = False) -> timedelta:
        """Apply files that changed since the last pass, or all with `force`.

        Returns the time until the next pass. Raises `DatabaseUnavailable`, and
        `DirectoryUnreadable` if a directory cannot be listed.
        """
        outcome = await self._pass(force=force)
        if force and outcome is not None and outcome.needs_confirmation:
            await self.clock.sleep(CONFIRM_SECONDS)
            await self._pass(force=True)
        return self.next_pass()

    async def _pass(self, *, force: bool) -> PassResult | None:
        found = await asyncio.to_thread(list_files, self.roots, self.name, self.reading.suffixes)
        absent = await asyncio.to_thread(absent_directories, self.roots, self.name)
        current = {file.name: file.signature for file in found}, absent
        have_changed = force or current != self._applied
        self._applied = None
        if have_changed:
            self._parsed = await asyncio.to_thread(lambda: [self.parse(file) for file in found])
        outcome = await self.apply(Files(self._parsed, absent, have_changed, force))
        if outcome is None or outcome.is_settled:
            self._applied = current
        if outcome is not None:
            self.problems = outcome.problems
            self._log.update(outcome.statuses, outcome.kept, absent)
        return outcome
