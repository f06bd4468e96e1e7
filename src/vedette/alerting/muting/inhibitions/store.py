"""Rows of `inhibit_rules`."""

from collections.abc import Sequence

import orjson

from vedette.alerting.model.provenance import Marks
from vedette.alerting.model.unreadable import readable
from vedette.alerting.muting.inhibitions.model import InhibitRule, StoredInhibitions
from vedette.alerting.muting.inhibitions.text import parse_rule, rule_json
from vedette.db.database import Tx


class InhibitStore:
    def __init__(self, tx: Tx) -> None:
        self._tx = tx

    async def get(self, org_id: int) -> StoredInhibitions:
        """Return the rules. Raises `StoredUnreadable`."""
        row = await self._tx.one(
            "SELECT rules, provenance, version FROM inhibit_rules WHERE org_id = :org_id",
            {"org_id": org_id},
        )
        if row is None:
            return StoredInhibitions()
        rules = readable(
            "inhibitions",
            "save them again",
            lambda: tuple(parse_rule(each) for each in orjson.loads(row["rules"])),
        )
        return StoredInhibitions(rules, row["provenance"], row["version"])

    async def marks(self, org_id: int) -> Marks:
        row = await self._tx.one(
            "SELECT provenance, version FROM inhibit_rules WHERE org_id = :org_id",
            {"org_id": org_id},
        )
        return Marks(row["provenance"], row["version"]) if row else Marks()

    async def put(
        self, org_id: int, rules: Sequence[InhibitRule], provenance: str, now: int
    ) -> None:
        """Store all rules of an organization. `now` is in milliseconds."""
        await self._tx.execute(
            "INSERT INTO inhibit_rules (org_id, rules, provenance, version, updated)"
            " VALUES (:org_id, :rules, :provenance, 1, :now)"
            " ON CONFLICT (org_id) DO UPDATE SET rules = excluded.rules,"
            " provenance = excluded.provenance, version = inhibit_rules.version + 1,"
            " updated = excluded.updated",
            {
                "org_id": org_id,
                "rules": orjson.dumps([rule_json(each) for each in rules]).decode(),
                "provenance": provenance,
                "now": now,
            },
        )
