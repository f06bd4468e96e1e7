"""Rows of `alert`: what fires now, and what ended and is still to be told."""

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
        """`now` in milliseconds of the database's clock.

        An alert is routed again where it is new, ended, fires anew, or its rule names another
        contact point. The end of an alert that is not known is nothing to anybody.
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
        """Those that fire, the oldest first."""
        rows = await self._tx.all(
            "SELECT * FROM alert WHERE org_id = :org_id AND ends_at IS NULL"
            " ORDER BY starts_at, fingerprint",
            {"org_id": org_id},
        )
        return [_alert(row) for row in rows]

    async def active_labels(self, org_id: int) -> dict[str, dict[str, str]]:
        """The labels of those that fire, by fingerprint."""
        rows = await self._tx.all(
            "SELECT fingerprint, labels FROM alert WHERE org_id = :org_id AND ends_at IS NULL",
            {"org_id": org_id},
        )
        return {row["fingerprint"]: orjson.loads(row["labels"]) for row in rows}

    async def by_fingerprints(self, org_id: int, fingerprints: Sequence[str]) -> dict[str, Alert]:
        """Those that are known, by fingerprint, with those that ended."""
        found: dict[str, Alert] = {}
        for names, params in listed_pages("fp", fingerprints):
            rows = await self._tx.all(
                f"SELECT * FROM alert WHERE org_id = :org_id AND fingerprint IN ({names})",
                {"org_id": org_id, **params},
            )
            found |= {row["fingerprint"]: _alert(row) for row in rows}
        return found

    async def of_rules(self, org_id: int, rule_uids: Sequence[str]) -> Sequence[Alert]:
        """Also those that ended and are still to be told."""
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
        """After a change of the policies: everything that fires is led through them again.

        Also what somebody leads through the old ones meanwhile: this waits for them, as their row
        still reads as unrouted. In the order in which `put` takes rows, so that the two never wait
        for one another.
        """
        lock = row_lock(self._tx.dialect)
        await self._tx.execute(
            "UPDATE alert SET is_unrouted = TRUE WHERE (org_id, fingerprint) IN"
            " (SELECT org_id, fingerprint FROM alert WHERE org_id = :org_id AND ends_at IS NULL"
            f" ORDER BY org_id, fingerprint{lock})",
            {"org_id": org_id},
        )

    async def rename_receiver(self, org_id: int, old: str, new: str) -> None:
        """In what rules say of their delivery, past the policies."""
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
        """Those of all organizations that fire and come of no rule."""
        rows = await self._tx.all(
            "SELECT * FROM alert WHERE origin = 'outage' AND ends_at IS NULL"
            " ORDER BY org_id, fingerprint"
        )
        return [_alert(row) for row in rows]

    async def has_unrouted(self) -> bool:
        """Of any organization."""
        return await self._tx.value("SELECT 1 FROM alert WHERE is_unrouted LIMIT 1") is not None

    async def unrouted_organizations(self) -> Sequence[int]:
        rows = await self._tx.all("SELECT DISTINCT org_id FROM alert WHERE is_unrouted ORDER BY 1")
        return [row["org_id"] for row in rows]

    async def take_unrouted(self, limit: int, org_id: int | None = None) -> Sequence[Alert]:
        """Alerts which this transaction has to route; no other takes them.

        Of any organization where none is named, and by organization. One statement, as the database
        may be far away.
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

    async def expire(self, now: int, heard_for: int) -> int:
        """Ends the alerts whose time is over that nobody told again; how many.

        `heard_for` is for how many milliseconds others could post: an alert of theirs has as much
        time after an outage of ours as it was posted for, and at most `RESOLVE_TIMEOUT`.
        """
        lock = row_lock(self._tx.dialect, skips_locked=True)
        return await self._tx.execute(
            "UPDATE alert SET ends_at = expires_at, expires_at = NULL, updated = :now,"
            " is_unrouted = TRUE WHERE (org_id, fingerprint) IN (SELECT org_id, fingerprint"
            " FROM alert WHERE expires_at <= :now AND ends_at IS NULL AND (origin <> 'posted'"
            f" OR expires_at - updated <= :heard_for OR :heard_for >= :most){lock})",
            {
                "now": now,
                "heard_for": heard_for,
                "most": RESOLVE_TIMEOUT // timedelta(milliseconds=1),
            },
        )

    async def forget_posted(self, fingerprint: str, before: int) -> None:
        """In every organization, where nobody posted it since: groups tell nothing of it then."""
        lock = row_lock(self._tx.dialect, skips_locked=True)
        await self._tx.execute(
            "DELETE FROM alert WHERE (org_id, fingerprint) IN (SELECT org_id, fingerprint"
            " FROM alert WHERE fingerprint = :fingerprint AND origin = 'posted'"
            f" AND updated <= :before{lock})",
            {"fingerprint": fingerprint, "before": before},
        )

    async def delete_settled(self, limit: int) -> int:
        """Deletes alerts that ended and of which no group has to tell any more; how many."""
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
