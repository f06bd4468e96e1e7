"""Rows of `correlation`."""

from collections.abc import Sequence

import orjson

from vedette.datasources.correlations.model import Correlation, CorrelationDraft
from vedette.db.database import Row, Tx

_SELECT = """
    SELECT c.uid, c.org_id, c.source_id, s.uid AS source_uid, c.target_uid, c.label, c.description,
           c.config, c.is_provisioned
    FROM correlation c JOIN data_source s ON s.id = c.source_id AND s.org_id = c.org_id
    WHERE c.org_id = :org_id
"""


class CorrelationStore:
    def __init__(self, tx: Tx) -> None:
        self._tx = tx

    async def all(self, org_id: int, limit: int) -> Sequence[Correlation]:
        rows = await self._tx.all(
            f"{_SELECT} ORDER BY c.id LIMIT :most", {"org_id": org_id, "most": limit}
        )
        return [_correlation(row) for row in rows]

    async def of_source(self, org_id: int, source_id: int) -> Sequence[Correlation]:
        rows = await self._tx.all(
            f"{_SELECT} AND c.source_id = :source_id ORDER BY c.id",
            {"org_id": org_id, "source_id": source_id},
        )
        return [_correlation(row) for row in rows]

    async def by_uid(self, org_id: int, source_id: int, uid: str) -> Correlation | None:
        row = await self._tx.one(
            f"{_SELECT} AND c.source_id = :source_id AND c.uid = :uid",
            {"org_id": org_id, "source_id": source_id, "uid": uid},
        )
        return _correlation(row) if row else None

    async def starts(self, org_id: int) -> frozenset[int]:
        """Return the ids of the sources where correlations start."""
        rows = await self._tx.all(
            "SELECT DISTINCT source_id FROM correlation WHERE org_id = :org_id", {"org_id": org_id}
        )
        return frozenset(row["source_id"] for row in rows)

    async def count(self) -> int:
        """Count the correlations of all organizations, for the global quota."""
        found: int = await self._tx.value("SELECT COUNT(*) FROM correlation")
        return found

    async def insert(
        self,
        org_id: int,
        source_id: int,
        uid: str,
        draft: CorrelationDraft,
        now: int,
        *,
        is_provisioned: bool = False,
    ) -> None:
        await self._tx.execute(
            "INSERT INTO correlation (org_id, uid, source_id, target_uid, label, description,"
            " config, is_provisioned, created, updated) VALUES (:org_id, :uid, :source_id,"
            " :target_uid, :label, :description, :config, :is_provisioned, :now, :now)",
            {
                "org_id": org_id,
                "source_id": source_id,
                "uid": uid,
                "is_provisioned": is_provisioned,
                "now": now,
                **_params(draft),
            },
        )

    async def update(self, org_id: int, uid: str, draft: CorrelationDraft, now: int) -> None:
        await self._tx.execute(
            "UPDATE correlation SET target_uid = :target_uid, label = :label,"
            " description = :description, config = :config, updated = :now"
            " WHERE org_id = :org_id AND uid = :uid",
            {"org_id": org_id, "uid": uid, "now": now, **_params(draft)},
        )

    async def delete(self, org_id: int, uid: str) -> None:
        await self._tx.execute(
            "DELETE FROM correlation WHERE org_id = :org_id AND uid = :uid",
            {"org_id": org_id, "uid": uid},
        )

    async def delete_provisioned(self, org_id: int, source_id: int) -> None:
        await self._tx.execute(
            "DELETE FROM correlation"
            " WHERE org_id = :org_id AND source_id = :source_id AND is_provisioned",
            {"org_id": org_id, "source_id": source_id},
        )


def _params(draft: CorrelationDraft) -> dict[str, object]:
    return {
        "target_uid": draft.target_uid,
        "label": draft.label,
        "description": draft.description,
        "config": orjson.dumps(draft.config).decode(),
    }


def _correlation(row: Row) -> Correlation:
    return Correlation(
        uid=row["uid"],
        org_id=row["org_id"],
        source_id=row["source_id"],
        source_uid=row["source_uid"],
        draft=CorrelationDraft(
            target_uid=row["target_uid"],
            label=row["label"],
            description=row["description"],
            config=orjson.loads(row["config"]),
        ),
        is_provisioned=bool(row["is_provisioned"]),
    )
