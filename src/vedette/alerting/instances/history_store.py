"""Rows of `alert_history`: one for each transition of a state."""

# ruff: noqa: S608 - statements are put together from constants; values are parameters

from collections.abc import Sequence
from datetime import datetime

import orjson

from vedette.alerting.instances.model import TransitionRecord
from vedette.alerting.model import AlertState
from vedette.alerting.model.numbers import numbers_text, read_numbers
from vedette.db.database import Row, Tx
from vedette.db.pages import pages
from vedette.kernel.clock import milliseconds, moment

_COLUMNS = (
    "org_id",
    "rule_uid",
    "rule_title",
    "rule_version",
    "folder_uid",
    "group_name",
    "dashboard_uid",
    "panel_id",
    "fingerprint",
    "labels",
    "state_before",
    "state",
    "reason",
    "value_numbers",
    "failure",
    "slot",
    "created",
)


class TransitionStore:
    def __init__(self, tx: Tx) -> None:
        self._tx = tx

    async def add(self, entries: Sequence[TransitionRecord]) -> None:
        for some in pages(entries):
            await self._tx.many(
                f"INSERT INTO alert_history ({', '.join(_COLUMNS)})"
                f" VALUES ({', '.join(f':{each}' for each in _COLUMNS)})",
                [_params(each) for each in some],
            )

    async def of_rule(
        self, org_id: int, rule_uid: str, since: datetime, until: datetime, limit: int
    ) -> Sequence[TransitionRecord]:
        """The newest first; `until` is not part of the range."""
        return await self._found(
            "rule_uid = :rule_uid", {"rule_uid": rule_uid}, org_id, since, until, limit
        )

    async def of_org(
        self, org_id: int, since: datetime, until: datetime, limit: int
    ) -> Sequence[TransitionRecord]:
        return await self._found("TRUE", {}, org_id, since, until, limit)

    async def of_dashboard(
        self, org_id: int, dashboard_uid: str, since: datetime, until: datetime, limit: int
    ) -> Sequence[TransitionRecord]:
        """Of rules that name a panel of the dashboard."""
        return await self._found(
            "dashboard_uid = :uid", {"uid": dashboard_uid}, org_id, since, until, limit
        )

    async def of_fingerprint(
        self, org_id: int, fingerprint: str, since: datetime, until: datetime, limit: int
    ) -> Sequence[TransitionRecord]:
        return await self._found(
            "fingerprint = :fingerprint", {"fingerprint": fingerprint}, org_id, since, until, limit
        )

    async def delete_before(self, moment_ms: int, limit: int) -> int:
        """Delete those of the `limit` oldest records that are older; return how many."""
        return await self._tx.execute(
            "DELETE FROM alert_history WHERE id IN (SELECT id FROM alert_history"
            " ORDER BY id LIMIT :limit) AND created < :before",
            {"before": moment_ms, "limit": limit},
        )

    async def delete_beyond(self, most: int, limit: int) -> int:
        """The oldest of what is more than `most`; how many."""
        return await self._tx.execute(
            "DELETE FROM alert_history WHERE id IN (SELECT id FROM alert_history WHERE id <="
            " (SELECT id FROM alert_history ORDER BY id DESC LIMIT 1 OFFSET :most)"
            " ORDER BY id LIMIT :limit)",
            {"most": most, "limit": limit},
        )

    async def _found(
        self,
        test: str,
        params: dict[str, object],
        org_id: int,
        since: datetime,
        until: datetime,
        limit: int,
    ) -> Sequence[TransitionRecord]:
        rows = await self._tx.all(
            f"SELECT * FROM alert_history WHERE org_id = :org_id AND {test}"
            " AND slot >= :since AND slot < :until ORDER BY slot DESC, id DESC LIMIT :limit",
            {
                **params,
                "org_id": org_id,
                "since": milliseconds(since),
                "until": milliseconds(until),
                "limit": limit,
            },
        )
        return [_recorded(row) for row in rows]


def _params(each: TransitionRecord) -> dict[str, object]:
    return {
        "org_id": each.org_id,
        "rule_uid": each.rule_uid,
        "rule_title": each.rule_title,
        "rule_version": each.rule_version,
        "folder_uid": each.folder_uid,
        "group_name": each.group,
        "dashboard_uid": each.dashboard_uid,
        "panel_id": each.panel_id,
        "fingerprint": each.fingerprint,
        "labels": orjson.dumps(dict(each.labels)).decode(),
        "state_before": "" if each.before is None else each.before.value,
        "state": each.after.value,
        "reason": each.reason,
        "value_numbers": numbers_text(each.values),
        "failure": each.failure,
        "slot": milliseconds(each.slot),
        "created": milliseconds(each.created),
    }


def _recorded(row: Row) -> TransitionRecord:
    before = row["state_before"]
    return TransitionRecord(
        org_id=row["org_id"],
        rule_uid=row["rule_uid"],
        rule_title=row["rule_title"],
        rule_version=row["rule_version"],
        folder_uid=row["folder_uid"],
        group=row["group_name"],
        dashboard_uid=row["dashboard_uid"],
        panel_id=row["panel_id"],
        fingerprint=row["fingerprint"],
        labels=orjson.loads(row["labels"]),
        before=AlertState(before) if before else None,
        after=AlertState(row["state"]),
        reason=row["reason"],
        values=read_numbers(row["value_numbers"]),
        failure=row["failure"],
        slot=moment(row["slot"]),
        created=moment(row["created"]),
        id=row["id"],
    )
