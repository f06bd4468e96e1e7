"""The last delivery attempts of the integrations of an organization."""

from collections.abc import Mapping

import msgspec

from vedette.db.database import Tx

_LOOKED_AT = 2_000


class LastAttempt(msgspec.Struct, frozen=True):
    """`at` is in milliseconds since the epoch. `error` is empty after a success."""

    at: int
    duration_ms: int
    error: str


async def last_attempts(tx: Tx, org_id: int) -> Mapping[str, LastAttempt]:
    """Return the last attempts by uid of the integration, from the newest notifications."""
    rows = await tx.all(
        "SELECT d.integration_uid, a.started, a.duration_ms, a.outcome, a.answer"
        " FROM (SELECT id, integration_uid, attempts, created FROM alert_delivery"
        " WHERE org_id = :org ORDER BY created DESC LIMIT :most) d"
        " JOIN alert_delivery_attempt a ON a.delivery_id = d.id AND a.attempt = d.attempts"
        " ORDER BY a.started DESC",
        {"org": org_id, "most": _LOOKED_AT},
    )
    found: dict[str, LastAttempt] = {}
    for row in rows:
        error = "" if row["outcome"] == "sent" else row["answer"] or row["outcome"]
        attempt = LastAttempt(row["started"], row["duration_ms"], error)
        found.setdefault(row["integration_uid"], attempt)
    return found
