"""Rows of `alert`: firing alerts, and resolved ones until all notifications are stored."""

# ruff: noqa: S608 - statements are put together from constants; values are parameters

from collections.abc import Sequence
from datetime import timedelta

import msgspec
import orjson

from vedette.alerting.alerts.model import RESOLVE_TIMEOUT, Alert
from vedette.alerting.model import NotificationSettings
from vedette.alerting.model.numbers import numbers_text, read_numbers
from vedette.db.database import Row, Tx
from vedette.db.pages import listed_pages
from vedette.db.sql import row_lock
from vedette.kernel.clock import milliseconds, moment

_notification = msgspec.json.Decoder(NotificationSettings).decode


class AlertStore:
    def __init__(self, tx: Tx) -> None:
        self._tx = tx

    async def put(self, alerts: Sequence[Alert], now: int) -> None:
        """Store alerts. `now` is in milliseconds of the database's clock.

        An alert is routed again if it is new, resolved, fires again, or its rule has another
        contact point. Resolved alerts that are unknown are ignored.
        """
        ordered = sorted(alerts, key=lambda alert: (alert.org_id, alert.fingerprint))
        firing = [_params(alert, now) for alert in ordered if alert.is_firing]
        ended = [_params(alert, now) for alert in ordered if not alert.is_firing]
        if firing:
            await self._tx.many(
                "INSERT INTO alert (org_id, fingerprint, origin, rule_uid, labels, annotations,"
                " value_numbers, starts_at, ends_at, expires_at, updated, generator_url,"
                " notification, is_unrouted) VALUES (:org_id, :fingerprint, :origin, :rule_uid,"
                " :labels, :annotations, :value_numbers, :starts_at, NULL, :expires_at, :now,"
                " :generator_url, :notification, TRUE)"
                " ON CONFLICT (org_id, fingerprint) DO UPDATE SET origin = excluded.origin,"
                " rule_uid = excluded.rule_uid, labels = excluded.labels,"
                " annotations = excluded.annotations, value_numbers = excluded.value_numbers,"
                " starts_at = excluded.starts_at, ends_at = NULL,"
                " expires_at = excluded.expires_at, updated = excluded.updated,"
                " generator_url = excluded.generator_url, notification = excluded.notification,"
                " is_unrouted = alert.is_unrouted OR alert.ends_at IS NOT NULL"
                " OR alert.notification <> excluded.notification",
                firing,
            )
        if ended:
            await self._tx.many(
                "UPDATE alert SET annotations = :annotations, value_numbers = :value_numbers,"
                " ends_at = :ends_at, expires_at = NULL, updated = :now,"
                " is_unrouted = is_unrouted OR ends_at IS NULL"
                " WHERE org_id = :org_id AND fingerprint = :fingerprint",
                ended,
            )

    async def active(self, org_id: int) -> Sequence[Alert]:
        """Return firing alerts, oldest first."""
        rows = await self._tx.all(
            "SELECT * FROM alert WHERE org_id = :org_id AND ends_at IS NULL"
            " ORDER BY starts_at, fingerprint",
            {"org_id": org_id},
        )
        return [_alert(row) for row in rows]

    async def active_labels(self, org_id: int) -> dict[str, dict[str, str]]:
        """Return the labels of firing alerts by fingerprint."""
        rows = await self._tx.all(
            "SELECT fingerprint, labels FROM alert WHERE org_id = :org_id AND ends_at IS NULL",
            {"org_id": org_id},
        )
        return {row["fingerprint"]: orjson.loads(row["labels"]) for row in rows}

    async def by_fingerprints(self, org_id: int, fingerprints: Sequence[str]) -> dict[str, Alert]:
        """Return known alerts by fingerprint, including resolved ones."""
        found: dict[str, Alert] = {}
        for names, params in listed_pages("fp", fingerprints):
            rows = await self._tx.all(
                f"SELECT * FROM alert WHERE org_id = :org_id AND fingerprint IN ({names})",
                {"org_id": org_id, **params},
            )
            found |= {row["fingerprint"]: _alert(row) for row in rows}
        return found

    async def of_rules(self, org_id: int, rule_uids: Sequence[str]) -> Sequence[Alert]:
        """Return alerts, including resolved ones with unsent notifications."""
        found: list[Alert] = []
        for names, params in listed_pages("uid", rule_uids):
            rows = await self._tx.all(
                f"SELECT * FROM alert WHERE org_id = :org_id AND rule_uid IN ({names})"
                " ORDER BY fingerprint",
                {"org_id": org_id, **params},
            )
            found.extend(_alert(row) for row in rows)
        return found

    async def mark_unrouted(self, org_id: int) -> None:
        """Mark all firing alerts to be routed again after a change of the policies.

        This includes alerts that a concurrent transaction routes by the old policies: it waits for
        them. Rows are locked in the same order as in `put`, which prevents deadlocks.
        """
        lock = row_lock(self._tx.dialect)
        await self._tx.execute(
            "UPDATE alert SET is_unrouted = TRUE WHERE (org_id, fingerprint) IN"
            " (SELECT org_id, fingerprint FROM alert WHERE org_id = :org_id AND ends_at IS NULL"
            f" ORDER BY org_id, fingerprint{lock})",
            {"org_id": org_id},
        )

    async def rename_receiver(self, org_id: int, old: str, new: str) -> None:
        """Update the contact point in the notification settings of alerts, which bypass the
        policies."""
        names = {"old": f'"receiver":{_text(old)}', "new": f'"receiver":{_text(new)}'}
        lock = row_lock(self._tx.dialect)
        await self._tx.execute(
            "UPDATE alert SET notification = REPLACE(notification, :old, :new)"
            " WHERE (org_id, fingerprint) IN (SELECT org_id, fingerprint FROM alert"
            " WHERE org_id = :org_id AND notification <> ''"
            f" ORDER BY org_id, fingerprint{lock})",
            {"org_id": org_id, **names},
        )

    async def outages(self) -> Sequence[Alert]:
        """Return firing alerts of all organizations that do not belong to a rule."""
        rows = await self._tx.all(
            "SELECT * FROM alert WHERE origin = 'outage' AND ends_at IS NULL"
            " ORDER BY org_id, fingerprint"
        )
        return [_alert(row) for row in rows]

    async def has_unrouted(self) -> bool:
        """Return whether any organization has alerts to route."""
        return await self._tx.value("SELECT 1 FROM alert WHERE is_unrouted LIMIT 1") is not None

    async def unrouted_organizations(self) -> Sequence[int]:
        rows = await self._tx.all("SELECT DISTINCT org_id FROM alert WHERE is_unrouted ORDER BY 1")
        return [row["org_id"] for row in rows]

    async def take_unrouted(self, limit: int, org_id: int | None = None) -> Sequence[Alert]:
        """Claim alerts that this transaction has to route.

        Those of one organization, or of all in order of organizations. Uses one statement, as the
        database can be far away.
        """
        own = "" if org_id is None else " AND org_id = :org_id"
        lock = row_lock(self._tx.dialect, skips_locked=True)
        rows = await self._tx.all(
            "WITH taken AS MATERIALIZED (SELECT org_id, fingerprint FROM alert"
            f" WHERE is_unrouted{own} ORDER BY org_id LIMIT :limit{lock})"
            " UPDATE alert SET is_unrouted = FALSE"
            " WHERE (org_id, fingerprint) IN (SELECT org_id, fingerprint FROM taken) RETURNING *",
            {"limit": limit} if org_id is None else {"limit": limit, "org_id": org_id},
        )
        return [_alert(row) for row in sorted(rows, key=lambda row: int(row["org_id"]))]

    async def expire(self, now: int, uptime_ms: int) -> int:
        """Resolve posted alerts whose time has passed. Returns how many.

        `uptime_ms` is for how many milliseconds other servers could post alerts. After an outage of
        this server, an alert has as much time as it was posted for, and at most `RESOLVE_TIMEOUT`.
        """
        lock = row_lock(self._tx.dialect, skips_locked=True)
        return await self._tx.execute(
            "UPDATE alert SET ends_at = expires_at, expires_at = NULL, updated = :now,"
            " is_unrouted = TRUE WHERE (org_id, fingerprint) IN (SELECT org_id, fingerprint"
            " FROM alert WHERE expires_at <= :now AND ends_at IS NULL AND (origin <> 'posted'"
            f" OR expires_at - updated <= :uptime_ms OR :uptime_ms >= :most){lock})",
            {
                "now": now,
                "uptime_ms": uptime_ms,
                "most": RESOLVE_TIMEOUT // timedelta(milliseconds=1),
            },
        )

    async def forget_posted(self, fingerprint: str, before: int) -> None:
        """Delete the alert in every organization unless it was posted since, without a resolved
        notification."""
        lock = row_lock(self._tx.dialect, skips_locked=True)
        await self._tx.execute(
            "DELETE FROM alert WHERE (org_id, fingerprint) IN (SELECT org_id, fingerprint"
            " FROM alert WHERE fingerprint = :fingerprint AND origin = 'posted'"
            f" AND updated <= :before{lock})",
            {"fingerprint": fingerprint, "before": before},
        )

    async def delete_settled(self, limit: int) -> int:
        """Delete resolved alerts that no group has to send. Returns how many."""
        lock = row_lock(self._tx.dialect, skips_locked=True)
        return await self._tx.execute(
            "DELETE FROM alert WHERE (org_id, fingerprint) IN (SELECT org_id, fingerprint"
            " FROM alert WHERE ends_at IS NOT NULL AND NOT is_unrouted AND NOT EXISTS (SELECT 1"
            " FROM alert_group_member WHERE alert_group_member.org_id = alert.org_id"
            " AND alert_group_member.fingerprint = alert.fingerprint)"
            f" LIMIT :limit{lock})",
            {"limit": limit},
        )


