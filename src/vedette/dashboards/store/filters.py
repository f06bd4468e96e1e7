"""Builds SQL conditions from search parameters and permissions."""

# ruff: noqa: S608 - statements are put together from constants; values are parameters

from collections.abc import Iterable

from vedette.access.model import Visible
from vedette.db.sql import like


class Filter:
    """Conditions joined by AND, with their named parameters."""

    def __init__(self, params: dict[str, object]) -> None:
        self.params = params
        self.conditions: list[str] = []

    def add(self, condition: str) -> None:
        self.conditions.append(condition)

    def values(self, name: str, values: Iterable[object]) -> str:
        """Return placeholders for a list; `NULL`, which equals nothing, for an empty one."""
        names = []
        for index, value in enumerate(values):
            self.params[f"{name}_{index}"] = value
            names.append(f":{name}_{index}")
        return ", ".join(names) or "NULL"

    @property
    def sql(self) -> str:
        return " AND ".join(f"({condition})" for condition in self.conditions) or "TRUE"


def visible_folders(where: Filter, visible: Visible, alias: str) -> None:
    """Match folders that are granted directly or through an ancestor."""
    if visible.everything:
        return
    parts = [f"{alias}.uid IN ({where.values(f'{alias}_seen', sorted(visible.uids))})"]
    parts += _below(where, visible, alias)
    where.add(" OR ".join(parts))


def visible_dashboards(where: Filter, visible: Visible, alias: str) -> None:
    """Match dashboards that are granted directly or through a folder above them."""
    if visible.everything:
        return
    parts = [f"{alias}.uid IN ({where.values(f'{alias}_seen', sorted(visible.uids))})"]
    below = _below(where, visible, "v")
    if below:
        parts.append(
            f"{alias}.folder_uid IN (SELECT v.uid FROM folder AS v"
            f" WHERE v.org_id = :org_id AND ({' OR '.join(below)}))"
        )
    where.add(" OR ".join(parts))


def visible_content(where: Filter, visible: Visible, alias: str) -> None:
    """What has the rights of its folder: at the root, or in a folder that is granted."""
    if visible.everything:
        return
    granted = [f"v.uid IN ({where.values('v_seen', sorted(visible.uids))})"]
    granted += _below(where, visible, "v")
    where.add(
        f"{alias}.folder_uid = '' OR {alias}.folder_uid IN (SELECT v.uid FROM folder AS v"
        f" WHERE v.org_id = :org_id AND ({' OR '.join(granted)}))"
    )


def _below(where: Filter, visible: Visible, alias: str) -> list[str]:
    parts = []
    for index, uid in enumerate(sorted(visible.folders)):
        where.params[f"{alias}_below_{index}"] = f"%/{like(uid)}/%"
        parts.append(f"{alias}.path LIKE :{alias}_below_{index} ESCAPE '\\'")
    return parts
