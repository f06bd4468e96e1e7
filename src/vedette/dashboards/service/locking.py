"""The lock of an organization's dashboards and folders."""

from vedette.db.database import Tx


async def lock(tx: Tx, org_id: int) -> None:
    """One writer of dashboards and folders at a time in an organization: versions, titles and the
    folder tree are checked and then written, and nothing may come between."""
    await tx.lock(f"dashboards:{org_id}")
