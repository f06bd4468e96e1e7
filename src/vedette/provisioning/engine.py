"""Keeps the resources of every kind in sync with their files, in a fixed order, until it is
stopped."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from vedette.cluster.loop import run_loop
from vedette.db.database import Database
from vedette.db.errors import DatabaseUnavailable
from vedette.kernel.clock import Clock
from vedette.kernel.errors import NotFound
from vedette.provisioning.files import DirectoryUnreadable, Root, has_files
from vedette.provisioning.ledger_store import FileStatus, ProvisioningLedger
from vedette.provisioning.unread import unread_files

if TYPE_CHECKING:
    from vedette.provisioning.kind import ProvisioningKind

log = logging.getLogger("vedette.provisioning")
_TRY_AGAIN_SECONDS = 10.0
_UNREAD = ""
"""The key in `_due` of the search for files that no kind reads."""
_OUTAGE_SECONDS = 1.0


class UnknownKind(NotFound):
    code: ClassVar[str] = "provisioning.unknown_kind"


class Provisioning:
    def __init__(
        self,
        kinds: "Callable[[], Sequence[ProvisioningKind]]",
        database: Database,
        clock: Clock,
        roots: Sequence[Root] = (),
    ) -> None:
        """`kinds` returns the kinds in the order of their dependencies: data sources before
        dashboards.

        It is called at the first pass, so that a start does not wait for it. `roots` are the
        directories of the files.
        """
        self._make_kinds = kinds
        self.database = database
        self.clock = clock
        self.roots = tuple(roots)
        self.unread: Sequence[FileStatus] = ()
        """Files below the provisioning directory that no kind reads."""
        self.tried = False
        """Whether the first pass over all kinds has ended, successfully or not."""
        self._is_applied: bool | None = None
        """Whether nothing was left to apply at the start; None until this was checked."""
        self._first: set[str] | None = None
        """Kinds whose first pass has not ended; None before the first step."""
        self._lock = asyncio.Lock()
        self._due: dict[str, float] = {}

    @cached_property
    def kinds(self) -> "Sequence[ProvisioningKind]":
        return tuple(self._make_kinds())

    async def run(self) -> None:
        """Apply changed files until cancelled."""
        await run_loop("provisioning", self.clock, self._iterate)

    async def _iterate(self) -> float:
        await self.step()
        next_due = min(self._due.values(), default=self.clock.monotonic() + 60)
        return max(0.5, next_due - self.clock.monotonic())

    async def step(self) -> None:
        """Apply the kinds that are due. The first step applies all."""
        if self._first is None:
            with suppress(DatabaseUnavailable):
                await self._look()
            self._first = {kind.name for kind in self.kinds}
        for kind in self.kinds:
            if self._due.get(kind.name, 0.0) <= self.clock.monotonic():
                await self._try(kind, force=kind.name in self._first)
        if self._due.get(_UNREAD, 0.0) <= self.clock.monotonic():
            self._due[_UNREAD] = self.clock.monotonic() + _TRY_AGAIN_SECONDS
            await self.name_unread()
        self.tried = self.tried or not self._first

    async def name_unread(self) -> None:
        """Search for files that no kind reads, and log the new ones."""
        found = await asyncio.to_thread(unread_files, self.roots, self.kinds)
        known = {status.file for status in self.unread}
        for status in found:
            if status.file not in known:
                log.warning("%s: %s", status.file, status.message)
        self.unread = found

    async def is_ready(self) -> bool:
        """Return whether each file was applied or reported as invalid. Raises
        `DatabaseUnavailable`."""
        return (self._first is not None and not self._first) or await self._look()

    async def _look(self) -> bool:
        """Return whether there are no files except samples that an earlier start applied."""
        if self._is_applied is None:
            labels = [root.label for root in self.roots if root.label]
            has_own = any(not root.label and has_files(root) for root in self.roots)
            files = [status.file for status in await self.statuses()] if labels else []
            self._is_applied = not has_own and all(
                any(file.startswith(label) for file in files) for label in labels
            )
        return self._is_applied

    async def reload_all(self) -> None:
        """Read and apply all files of every kind now. Failed kinds are retried."""
        for kind in self.kinds:
            await self._try(kind, force=True)

    async def reload(self, name: str) -> Sequence[FileStatus]:
        """Read and apply all files of a kind now; return their statuses."""
        for kind in self.kinds:
            if kind.name == name:
                await self._sync(kind, force=True)
                await self.name_unread()
                return [status for status in await self.statuses() if status.kind == name]
        raise UnknownKind(f"There is no provisioning of the kind {name[:40]!r}.")

    async def statuses(self) -> Sequence[FileStatus]:
        """Return the statuses of all files: those of a kind, then those that no kind reads."""
        async with self.database.reading() as tx:
            return [*await ProvisioningLedger(tx).statuses(), *self.unread]

    async def _try(self, kind: "ProvisioningKind", *, force: bool) -> None:
        try:
            await self._sync(kind, force=force)
        except DatabaseUnavailable as error:
            log.debug("Provisioning of %s is delayed: %s", kind.name, error.public)
            self._try_after(kind, _OUTAGE_SECONDS)
            return
        except DirectoryUnreadable as error:
            log.error("%s", error)
            self._try_after(kind, _TRY_AGAIN_SECONDS)
        except Exception:
            log.exception("Provisioning of %s failed and will be retried.", kind.name)
            self._try_after(kind, _TRY_AGAIN_SECONDS)
        if self._first is not None:
            self._first.discard(kind.name)

    def _try_after(self, kind: "ProvisioningKind", seconds: float) -> None:
        self._due[kind.name] = self.clock.monotonic() + seconds

    async def _sync(self, kind: "ProvisioningKind", *, force: bool) -> None:
        async with self._lock:
            again = await kind.sync(force=force)
        self._due[kind.name] = self.clock.monotonic() + again.total_seconds()
