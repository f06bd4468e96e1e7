"""Rows of `alert_handing`: the Alertmanager choice of each organization that made one."""

from collections.abc import Sequence

import msgspec

from vedette.alerting.delivery.destinations import AlertmanagerDestination
from vedette.alerting.delivery.external.model import AlertmanagerChoice, AlertmanagerSelection
from vedette.alerting.model.unreadable import readable
from vedette.db.database import Row, Tx

_alertmanagers = msgspec.json.Decoder(tuple[AlertmanagerDestination, ...]).decode


class AlertmanagerChoiceStore:
    def __init__(self, tx: Tx) -> None:
        self._tx = tx

    async def get(self, org_id: int) -> AlertmanagerSelection:
        """Return the choice. Raises `StoredUnreadable`."""
        row = await self._tx.one(
            "SELECT choice, alertmanagers FROM alert_handing WHERE org_id = :org_id",
            {"org_id": org_id},
        )
        if row is None:
            return AlertmanagerSelection()
        return readable("Alertmanager choice", "choose anew", lambda: _selection(row))

    async def is_set(self, org_id: int) -> bool:
        """Return whether a choice is stored, even the default."""
        row = await self._tx.one(
            "SELECT 1 AS found FROM alert_handing WHERE org_id = :org_id", {"org_id": org_id}
        )
        return row is not None

    async def delete(self, org_id: int) -> None:
        await self._tx.execute(
            "DELETE FROM alert_handing WHERE org_id = :org_id", {"org_id": org_id}
        )

    async def organizations(self) -> Sequence[int]:
        """Return the organizations whose choice includes external Alertmanagers."""
        rows = await self._tx.all(
            "SELECT org_id FROM alert_handing WHERE choice <> 'internal' ORDER BY org_id"
        )
        return [row["org_id"] for row in rows]

    async def put(self, org_id: int, selection: AlertmanagerSelection) -> None:
        await self._tx.execute(
            "INSERT INTO alert_handing (org_id, choice, alertmanagers)"
            " VALUES (:org_id, :choice, :alertmanagers) ON CONFLICT (org_id) DO UPDATE"
            " SET choice = excluded.choice, alertmanagers = excluded.alertmanagers",
            {
                "org_id": org_id,
                "choice": selection.choice.value,
                "alertmanagers": msgspec.json.encode(selection.alertmanagers).decode(),
            },
        )


def _selection(row: Row) -> AlertmanagerSelection:
    return AlertmanagerSelection(
        AlertmanagerChoice(row["choice"]), _alertmanagers(row["alertmanagers"])
    )
