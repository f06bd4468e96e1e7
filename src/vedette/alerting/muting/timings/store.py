"""Rows of `mute_timing`."""

from collections.abc import Mapping, Sequence

import orjson

from vedette.alerting.model.provenance import Marks
from vedette.alerting.model.unreadable import StoredUnreadable, readable
from vedette.alerting.muting.timings.model import StoredTiming, Timing
from vedette.alerting.muting.timings.text import interval_json, parse_timing
from vedette.db.database import Row, Tx


class TimingStore:
    def __init__(self, tx: Tx) -> None:
        self._tx = tx

    async def all(self, org_id: int) -> Sequence[StoredTiming]:
        """Return the timings by name, without those that cannot be read."""
        found = await self._rows(org_id)
        return [timing for _, timing in found if isinstance(timing, StoredTiming)]

    async def unreadable(self, org_id: int) -> Mapping[str, StoredUnreadable]:
        """Return by name why a timing cannot be read, and the remedy."""
        found = await self._rows(org_id)
        return {name: why for name, why in found if isinstance(why, StoredUnreadable)}

    async def marks(self, org_id: int) -> Mapping[str, Marks]:
        """Return provenance and version by name."""
        rows = await self._tx.all(
            "SELECT name, provenance, version FROM mute_timing WHERE org_id = :org_id",
            {"org_id": org_id},
        )
        return {row["name"]: Marks(row["provenance"], row["version"]) for row in rows}

    async def by_name(self, org_id: int, name: str) -> StoredTiming | None:
        """Return a timing. Raises `StoredUnreadable`."""
        row = await self._tx.one(
            "SELECT * FROM mute_timing WHERE org_id = :org_id AND name = :name",
            {"org_id": org_id, "name": name},
        )
        return _timing(row) if row else None

    async def put(self, org_id: int, timing: Timing, provenance: str, now: int) -> None:
        """Store a timing. `now` is in milliseconds."""
        intervals = [interval_json(each) for each in timing.intervals]
        await self._tx.execute(
            "INSERT INTO mute_timing (org_id, name, intervals, provenance, version, updated)"
            " VALUES (:org_id, :name, :intervals, :provenance, 1, :now)"
            " ON CONFLICT (org_id, name) DO UPDATE SET intervals = excluded.intervals,"
            " provenance = excluded.provenance, version = mute_timing.version + 1,"
            " updated = excluded.updated",
            {
                "org_id": org_id,
                "name": timing.name,
                "intervals": orjson.dumps(intervals).decode(),
                "provenance": provenance,
                "now": now,
            },
        )

    async def delete(self, org_id: int, name: str) -> None:
        await self._tx.execute(
            "DELETE FROM mute_timing WHERE org_id = :org_id AND name = :name",
            {"org_id": org_id, "name": name},
        )

    async def _rows(self, org_id: int) -> Sequence[tuple[str, StoredTiming | StoredUnreadable]]:
        rows = await self._tx.all(
            "SELECT * FROM mute_timing WHERE org_id = :org_id ORDER BY name", {"org_id": org_id}
        )
        return [(row["name"], _read(row)) for row in rows]


def _read(row: Row) -> StoredTiming | StoredUnreadable:
    try:
        return _timing(row)
    except StoredUnreadable as error:
        return error


def _timing(row: Row) -> StoredTiming:
    timing = readable(
        f"mute timing {row['name'][:200]!r}",
        "the last readable version applies, if any; save it again or delete it",
        lambda: parse_timing(row["name"], orjson.loads(row["intervals"])),
    )
    return StoredTiming(timing, row["provenance"], row["version"])