def _params(alert: Alert, now: int) -> dict[str, object]:
    own = alert.notification
    return {
        "org_id": alert.org_id,
        "fingerprint": alert.fingerprint,
        "origin": alert.origin,
        "rule_uid": alert.rule_uid,
        "labels": _text(dict(alert.labels)),
        "annotations": _text(dict(alert.annotations)),
        "value_numbers": numbers_text(alert.values),
        "starts_at": milliseconds(alert.starts_at),
        "ends_at": None if alert.ends_at is None else milliseconds(alert.ends_at),
        "expires_at": None if alert.expires_at is None else milliseconds(alert.expires_at),
        "generator_url": alert.generator_url,
        "notification": "" if own is None else msgspec.json.encode(own).decode(),
        "now": now,
    }


def _alert(row: Row) -> Alert:
    own = row["notification"]
    return Alert(
        org_id=row["org_id"],
        fingerprint=row["fingerprint"],
        labels=orjson.loads(row["labels"]),
        annotations=orjson.loads(row["annotations"]),
        starts_at=moment(row["starts_at"]),
        ends_at=None if row["ends_at"] is None else moment(row["ends_at"]),
        values=read_numbers(row["value_numbers"]),
        origin=row["origin"],
        rule_uid=row["rule_uid"],
        generator_url=row["generator_url"],
        expires_at=None if row["expires_at"] is None else moment(row["expires_at"]),
        notification=_notification(own) if own else None,
        updated=moment(row["updated"]),
    )


def _text(value: object) -> str:
    return orjson.dumps(value).decode()
