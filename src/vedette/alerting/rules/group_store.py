"""Rows of `alert_rule_group`."""

from datetime import timedelta

from vedette.alerting.rules.model import EvaluationGroup
from vedette.db.database import Row, Tx

_SELECT = (
    "SELECT g.*, COALESCE(f.title, '') AS folder_title FROM alert_rule_group AS g"
    " LEFT JOIN folder AS f ON f.org_id = g.org_id AND f.uid = g.folder_uid"
)


class RuleGroupStore:
    def __init__(self, tx: Tx) -> None:
        self._tx = tx

    async def get(self, org_id: int, folder_uid: str, name: str) -> EvaluationGroup | None:
        row = await self._tx.one(
            f"{_SELECT} WHERE g.org_id = :org_id AND g.folder_uid = :folder AND g.name = :name",
            {"org_id": org_id, "folder": folder_uid, "name": name},
        )
        return _group(row) if row else None

    async def insert(
        self, org_id: int, folder_uid: str, name: str, interval: timedelta, now: int
    ) -> None:
        await self._tx.execute(
            "INSERT INTO alert_rule_group (org_id, folder_uid, name, interval_ms, created, updated)"
            " VALUES (:org_id, :folder, :name, :interval, :now, :now)",
            {
                "org_id": org_id,
                "folder": folder_uid,
                "name": name,
                "interval": _milliseconds(interval),
                "now": now,
            },
        )

    async def set_interval(self, group: EvaluationGroup, interval: timedelta, now: int) -> None:
        await self._tx.execute(
            "UPDATE alert_rule_group SET interval_ms = :interval, updated = :now"
            " WHERE org_id = :org_id AND id = :id",
            {
                "org_id": group.org_id,
                "id": group.id,
                "interval": _milliseconds(interval),
                "now": now,
            },
        )

    async def delete_empty(self, org_id: int) -> None:
        await self._tx.execute(
            "DELETE FROM alert_rule_group WHERE org_id = :org_id AND NOT EXISTS"
            " (SELECT 1 FROM alert_rule AS r WHERE r.group_id = alert_rule_group.id)",
            {"org_id": org_id},
        )


def _milliseconds(interval: timedelta) -> int:
    return round(interval.total_seconds() * 1_000)


def _group(row: Row) -> EvaluationGroup:
    return EvaluationGroup(
        id=row["id"],
        org_id=row["org_id"],
        folder_uid=row["folder_uid"],
        folder_title=row["folder_title"],
        name=row["name"],
        interval=timedelta(milliseconds=row["interval_ms"]),
    )
