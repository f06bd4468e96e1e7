"""Stores the status of each file and which resource came from which file."""

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from vedette.db.database import Row, Tx
from vedette.provisioning.reconciler import Owned


class FileStatus(msgspec.Struct, frozen=True):
    kind: str
    file: str
    state: Literal["ok", "error", "ignored"]
    """A file that no kind reads is `ignored`; this status is not stored."""
    items: int = 0
    """The number of resources in the file."""
    line: int | None = None
    message: str = ""
    """All errors, or all warnings of a file without errors. The first is that of `line`; the others
    start with their own line."""
    checksum: str = ""
    generation: int | None = None
    last_applied: int | None = None
    """Milliseconds since the epoch of the last pass that applied the file."""


class ProvisioningLedger:
    def __init__(self, tx: Tx) -> None:
        self.tx = tx

    async def statuses(self) -> Sequence[FileStatus]:
        rows = await self.tx.all("SELECT * FROM provisioning_file ORDER BY kind, file")
        return [_status(row) for row in rows]

    async def of_kind(self, kind: str) -> dict[str, FileStatus]:
        rows = await self.tx.all(
            "SELECT * FROM provisioning_file WHERE kind = :kind ORDER BY file", {"kind": kind}
        )
        return {row["file"]: _status(row) for row in rows}

    async def record(self, status: FileStatus) -> None:
        """Store a status. Without `last_applied`, the time, checksum and generation stay as they
        are."""
        await self.tx.execute(
            "INSERT INTO provisioning_file (kind, file, state, line, message, checksum,"
            " generation, items, last_applied) VALUES (:kind, :file, :state, :line, :message,"
            " :checksum, :generation, :items, :last_applied)"
            " ON CONFLICT (kind, file) DO UPDATE SET state = excluded.state, line = excluded.line,"
            " message = excluded.message, items = excluded.items,"
            " checksum = CASE WHEN excluded.last_applied IS NULL"
            " THEN provisioning_file.checksum ELSE excluded.checksum END,"
            " generation = CASE WHEN excluded.last_applied IS NULL"
            " THEN provisioning_file.generation ELSE excluded.generation END,"
            " last_applied = COALESCE(excluded.last_applied, provisioning_file.last_applied)",
            {
                "kind": status.kind,
                "file": status.file,
                "state": status.state,
                "line": status.line,
                "message": status.message,
                "checksum": status.checksum,
                "generation": status.generation,
                "items": status.items,
                "last_applied": status.last_applied,
            },
        )

    async def update(
        self, kind: str, statuses: Iterable[FileStatus], deleted: Iterable[str]
    ) -> None:
        """Record the statuses after a pass, and forget deleted files."""
        for status in statuses:
            await self.record(status)
        for file in deleted:
            await self.forget(kind, file)

    async def forget(self, kind: str, file: str) -> None:
        """Forget the file. Its resources stay and lose their owner."""
        for table in ("provisioning_item", "provisioning_file"):
            await self.tx.execute(
                f"DELETE FROM {table} WHERE kind = :kind AND file = :file",  # noqa: S608
                {"kind": kind, "file": file},
            )

    async def owned(self, kind: str) -> Sequence[Owned]:
        rows = await self.tx.all(
            "SELECT file, org_id, key FROM provisioning_item WHERE kind = :kind"
            " ORDER BY org_id, key",
            {"kind": kind},
        )
        return [Owned(row["file"], row["org_id"], row["key"]) for row in rows]

    async def file_of(self, kind: str, org_id: int, key: str) -> str | None:
        """Return the file that a resource came from."""
        file: str | None = await self.tx.value(
            "SELECT file FROM provisioning_item"
            " WHERE kind = :kind AND org_id = :org_id AND key = :key",
            {"kind": kind, "org_id": org_id, "key": key},
        )
        return file

    async def claim(self, kind: str, item: Owned) -> None:
        await self.tx.execute(
            "INSERT INTO provisioning_item (kind, org_id, key, file)"
            " VALUES (:kind, :org_id, :key, :file)"
            " ON CONFLICT (kind, org_id, key) DO UPDATE SET file = excluded.file",
            {"kind": kind, "org_id": item.org_id, "key": item.key, "file": item.file},
        )

    async def release(self, kind: str, org_id: int, key: str) -> None:
        await self.tx.execute(
            "DELETE FROM provisioning_item WHERE kind = :kind AND org_id = :org_id AND key = :key",
            {"kind": kind, "org_id": org_id, "key": key},
        )


def _status(row: Row) -> FileStatus:
    return FileStatus(
        kind=row["kind"],
        file=row["file"],
        state=row["state"],
        items=row["items"],
        line=row["line"],
        message=row["message"],
        checksum=row["checksum"],
        generation=row["generation"],
        last_applied=row["last_applied"],
    )
