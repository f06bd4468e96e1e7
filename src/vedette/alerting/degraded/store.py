"""The copy of alerting's tables in memory: filled, watched for changes, and written back."""

# ruff: noqa: S608 - names of tables and columns are constants of ours

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import orjson

from vedette.alerting.degraded.tables import (
    BOOLEANS,
    CONFIGURATION,
    LOGS,
    NUMBERED,
    STATE,
    CopiedTable,
)
from vedette.db.database import Row, Tx

_PAGE = 2_000
_GAP = 1_000
"""Number of ids before the copy's first new one that deleted rows could have used."""
_CHILDREN = {
    "alert_group": ("alert_group_member", "alert_group_told"),
    "alert_delivery": ("alert_delivery_attempt",),
}
_Values = dict[str, Any]


class BufferLimits(msgspec.Struct, frozen=True):
    """How many new rows of each kind are kept in memory. States have no limit."""

    log_rows: int = 50_000
    finished_deliveries: int = 10_000


class MemoryStore:
    """Works on a transaction of the memory database, whose schema is that of the stored one."""

    def __init__(self, tx: Tx) -> None:
        self._tx = tx

    async def fill(self, stored: Tx) -> None:
        """Copy what alerting needs from the stored database, and note all changes from then on."""
        for table in (*CONFIGURATION, *STATE, *LOGS):
            await self._copy(table, stored)
        # The content of a notification is only needed until it is sent.
        await self._tx.execute("UPDATE alert_delivery SET message = '' WHERE state <> 'pending'")
        for name in NUMBERED:
            newest = await stored.value(f"SELECT MAX(id) FROM {name}") or 0
            params = {"name": name, "seq": newest + _GAP}
            await self._tx.execute("DELETE FROM sqlite_sequence WHERE name = :name", params)
            await self._tx.execute(
                "INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :seq)", params
            )
            await self._tx.execute(
                "INSERT INTO first_id (name, id) VALUES (:name, :seq + 1)", params
            )
        for table in STATE:
            for trigger in _triggers(table):
                await self._tx.execute(trigger)

    async def prepare(self) -> None:
        """Make the tables of the copy itself, and check foreign keys when the copy is complete."""
        await self._tx.execute("PRAGMA defer_foreign_keys = ON")
        await self._tx.execute(
            "CREATE TABLE changed (name TEXT, key TEXT, PRIMARY KEY (name, key)) WITHOUT ROWID"
        )
        await self._tx.execute("CREATE TABLE first_id (name TEXT PRIMARY KEY, id BIGINT NOT NULL)")

    async def write_back(self, stored: Tx) -> int:
        """Write what happened since the copy into the stored database; return how many rows.

        Running it again after a commit whose answer was lost changes nothing.
        """
        count = 0
        for table in reversed(STATE):
            gone = await self._deleted(table)
            await stored.many(f"DELETE FROM {table.name} WHERE {_is_key(table)}", gone)
            count += len(gone)
        for table in STATE:
            count += await self._upsert(table, stored)
        for table in LOGS:
            count += await self._append(table, stored)
        if stored.dialect == "postgres":
            for name in ("alert_group", "alert_delivery"):
                await stored.execute(
                    f"SELECT setval(pg_get_serial_sequence('{name}', 'id'),"
                    f" GREATEST((SELECT MAX(id) FROM {name}), 1))"
                )
        return count

    async def trim(self, limits: BufferLimits) -> int:
        """Remove the oldest new rows of logs beyond the limits; return how many were lost."""
        lost = 0
        for table in LOGS:
            lost += await self._tx.execute(
                f"DELETE FROM {table.name} WHERE id <= (SELECT id FROM {table.name}"
                f" WHERE id >= {_first(table.name)} ORDER BY id DESC LIMIT 1 OFFSET :most)"
                f" AND id >= {_first(table.name)}",
                {"most": limits.log_rows},
            )
        is_ours = f"state <> 'pending' AND id >= {_first('alert_delivery')}"
        lost += await self._tx.execute(
            f"DELETE FROM alert_delivery WHERE {is_ours} AND id <= (SELECT id FROM alert_delivery"
            f" WHERE {is_ours} ORDER BY id DESC LIMIT 1 OFFSET :most) AND id NOT IN (SELECT MAX(id)"
            " FROM alert_delivery GROUP BY org_id, group_key, receiver, integration_uid)",
            {"most": limits.finished_deliveries},
        )
        for parent, children in _CHILDREN.items():
            names = ", ".join(f"'{name}'" for name in (parent, *children))
            await self._tx.execute(  # Rows that were created and deleted in memory are not written.
                f"DELETE FROM changed WHERE name IN ({names}) AND json_extract(key, '$[0]') >="
                f" {_first(parent)} AND json_extract(key, '$[0]') NOT IN (SELECT id FROM {parent})"
            )
        return lost

    async def _copy(self, table: CopiedTable, stored: Tx) -> None:
        where = f" WHERE {table.where}" if table.where else ""
        order = ", ".join(table.key)
        offset = 0
        while True:
            rows = await stored.all(
                f"SELECT * FROM {table.name}{where} ORDER BY {order} LIMIT {_PAGE} OFFSET :offset",
                {"offset": offset},
            )
            if rows:
                values = [_values(row) for row in rows]
                await self._tx.many(_insert(table.name, values[0]), values)
            if len(rows) < _PAGE:
                return
            offset += _PAGE

    async def _deleted(self, table: CopiedTable) -> Sequence[_Values]:
        rows = await self._tx.all(
            "SELECT key FROM changed WHERE name = :name AND NOT EXISTS"
            f" (SELECT 1 FROM {table.name} WHERE {_is_changed(table)})",
            {"name": table.name},
        )
        return [dict(zip(table.key, orjson.loads(row["key"]), strict=True)) for row in rows]

    async def _upsert(self, table: CopiedTable, stored: Tx) -> int:
        rows = await self._tx.all(
            f"SELECT {table.name}.* FROM changed JOIN {table.name} ON {_is_changed(table)}"
            " WHERE changed.name = :changed_name",
            {"changed_name": table.name},
        )
        if rows:
            values = [_booleans(_values(row)) for row in rows]
            set_to = ", ".join(
                f"{name} = excluded.{name}" for name in values[0] if name not in table.key
            )
            await stored.many(
                f"{_insert(table.name, values[0])} ON CONFLICT ({', '.join(table.key)})"
                f" DO UPDATE SET {set_to}",
                values,
            )
        return len(rows)

    async def _append(self, table: CopiedTable, stored: Tx) -> int:
        first: int = await self._tx.value(f"SELECT {_first(table.name)}")
        written: int = await stored.value(
            f"SELECT COUNT(*) FROM {table.name} WHERE id >= :first", {"first": first - _GAP}
        )
        rows = await self._tx.all(
            f"SELECT * FROM {table.name} WHERE id >= :first ORDER BY id LIMIT -1 OFFSET :written",
            {"first": first, "written": written},
        )
        if rows:
            values = [_values(row) for row in rows]
            for each in values:
                del each["id"]
            await stored.many(_insert(table.name, values[0]), values)
        return len(rows)


