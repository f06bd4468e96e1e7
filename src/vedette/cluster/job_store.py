"""Rows of `periodic_job`: when each job is due."""

from collections.abc import Collection

from vedette.cluster.claim_store import ClaimTable
from vedette.db.database import Tx


async def announce(tx: Tx, name: str, now: int, latest: int) -> None:
    """Give a job its row. One that is due after `latest`, by a clock that went back, is due now."""
    await tx.execute(
        "INSERT INTO periodic_job (name, due_at, epoch, last_owner)"
        " VALUES (:name, 0, 0, '') ON CONFLICT (name) DO NOTHING",
        {"name": name},
    )
    await tx.execute(
        "UPDATE periodic_job SET due_at = :now WHERE name = :name AND due_at > :latest",
        {"name": name, "now": now, "latest": latest},
    )


def jobs(names: Collection[str]) -> ClaimTable:
    """Return the rows of these jobs. Names are plain words: they are part of statements."""
    listed = ", ".join(f"'{name}'" for name in names) or "''"
    return ClaimTable("periodic_job", "name", where=f"name IN ({listed})")
