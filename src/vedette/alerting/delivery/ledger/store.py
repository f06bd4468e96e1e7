"""Reads decisions, messages and attempts the way people ask for them."""

# ruff: noqa: S608 - statements are put together from constants; values are parameters

from collections.abc import Mapping, Sequence

import orjson

from vedette.alerting.delivery.decision_store import read_decision
from vedette.alerting.delivery.ledger.model import Entry, MadeAttempt, Message, Search
from vedette.alerting.delivery.ledger.words import has_words, pattern
from vedette.db.database import Row, Tx
from vedette.db.sql import listed

_MESSAGE = (
    "id, delivery_key, group_key, receiver, integration_uid, integration_type, sequence, slot,"
    " reason, state, firing, resolved, attempts, created, finished, outcome, due_at"
)
_MOST_ALERTS = 1_000
"""Alerts that words are found in; the newest."""


class LedgerStore:
    def __init__(self, tx: Tx, org_id: int) -> None:
        self._tx = tx
        self._org = {"org_id": org_id}

    async def entries(self, wanted: Search) -> Sequence[Entry]:
        """The newest first."""
        tests = ["d.org_id = :org_id", "d.created >= :since", "d.created < :until"]
        tests += [
            f"d.{name} = :{name}"
            for name in ("fingerprint", "rule_uid", "receiver")
            if getattr(wanted, name)
        ]
        if wanted.state:
            tests.append("(d.decision = :state OR v.state = :state)")
        if wanted.before is not None:
            tests.append("d.id < :before")
        names, alerts = await self._with_words(wanted.words)
        if wanted.words:
            tests.append(f"d.fingerprint IN ({names})")
        rows = await self._tx.all(
            "SELECT d.* FROM alert_decision d LEFT JOIN alert_delivery v ON v.id = d.delivery_id"
            f" WHERE {' AND '.join(tests)} ORDER BY d.id DESC LIMIT :limit",
            {**self._org, **_params(wanted), **alerts},
        )
        messages = await self.messages([row["delivery_id"] for row in rows if row["delivery_id"]])
        labels = await self.labels(sorted({row["fingerprint"] for row in rows}))
        return [
            Entry(
                row["id"],
                read_decision(row),
                messages.get(row["delivery_id"]),
                labels.get(row["fingerprint"], {}),
            )
            for row in rows
        ]

    async def search_messages(self, wanted: Search) -> Sequence[Message]:
        """The newest first."""
        tests = ["org_id = :org_id", "created >= :since", "created < :until"]
        tests += [f"{name} = :{name}" for name in ("receiver", "state") if getattr(wanted, name)]
        about = [
            f"{name} = :{name}" for name in ("fingerprint", "rule_uid") if getattr(wanted, name)
        ]
        names, alerts = await self._with_words(wanted.words)
        if wanted.words:
            about.append(f"fingerprint IN ({names})")
        if about:
            tests.append(
                "id IN (SELECT delivery_id FROM alert_decision WHERE org_id = :org_id"
                f" AND {' AND '.join(about)} AND delivery_id IS NOT NULL)"
            )
        if wanted.before is not None:
            tests.append("id < :before")
        rows = await self._tx.all(
            f"SELECT {_MESSAGE} FROM alert_delivery WHERE {' AND '.join(tests)}"
            " ORDER BY id DESC LIMIT :limit",
            {**self._org, **_params(wanted), **alerts},
        )
        return [_message(row) for row in rows]

    async def messages(self, ids: Sequence[int]) -> dict[int, Message]:
        if not ids:
            return {}
        names, params = listed("id", sorted(set(ids)))
        rows = await self._tx.all(
            f"SELECT {_MESSAGE} FROM alert_delivery WHERE org_id = :org_id AND id IN ({names})",
            {**self._org, **params},
        )
        return {row["id"]: _message(row) for row in rows}

    async def text(self, delivery_id: int) -> str:
        """The snapshot of what a message says; it is there."""
        found: str = await self._tx.value(
            "SELECT message FROM alert_delivery WHERE org_id = :org_id AND id = :id",
            {**self._org, "id": delivery_id},
        )
        return found

    async def attempts(self, ids: Sequence[int]) -> Sequence[MadeAttempt]:
        """In their order."""
        if not ids:
            return []
        names, params = listed("id", sorted(set(ids)))
        rows = await self._tx.all(
            "SELECT * FROM alert_delivery_attempt WHERE org_id = :org_id"
            f" AND delivery_id IN ({names}) ORDER BY delivery_id, attempt",
            {**self._org, **params},
        )
        return [
            MadeAttempt(
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
        """As they were when the alerts were led to their groups, also of alerts that are gone."""
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
        """Fingerprints of alerts whose labels have all words, as the list of an IN."""
        if not words:
            return "", {}
        tests = [f"LOWER(detail) LIKE :word{index}" for index in range(len(words))]
        patterns = {f"word{index}": pattern(word) for index, word in enumerate(words)}
        rows = await self._tx.all(
            "SELECT fingerprint, detail FROM alert_decision WHERE id IN (SELECT MAX(id)"
            " FROM alert_decision WHERE org_id = :org_id AND decision = 'routed'"
            f" AND {' AND '.join(tests)} GROUP BY fingerprint ORDER BY MAX(id) DESC LIMIT :most)",
            {**self._org, **patterns, "most": _MOST_ALERTS},
        )
        found = [
            row["fingerprint"]
            for row in rows
            if has_words(orjson.loads(row["detail"]).get("labels", {}), words)
        ]
        return listed("alert", found or [""])


def _params(wanted: Search) -> dict[str, object]:
    return {name: getattr(wanted, name) for name in Search.__struct_fields__ if name != "words"}


def _message(row: Row) -> Message:
    return Message(
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
