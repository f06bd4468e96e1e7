"""Rows of `periodic_job`, with the due time of each job."""

from collections.abc import Collection

from vedette.cluster.claim_store import ClaimTable
from vedette.db.database import Tx


async def announce(tx: Tx, name: str, now: int, latest: int) -> None:
    """Create the row of a job. A due time after `latest`, from a clock that was set back, becomes
    now."""
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
    """Return the table of these jobs. Names are part of statements, so they are plain words."""
    listed = ", ".join(f"'{name}'" for name in names) or "''"
    return ClaimTable("periodic_job", "name", where=f"name IN ({listed})")
