"""Keeps every kind in step with its files, in a fixed order, for as long as the process runs."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from vedette.db.database import Database
from vedette.db.errors import DatabaseUnavailable
from vedette.kernel.clock import Clock
from vedette.kernel.errors import NotFound
from vedette.provisioning.files import DirectoryUnreadable
from vedette.provisioning.ledger import FileStatus, Ledger

if TYPE_CHECKING:
    from vedette.provisioning.kind import Kind

log = logging.getLogger("vedette.provisioning")
_TRY_AGAIN_SECONDS = 10.0
_OUTAGE_SECONDS = 1.0


class UnknownKind(NotFound):
    code: ClassVar[str] = "provisioning.unknown_kind"


class Provisioning:
    def __init__(
        self, kinds: "Callable[[], Sequence[Kind]]", database: Database, clock: Clock
    ) -> None:
        """`kinds` in the order in which they need each other: data sources before dashboards.

        They are asked for at the first look at files, so that a start need not wait for them.
        """
        self._make_kinds = kinds
        self.database = database
        self.clock = clock
        self.tried = False
        """Whether a first pass over all kinds has ended, well or not."""
        self._turn = asyncio.Lock()
        self._due: dict[str, float] = {}

    @cached_property
    def kinds(self) -> "Sequence[Kind]":
        return tuple(self._make_kinds())

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            await self.step()
            waiting = min(self._due.values(), default=self.clock.monotonic() + 60)
            await self.clock.sleep(max(0.5, waiting - self.clock.monotonic()))

    async def step(self) -> None:
        """Every kind whose time has come. The first step applies all."""
        is_applied = True
        for kind in self.kinds:
            if self._due.get(kind.name, 0.0) > self.clock.monotonic():
                continue
            try:
                await self._sync(kind, force=not self.tried)
            except DatabaseUnavailable as error:
                log.debug("Provisioning of %s waits: %s", kind.name, error.public)
                self._due[kind.name] = self.clock.monotonic() + _OUTAGE_SECONDS
                is_applied = False
            except DirectoryUnreadable as error:
                log.error("%s", error)
                self._due[kind.name] = self.clock.monotonic() + _TRY_AGAIN_SECONDS
            except Exception:
                log.exception("Provisioning of %s failed and is tried again.", kind.name)
                self._due[kind.name] = self.clock.monotonic() + _TRY_AGAIN_SECONDS
        self.tried = self.tried or is_applied

    async def reload(self, name: str) -> Sequence[FileStatus]:
        """Reads and applies all files of a kind now; returns what each led to."""
        for kind in self.kinds:
            if kind.name == name:
                await self._sync(kind, force=True)
                return [status for status in await self.statuses() if status.kind == name]
        raise UnknownKind(f"There is nothing to provision of the kind {name[:40]!r}.")

    async def statuses(self) -> Sequence[FileStatus]:
        async with self.database.reading() as tx:
            return await Ledger(tx).statuses()

    async def _sync(self, kind: "Kind", *, force: bool) -> None:
        async with self._turn:
            again = await kind.sync(force=force)
        self._due[kind.name] = self.clock.monotonic() + again.total_seconds()
