"""Rows of `alert_instance`: the state of each series of each rule."""

# ruff: noqa: S608 - statements are put together from constants; values are parameters

from collections.abc import Mapping, Sequence

import orjson

from vedette.alerting.model import NO_LABELS, AlertState, Instance, InstanceOrigin, Labels
from vedette.alerting.model.numbers import numbers_text, read_numbers
from vedette.db.database import Row, Tx
from vedette.db.pages import listed_pages, pages
from vedette.kernel.clock import milliseconds, moment


class InstanceStore:
    def __init__(self, tx: Tx) -> None:
        self._tx = tx

    async def of_rule(self, org_id: int, rule_uid: str) -> dict[str, Instance]:
        """By fingerprint."""
        found = await self.of_rules(org_id, [rule_uid])
        return found.get(rule_uid, {})

    async def of_rules(
        self, org_id: int, rule_uids: Sequence[str]
    ) -> dict[str, dict[str, Instance]]:
        """By rule, then by fingerprint; rules without states are left out."""
        found: dict[str, dict[str, Instance]] = {}
        for names, params in listed_pages("uid", rule_uids):
            rows = await self._tx.all(
                f"SELECT * FROM alert_instance WHERE org_id = :org_id AND rule_uid IN ({names})",
                {"org_id": org_id, **params},
            )
            _collect(rows, found)
        return found

    async def of_org(self, org_id: int) -> dict[str, dict[str, Instance]]:
        """By rule, then by fingerprint."""
        found: dict[str, dict[str, Instance]] = {}
        rows = await self._tx.all(
            "SELECT * FROM alert_instance WHERE org_id = :org_id", {"org_id": org_id}
        )
        _collect(rows, found)
        return found

    async def counts(self, org_id: int) -> dict[str, dict[AlertState, int]]:
        """By rule: how many of its instances are in each state."""
        rows = await self._tx.all(
            "SELECT rule_uid, state, COUNT(*) AS instances FROM alert_instance"
            " WHERE org_id = :org_id GROUP BY rule_uid, state",
            {"org_id": org_id},
        )
        found: dict[str, dict[AlertState, int]] = {}
        for row in rows:
            found.setdefault(row["rule_uid"], {})[AlertState(row["state"])] = row["instances"]
        return found

    async def firing_rules(self, org_id: int) -> int:
        """How many rules fire. Every open page asks, so that an index holds these rows alone."""
        count: int = await self._tx.value(
            "SELECT COUNT(DISTINCT rule_uid) FROM alert_instance"
            " WHERE org_id = :org_id AND state IN ('firing', 'recovering')",
            {"org_id": org_id},
        )
        return count

    async def put(self, of_rules: Sequence[tuple[int, str, Instance]]) -> None:
        """Each with its organization and rule uid."""
        for some in pages(of_rules):
            await self._tx.many(_UPSERT, [_params(*each) for each in some])

    async def delete(self, gone: Sequence[tuple[int, str, str]]) -> None:
        """Organization, rule uid and fingerprint of each."""
        await self._tx.many(
            "DELETE FROM alert_instance WHERE org_id = :org_id AND rule_uid = :rule_uid"
            " AND fingerprint = :fingerprint",
            [
                {"org_id": org_id, "rule_uid": rule_uid, "fingerprint": fingerprint}
                for org_id, rule_uid, fingerprint in gone
            ],
        )

    async def delete_rule(self, org_id: int, rule_uid: str) -> None:
        await self._tx.execute(
            "DELETE FROM alert_instance WHERE org_id = :org_id AND rule_uid = :rule_uid",
            {"org_id": org_id, "rule_uid": rule_uid},
        )

    async def count_by_state(self) -> dict[str, int]:
        """Of all organizations."""
        rows = await self._tx.all("SELECT state, COUNT(*) AS number FROM alert_instance GROUP BY 1")
        return {row["state"]: row["number"] for row in rows}


_WRITTEN = (
    "labels",
    "series",
    "state",
    "since",
    "value_numbers",
    "annotations",
    "reason",
    "missed",
    "origin",
    "fired_at",
    "resolved_at",
)
_UPSERT = (
    f"INSERT INTO alert_instance (org_id, rule_uid, fingerprint, {', '.join(_WRITTEN)})"
    f" VALUES (:org_id, :rule_uid, :fingerprint, {', '.join(f':{each}' for each in _WRITTEN)})"
    " ON CONFLICT (org_id, rule_uid, fingerprint) DO UPDATE SET "
    + ", ".join(f"{each} = excluded.{each}" for each in _WRITTEN)
)


def _params(org_id: int, rule_uid: str, each: Instance) -> dict[str, object]:
    return {
        "org_id": org_id,
        "rule_uid": rule_uid,
        "fingerprint": each.fingerprint,
        "labels": _text(each.labels),
        "series": _text(each.series),
        "state": each.state.value,
        "since": milliseconds(each.since),
        "value_numbers": numbers_text(each.values),
        "annotations": _text(each.annotations),
        "reason": each.reason,
        "missed": each.missed,
        "origin": each.origin.value,
        "fired_at": None if each.fired_at is None else milliseconds(each.fired_at),
        "resolved_at": None if each.resolved_at is None else milliseconds(each.resolved_at),
    }


def _collect(rows: Sequence[Row], found: dict[str, dict[str, Instance]]) -> None:
    texts: dict[str, str] = {}
    for row in rows:
        instance = _instance(row, texts)
        found.setdefault(row["rule_uid"], {})[instance.fingerprint] = instance


def _instance(row: Row, texts: dict[str, str]) -> Instance:
    fired, resolved = row["fired_at"], row["resolved_at"]
    return Instance(
        fingerprint=row["fingerprint"],
        labels=_labels(row["labels"], texts),
        series=_labels(row["series"], texts),
        state=AlertState(row["state"]),
        since=moment(row["since"]),
        values=read_numbers(row["value_numbers"]),
        annotations=_labels(row["annotations"], texts) or NO_LABELS,
        reason=row["reason"],
        missed=row["missed"],
        origin=InstanceOrigin(row["origin"]),
        fired_at=None if fired is None else moment(fired),
        resolved_at=None if resolved is None else moment(resolved),
    )


def _labels(text: str, texts: dict[str, str]) -> Labels:
    """One text is one object in all of them: most values are those of many instances."""
    return {name: texts.setdefault(value, value) for name, value in orjson.loads(text).items()}


def _text(labels: Mapping[str, str]) -> str:
    return orjson.dumps(dict(labels)).decode()
