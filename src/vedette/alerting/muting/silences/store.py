"""Rows of `silence`. Times of the arguments are milliseconds."""

from collections.abc import Mapping, Sequence

import orjson

from vedette.alerting.model.matchers import from_triple
from vedette.alerting.model.unreadable import StoredUnreadable, readable
from vedette.alerting.muting.silences.model import Silence, SilenceState
from vedette.alerting.muting.timings.text import interval_json, parse_interval
from vedette.db.database import Row, Tx
from vedette.kernel.clock import milliseconds, moment


class SilenceStore:
    """Lists omit rows that cannot be read."""

    def __init__(self, tx: Tx) -> None:
        self._tx = tx

    async def all(self, org_id: int) -> Sequence[Silence]:
        """Return all silences, including expired ones until they are deleted."""
        return await self._select("", {"org_id": org_id})

    async def not_ended(self, org_id: int, now: int) -> Sequence[Silence]:
        """Return active and pending silences, which can be cached until a change."""
        return await self._select(" AND ends_at > :now", {"org_id": org_id, "now": now})

    async def active(self, org_id: int, now: int) -> Sequence[Silence]:
        """Return the silences that are active now."""
        found = await self._select(
            " AND starts_at <= :now AND ends_at > :now", {"org_id": org_id, "now": now}
        )
        return [each for each in found if each.state(moment(now)) is SilenceState.ACTIVE]

    async def unreadable(self, org_id: int, now: int) -> Mapping[str, StoredUnreadable]:
        """Return by id why a silence that has not expired cannot be read, and the remedy."""
        found = await self._rows(" AND ends_at > :now", {"org_id": org_id, "now": now})
        return {row["id"]: why for row, why in found if isinstance(why, StoredUnreadable)}

    async def by_id(self, org_id: int, silence_id: str) -> Silence | None:
        """Return a silence. Raises `StoredUnreadable`."""
        for _, silence in await self._rows(" AND id = :id", {"org_id": org_id, "id": silence_id}):
            if isinstance(silence, StoredUnreadable):
                raise silence
            return silence
        return None

    async def is_there(self, org_id: int, silence_id: str) -> bool:
        """Return whether the silence exists, even if it cannot be read."""
        params = {"org_id": org_id, "id": silence_id}
        return bool(
            await self._tx.value(
                "SELECT COUNT(*) FROM silence WHERE org_id = :org_id AND id = :id", params
            )
        )

    async def count_not_ended(self, org_id: int, now: int) -> int:
        count: int = await self._tx.value(
            "SELECT COUNT(*) FROM silence WHERE org_id = :org_id AND ends_at > :now",
            {"org_id": org_id, "now": now},
        )
        return count

    async def put(self, org_id: int, silence: Silence) -> None:
        await self._tx.execute(
            "INSERT INTO silence (org_id, id, matchers, starts_at, ends_at, created_by, comment,"
            " recurring, updated) VALUES (:org_id, :id, :matchers, :starts_at, :ends_at,"
            " :created_by, :comment, :recurring, :updated)"
            " ON CONFLICT (org_id, id) DO UPDATE SET matchers = excluded.matchers,"
            " starts_at = excluded.starts_at, ends_at = excluded.ends_at,"
            " created_by = excluded.created_by, comment = excluded.comment,"
            " recurring = excluded.recurring, updated = excluded.updated",
            {
                "org_id": org_id,
                "id": silence.id,
                "matchers": orjson.dumps([each.triple for each in silence.matchers]).decode(),
                "starts_at": milliseconds(silence.starts_at),
                "ends_at": milliseconds(silence.ends_at),
                "created_by": silence.created_by,
                "comment": silence.comment,
                "recurring": orjson.dumps(
                    [interval_json(each) for each in silence.recurring]
                ).decode(),
                "updated": milliseconds(silence.updated_at),
            },
        )

    async def expire(self, org_id: int, silence_id: str, now: int) -> None:
        """Expire a silence. A pending one gets its end as start, so that it never becomes
        active."""
        await self._tx.execute(
            "UPDATE silence SET ends_at = :now, updated = :now,"
            " starts_at = CASE WHEN starts_at > :now THEN :now ELSE starts_at END"
            " WHERE org_id = :org_id AND id = :id AND ends_at > :now",
            {"org_id": org_id, "id": silence_id, "now": now},
        )

    async def _select(self, where: str, params: dict[str, object]) -> Sequence[Silence]:
        found = await self._rows(where, params)
        return [silence for _, silence in found if isinstance(silence, Silence)]

    async def _rows(
        self, where: str, params: dict[str, object]
    ) -> Sequence[tuple[Row, Silence | StoredUnreadable]]:
        rows = await self._tx.all(
            f"SELECT * FROM silence WHERE org_id = :org_id{where} ORDER BY ends_at, id",  # noqa: S608
            params,
        )
        return [(row, _read(row)) for row in rows]


async def delete_ended_before(tx: Tx, before: int) -> int:
    """Delete silences of all organizations. Returns how many."""
    return await tx.execute("DELETE FROM silence WHERE ends_at < :before", {"before": before})


def _read(row: Row) -> Silence | StoredUnreadable:
    what = f"silence {row['id']} of {row['created_by']!r}"
    try:
        return readable(
            what, "the last readable version applies, if any; expire it", lambda: _silence(row)
        )
    except StoredUnreadable as error:
        return error


def _silence(row: Row) -> Silence:
    return Silence(
        id=row["id"],
        matchers=tuple(map(from_triple, orjson.loads(row["matchers"]))),
        starts_at=moment(row["starts_at"]),
        ends_at=moment(row["ends_at"]),
        created_by=row["created_by"],
        comment=row["comment"],
        updated_at=moment(row["updated"]),
        recurring=tuple(map(parse_interval, orjson.loads(row["recurring"]))),
    )
