"""Keeps dashboards in step with the files of all providers."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from itertools import islice
from pathlib import Path

from vedette.dashboards.model import Dashboard
from vedette.dashboards.provision.apply import (
    Applier,
    Others,
    Outcome,
    Refused,
    TitleTaken,
    remove,
)
from vedette.dashboards.provision.memory import Memory, Seen, problem_of
from vedette.dashboards.provision.providers import (
    Provider,
    first_of_each_name,
    in_organization,
    parse_providers,
)
from vedette.dashboards.provision.scan import Content, DashboardFile, Scan, read_content, scan
from vedette.dashboards.provision.status import StatusBook
from vedette.dashboards.provision.titles import Waiting, rings
from vedette.dashboards.service.dashboards import lock
from vedette.dashboards.store.dashboards import DashboardStore
from vedette.db.database import Database, Tx
from vedette.db.errors import DatabaseUnavailable
from vedette.identity.store.orgs import OrgStore
from vedette.kernel.clock import Clock
from vedette.kernel.errors import VedetteError
from vedette.provisioning.files import YAML, Root, Signature, held, list_files, missing_directories
from vedette.provisioning.kind import CONFIRM_SECONDS, POLL, OnErrors
from vedette.provisioning.ledger_store import Ledger
from vedette.provisioning.parsing import Parsed
from vedette.provisioning.problems import DocumentError, Problem
from vedette.provisioning.reconciler import Desired

log = logging.getLogger("vedette.provisioning")
_BATCH = 100
_MOST_TOLD = 5


class DashboardsKind:
    name = "dashboards"

    def __init__(
        self,
        applier: Applier,
        roots: Sequence[Root],
        database: Database,
        clock: Clock,
        environ: Mapping[str, str],
        on_errors: OnErrors = lambda kind, count: None,
    ) -> None:
        self.applier = applier
        self.roots = tuple(roots)
        self.database = database
        self.clock = clock
        self.environ = environ
        self.book = StatusBook(self.name, clock, on_errors)
        self.signatures: dict[str, Signature] | None = None
        self.parsed: dict[str, Parsed[tuple[Provider, ...]]] = {}
        self.good: dict[str, tuple[Provider, ...]] = {}
        """Providers of each file as it was when it last could be read."""
        self.memories: dict[Provider, Memory] = {}
        self.orphans: frozenset[str] = frozenset()
        """Providers that dashboards name and that the last look did not find."""
        self.waiting: list[Waiting] = []

    def reads(self, file: Path) -> bool:
        """Dashboards are files in the directory of a provider, at any depth."""
        if file.suffix in YAML:
            return file.parent in [root.path / self.name for root in self.roots]
        resolved = file.resolve()
        return any(resolved.is_relative_to(each.path.resolve()) for each in self.memories)

    @property
    def problems(self) -> Sequence[Problem]:
        return self.book.problems(self.parsed.values(), self.memories)

    async def sync(self, *, force: bool = False) -> timedelta:
        await self._pass(force=force)
        if force and (self.orphans or any(memory.missing for memory in self.memories.values())):
            await self.clock.sleep(CONFIRM_SECONDS)
            await self._pass(force=True)
        due = min((memory.due for memory in self.memories.values()), default=float("inf"))
        return min(POLL, timedelta(seconds=max(0.0, min(due - self.clock.monotonic(), 3600))))

    async def _pass(self, *, force: bool) -> None:
        changed = await self._read_providers(force=force)
        names = frozenset(self._note_living(await self._orgs()))
        for provider in self.memories:
            memory = self.memories[provider]
            if force or memory.due <= self.clock.monotonic():
                await self._look(provider, memory, names, force=force)
                memory.due = self.clock.monotonic() + provider.interval.total_seconds()
        await self._pass_titles_on(names)
        if changed or self.orphans:
            await self._remove_orphans(names)
        await self.book.write(self.database, self.parsed.values(), self.memories)

    async def _read_providers(self, *, force: bool) -> bool:
        found = await asyncio.to_thread(list_files, self.roots, self.name)
        away = await asyncio.to_thread(missing_directories, self.roots, self.name)
        signatures = {file.name: file.signature for file in found}
        if signatures == self.signatures and away == self.book.away and not force:
            return False
        self.book.changed |= away != self.book.away
        self.book.away = away
        self.signatures = signatures
        self.parsed = {
            file.name: await asyncio.to_thread(parse_providers, file.name, file.path, self.environ)
            for file in found
        }
        for name, parsed in self.parsed.items():
            if parsed.desired:
                self.good[name] = _kept(parsed.desired, self.good.get(name, ()))
        self.good = {name: self.good[name] for name in self.parsed if name in self.good}
        return True

    async def _orgs(self) -> dict[str, int]:
        async with self.database.reading() as tx:
            return {name: org_id for org_id, name in await OrgStore(tx).all()}

    def _note_living(self, orgs: Mapping[str, int]) -> set[str]:
        """Keep what is known of providers that are still there, and return all their names.

        Each name is used once, and those of an unknown organization not at all.
        """
        first, self.book.refused = first_of_each_name(self.good.values())
        living = []
        for provider in first:
            found = in_organization(provider, orgs)
            if isinstance(found, Problem):
                self.book.refused.append(found)
            else:
                living.append(found)
        self.memories = {provider: self.memories.get(provider, Memory()) for provider in living}
        return {provider.name for provider in first}

    async def _look(
        self, provider: Provider, memory: Memory, names: frozenset[str], *, force: bool
    ) -> None:
        try:
            found = await asyncio.to_thread(scan, provider.path)
            memory.problem = _unreadable(provider, found)
        except DocumentError as error:
            memory.problem = Problem(provider.file, provider.line, error.message)
            return
        known, there = memory.files, {file.path for file in found.files}
        memory.files = {
            path: seen for path, seen in known.items() if path in there or found.hides(path)
        }
        new = [file for file in found.files if force or _is_new(file, known.get(file.path))]
        for batch in _batches(new):
            await self._apply(provider, memory, names, batch)
        is_other = memory.files.keys() != known.keys() or not memory.looked
        if force or is_other or memory.missing:
            await self._remove_missing(provider, memory, found)
        memory.looked = True

    async def _apply(
        self,
        provider: Provider,
        memory: Memory,
        names: frozenset[str],
        batch: Sequence[DashboardFile],
    ) -> None:
        contents = await asyncio.to_thread(_read_all, provider, batch, memory)
        readable = [file for file in batch if file.path in contents]
        try:
            await self._write(provider, memory, names, readable, contents)
        except DatabaseUnavailable:
            _forget(memory, readable)
            raise
        except Exception:
            for file in readable:
                try:
                    await self._write(provider, memory, names, [file], contents)
                except DatabaseUnavailable:
                    _forget(memory, readable)
                    raise
                except Exception as error:
                    log.exception("Provisioning of %s failed.", file.full)
                    text = error.public if isinstance(error, VedetteError) else str(error)
                    _note(provider, memory, file, f"Could not be written: {text}")

    async def _write(
        self,
        provider: Provider,
        memory: Memory,
        names: frozenset[str],
        files: Sequence[DashboardFile],
        contents: Mapping[str, Content],
    ) -> None:
        others = _others(names, memory)
        async with self._writing(provider.org_id) as tx:
            for file in files:
                content = contents[file.path]
                try:
                    outcome = await self.applier.file(tx, provider, file, content, others)
                except DatabaseUnavailable:
                    raise
                except (Refused, VedetteError) as error:
                    text = error.message if isinstance(error, Refused) else error.public
                    _note(provider, memory, file, text)
                    if isinstance(error, TitleTaken):
                        self.waiting.append(Waiting(provider, memory, file, content, error))
                    continue
                self._written(provider, memory, file, content, outcome)

    def _written(
        self,
        provider: Provider,
        memory: Memory,
        file: DashboardFile,
        content: Content,
        outcome: Outcome,
    ) -> None:
        self.book.changed |= outcome.changed
        warning = None
        if outcome.warning:
            warning = Problem(_name(provider, file), None, outcome.warning, "warning")
        memory.files[file.path] = Seen(file.signature, content.body.uid, warning)

    async def _pass_titles_on(self, names: frozenset[str]) -> None:
        """Tries files again whose title was taken and may be free now, until none is written."""
        before = len(self.waiting) + 1
        while self.waiting and len(self.waiting) < before:
            before = len(self.waiting)
            again, self.waiting = self.waiting, []
            for one in again:
                contents = {one.file.path: one.content}
                await self._write(one.provider, one.memory, names, [one.file], contents)
            for ring in rings(self.waiting):
                exchanged = await self._exchange(ring, names)
                self.waiting = [one for one in self.waiting if one not in exchanged]
        self.waiting = []

    async def _exchange(self, files: Sequence[Waiting], names: frozenset[str]) -> Sequence[Waiting]:
        """Writes files that hold each other's titles: all of them, or none."""
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
        except (Refused, VedetteError):
            return []
        for one, outcome in zip(files, outcomes, strict=True):
            self._written(one.provider, one.memory, one.file, one.content, outcome)
        return files

    async def _remove_missing(self, provider: Provider, memory: Memory, found: Scan) -> None:
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
        self.book.changed |= bool(gone)
        memory.missing = frozenset(absent - gone)

    async def _remove_orphans(self, names: frozenset[str]) -> None:
        """Dashboards of providers that are configured no more, unless a file can not be read, or
        a directory that had files is not there."""
        if not all(one.desired and one.desired.is_whole for one in self.parsed.values()):
            return
        async with self.database.transaction() as tx:
            await tx.lock(f"provisioning:{self.name}")
            if held(await Ledger(tx).of_kind(self.name), self.book.away):
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
        """Holds the kind's lock and the organization's."""
        async with self.database.transaction() as tx:
            await tx.lock(f"provisioning:{self.name}")
            await lock(tx, org_id)
            yield tx


