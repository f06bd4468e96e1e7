"""Rows of `alert_handing`: one an organization that chose."""

from collections.abc import Sequence

import msgspec

from vedette.alerting.delivery.destinations import AlertmanagerDestination
from vedette.alerting.delivery.external.model import Choice, Handing
from vedette.alerting.model.unreadable import readable
from vedette.db.database import Row, Tx

_alertmanagers = msgspec.json.Decoder(tuple[AlertmanagerDestination, ...]).decode


class HandingStore:
    def __init__(self, tx: Tx) -> None:
        self._tx = tx

    async def get(self, org_id: int) -> Handing:
        """Raises `StoredUnreadable`."""
        row = await self._tx.one(
            "SELECT choice, alertmanagers FROM alert_handing WHERE org_id = :org_id",
            {"org_id": org_id},
        )
        if row is None:
            return Handing()
        return readable("choice of who is told of alerts", "choose anew", lambda: _handing(row))

    async def is_set(self, org_id: int) -> bool:
        """Whether the organization chose, be it the default."""
        row = await self._tx.one(
            "SELECT 1 AS found FROM alert_handing WHERE org_id = :org_id", {"org_id": org_id}
        )
        return row is not None

    async def delete(self, org_id: int) -> None:
        await self._tx.execute(
            "DELETE FROM alert_handing WHERE org_id = :org_id", {"org_id": org_id}
        )

    async def organizations(self) -> Sequence[int]:
        """Those that hand alerts on."""
        rows = await self._tx.all(
            "SELECT org_id FROM alert_handing WHERE choice <> 'internal' ORDER BY org_id"
        )
        return [row["org_id"] for row in rows]

    async def put(self, org_id: int, handing: Handing) -> None:
        await self._tx.execute(
            "INSERT INTO alert_handing (org_id, choice, alertmanagers)"
            " VALUES (:org_id, :choice, :alertmanagers) ON CONFLICT (org_id) DO UPDATE"
            " SET choice = excluded.choice, alertmanagers = excluded.alertmanagers",
            {
                "org_id": org_id,
                "choice": handing.choice.value,
                "alertmanagers": msgspec.json.encode(handing.alertmanagers).decode(),
            },
        )


def _handing(row: Row) -> Handing:
    return Handing(Choice(row["choice"]), _alertmanagers(row["alertmanagers"]))
