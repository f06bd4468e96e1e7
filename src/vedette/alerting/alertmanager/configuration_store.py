"""Rows of `alerting_configuration`: previous configurations."""

from collections.abc import Sequence

import msgspec
import orjson

from vedette.db.database import Row, Tx
from vedette.sdk import Json

MOST = 100
"""Maximum versions of an organization."""


class KeptConfiguration(msgspec.Struct, frozen=True):
    """`configuration` has the format of Grafana 10.4. `applied` is in milliseconds."""

    id: int
    configuration: Json
    applied: int


class ConfigurationStore:
    def __init__(self, tx: Tx) -> None:
        self._tx = tx

    async def newest(self, org_id: int, limit: int) -> Sequence[KeptConfiguration]:
        """Return versions, newest first."""
        rows = await self._tx.all(
            "SELECT id, configuration, applied FROM alerting_configuration"
            " WHERE org_id = :org_id ORDER BY id DESC LIMIT :limit",
            {"org_id": org_id, "limit": limit},
        )
        return [_kept(row) for row in rows]

    async def by_id(self, org_id: int, id_: int) -> KeptConfiguration | None:
        row = await self._tx.one(
            "SELECT id, configuration, applied FROM alerting_configuration"
            " WHERE org_id = :org_id AND id = :id",
            {"org_id": org_id, "id": id_},
        )
        return _kept(row) if row else None

    async def unsealed(self, org_id: int) -> Sequence[KeptConfiguration]:
        """Return versions written before more settings became secret."""
        rows = await self._tx.all(
            "SELECT id, configuration, applied FROM alerting_configuration"
            " WHERE org_id = :org_id AND NOT is_sealed",
            {"org_id": org_id},
        )
        return [_kept(row) for row in rows]

    async def unsealed_orgs(self) -> frozenset[int]:
        rows = await self._tx.all(
            "SELECT DISTINCT org_id FROM alerting_configuration WHERE NOT is_sealed"
        )
        return frozenset(row["org_id"] for row in rows)

    async def replace(self, org_id: int, id_: int, configuration: Json) -> None:
        await self._tx.execute(
            "UPDATE alerting_configuration SET configuration = :text, is_sealed = TRUE"
            " WHERE org_id = :org_id AND id = :id",
            {"org_id": org_id, "id": id_, "text": _text(configuration)},
        )

    async def parts(self, org_id: int) -> str | None:
        """Return the parts of the newest version."""
        found: str | None = await self._tx.value(
            "SELECT parts FROM alerting_configuration WHERE org_id = :org_id"
            " ORDER BY id DESC LIMIT 1",
            {"org_id": org_id},
        )
        return found

    async def add(self, org_id: int, configuration: Json, parts: str, now: int) -> None:
        """Store a version unless the newest is equal. Beyond a hundred, the oldest are deleted."""
        text = _text(configuration)
        last = await self._tx.one(
            "SELECT id, configuration FROM alerting_configuration WHERE org_id = :org_id"
            " ORDER BY id DESC LIMIT 1",
            {"org_id": org_id},
        )
        if last is not None and last["configuration"] == text:
            await self._tx.execute(
                "UPDATE alerting_configuration SET parts = :parts"
                " WHERE org_id = :org_id AND id = :id",
                {"org_id": org_id, "id": last["id"], "parts": parts},
            )
            return
        await self._tx.execute(
            "INSERT INTO alerting_configuration (org_id, configuration, parts, applied, is_sealed)"
            " VALUES (:org_id, :text, :parts, :now, TRUE)",
            {"org_id": org_id, "text": text, "parts": parts, "now": now},
        )
        await self._tx.execute(
            "DELETE FROM alerting_configuration WHERE org_id = :org_id AND id <= (SELECT id"
            " FROM alerting_configuration WHERE org_id = :org_id ORDER BY id DESC"
            " LIMIT 1 OFFSET :kept)",
            {"org_id": org_id, "kept": MOST},
        )


def _text(configuration: Json) -> str:
    return orjson.dumps(configuration, option=orjson.OPT_SORT_KEYS).decode()


def _kept(row: Row) -> KeptConfiguration:
    return KeptConfiguration(row["id"], orjson.loads(row["configuration"]), row["applied"])
