"""The answer to a save that is based on an older version than the stored one."""

import asyncio
from typing import Any

import orjson

from vedette.dashboards.diff import Difference, compare
from vedette.dashboards.errors import VersionMismatch
from vedette.dashboards.model import Dashboard
from vedette.dashboards.moments import iso
from vedette.dashboards.store.versions import DashboardVersionStore
from vedette.db.database import Database

MAX_CHANGES = 200
MAX_CHANGE_BYTES = 256 * 1024


class StaleSave(Exception):
    """The transaction of a save ends with this if `stored` is newer than its base."""

    def __init__(self, stored: Dashboard) -> None:
        super().__init__(stored.uid)
        self.stored = stored


async def version_mismatch(database: Database, stored: Dashboard, base: int) -> VersionMismatch:
    """Return the error with the stored version, its author and time, and what changed since `base`.

    `changes` is missing if the version `base` is not kept any more. It has at most `MAX_CHANGES`
    entries and about `MAX_CHANGE_BYTES`; `moreChanges` is the number of those left out.
    """
    async with database.reading() as tx:
        version = await DashboardVersionStore(tx).get(stored.org_id, stored.id, base)
    detail: dict[str, Any] = {
        "version": stored.version,
        "savedBy": stored.updated_by,
        "savedAt": iso(stored.updated),
    }
    if version is not None:
        detail |= await asyncio.to_thread(_changes, version.body, stored.body)
    return VersionMismatch(**detail)


def _changes(base: str, stored: str) -> dict[str, object]:
    differences = compare(orjson.loads(base), orjson.loads(stored))
    shown = list[dict[str, Any]]()
    size = 0
    for difference in differences[:MAX_CHANGES]:
        change = _change(difference)
        size += len(orjson.dumps(change))
        if size > MAX_CHANGE_BYTES:
            break
        shown.append(change)
    return {"changes": shown, "moreChanges": len(differences) - len(shown)}


def _change(difference: Difference) -> dict[str, Any]:
    change: dict[str, Any] = {"path": difference.path, "kind": difference.kind}
    if difference.kind != "add":
        change["from"] = difference.old
    if difference.kind != "remove":
        change["to"] = difference.new
    return change
