"""Rows of `notification_policy`: one tree per organization."""

from typing import Any

import msgspec
import orjson

from vedette.alerting.model.unreadable import readable
from vedette.alerting.routing.policies import NotificationPolicy, default_policy
from vedette.alerting.routing.policy_text import BadPolicy, parse_policy, policy_json
from vedette.db.database import Tx


class StoredPolicy(msgspec.Struct, frozen=True):
    """`version` is 0 for an organization with the default policy."""

    policy: NotificationPolicy
    provenance: str = ""
    version: int = 0


class PolicyStore:
    def __init__(self, tx: Tx) -> None:
        self._tx = tx

    async def get(self, org_id: int) -> StoredPolicy:
        """Return the tree. Raises `StoredUnreadable`."""
        row = await self._tx.one(
            "SELECT tree, provenance, version FROM notification_policy WHERE org_id = :org_id",
            {"org_id": org_id},
        )
        if row is None:
            return StoredPolicy(default_policy())
        policy = readable(
            "notification policies", "save them again", lambda: _parse(orjson.loads(row["tree"]))
        )
        return StoredPolicy(policy, row["provenance"], row["version"])

    async def marks(self, org_id: int) -> tuple[str, int]:
        """Return provenance and version, even if the tree cannot be read."""
        row = await self._tx.one(
            "SELECT provenance, version FROM notification_policy WHERE org_id = :org_id",
            {"org_id": org_id},
        )
        return (row["provenance"], row["version"]) if row else ("", 0)

    async def put(self, org_id: int, policy: NotificationPolicy, provenance: str, now: int) -> None:
        """Store the tree. `now` is in milliseconds."""
        await self._tx.execute(
            "INSERT INTO notification_policy (org_id, tree, provenance, version, updated)"
            " VALUES (:org_id, :tree, :provenance, 1, :now)"
            " ON CONFLICT (org_id) DO UPDATE SET tree = excluded.tree,"
            " provenance = excluded.provenance, version = notification_policy.version + 1,"
            " updated = excluded.updated",
            {
                "org_id": org_id,
                "tree": orjson.dumps(policy_json(policy)).decode(),
                "provenance": provenance,
                "now": now,
            },
        )


def _parse(tree: Any) -> NotificationPolicy:
    policy = parse_policy(tree)
    if not policy.receiver:
        raise BadPolicy("the default policy has no contact point")
    return policy