def _kept(now: Desired[tuple[Provider, ...]], before: Sequence[Provider]) -> tuple[Provider, ...]:
    """An entry that can not be read may be any provider that the file had before."""
    if now.is_whole:
        return now.content
    names = {provider.name for provider in now.content}
    return (*now.content, *(provider for provider in before if provider.name not in names))


def _unreadable(provider: Provider, found: Scan) -> Problem | None:
    if not found.unreadable:
        return None
    told = [
        f"{provider.path / path} can not be read: {why}."
        for path, why in islice(found.unreadable.items(), _MOST_TOLD)
    ]
    if len(found.unreadable) > _MOST_TOLD:
        told.append(f"And {len(found.unreadable) - _MOST_TOLD} more.")
    return Problem(provider.file, provider.line, " ".join(told))


def _others(names: frozenset[str], memory: Memory) -> Others:
    return Others(names, {path: seen.uid for path, seen in memory.files.items()})


def _is_kept(dashboard: Dashboard) -> bool:
    return dashboard.provenance is not None and dashboard.provenance.is_kept


def _is_new(file: DashboardFile, seen: Seen | None) -> bool:
    return seen is None or seen.signature != file.signature or not seen.is_done


def _read_all(
    provider: Provider, files: Iterable[DashboardFile], memory: Memory
) -> dict[str, Content]:
    contents = {}
    for file in files:
        try:
            content = read_content(file.full)
        except DocumentError as error:
            _note(provider, memory, file, error.message)
        except VedetteError as error:
            _note(provider, memory, file, error.public)
        else:
            contents[file.path] = content
            memory.files[file.path] = Seen(file.signature, content.body.uid)
    return contents


def _note(provider: Provider, memory: Memory, file: DashboardFile, message: str) -> None:
    uid = memory.files[file.path].uid if file.path in memory.files else ""
    problem = problem_of(_name(provider, file), message)
    memory.files[file.path] = Seen(file.signature, uid, problem)


def _forget(memory: Memory, files: Iterable[DashboardFile]) -> None:
    """They were read and not written: all are tried again."""
    for file in files:
        memory.files.pop(file.path, None)


def _name(provider: Provider, file: DashboardFile) -> str:
    return f"{provider.name}/{file.path}"


def _batches(files: Sequence[DashboardFile]) -> Iterator[list[DashboardFile]]:
    waiting = iter(files)
    while batch := list(islice(waiting, _BATCH)):
        yield batch
