"""Rows of `alerting_version`, by which instances detect changes to read."""

from typing import Literal, TypeAlias

from vedette.db.database import Tx

Part: TypeAlias = Literal["routing", "contacts", "rules", "handing"]


async def bump(tx: Tx, org_id: int, part: Part) -> None:
    """Increment the version of `part`. Call this in the transaction that changes it."""
    await tx.execute(
        "INSERT INTO alerting_version (org_id, part, version) VALUES (:org_id, :part, 1)"
        " ON CONFLICT (org_id, part) DO UPDATE SET version = alerting_version.version + 1",
        {"org_id": org_id, "part": part},
    )


async def versions(tx: Tx, part: Part) -> dict[int, int]:
    """By organization; one without a row never changed anything and has version 0."""
    rows = await tx.all(
        "SELECT org_id, version FROM alerting_version WHERE part = :part", {"part": part}
    )
    return {row["org_id"]: row["version"] for row in rows}


async def of_org(tx: Tx, org_id: int) -> dict[str, int]:
    """By part; a part without a row has version 0."""
    rows = await tx.all(
        "SELECT part, version FROM alerting_version WHERE org_id = :org_id", {"org_id": org_id}
    )
    return {row["part"]: row["version"] for row in rows}
