"""Keeps dashboards in sync with the files of all providers."""

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from math import inf
from pathlib import Path

from msgspec.structs import replace

from vedette.dashboards.model import Dashboard
from vedette.dashboards.provision.apply import (
    Applier,
    DashboardFileRefused,
    FileOutcome,
    FileTitleTaken,
    Others,
    remove,
)
from vedette.dashboards.provision.memory import AppliedFile, ProviderMemory
from vedette.dashboards.provision.providers import (
    Provider,
    first_of_each_name,
    in_organization,
    parse_providers,
)
from vedette.dashboards.provision.reading import (
    batches,
    file_name,
    forget_files,
    is_new,
    note_problem,
    read_all,
    unreadable_problem,
)
from vedette.dashboards.provision.scan import DashboardFile, DashboardFileContent, Scan, scan
from vedette.dashboards.provision.status import all_problems, all_statuses
from vedette.dashboards.provision.titles import PendingTitle, title_cycles
from vedette.dashboards.service.locking import lock
from vedette.dashboards.store.dashboards import DashboardStore
from vedette.db.database import Database, Tx
from vedette.db.errors import DatabaseUnavailable
from vedette.identity.store.orgs import OrgStore
from vedette.kernel.clock import Clock
from vedette.kernel.errors import VedetteError
from vedette.provisioning.files import (
    YAML,
    Found,
    Root,
    files_below,
)
from vedette.provisioning.kind import POLL, Files, PassResult, ProvisioningKind
from vedette.provisioning.ledger_store import FileStatus, ProvisioningLedger
from vedette.provisioning.parsing import Parsed
from vedette.provisioning.problems import DocumentError, Problem
from vedette.provisioning.reconciler import Desired
from vedette.provisioning.statuses import OnErrors

log = logging.getLogger("vedette.provisioning")


