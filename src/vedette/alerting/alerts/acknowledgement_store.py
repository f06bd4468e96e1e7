"""Rows of `alert_acknowledgement`: users who work on an alert, which pauses its repeats."""

# ruff: noqa: S608 - statements are put together from constants; values are parameters

from collections.abc import Sequence
from datetime import datetime

import msgspec

from vedette.db.database import Row, Tx
from vedette.db.pages import listed_pages
from vedette.kernel.clock import milliseconds, moment


class Acknowledgement(msgspec.Struct, frozen=True):
    """Applies to the alert that began at `starts_at`. One that fires again is not acknowledged."""

    fingerprint: str
    starts_at: datetime
    who: str
    comment: str
    created: datetime


class AcknowledgementStore:
    def __init__(self, tx: Tx) -> None:
        self._tx = tx

    async def put(self, org_id: int, given: Acknowledgement) -> None:
        await self._tx.execute(
            "INSERT INTO alert_acknowledgement (org_id, fingerprint, starts_at, who, comment,"
            " created) VALUES (:org_id, :fingerprint, :starts_at, :who, :comment, :created)"
            " ON CONFLICT (org_id, fingerprint) DO UPDATE SET starts_at = excluded.starts_at,"
            " who = excluded.who, comment = excluded.comment, created = excluded.created",
            {
                "org_id": org_id,
                "fingerprint": given.fingerprint,
                "starts_at": milliseconds(given.starts_at),
                "who": given.who,
                "comment": given.comment,
                "created": milliseconds(given.created),
            },
        )

    async def delete(self, org_id: int, fingerprint: str) -> int:
        return await self._tx.execute(
            "DELETE FROM alert_acknowledgement"
            " WHERE org_id = :org_id AND fingerprint = :fingerprint",
            {"org_id": org_id, "fingerprint": fingerprint},
        )

    async def all(self, org_id: int) -> dict[str, Acknowledgement]:
        """Return the acknowledgements by fingerprint."""
        rows = await self._tx.all(
            "SELECT * FROM alert_acknowledgement WHERE org_id = :org_id", {"org_id": org_id}
        )
        return {row["fingerprint"]: _acknowledgement(row) for row in rows}

    async def of(self, org_id: int, fingerprints: Sequence[str]) -> dict[str, Acknowledgement]:
        """Return the acknowledgements by fingerprint."""
        found: dict[str, Acknowledgement] = {}
        for names, params in listed_pages("fp", fingerprints):
            rows = await self._tx.all(
                "SELECT * FROM alert_acknowledgement"
                f" WHERE org_id = :org_id AND fingerprint IN ({names})",
                {"org_id": org_id, **params},
            )
            found |= {row["fingerprint"]: _acknowledgement(row) for row in rows}
        return found

    async def delete_orphans(self) -> int:
        """Delete those of alerts that were deleted or fired again."""
        return await self._tx.execute(
            "DELETE FROM alert_acknowledgement WHERE NOT EXISTS (SELECT 1 FROM alert"
            " WHERE alert.org_id = alert_acknowledgement.org_id"
            " AND alert.fingerprint = alert_acknowledgement.fingerprint"
            " AND alert.starts_at = alert_acknowledgement.starts_at)"
        )


def _acknowledgement(row: Row) -> Acknowledgement:
    return Acknowledgement(
        fingerprint=row["fingerprint"],
        starts_at=moment(row["starts_at"]),
        who=row["who"],
        comment=row["comment"],
        created=moment(row["created"]),
    )
