"""Rows of `dashboard_editor`, and the versions of dashboards that clients watch."""

# ruff: noqa: S608 - statements are put together from constants; values are parameters

from collections.abc import Sequence

import msgspec

from vedette.db.database import Tx
from vedette.db.pages import listed_pages

MAX_EDITORS = 50
"""Of one dashboard."""


class DashboardEditor(msgspec.Struct, frozen=True):
    """A session that edits a dashboard; `since` is in milliseconds."""

    session: str
    login: str
    name: str
    since: int


class DashboardState(msgspec.Struct, frozen=True):
    """The stored version of a dashboard, and who edits it."""

    uid: str
    version: int
    updated: int
    updated_by: str
    editors: tuple[DashboardEditor, ...] = ()


class DashboardEditorStore:
    def __init__(self, tx: Tx) -> None:
        self.tx = tx

    async def join(self, org_id: int, dashboard_id: int, editor: DashboardEditor) -> None:
        await self.tx.execute(
            "INSERT INTO dashboard_editor (session, org_id, dashboard_id, login, name, since, seen)"
            " VALUES (:session, :org_id, :dashboard_id, :login, :name, :since, :since)",
            {**msgspec.to_builtins(editor), "org_id": org_id, "dashboard_id": dashboard_id},
        )

    async def leave(self, org_id: int, session: str) -> None:
        await self.tx.execute(
            "DELETE FROM dashboard_editor WHERE org_id = :org_id AND session = :session",
            {"org_id": org_id, "session": session},
        )

    async def renew(self, sessions: Sequence[str], now: int) -> None:
        for names, params in listed_pages("session", sessions):
            await self.tx.execute(
                f"UPDATE dashboard_editor SET seen = :now WHERE session IN ({names})",
                {"now": now, **params},
            )

    async def delete_before(self, moment: int) -> None:
        """Sessions whose instance ended without deleting them."""
        await self.tx.execute(
            "DELETE FROM dashboard_editor WHERE seen < :moment", {"moment": moment}
        )

    async def states(
        self, org_id: int, ids: Sequence[int], seen_since: int
    ) -> dict[int, DashboardState]:
        """By dashboard id; those that do not exist are missing."""
        editors = await self._editors(org_id, ids, seen_since)
        found: dict[int, DashboardState] = {}
        for names, params in listed_pages("id", ids):
            rows = await self.tx.all(
                "SELECT id, uid, version, updated, updated_by FROM dashboard"
                f" WHERE org_id = :org_id AND id IN ({names})",
                {"org_id": org_id, **params},
            )
            for row in rows:
                found[row["id"]] = DashboardState(
                    row["uid"],
                    row["version"],
                    row["updated"],
                    row["updated_by"],
                    tuple(editors.get(row["id"], ())[:MAX_EDITORS]),
                )
        return found

    async def _editors(
        self, org_id: int, ids: Sequence[int], seen_since: int
    ) -> dict[int, list[DashboardEditor]]:
        found: dict[int, list[DashboardEditor]] = {}
        for names, params in listed_pages("id", ids):
            rows = await self.tx.all(
                "SELECT dashboard_id, session, login, name, since FROM dashboard_editor"
                f" WHERE org_id = :org_id AND seen >= :seen AND dashboard_id IN ({names})"
                " ORDER BY since, session",
                {"org_id": org_id, "seen": seen_since, **params},
            )
            for row in rows:
                editor = DashboardEditor(row["session"], row["login"], row["name"], row["since"])
                found.setdefault(row["dashboard_id"], []).append(editor)
        return found