class DashboardsKind(ProvisioningKind):
    def __init__(
        self,
        applier: Applier,
        roots: Sequence[Root],
        database: Database,
        clock: Clock,
        environ: Mapping[str, str],
        on_errors: OnErrors = lambda kind, count: None,
    ) -> None:
        super().__init__("dashboards", roots, clock, on_errors)
        self.applier = applier
        self.database = database
        self.environ = environ
        self.good: dict[str, tuple[Provider, ...]] = {}
        """The providers of each file when it was last readable."""
        self.refused: list[Problem] = []
        """Providers with a duplicate name or an unknown organization."""
        self.memories: dict[Provider, ProviderMemory] = {}
        self.orphans: frozenset[str] = frozenset()
        """Providers that own dashboards and that the last pass did not find."""
        self.waiting: list[PendingTitle] = []
        self.is_changed = False
        """Whether dashboards or directories changed since the statuses were recorded."""
        self.recorded: dict[str, FileStatus] | None = None
        self.absent: Mapping[str, Path] = {}
        self.kept: frozenset[str] = frozenset()
        """Provider files of absent directories, whose state is kept."""

    def reads(self, file: Path) -> bool:
        """Return whether a provider reads the file: dashboards are below its directory at any
        depth."""
        if file.suffix in YAML:
            return super().reads(file)
        resolved = file.resolve()
        return any(resolved.is_relative_to(each.path.resolve()) for each in self.memories)

    def parse(self, file: Found) -> Parsed[tuple[Provider, ...]]:
        return parse_providers(file.name, file.path, self.environ)

    def next_pass(self) -> timedelta:
        due = min((memory.due for memory in self.memories.values()), default=inf)
        return min(POLL, timedelta(seconds=max(0.0, min(due - self.clock.monotonic(), 3600))))

    async def apply(self, files: Files) -> PassResult:
        if files.have_changed:
            self._note_providers(files.parsed)
        self.is_changed |= files.absent != self.absent
        self.absent = files.absent
        names = frozenset(self._note_living(await self._orgs()))
        for provider, memory in self.memories.items():
            if files.is_forced or memory.due <= self.clock.monotonic():
                await self._look(provider, memory, names, force=files.is_forced)
                memory.due = self.clock.monotonic() + provider.interval.total_seconds()
        await self._pass_titles_on(names)
        if files.have_changed or self.orphans:
            await self._remove_orphans(names, files)
        statuses = all_statuses(self.name, files.parsed, self.refused, self.memories)
        await self._record(statuses)
        return PassResult(
            list(statuses.values()),
            all_problems(files.parsed, self.refused, self.memories),
            self.kept,
            needs_confirmation=bool(self.orphans)
            or any(memory.missing for memory in self.memories.values()),
        )

    def _note_providers(self, parsed: Sequence[Parsed[tuple[Provider, ...]]]) -> None:
        for one in parsed:
            if one.desired:
                self.good[one.file] = _kept(one.desired, self.good.get(one.file, ()))
        self.good = {one.file: self.good[one.file] for one in parsed if one.file in self.good}

    async def _record(self, statuses: dict[str, FileStatus]) -> None:
        """Record the statuses in the ledger if they changed."""
        if statuses == self.recorded and not self.is_changed:
            return
        now = self.clock.now_ms()
        async with self.database.transaction() as tx:
            ledger = ProvisioningLedger(tx)
            unlisted = (await ledger.of_kind(self.name)).keys() - statuses.keys()
            kept = files_below(self.absent, unlisted)
            stamped = [
                status if status.state == "error" else replace(status, last_applied=now)
                for status in statuses.values()
            ]
            await ledger.update(self.name, stamped, unlisted - kept)
        self.kept, self.recorded, self.is_changed = kept, statuses, False

    async def _orgs(self) -> dict[str, int]:
        async with self.database.reading() as tx:
            return {name: org_id for org_id, name in await OrgStore(tx).all()}

    def _note_living(self, orgs: Mapping[str, int]) -> set[str]:
        """Keep the state of providers that still exist, and return all their names.

        Each name is used once; providers of an unknown organization are left out.
        """
        first, self.refused = first_of_each_name(self.good.values())
        living = []
        for provider in first:
            found = in_organization(provider, orgs)
            if isinstance(found, Problem):
                self.refused.append(found)
            else:
                living.append(found)
        self.memories = {
            provider: self.memories.get(provider, ProviderMemory()) for provider in living
        }
        return {provider.name for provider in first}

    async def _look(
        self, provider: Provider, memory: ProviderMemory, names: frozenset[str], *, force: bool
    ) -> None:
        try:
            found = await asyncio.to_thread(scan, provider.path)
            memory.problem = unreadable_problem(provider, found)
        except DocumentError as error:
            memory.problem = Problem(provider.file, provider.line, error.message)
            return
        known, there = memory.files, {file.path for file in found.files}
        memory.files = {
            path: seen for path, seen in known.items() if path in there or found.hides(path)
        }
        new = [file for file in found.files if force or is_new(file, known.get(file.path))]
        for batch in batches(new):
            await self._apply(provider, memory, names, batch)
        is_other = memory.files.keys() != known.keys() or not memory.looked
        if force or is_other or memory.missing:
            await self._remove_missing(provider, memory, found)
        memory.looked = True

    async def _apply(
        self,
        provider: Provider,
        memory: ProviderMemory,
        names: frozenset[str],
        batch: Sequence[DashboardFile],
    ) -> None:
        contents = await asyncio.to_thread(read_all, provider, batch, memory)
        readable = [file for file in batch if file.path in contents]
        try:
            await self._write(provider, memory, names, readable, contents)
        except DatabaseUnavailable:
            forget_files(memory, readable)
            raise
        except Exception:
            for file in readable:
                try:
                    await self._write(provider, memory, names, [file], contents)
                except DatabaseUnavailable:
                    forget_files(memory, readable)
                    raise
                except Exception as error:
                    log.exception("Provisioning of %s failed.", file.full)
                    text = error.public if isinstance(error, VedetteError) else str(error)
                    note_problem(provider, memory, file, f"Failed to write: {text}")

    async def _write(
        self,
        provider: Provider,
        memory: ProviderMemory,
        names: frozenset[str],
        files: Sequence[DashboardFile],
        contents: Mapping[str, DashboardFileContent],
    ) -> None:
        others = _others(names, memory)
        async with self._writing(provider.org_id) as tx:
            for file in files:
                content = contents[file.path]
                try:
                    outcome = await self.applier.file(tx, provider, file, content, others)
                except DatabaseUnavailable:
                    raise
                except (DashboardFileRefused, VedetteError) as error:
                    text = (
                        error.message if isinstance(error, DashboardFileRefused) else error.public
                    )
                    note_problem(provider, memory, file, text)
                    if isinstance(error, FileTitleTaken):
                        self.waiting.append(PendingTitle(provider, memory, file, content, error))
                    continue
                self._written(provider, memory, file, content, outcome)

    def _written(
        self,
        provider: Provider,
        memory: ProviderMemory,
        file: DashboardFile,
        content: DashboardFileContent,
        outcome: FileOutcome,
    ) -> None:
        self.is_changed |= outcome.changed
        warning = None
        if outcome.warning:
            warning = Problem(file_name(provider, file), None, outcome.warning, "warning")
        memory.files[file.path] = AppliedFile(file.signature, content.body.uid, warning)

    async def _pass_titles_on(self, names: frozenset[str]) -> None:
        """Retry files whose title was taken and may be free now, until no more are written."""
        before = len(self.waiting) + 1
        while self.waiting and len(self.waiting) < before:
            before = len(self.waiting)
            again, self.waiting = self.waiting, []
            for one in again:
                contents = {one.file.path: one.content}
                await self._write(one.provider, one.memory, names, [one.file], contents)
            for cycle in title_cycles(self.waiting):
                exchanged = await self._exchange(cycle, names)
                self.waiting = [one for one in self.waiting if one not in exchanged]
        self.waiting = []

    async def _exchange(
        self, files: Sequence[PendingTitle], names: frozenset[str]
    ) -> Sequence[PendingTitle]:
        """Write files that hold each other's titles: all of them, or none."""
        outcomes = []
        try:
            async with self._writing(files[0].provider.org_id) as tx:
                for one in files:
                    await DashboardStore(tx).vacate_title(
                        one.provider.org_id, one.cause.dashboard_id
                    )
                for one in files:
                    others = _others(names, one.memory)
                    outcomes.append(
                        await self.applier.file(tx, one.provider, one.file, one.content, others)
                    )
        except DatabaseUnavailable:
            raise
        except (DashboardFileRefused, VedetteError):
            return []
        for one, outcome in zip(files, outcomes, strict=True):
            self._written(one.provider, one.memory, one.file, one.content, outcome)
        return files

    async def _remove_missing(
        self, provider: Provider, memory: ProviderMemory, found: Scan
    ) -> None:
        async with self._writing(provider.org_id) as tx:
            stored = {
                dashboard.provenance.path: dashboard
                for dashboard in await DashboardStore(tx).provisioned()
                if dashboard.org_id == provider.org_id
                and dashboard.provenance
                and dashboard.provenance.provider == provider.name
            }
            absent = {path for path in stored.keys() - memory.files.keys() if not found.hides(path)}
            gone = absent & memory.missing
            await remove(
                tx, [stored[path] for path in sorted(gone)], keep=provider.disable_deletion
            )
        self.is_changed |= bool(gone)
        memory.missing = frozenset(absent - gone)

    async def _remove_orphans(self, names: frozenset[str], files: Files) -> None:
        """Remove dashboards of providers that are no longer configured.

        Nothing is removed while a file cannot be read or a directory that had files is absent.
        """
        if not all(one.desired and one.desired.is_whole for one in files.parsed):
            return
        async with self.database.transaction() as tx:
            await tx.lock(f"provisioning:{self.name}")
            if files_below(files.absent, await ProvisioningLedger(tx).of_kind(self.name)):
                return
            stored = [d for d in await DashboardStore(tx).provisioned() if d.provenance]
            absent = {d.provenance.provider for d in stored if d.provenance} - names
            gone = absent & self.orphans
            doomed = [d for d in stored if d.provenance and d.provenance.provider in gone]
            for keep in (True, False):
                await remove(tx, [d for d in doomed if _is_kept(d) is keep], keep=keep)
        self.orphans = frozenset(absent - gone)

    @asynccontextmanager
    async def _writing(self, org_id: int) -> AsyncIterator[Tx]:
        """Hold the lock of the kind and that of the organization in a transaction."""
        async with self.database.transaction() as tx:
            await tx.lock(f"provisioning:{self.name}")
            await lock(tx, org_id)
            yield tx


def _kept(now: Desired[tuple[Provider, ...]], before: Sequence[Provider]) -> tuple[Provider, ...]:
    """Return the providers to keep: an unreadable entry may be any provider that the file had
    before."""
    if now.is_whole:
        return now.content
    names = {provider.name for provider in now.content}
    return (*now.content, *(provider for provider in before if provider.name not in names))


def _others(names: frozenset[str], memory: ProviderMemory) -> Others:
    return Others(names, {path: seen.uid for path, seen in memory.files.items()})


def _is_kept(dashboard: Dashboard) -> bool:
    return dashboard.provenance is not None and dashboard.provenance.is_kept
