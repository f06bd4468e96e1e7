"""Writes a dashboard with its version history, for the API and for files."""

from datetime import timedelta

from msgspec.structs import replace

from vedette.cluster.wakeups import Wakeups
from vedette.dashboards.body import Body, raised_refresh
from vedette.dashboards.model import Dashboard, Provenance, Version
from vedette.dashboards.service.library_use import with_references
from vedette.dashboards.store.dashboards import DashboardStore
from vedette.dashboards.store.folders import FolderStore
from vedette.dashboards.store.library_connections import LibraryConnectionStore
from vedette.dashboards.store.usage import UsageStore
from vedette.dashboards.store.versions import DashboardVersionStore
from vedette.db.database import Tx
from vedette.kernel.clock import Clock
from vedette.kernel.ids import new_uid
from vedette.kernel.text import one_line

MAX_MESSAGE = 500
CHANGED = "dashboards"
"""The topic of saved dashboards."""


class DashboardWriter:
    def __init__(
        self,
        clock: Clock,
        *,
        versions_to_keep: int,
        min_refresh: timedelta,
        wakeups: Wakeups | None = None,
    ) -> None:
        """`wakeups` are notified of `CHANGED`."""
        self.clock = clock
        self.versions_to_keep = max(1, versions_to_keep)
        self.min_refresh = min_refresh
        self.wakeups = wakeups or Wakeups()

    async def put(
        self,
        tx: Tx,
        org_id: int,
        existing: Dashboard | None,
        body: Body,
        *,
        folder_uid: str,
        by: str,
        by_id: int = 0,
        message: str = "",
        restored_from: int = 0,
        provenance: Provenance | None = None,
    ) -> Dashboard:
        """Creates, or makes the next version of `existing`. Checks no permission and no version.

        Panels of the library are stored as references, and the dashboard is connected to them.
        """
        store, now = DashboardStore(tx), self.clock.now_ms()
        body, elements = await with_references(tx, org_id, body)
        if existing is None:
            fresh = _fresh(org_id, body, folder_uid, by, now)
            existing = replace(fresh, id=await store.insert(fresh))
            version, parent = 1, 0
        else:
            version, parent = existing.version + 1, existing.version
        uid = body.uid or existing.uid
        folder = await FolderStore(tx).by_uid(org_id, folder_uid)
        refresh = raised_refresh(body.refresh, self.min_refresh)
        text = body.text(
            id=existing.id,
            uid=uid,
            version=version,
            **({} if refresh is None else {"refresh": refresh}),
        )
        written = replace(
            existing,
            uid=uid,
            folder_uid=folder_uid,
            folder_path=folder.path if folder else "",
            folder_id=folder.id if folder else 0,
            folder_title=folder.title if folder else "",
            title=body.title,
            version=version,
            updated=now,
            updated_by=by,
            provenance=provenance,
            body=text,
        )
        await store.write(written, body.tags)
        await UsageStore(tx).replace(org_id, written.id, body.sources)
        if elements or version > 1:
            await LibraryConnectionStore(tx).replace(
                org_id, written.id, elements, now=now, by=by, by_id=by_id
            )
        tx.after_commit(lambda: self.wakeups.notify(CHANGED))
        await self._record(tx, written, parent, message, restored_from)
        return written

    async def _record(
        self, tx: Tx, written: Dashboard, parent: int, message: str, restored_from: int
    ) -> None:
        versions = DashboardVersionStore(tx)
        await versions.add(
            written.org_id,
            Version(
                id=0,
                dashboard_id=written.id,
                uid=written.uid,
                version=written.version,
                parent_version=parent,
                restored_from=restored_from,
                created=written.updated,
                created_by=written.updated_by,
                message=one_line(message)[:MAX_MESSAGE],
                body=written.body,
            ),
        )
        if written.version > self.versions_to_keep:
            await versions.prune(written.org_id, written.id, self.versions_to_keep)


def _fresh(org_id: int, body: Body, folder_uid: str, by: str, now: int) -> Dashboard:
    return Dashboard(
        id=0,
        org_id=org_id,
        uid=body.uid or new_uid(),
        folder_uid=folder_uid,
        folder_path="",
        title=body.title,
        version=1,
        created=now,
        created_by=by,
        updated=now,
        updated_by=by,
        provenance=None,
        body="",
    )
