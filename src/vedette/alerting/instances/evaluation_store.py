"""Rows of `alert_evaluation`: when each rule is due, and how its newest evaluation went."""

# ruff: noqa: S608 - statements are put together from constants; values are parameters

from collections.abc import Sequence

import msgspec
import orjson

from vedette.alerting.instances.model import Evaluation, Health
from vedette.alerting.model.rules import NEVER_DUE
from vedette.db.database import Row, Tx
from vedette.kernel.clock import moment


class Settled(msgspec.Struct, frozen=True):
    """The end of one evaluation; times in milliseconds. It counts only while `epoch` is the row's.

    Where the rule has another version by now, it is due at once instead.
    """

    rule_id: int
    epoch: int
    rule_version: int
    due_at: int
    owner: str
    slot: int | None
    health: Health
    failure: str
    failure_reason: str
    duration_ms: int
    evaluated: int
    missed: int
    """More of them than before."""


_TYPES = {
    "rule_id": "bigint",
    "epoch": "bigint",
    "rule_version": "bigint",
    "due_at": "bigint",
    "owner": "text",
    "slot": "bigint",
    "health": "text",
    "failure": "text",
    "failure_reason": "text",
    "duration_ms": "bigint",
    "evaluated": "bigint",
    "missed": "bigint",
}
_ROWS = {
    "sqlite": "(SELECT "
    + ", ".join(f"json_extract(value, '$.{each}') AS {each}" for each in _TYPES)
    + " FROM json_each(:rows)) AS new",
    "postgres": "json_to_recordset(CAST(:rows AS json)) AS new ("
    + ", ".join(f"{name} {kind}" for name, kind in _TYPES.items())
    + ")",
}


class EvaluationStore:
    def __init__(self, tx: Tx) -> None:
        self._tx = tx

    async def of_org(self, org_id: int) -> dict[str, Evaluation]:
        """By rule uid."""
        rows = await self._tx.all(
            "SELECT * FROM alert_evaluation WHERE org_id = :org_id", {"org_id": org_id}
        )
        return {row["rule_uid"]: _evaluation(row) for row in rows}

    async def of_rule(self, org_id: int, rule_uid: str) -> Evaluation | None:
        row = await self._tx.one(
            "SELECT * FROM alert_evaluation WHERE org_id = :org_id AND rule_uid = :rule_uid",
            {"org_id": org_id, "rule_uid": rule_uid},
        )
        return _evaluation(row) if row else None

    async def settle(self, done: Sequence[Settled]) -> set[int]:
        """The rules whose evaluation counts: the others were taken over, edited or deleted.

        An evaluation counts once, also where the answer to a commit was lost.
        """
        rows = await self._tx.all(
            "UPDATE alert_evaluation SET lease_until = NULL, last_owner = new.owner,"
            " due_at = CASE WHEN alert_evaluation.rule_version = new.rule_version"
            " THEN new.due_at ELSE new.evaluated END,"
            " slot = COALESCE(new.slot, alert_evaluation.slot), health = new.health,"
            " failure = new.failure, failure_reason = new.failure_reason,"
            " duration_ms = new.duration_ms, evaluated = new.evaluated,"
            " missed = alert_evaluation.missed + new.missed"
            f" FROM {_ROWS[self._tx.dialect]}"
            " WHERE alert_evaluation.rule_id = new.rule_id AND alert_evaluation.epoch = new.epoch"
            " AND alert_evaluation.lease_until IS NOT NULL"
            " RETURNING alert_evaluation.rule_id AS rule_id",
            {"rows": orjson.dumps([_fields(each) for each in done]).decode()},
        )
        return {row["rule_id"] for row in rows}

    async def postpone(self, rule_id: int, epoch: int, due_at: int, owner: str) -> None:
        """Nothing was evaluated, and nothing is until then."""
        await self._tx.execute(
            "UPDATE alert_evaluation SET lease_until = NULL, last_owner = :owner, due_at = :due_at"
            " WHERE rule_id = :rule_id AND epoch = :epoch",
            {"rule_id": rule_id, "epoch": epoch, "due_at": due_at, "owner": owner},
        )

    async def restart(self, org_id: int, rule_uid: str, due_at: int) -> None:
        """After the states of a rule were ended: an evaluation under way counts no more."""
        await self._tx.execute(
            "UPDATE alert_evaluation SET epoch = epoch + 1, lease_until = NULL, slot = NULL,"
            " due_at = :due_at, health = '', failure = '', failure_reason = ''"
            " WHERE org_id = :org_id AND rule_uid = :rule_uid",
            {"org_id": org_id, "rule_uid": rule_uid, "due_at": due_at},
        )

    async def undo_clock_jump(self, now: int, shortest: int) -> int:
        """Make rules due now whose due time is further ahead than two intervals; return how many.

        That happens after the clock was set back, or after `shortest`, the minimum interval of
        the server in milliseconds, was lowered. A slot in the future is forgotten: evaluating it
        again is better than waiting until then. Any other slot is kept, so none repeats.
        """
        return await self._tx.execute(
            "UPDATE alert_evaluation SET due_at = :now,"
            " slot = CASE WHEN slot > :now THEN NULL ELSE slot END"
            f" WHERE due_at > :now AND due_at < {NEVER_DUE} AND due_at > :now + 2 * (SELECT"
            " CASE WHEN interval_ms < :shortest THEN :shortest ELSE interval_ms END"
            " FROM alert_rule_group JOIN alert_rule ON alert_rule.group_id = alert_rule_group.id"
            " WHERE alert_rule.id = alert_evaluation.rule_id)",
            {"now": now, "shortest": shortest},
        )

    async def version(self, rule_id: int) -> int | None:
        """Of the rule as it is now; None where it is gone."""
        version: int | None = await self._tx.value(
            "SELECT rule_version FROM alert_evaluation WHERE rule_id = :id", {"id": rule_id}
        )
        return version

    async def oldest_due(self, now: int) -> int | None:
        """When the rule that waits longest for anybody should have been evaluated."""
        due: int | None = await self._tx.value(
            "SELECT MIN(due_at) FROM alert_evaluation WHERE due_at <= :now"
            " AND (lease_until IS NULL OR lease_until <= :now)",
            {"now": now},
        )
        return due


def _fields(each: Settled) -> dict[str, object]:
    return {name: getattr(each, name) for name in _TYPES}


def _evaluation(row: Row) -> Evaluation:
    slot = row["slot"]
    return Evaluation(
        rule_uid=row["rule_uid"],
        health=row["health"],
        failure=row["failure"],
        failure_reason=row["failure_reason"],
        evaluated=moment(row["evaluated"]) if row["evaluated"] else None,
        slot=None if slot is None else moment(slot),
        duration_ms=row["duration_ms"],
        missed=row["missed"],
        due_at=None if row["due_at"] >= NEVER_DUE else moment(row["due_at"]),
    )
