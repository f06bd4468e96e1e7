"""Rows of `data_source`."""

# ruff: noqa: S608 - statements are put together from constants; values are parameters

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import orjson

from vedette.datasources.model import Source
from vedette.db.database import Row, Tx
from vedette.db.sql import listed

_WRITTEN = (
    "uid",
    "name",
    "type",
    "access",
    "url",
    "user_name",
    "database_name",
    "is_basic_auth",
    "basic_auth_user",
    "is_with_credentials",
    "is_default",
    "is_read_only",
    "is_provisioned",
    "is_prunable",
    "file_version",
    "json_data",
    "secure_json_data",
    "version",
    "updated",
)
_SELECT = f"SELECT id, org_id, created, {', '.join(_WRITTEN)} FROM data_source"
_INSERT = f"""
    INSERT INTO data_source (org_id, created, {", ".join(_WRITTEN)})
    VALUES (:org_id, :created, {", ".join(f":{name}" for name in _WRITTEN)}) RETURNING id
"""
_UPDATE = f"""
    UPDATE data_source SET {", ".join(f"{name} = :{name}" for name in _WRITTEN)}
    WHERE org_id = :org_id AND id = :id
"""


class CommitCounter:
    """Counts the commits of this process that changed a source."""

    def __init__(self) -> None:
        self.count = 0

    def add(self) -> None:
        self.count += 1


commits = CommitCounter()


class SourceStore:
    def __init__(self, tx: Tx) -> None:
        self.tx = tx

    async def by_uid(self, org_id: int, uid: str) -> Source | None:
        return await self._one("uid = :key", org_id, uid)

    async def by_name(self, org_id: int, name: str) -> Source | None:
        return await self._one("name = :key", org_id, name)

    async def by_id(self, org_id: int, id: int) -> Source | None:
        return await self._one("id = :key", org_id, id)

    async def all(self, org_id: int, limit: int) -> Sequence[Source]:
        rows = await self.tx.all(
            f"{_SELECT} WHERE org_id = :org_id ORDER BY name, id LIMIT :most",
            {"org_id": org_id, "most": limit},
        )
        return [_source(row) for row in rows]

    async def of_types(self, org_id: int, types: Sequence[str]) -> Sequence[Source]:
        """Return the sources of these types by name."""
        names, params = listed("type", types)
        rows = await self.tx.all(
            f"{_SELECT} WHERE org_id = :org_id AND type IN ({names}) ORDER BY name, id",
            {"org_id": org_id, **params},
        )
        return [_source(row) for row in rows]

    async def of_org(self, org_id: int) -> Sequence[Source]:
        rows = await self.tx.all(
            f"{_SELECT} WHERE org_id = :org_id ORDER BY id", {"org_id": org_id}
        )
        return [_source(row) for row in rows]

    async def every(self) -> Sequence[Source]:
        """Return the sources of every organization."""
        return [_source(row) for row in await self.tx.all(f"{_SELECT} ORDER BY org_id, id")]

    async def of_uids_or_ids(
        self, org_id: int, uids: Collection[str], ids: Collection[int]
    ) -> Sequence[Row]:
        """Return `id, org_id, uid, name, type, version` of each, in one statement."""
        params: dict[str, object] = {"org_id": org_id}
        params |= {f"u{index}": uid for index, uid in enumerate(uids)}
        params |= {f"i{index}": id for index, id in enumerate(ids)}
        tests = []
        if uids:
            tests.append(f"uid IN ({', '.join(f':u{index}' for index in range(len(uids)))})")
        if ids:
            tests.append(f"id IN ({', '.join(f':i{index}' for index in range(len(ids)))})")
        if not tests:
            return []
        return await self.tx.all(
            "SELECT id, org_id, uid, name, type, version FROM data_source"
            f" WHERE org_id = :org_id AND ({' OR '.join(tests)})",
            params,
        )

    async def insert(self, source: Source) -> int:
        """Insert the row and return its id. Raises `UniqueViolation`."""
        self.tx.after_commit(commits.add)
        new_id: int = await self.tx.value(_INSERT, _params(source))
        return new_id

    async def update(self, source: Source) -> None:
        """Update the row. Raises `UniqueViolation`."""
        self.tx.after_commit(commits.add)
        await self.tx.execute(_UPDATE, {**_params(source), "id": source.id})

    async def update_settings(self, source: Source) -> None:
        """Store settings and secrets, unless the source was changed since it was read.

        The version stays, because the source behaves the same.
        """
        await self.tx.execute(
            "UPDATE data_source SET json_data = :json_data, secure_json_data = :secure_json_data"
            " WHERE org_id = :org_id AND id = :id AND version = :version",
            {**_params(source), "id": source.id},
        )

    async def set_name_aside(self, source: Source) -> None:
        """Free the name for another source; the caller writes this one before it commits."""
        await self.tx.execute(
            "UPDATE data_source SET name = :name WHERE org_id = :org_id AND id = :id",
            {"org_id": source.org_id, "id": source.id, "name": f"\n{source.id}"},
        )

    async def delete(self, org_id: int, id: int) -> None:
        self.tx.after_commit(commits.add)
        await self.tx.execute(
            "DELETE FROM data_source WHERE org_id = :org_id AND id = :id",
            {"org_id": org_id, "id": id},
        )

    async def clear_default(self, org_id: int, except_id: int) -> None:
        await self.tx.execute(
            "UPDATE data_source SET is_default = FALSE"
            " WHERE org_id = :org_id AND is_default AND id <> :id",
            {"org_id": org_id, "id": except_id},
        )

    async def _one(self, test: str, org_id: int, key: object) -> Source | None:
        row = await self.tx.one(
            f"{_SELECT} WHERE org_id = :org_id AND {test}", {"org_id": org_id, "key": key}
        )
        return _source(row) if row else None


def _params(source: Source) -> dict[str, object]:
    return {
        "org_id": source.org_id,
        "created": source.created,
        "uid": source.uid,
        "name": source.name,
        "type": source.type,
        "access": source.access,
        "url": source.url,
        "user_name": source.user,
        "database_name": source.database,
        "is_basic_auth": source.is_basic_auth,
        "basic_auth_user": source.basic_auth_user,
        "is_with_credentials": source.is_with_credentials,
        "is_default": source.is_default,
        "is_read_only": source.is_read_only,
        "is_provisioned": source.is_provisioned,
        "is_prunable": source.is_prunable,
        "file_version": source.file_version,
        "json_data": _text(source.json_data),
        "secure_json_data": _text(source.sealed),
        "version": source.version,
        "updated": source.updated,
    }


def _source(row: Row) -> Source:
    return Source(
        id=row["id"],
        org_id=row["org_id"],
        uid=row["uid"],
        name=row["name"],
        type=row["type"],
        access=row["access"],
        url=row["url"],
        user=row["user_name"],
        database=row["database_name"],
        is_basic_auth=bool(row["is_basic_auth"]),
        basic_auth_user=row["basic_auth_user"],
        is_with_credentials=bool(row["is_with_credentials"]),
        is_default=bool(row["is_default"]),
        is_read_only=bool(row["is_read_only"]),
        is_provisioned=bool(row["is_provisioned"]),
        is_prunable=bool(row["is_prunable"]),
        file_version=row["file_version"],
        json_data=orjson.loads(row["json_data"]),
        sealed=orjson.loads(row["secure_json_data"]),
        version=row["version"],
        created=row["created"],
        updated=row["updated"],
    )


def _text(value: Mapping[str, Any]) -> str:
    return orjson.dumps(value).decode()
