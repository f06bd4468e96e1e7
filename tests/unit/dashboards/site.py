"""A provisioning directory of dashboards, and one instance that reads it."""

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.unit.dashboards.conftest import ADMIN, World

from vedette.dashboards.model import Dashboard
from vedette.dashboards.provision.apply import Applier
from vedette.dashboards.provision.folders import FolderReconciler
from vedette.dashboards.provision.kind import DashboardsKind
from vedette.dashboards.store.dashboards import DashboardStore
from vedette.kernel.clock import SystemClock
from vedette.provisioning.engine import Provisioning
from vedette.provisioning.file_kind import FileKind
from vedette.provisioning.files import Root
from vedette.provisioning.ledger_store import FileStatus


class QuickClock(SystemClock):
    """Waiting takes no time, so that confirming a missing file takes none."""

    async def sleep(self, seconds: float) -> None:
        self.waited = seconds


@contextmanager
def without_privileges() -> Iterator[None]:
    """Root may read everything; nobody else may."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


class Site:
    """A provisioning directory and one instance that reads it."""

    def __init__(self, world: World, root: Path) -> None:
        self.world, self.root, self.files = world, root, root / "files"
        self.sources: dict[str, str] = {"prometheus": "prom-uid"}
        self.errors: dict[str, int] = {}
        for directory in ("dashboards", "folders", "files"):
            (root / directory).mkdir(parents=True)
        self.restart()

    def restart(self) -> None:
        async def default_source(org_id: int, plugin_id: str) -> str | None:
            return self.sources.get(plugin_id)

        clock, database = QuickClock(), self.world.database
        roots, environ = [Root(self.root)], {"DASHBOARDS": str(self.files)}
        applier = Applier(self.world.dashboards.writer, default_source)
        self.folders = FileKind(
            FolderReconciler(clock), roots, database, clock, environ, self.errors.__setitem__
        )
        self.dashboards = DashboardsKind(
            applier, roots, database, clock, environ, self.errors.__setitem__
        )
        self.engine = Provisioning(lambda: [self.folders, self.dashboards], database, clock)

    def provider(self, name: str = "files", file: str = "p.yaml", **extra: Any) -> None:
        options = {"path": str(self.files), **extra.pop("options", {})}
        provider = {"name": name, "type": "file", "options": options, **extra}
        self.write(f"dashboards/{file}", {"apiVersion": 1, "providers": [provider]})

    def write(self, path: str, content: Any) -> None:
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(content if isinstance(content, str) else json.dumps(content))

    async def look(self) -> None:
        """One poll, as after the provider's interval."""
        for memory in self.dashboards.memories.values():
            memory.due = 0
        await self.folders.sync()
        await self.dashboards.sync()

    async def stored(self) -> dict[str, Dashboard]:
        return {d.provenance.path: d for d in await self.provisioned() if d.provenance}

    async def provisioned(self) -> Sequence[Dashboard]:
        async with self.world.database.reading() as tx:
            return await DashboardStore(tx).provisioned()

    async def open(self, uid: str) -> Dashboard:
        return (await self.world.dashboards.open(ADMIN, uid)).dashboard

    async def folder_titles(self, uid: str) -> list[str]:
        dashboard = await self.open(uid)
        if not dashboard.folder_uid:
            return []
        opened = await self.world.folders.open(ADMIN, dashboard.folder_uid)
        return [*(parent.title for parent in opened.parents), opened.folder.title]

    async def errors_told(self) -> dict[str, FileStatus]:
        return {s.file: s for s in await self.engine.statuses() if s.state == "error"}
