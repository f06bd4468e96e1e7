"""Queries of this API to tables of other packages."""

from collections.abc import Mapping
from datetime import datetime

from vedette.db.database import Tx
from vedette.kernel.clock import moment


async def count_posted(tx: Tx, org_id: int) -> int:
    """Return the number of firing alerts of other servers."""
    count: int = await tx.value(
        "SELECT COUNT(*) FROM alert WHERE org_id = :org_id AND origin = 'posted'"
        " AND ends_at IS NULL",
        {"org_id": org_id},
    )
    return count


async def due_times(tx: Tx, org_id: int) -> Mapping[tuple[str, str], datetime]:
    """Return the next flush of groups, by key and receiver."""
    rows = await tx.all(
        "SELECT group_key, receiver, due_at FROM alert_group WHERE org_id = :org_id",
        {"org_id": org_id},
    )
    return {(row["group_key"], row["receiver"]): moment(row["due_at"]) for row in rows}
