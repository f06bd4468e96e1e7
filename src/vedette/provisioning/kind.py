"""All files of one kind, kept applied."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from itertools import chain
from pathlib import Path
from typing import Any, Protocol

import msgspec

from vedette.db.database import Database
from vedette.db.errors import DatabaseUnavailable
from vedette.kernel.clock import Clock
from vedette.provisioning.files import (
    Found,
    Root,
    Signature,
    away_problems,
    held,
    list_files,
    missing_directories,
)
from vedette.provisioning.ledger import FileStatus, Ledger
from vedette.provisioning.parsing import Parsed, parse_file
from vedette.provisioning.problems import Problem, as_one
from vedette.provisioning.reconciler import AS_YAML, Change, Owned, Reading, Reconciler

log = logging.getLogger("vedette.provisioning")
POLL = timedelta(seconds=10)
CONFIRM_SECONDS = 1.0
"""Between the two looks that a file must be missing at, where somebody waits for the answer."""


class Kind(Protocol):
    """Something the engine keeps in step with files."""

    @property
    def name(self) -> str: ...

    async def sync(self, *, force: bool = False) -> timedelta:
        """Applies files that changed since this instance last read them, or all with `force`.

        Returns when to look again. A file that can not be used never raises; a database that can
        not be reached does, and everything is tried again.
        """
        ...

    def reads(self, file: Path) -> bool:
        """Whether the file is one of those that the last `sync` read."""
        ...

    @property
    def problems(self) -> Sequence[Problem]:
        """What the last `sync` found, each with its own line."""
        ...


OnErrors = Callable[[str, int], None]
"""Told after every pass: the kind and how many of its files have an error."""


class Outcome(msgspec.Struct, frozen=True):
    """What a pass over all files led to."""

    statuses: Sequence[FileStatus]
    problems: Sequence[Problem]
    missing: frozenset[str]
    """Files that were not found in a directory that is there, and are not forgotten yet."""
    is_settled: bool
    """False where another pass may lead further, also without a change of files: a file is missing
    for the first time, or a change was refused or could not be made. An entry that can not be read
    waits for its file instead: to apply the others again would undo what instances with other files
    did."""


class FileKind:
    def __init__(
        self,
        reconciler: Reconciler[Any, Any],
        roots: Sequence[Root],
        database: Database,
        clock: Clock,
        environ: Mapping[str, str],
        on_errors: OnErrors = lambda kind, count: None,
        reading: Reading = AS_YAML,
    ) -> None:
        self.reconciler = reconciler
        self.roots = tuple(roots)
        self.database = database
        self.clock = clock
        self.environ = environ
        self.on_errors = on_errors
        self.reading = reading
        self.seen: dict[str, Signature] | None = None
        """Files as they were when they were last applied; None where all are to be tried again."""
        self.missing: frozenset[str] = frozenset()
        self.away: dict[str, Path] = {}
        """Directories that are not there, by what the names of their files begin with."""
        self.held: frozenset[str] = frozenset()
        """Files of such directories that are not forgotten: neither there nor gone."""
        self.told: dict[str, str] = {}
        self.problems: Sequence[Problem] = ()

    @property
    def name(self) -> str:
        return self.reconciler.kind

    def reads(self, file: Path) -> bool:
        directories = [root.path / self.name for root in self.roots]
        return file.parent in directories and file.suffix in self.reading.suffixes

    async def sync(self, *, force: bool = False) -> timedelta:
        await self._pass(force=force)
        if force and self.missing:
            await self.clock.sleep(CONFIRM_SECONDS)
            await self._pass(force=True)
        return POLL

    async def _pass(self, *, force: bool) -> None:
        found = await asyncio.to_thread(list_files, self.roots, self.name, self.reading.suffixes)
        away = await asyncio.to_thread(missing_directories, self.roots, self.name)
        signatures = {file.name: file.signature for file in found}
        if not force and signatures == self.seen and away == self.away:
            return
        self.seen, self.away = None, away
        parsed = await asyncio.to_thread(self._parse, found)
        outcome = await self._apply(parsed)
        self.seen = signatures if outcome.is_settled else None
        self.missing = outcome.missing
        self.problems = outcome.problems
        self._tell(outcome.statuses)

    def _parse(self, found: Sequence[Found]) -> list[Parsed[Any]]:
        return [
            parse_file(file.name, file.path, self.reconciler.parse, self.environ, self.reading)
            for file in found
        ]

    async def _apply(self, parsed: Sequence[Parsed[Any]]) -> Outcome:
        """All files together; where that fails, all but those that can not be written.

        What fails is halved until each bad file stands alone. Good ones are applied together with
        those before them, so that what two of them list stays with the first.
        """
        good: list[Parsed[Any]] = []
        applied: Sequence[FileStatus] = []
        problems: Sequence[Problem] = []
        failed: list[FileStatus] = []
        waiting = [parsed]
        while waiting:
            some = waiting.pop()
            try:
                outcome = await self._apply_together([*good, *some], are_all=some is parsed)
            except DatabaseUnavailable:
                raise  # It says nothing of the files: another instance may hold the lock.
            except Exception as error:
                if not some:
                    raise
                if len(some) == 1:
                    failed.append(await self._record_failure(some[0], error))
                else:
                    middle = len(some) // 2
                    waiting += [some[middle:], some[:middle]]
            else:
                if some is parsed:
                    return outcome
                good += some
                applied, problems = outcome.statuses, outcome.problems
        problems = [*problems, *(Problem(each.file, None, each.message) for each in failed)]
        return Outcome([*applied, *failed], problems, self.missing, is_settled=False)

    async def _apply_together(self, parsed: Sequence[Parsed[Any]], *, are_all: bool) -> Outcome:
        async with self.database.transaction() as tx:
            await tx.lock(f"provisioning:{self.name}")
            ledger = Ledger(tx)
            known = await ledger.of_kind(self.name)
            absent = frozenset(known.keys() - {one.file for one in parsed})
            self.held = held(absent, self.away)
            absent -= self.held
            is_sure = absent <= self.missing
            is_whole = are_all and not self.held and all(_is_whole(one, known) for one in parsed)
            is_complete = is_sure and is_whole
            gone = absent if is_complete else frozenset()
            good = [one for one in parsed if one.desired and not _superseded(one, known)]
            files = {one.file for one in good} | gone
            owned = [item for item in await ledger.owned(self.name) if item.file in files]
            desired = [one.desired for one in good if one.desired]
            changes = await self.reconciler.plan(
                tx, desired, owned if is_complete else [], is_complete=is_complete
            )
            changes = await self.reconciler.apply(tx, changes)
            await self._keep_ledger(ledger, changes)
            found = {one.file: _found(one, changes, known) for one in parsed}
            statuses = [self._status(one, changes, known, found[one.file]) for one in parsed]
            for status in statuses:
                await ledger.record(status)
            for file in gone:
                await ledger.forget(self.name, file)
        is_refused = any(change.verb == "refuse" for change in changes)
        problems = list(chain.from_iterable(found.values()))
        return Outcome(statuses, problems, absent - gone, is_settled=is_sure and not is_refused)

    async def _keep_ledger(self, ledger: Ledger, changes: Sequence[Change[Any]]) -> None:
        for change in changes:
            if change.verb == "delete":
                await ledger.release(self.name, change.org_id, change.key)
            elif change.verb != "refuse":
                await ledger.claim(self.name, Owned(change.file, change.org_id, change.key))

    def _status(
        self,
        one: Parsed[Any],
        changes: Sequence[Change[Any]],
        known: Mapping[str, FileStatus],
        found: Sequence[Problem],
    ) -> FileStatus:
        mine = [change for change in changes if change.file == one.file]
        items = sum(change.verb in ("create", "update", "keep") for change in mine)
        problem = as_one(found)
        source = one.desired.source if one.desired else None
        bad = problem is not None and problem.severity == "error"
        return FileStatus(
            kind=self.name,
            file=one.file,
            state="error" if bad else "ok",
            items=items if one.desired else _items(known, one.file),
            line=problem.line if problem else None,
            message=problem.message if problem else "",
            checksum=source.checksum if source else "",
            generation=source.generation if source else None,
            last_applied=self.clock.now_ms() if mine or (source and not bad) else None,
        )

    async def _record_failure(self, one: Parsed[Any], error: Exception) -> FileStatus:
        log.error("Provisioning of %s failed.", one.file, exc_info=error)
        message = getattr(error, "public", None) or f"Could not be applied: {type(error).__name__}."
        status = FileStatus(self.name, one.file, "error", message=message)
        async with self.database.transaction() as tx:
            await Ledger(tx).record(status)
        return status

    def _tell(self, statuses: Sequence[FileStatus]) -> None:
        """Logs each problem once, and once that it is over."""
        now = {status.file: _place(status) for status in statuses if status.message}
        for directory, text in away_problems(self.held, self.away).items():
            now[str(directory)] = text
        errors = {status.file for status in statuses if status.state == "error"}
        for file, text in now.items():
            if self.told.get(file) != text:
                log.log(logging.ERROR if file in errors else logging.WARNING, "%s", text)
        for file in self.told.keys() - now.keys():
            log.info("%s has recovered.", file)
        self.told = now
        self.on_errors(self.name, len(errors))


def _is_whole(one: Parsed[Any], known: Mapping[str, FileStatus]) -> bool:
    """Whether all that the file lists is known."""
    return bool(one.desired and one.desired.is_whole) and not _superseded(one, known)


def _superseded(one: Parsed[Any], known: Mapping[str, FileStatus]) -> bool:
    """Whether a newer generation of the same file was applied, by a newer instance."""
    before = known.get(one.file)
    if one.desired is None or before is None or before.generation is None:
        return False
    return (one.desired.source.generation or 0) < before.generation


def _found(
    one: Parsed[Any], changes: Sequence[Change[Any]], known: Mapping[str, FileStatus]
) -> Sequence[Problem]:
    """All problems of one file, as it was read and as it was applied."""
    if _superseded(one, known):
        newer = known[one.file].generation
        return [Problem(one.file, None, f"Left out: generation {newer} was applied before.")]
    mine = [change for change in changes if change.file == one.file]
    return [*one.problems, *_problems(mine)]


def _problems(changes: Iterable[Change[Any]]) -> Iterator[Problem]:
    for change in changes:
        if change.verb == "refuse":
            yield Problem(change.file, change.line, change.why)
        elif change.warning:
            yield Problem(change.file, change.line, change.warning, "warning")


def _items(known: Mapping[str, FileStatus], file: str) -> int:
    return known[file].items if file in known else 0


def _place(status: FileStatus) -> str:
    place = status.file if status.line is None else f"{status.file}:{status.line}"
    return f"{place}: {status.message}"
