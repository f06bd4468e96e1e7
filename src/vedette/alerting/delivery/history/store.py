"""Searches decisions, notifications and attempts."""

# ruff: noqa: S608 - statements are put together from constants; values are parameters

from collections.abc import Mapping, Sequence

import orjson

from vedette.alerting.delivery.decision_store import read_decision, stored_names
from vedette.alerting.delivery.delivery_store import DeliveryState
from vedette.alerting.delivery.history.model import (
    AttemptRecord,
    HistoryEntry,
    NotificationRecord,
    NotificationSearch,
)
from vedette.alerting.delivery.history.search_words import has_words, pattern
from vedette.db.database import Row, Tx
from vedette.db.sql import listed

_MESSAGE = (
    "id, delivery_key, group_key, receiver, integration_uid, integration_type, sequence, slot,"
    " reason, state, firing, resolved, attempts, created, finished, outcome, due_at"
)
_MOST_ALERTS = 1_000
"""Most alerts that a search by words considers: the newest."""
_SEARCHED = 20_000
"""Most decisions `routed` that a search by words reads, newest first, as no index covers them."""
_MESSAGE_STATES = frozenset(each.value for each in DeliveryState)


class NotificationHistoryStore:
    def __init__(self, tx: Tx, org_id: int) -> None:
        self._tx = tx
        self._org = {"org_id": org_id}

    async def entries(self, wanted: NotificationSearch) -> Sequence[HistoryEntry]:
        """Return entries, newest first. Each filter has an index, see their migration."""
        tests = ["d.org_id = :org_id", "d.created >= :since", "d.created < :until"]
        tests += [
            f"d.{name} = :{name}"
            for name in ("fingerprint", "rule_uid", "receiver")
            if getattr(wanted, name)
        ]
        source = "alert_decision d"
        params = {**self._org, **_params(wanted)}
        if wanted.state in _MESSAGE_STATES:
            tests += ["v.id = d.delivery_id", "v.org_id = :org_id", "v.state = :state"]
            # The order matters for SQLite: most notifications are sent, and few are in another
            # state.
            is_common = wanted.state == DeliveryState.SENT
            tables = ("alert_decision d", "alert_delivery v")
            source = " CROSS JOIN ".join(tables if is_common else tables[::-1])
        elif wanted.state:
            names, stored = listed("state", stored_names(wanted.state))
            tests.append(f"d.decision IN ({names})")
            params |= stored
        if wanted.before is not None:
            tests.append("(d.created < :last_created OR d.id < :before)")
            params |= await self._page("alert_decision", wanted)
        names, alerts = await self._with_words(wanted.words)
        if wanted.words:
            tests.append(f"d.fingerprint IN ({names})")
        rows = await self._tx.all(
            f"SELECT d.* FROM {source} WHERE {' AND '.join(tests)}"
            " ORDER BY d.created DESC, d.id DESC LIMIT :limit",
            {**params, **alerts},
        )
        messages = await self.messages([row["delivery_id"] for row in rows if row["delivery_id"]])
        labels = await self.labels(sorted({row["fingerprint"] for row in rows}))
        return [
            HistoryEntry(
                row["id"],
                read_decision(row),
                messages.get(row["delivery_id"]),
                labels.get(row["fingerprint"], {}),
            )
            for row in rows
        ]

    async def search_messages(self, wanted: NotificationSearch) -> Sequence[NotificationRecord]:
        """Return notifications, newest first."""
        tests = ["v.org_id = :org_id", "v.created >= :since", "v.created < :until"]
        tests += [f"v.{name} = :{name}" for name in ("receiver", "state") if getattr(wanted, name)]
        about = [
            f"{name} = :{name}" for name in ("fingerprint", "rule_uid") if getattr(wanted, name)
        ]
        names, alerts = await self._with_words(wanted.words)
        if wanted.words:
            about.append(f"fingerprint IN ({names})")
        source = "alert_delivery v"
        if about:
            source = (
                "(SELECT DISTINCT delivery_id FROM alert_decision WHERE org_id = :org_id"
                f" AND {' AND '.join(about)} AND delivery_id IS NOT NULL) AS chosen"
                " CROSS JOIN alert_delivery v"
            )
            tests.append("v.id = chosen.delivery_id")
        params = {**self._org, **_params(wanted)}
        if wanted.before is not None:
            tests.append("(v.created < :last_created OR v.id < :before)")
            params |= await self._page("alert_delivery", wanted)
        rows = await self._tx.all(
            f"SELECT {_MESSAGE} FROM {source} WHERE {' AND '.join(tests)}"
            " ORDER BY v.created DESC, v.id DESC LIMIT :limit",
            {**params, **alerts},
        )
        return [_message(row) for row in rows]

    async def _page(self, table: str, wanted: NotificationSearch) -> dict[str, object]:
        """Return the parameters of the page after the row `before`, by its creation time.

        If the row was deleted because of its age, everything older was deleted as well.
        """
        last: int | None = await self._tx.value(
            f"SELECT created FROM {table} WHERE org_id = :org_id AND id = :before",
            {**self._org, "before": wanted.before},
        )
        if last is None:
            return {"last_created": wanted.since}
        return {"last_created": last, "until": min(wanted.until, last + 1)}

    async def messages(self, ids: Sequence[int]) -> dict[int, NotificationRecord]:
        if not ids:
            return {}
        names, params = listed("id", sorted(set(ids)))
        rows = await self._tx.all(
            f"SELECT {_MESSAGE} FROM alert_delivery WHERE org_id = :org_id AND id IN ({names})",
            {**self._org, **params},
        )
        return {row["id"]: _message(row) for row in rows}

    async def text(self, delivery_id: int) -> str:
        """Return the stored content of a notification, which must exist."""
        found: str = await self._tx.value(
            "SELECT message FROM alert_delivery WHERE org_id = :org_id AND id = :id",
            {**self._org, "id": delivery_id},
        )
        return found

    async def attempts(self, ids: Sequence[int]) -> Sequence[AttemptRecord]:
        """Return the attempts in their order."""
        if not ids:
            return []
        names, params = listed("id", sorted(set(ids)))
        rows = await self._tx.all(
            "SELECT * FROM alert_delivery_attempt WHERE org_id = :org_id"
            f" AND delivery_id IN ({names}) ORDER BY delivery_id, attempt",
            {**self._org, **params},
        )
        return [
            AttemptRecord(
                row["delivery_id"],
                row["attempt"],
                row["started"],
                row["duration_ms"],
                row["outcome"],
                row["answer"],
                row["instance"],
            )
            for row in rows
        ]

    async def labels(self, fingerprints: Sequence[str]) -> dict[str, Mapping[str, str]]:
        """Return the labels at the last routing of each alert, also of deleted alerts."""
        if not fingerprints:
            return {}
        names, params = listed("fp", fingerprints)
        rows = await self._tx.all(
            "SELECT fingerprint, detail FROM alert_decision WHERE id IN (SELECT MAX(id)"
            f" FROM alert_decision WHERE org_id = :org_id AND fingerprint IN ({names})"
            " AND decision = 'routed' GROUP BY fingerprint)",
            {**self._org, **params},
        )
        return {row["fingerprint"]: orjson.loads(row["detail"]).get("labels", {}) for row in rows}

    async def _with_words(self, words: Sequence[str]) -> tuple[str, dict[str, object]]:
        """Return fingerprints of alerts whose labels contain all words, as the list of an SQL
        `IN`."""
        if not words:
            return "", {}
        tests = [f"LOWER(detail) LIKE :word{index}" for index in range(len(words))]
        patterns = {f"word{index}": pattern(word) for index, word in enumerate(words)}
        rows = await self._tx.all(
            "SELECT fingerprint, detail FROM alert_decision WHERE id IN (SELECT MAX(id)"
            " FROM (SELECT id, fingerprint, detail FROM alert_decision WHERE org_id = :org_id"
            " AND decision = 'routed' ORDER BY created DESC, id DESC LIMIT :searched) AS newest"
            f" WHERE {' AND '.join(tests)} GROUP BY fingerprint ORDER BY MAX(id) DESC LIMIT :most)",
            {**self._org, **patterns, "searched": _SEARCHED, "most": _MOST_ALERTS},
        )
        found = [
            row["fingerprint"]
            for row in rows
            if has_words(orjson.loads(row["detail"]).get("labels", {}), words)
        ]
        return listed("alert", found or [""])


def _params(wanted: NotificationSearch) -> dict[str, object]:
    return {
        name: getattr(wanted, name)
        for name in NotificationSearch.__struct_fields__
        if name != "words"
    }


def _message(row: Row) -> NotificationRecord:
    return NotificationRecord(
        id=row["id"],
        key=row["delivery_key"],
        group_key=row["group_key"],
        receiver=row["receiver"],
        integration_uid=row["integration_uid"],
        integration_type=row["integration_type"],
        sequence=row["sequence"],
        slot=row["slot"],
        reason=row["reason"],
        state=row["state"],
        firing=orjson.loads(row["firing"]),
        resolved=orjson.loads(row["resolved"]),
        attempts=row["attempts"],
        created=row["created"],
        finished=row["finished"],
        outcome=row["outcome"],
        due=row["due_at"],
    )