async def probe(stored: Tx) -> None:
    """Write almost nothing, so that a failing attempt is cheap."""
    await stored.execute("UPDATE org SET updated = updated WHERE id = (SELECT MIN(id) FROM org)")


def _triggers(table: CopiedTable) -> Sequence[str]:
    """Return triggers that record the key of each row that is written from now on.

    They use no conflict clause, as that of the triggering statement would override it.
    """
    made = []
    for event, which in (("INSERT", "new"), ("UPDATE", "new"), ("DELETE", "old")):
        key = f"json_array({', '.join(f'{which}.{name}' for name in table.key)})"
        made.append(
            f"CREATE TRIGGER noted_{event.lower()}_{table.name} AFTER {event} ON {table.name}"
            f" WHEN NOT EXISTS (SELECT 1 FROM changed WHERE name = '{table.name}' AND key = {key})"
            f" BEGIN INSERT INTO changed (name, key) VALUES ('{table.name}', {key}); END"
        )
    return made


def _insert(name: str, values: Mapping[str, Any]) -> str:
    columns = ", ".join(values)
    return f"INSERT INTO {name} ({columns}) VALUES ({', '.join(f':{each}' for each in values)})"


def _is_key(table: CopiedTable) -> str:
    return " AND ".join(f"{name} = :{name}" for name in table.key)


def _is_changed(table: CopiedTable) -> str:
    """Return the condition that a row belongs to an entry in `changed`."""
    return " AND ".join(
        f"{table.name}.{name} = json_extract(changed.key, '$[{index}]')"
        for index, name in enumerate(table.key)
    )


def _first(name: str) -> str:
    """Return the first id of rows that are new in memory."""
    return f"(SELECT first_id.id FROM first_id WHERE first_id.name = '{name}')"


def _values(row: Row) -> _Values:
    driver_row: Any = row
    return dict(driver_row)


def _booleans(values: _Values) -> _Values:
    return {name: bool(value) if name in BOOLEANS else value for name, value in values.items()}
