"""Rows of `alert_rule_version`: previous versions of rules."""

from collections.abc import Sequence

from vedette.alerting.rules.model import RuleVersion, StoredRule
from vedette.db.database import Row, Tx


class RuleVersionStore:
    def __init__(self, tx: Tx) -> None:
        self._tx = tx

    async def add(self, rule: StoredRule, message: str, keep: int) -> None:
        """Store the current version. Of the others, the newest `keep` stay; 0 keeps all."""
        await self._tx.execute(
            "INSERT INTO alert_rule_version (rule_id, org_id, version, body, message, created,"
            " created_by) VALUES (:id, :org_id, :version, :body, :message, :created, :by)",
            {
                "id": rule.id,
                "org_id": rule.org_id,
                "version": rule.version,
                "body": rule.text,
                "message": message[:1_000],
                "created": rule.updated,
                "by": rule.updated_by,
            },
        )
        if keep:
            await self._tx.execute(
                "DELETE FROM alert_rule_version WHERE org_id = :org_id AND rule_id = :id"
                " AND version <= :oldest",
                {"org_id": rule.org_id, "id": rule.id, "oldest": rule.version - keep},
            )

    async def newest(self, org_id: int, rule_id: int, limit: int) -> Sequence[RuleVersion]:
        rows = await self._tx.all(
            "SELECT * FROM alert_rule_version WHERE org_id = :org_id AND rule_id = :id"
            " ORDER BY version DESC LIMIT :limit",
            {"org_id": org_id, "id": rule_id, "limit": limit},
        )
        return [_version(row) for row in rows]

    async def get(self, org_id: int, rule_id: int, version: int) -> RuleVersion | None:
        row = await self._tx.one(
            "SELECT * FROM alert_rule_version"
            " WHERE org_id = :org_id AND rule_id = :id AND version = :version",
            {"org_id": org_id, "id": rule_id, "version": version},
        )
        return _version(row) if row else None


def _version(row: Row) -> RuleVersion:
    return RuleVersion(
        row["version"], row["body"], row["message"], row["created"], row["created_by"]
    )
