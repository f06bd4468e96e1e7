"""The history of a dashboard: list, read, restore and compare."""

import asyncio
from collections.abc import Sequence

import msgspec
import orjson
from msgspec.structs import replace

from vedette.dashboards.body import read_body_apart
from vedette.dashboards.diff import Difference, compare
from vedette.dashboards.errors import DashboardNotFound, Provisioned, VersionNotFound
from vedette.dashboards.model import READ, WRITE, Dashboard, Version
from vedette.dashboards.service.dashboards import Dashboards
from vedette.dashboards.service.locking import lock
from vedette.dashboards.store.dashboards import DashboardStore
from vedette.dashboards.store.versions import DashboardVersionStore
from vedette.db.database import Tx
from vedette.kernel.principal import Principal

MAX_LIST = 1000


class Side(msgspec.Struct, frozen=True):
    """One side of a comparison: a stored version, or a model that is not stored."""

    uid: str = ""
    dashboard_id: int = 0
    version: int = 0
    unsaved: bytes | None = None


class DashboardVersions:
    def __init__(self, dashboards: Dashboards) -> None:
        self.dashboards = dashboards
        self.database = dashboards.database
        self.permissions = dashboards.permissions

    async def newest(
        self, who: Principal, uid: str, limit: int = 0, start: int = 0
    ) -> Sequence[Version]:
        async with self.database.reading() as tx:
            dashboard = await self._readable(tx, who, uid)
            return await DashboardVersionStore(tx).newest(
                who.org_id, dashboard.id, min(limit, MAX_LIST) or MAX_LIST, start
            )

    async def get(self, who: Principal, uid: str, version: int) -> Version:
        async with self.database.reading() as tx:
            dashboard = await self._readable(tx, who, uid)
            return await _version(tx, dashboard, version)

    async def restore(self, who: Principal, uid: str, version: int) -> Dashboard:
        """Save the old model as the newest version. The history stays complete."""
        async with self.database.transaction() as tx:
            await lock(tx, who.org_id)
            dashboard = await self._readable(tx, who, uid)
            await self.permissions.require(who, WRITE, dashboard.scope)
            if dashboard.provenance and not dashboard.provenance.editable:
                raise Provisioned("Cannot save provisioned dashboard")
            old = await _version(tx, dashboard, version)
            return await self.dashboards.writer.put(
                tx,
                who.org_id,
                dashboard,
                replace(await read_body_apart(old.body.encode()), uid=dashboard.uid),
                folder_uid=dashboard.folder_uid,
                by=who.login,
                by_id=who.id,
                message=f"Restored from version {version}",
                restored_from=version,
                provenance=dashboard.provenance,
            )

    async def difference(self, who: Principal, base: Side, new: Side) -> Sequence[Difference]:
        """Return the changes from `base` to `new`."""
        async with self.database.reading() as tx:
            old = await self._model(tx, who, base)
            changed = await self._model(tx, who, new)
        return await asyncio.to_thread(lambda: compare(orjson.loads(old), orjson.loads(changed)))

    async def _model(self, tx: Tx, who: Principal, side: Side) -> str:
        if side.unsaved is not None:
            body = await read_body_apart(side.unsaved, max_bytes=self.dashboards.max_bytes)
            return body.text()
        uid = side.uid or await DashboardStore(tx).uid_of(who.org_id, side.dashboard_id) or ""
        dashboard = await self._readable(tx, who, uid)
        return (await _version(tx, dashboard, side.version)).body

    async def _readable(self, tx: Tx, who: Principal, uid: str) -> Dashboard:
        dashboard = await DashboardStore(tx).by_uid(who.org_id, uid)
        if dashboard is None:
            raise DashboardNotFound
        await self.permissions.require(who, READ, dashboard.scope)
        return dashboard


async def _version(tx: Tx, dashboard: Dashboard, version: int) -> Version:
    found = await DashboardVersionStore(tx).get(dashboard.org_id, dashboard.id, version)
    if found is None:
        raise VersionNotFound
    return found
