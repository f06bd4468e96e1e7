"""Whether the integrations of an organization get their messages out."""

from collections.abc import Mapping

import msgspec

from vedette.db.database import Tx

_LOOKED_AT = 2_000


class LastAttempt(msgspec.Struct, frozen=True):
    """`at` in milliseconds since the epoch; `error` is empty where it went out."""

    at: int
    duration_ms: int
    error: str


async def last_attempts(tx: Tx, org_id: int) -> Mapping[str, LastAttempt]:
    """By uid of the integration, from the newest messages of the organization."""
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
