"""A kind whose files are all applied in one transaction, by a reconciler."""

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from vedette.db.database import Database
from vedette.db.errors import DatabaseUnavailable
from vedette.kernel.clock import Clock
from vedette.provisioning.files import Found, Root, files_below
from vedette.provisioning.kind import Files, PassResult, ProvisioningKind
from vedette.provisioning.ledger_store import FileStatus, ProvisioningLedger
from vedette.provisioning.parsing import Parsed, parse_file
from vedette.provisioning.problems import Problem, as_one
from vedette.provisioning.reconciler import AS_YAML, Change, Owned, Reading, Reconciler
from vedette.provisioning.statuses import OnErrors, file_status

log = logging.getLogger("vedette.provisioning")


class FileKind(ProvisioningKind):
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
        super().__init__(reconciler.kind, roots, clock, on_errors, reading)
        self.reconciler = reconciler
        self.database = database
        self.environ = environ
        self.missing: frozenset[str] = frozenset()
        """Files that the last pass did not find in an existing directory, and that are not
        forgotten yet."""
        self.kept: frozenset[str] = frozenset()
        """Files of absent directories."""

    def parse(self, file: Found) -> Parsed[Any]:
        return parse_file(file.name, file.path, self.reconciler.parse, self.environ, self.reading)

    async def apply(self, files: Files) -> PassResult | None:
        """Apply all files together; if that fails, apply all except those that cannot be written.

        On failure the files are bisected until each bad file is isolated. Good ones are applied
        together with those before them, so that the first of two files that list the same resource
        owns it.
        """
        if not files.have_changed:
            return None
        good: list[Parsed[Any]] = []
        applied = PassResult((), ())
        failed: list[FileStatus] = []
        waiting = [files.parsed]
        while waiting:
            some = waiting.pop()
            are_all = some is files.parsed
            try:
                outcome = await self._apply_together([*good, *some], files, are_all=are_all)
            except DatabaseUnavailable:
                raise  # The error does not concern the files: another instance may hold the lock.
            except Exception as error:
                if not some:
                    raise
                if len(some) == 1:
                    failed.append(await self._record_failure(some[0], error))
                else:
                    middle = len(some) // 2
                    waiting += [some[middle:], some[:middle]]
            else:
                if are_all:
                    return outcome
                good += some
                applied = outcome
        return PassResult(
            [*applied.statuses, *failed],
            [*applied.problems, *(Problem(each.file, None, each.message) for each in failed)],
            self.kept,
            is_settled=False,
            needs_confirmation=bool(self.missing),
        )

    async def _apply_together(
        self, parsed: Sequence[Parsed[Any]], files: Files, *, are_all: bool
    ) -> PassResult:
        async with self.database.transaction() as tx:
            await tx.lock(f"provisioning:{self.name}")
            ledger = ProvisioningLedger(tx)
            known = await ledger.of_kind(self.name)
            missing = frozenset(known.keys() - {one.file for one in parsed})
            self.kept = files_below(files.absent, missing)
            missing -= self.kept
            is_sure = missing <= self.missing
            is_whole = are_all and not self.kept and all(_is_whole(one, known) for one in parsed)
            is_complete = is_sure and is_whole
            deleted = missing if is_complete else frozenset()
            good = [one for one in parsed if one.desired and not _superseded(one, known)]
            names = {one.file for one in good} | deleted
            owned = [item for item in await ledger.owned(self.name) if item.file in names]
            desired = [one.desired for one in good if one.desired]
            changes = await self.reconciler.plan(
                tx, desired, owned if is_complete else [], is_complete=is_complete
            )
            changes = await self.reconciler.apply(tx, changes)
            await self._keep_ledger(ledger, changes)
            found = {one.file: _found(one, changes, known) for one in parsed}
            statuses = [self._status(one, changes, known, found[one.file]) for one in parsed]
            await ledger.update(self.name, statuses, deleted)
        if are_all:
            self.missing = missing - deleted
        is_refused = any(change.verb == "refuse" for change in changes)
        return PassResult(
            statuses,
            list(chain.from_iterable(found.values())),
            self.kept,
            # A file with an unreadable entry is retried when it changes: applying the others again
            # would undo the changes of instances that have other files.
            is_settled=is_sure and not is_refused,
            needs_confirmation=bool(missing - deleted),
        )

    async def _keep_ledger(
        self, ledger: ProvisioningLedger, changes: Sequence[Change[Any]]
    ) -> None:
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
        has_error = problem is not None and problem.severity == "error"
        return file_status(
            self.name,
            one.file,
            problem,
            items if one.desired else _items(known, one.file),
            source,
            last_applied=self.clock.now_ms() if mine or (source and not has_error) else None,
        )

    async def _record_failure(self, one: Parsed[Any], error: Exception) -> FileStatus:
        log.error("Provisioning of %s failed.", one.file, exc_info=error)
        message = (
            getattr(error, "public", None) or f"Failed to apply the file: {type(error).__name__}."
        )
        status = FileStatus(self.name, one.file, "error", message=message)
        async with self.database.transaction() as tx:
            await ProvisioningLedger(tx).record(status)
        return status


def _is_whole(one: Parsed[Any], known: Mapping[str, FileStatus]) -> bool:
    """Return whether all entries of the file were read."""
    return bool(one.desired and one.desired.is_whole) and not _superseded(one, known)


def _superseded(one: Parsed[Any], known: Mapping[str, FileStatus]) -> bool:
    """Return whether a newer generation of the same file was applied by another instance."""
    before = known.get(one.file)
    if one.desired is None or before is None or before.generation is None:
        return False
    return (one.desired.source.generation or 0) < before.generation


def _found(
    one: Parsed[Any], changes: Sequence[Change[Any]], known: Mapping[str, FileStatus]
) -> Sequence[Problem]:
    """Return all problems of a file, from parsing and from applying it."""
    if _superseded(one, known):
        newer = known[one.file].generation
        return [Problem(one.file, None, f"Ignored: generation {newer} has been applied before.")]
    mine = [change for change in changes if change.file == one.file]
    return [*one.problems, *_problems(mine)]


def _problems(changes: Iterable[Change[Any]]) -> Iterator[Problem]:
    for change in changes:
        if change.verb == "refuse":
            yield Problem(change.file, change.line, change.why)
        elif change.warning:
            yield Problem(
                change.file, change.line, change.warning, "warning", depends_on_server=True
            )


def _items(known: Mapping[str, FileStatus], file: str) -> int:
    return known[file].items if file in known else 0
