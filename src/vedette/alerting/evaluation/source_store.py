"""Rows of `alert_source_health`: data sources with failing queries."""

# ruff: noqa: S608 - statements are put together from constants; values are parameters

from datetime import datetime

import orjson

from vedette.alerting.evaluation.bulkheads import SourceKey
from vedette.alerting.evaluation.outages import SourceHealth
from vedette.db.database import Row, Tx
from vedette.db.pages import listed_pages
from vedette.db.sql import row_lock
from vedette.kernel.clock import milliseconds, moment


class SourceHealthStore:
    """A source without failures has no row."""

    def __init__(self, tx: Tx) -> None:
        self._tx = tx

    async def all(self) -> dict[SourceKey, SourceHealth]:
        rows = await self._tx.all("SELECT * FROM alert_source_health")
        return {(row["org_id"], row["datasource_uid"]): _health(row) for row in rows}

    async def of_org(self, org_id: int) -> dict[str, SourceHealth]:
        rows = await self._tx.all(
            "SELECT * FROM alert_source_health WHERE org_id = :org_id ORDER BY datasource_uid",
            {"org_id": org_id},
        )
        return {row["datasource_uid"]: _health(row) for row in rows}

    async def locked(self, key: SourceKey, *, new: bool) -> SourceHealth | None:
        """Lock and return a row for an update in this transaction. `new` creates a missing row."""
        params = {"org_id": key[0], "uid": key[1]}
        if new:
            await self._tx.execute(
                "INSERT INTO alert_source_health (org_id, datasource_uid, failing)"
                " VALUES (:org_id, :uid, '{}') ON CONFLICT (org_id, datasource_uid) DO NOTHING",
                params,
            )
        lock = row_lock(self._tx.dialect)
        row = await self._tx.one(
            "SELECT * FROM alert_source_health"
            f" WHERE org_id = :org_id AND datasource_uid = :uid{lock}",
            params,
        )
        return _health(row) if row else None

    async def put(self, key: SourceKey, health: SourceHealth) -> None:
        """Store the health. Deletes the row if no rule fails."""
        params: dict[str, object] = {"org_id": key[0], "uid": key[1]}
        if not health.failing:
            await self._tx.execute(
                "DELETE FROM alert_source_health WHERE org_id = :org_id AND datasource_uid = :uid",
                params,
            )
            return
        await self._tx.execute(
            "UPDATE alert_source_health SET answered_at = :answered, failed_at = :failed,"
            " failing = :failing, silent_since = :silent"
            " WHERE org_id = :org_id AND datasource_uid = :uid",
            {
                **params,
                "answered": _stored(health.answered_at),
                "failed": _stored(health.failed_at),
                "silent": _stored(health.silent_since),
                "failing": orjson.dumps(
                    {uid: milliseconds(since) for uid, since in health.failing.items()}
                ).decode(),
            },
        )

    async def titles(self, org_id: int, rule_uids: list[str]) -> dict[str, str]:
        """Return the titles of rules. Deleted rules are left out."""
        found: dict[str, str] = {}
        for names, params in listed_pages("uid", rule_uids):
            rows = await self._tx.all(
                f"SELECT uid, title FROM alert_rule WHERE org_id = :org_id AND uid IN ({names})",
                {"org_id": org_id, **params},
            )
            found.update((row["uid"], row["title"]) for row in rows)
        return found

    async def source_name(self, key: SourceKey) -> str:
        """Return the name of the source, or its uid if it was deleted."""
        name: str | None = await self._tx.value(
            "SELECT name FROM data_source WHERE org_id = :org_id AND uid = :uid",
            {"org_id": key[0], "uid": key[1]},
        )
        return name or key[1]


def _health(row: Row) -> SourceHealth:
    return SourceHealth(
        _read(row["answered_at"]),
        _read(row["failed_at"]),
        {uid: moment(since) for uid, since in orjson.loads(row["failing"]).items()},
        _read(row["silent_since"]),
    )


def _stored(when: datetime | None) -> int | None:
    return None if when is None else milliseconds(when)


def _read(stored: int | None) -> datetime | None:
    return None if stored is None else moment(stored)
