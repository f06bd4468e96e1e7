"""Notification history and acknowledgements under `/api/v1/alerting`."""

from collections.abc import Sequence
from typing import cast

import msgspec

from vedette.access.guard import needs
from vedette.alerting.alerts.acknowledgement_store import Acknowledgement
from vedette.alerting.delivery.answers import (
    AcknowledgementAnswer,
    AttemptAnswer,
    DecisionAnswer,
    DecisionPage,
    DeliveredAlert,
    DeliveryAnswer,
    DeliveryDetails,
    DeliveryPage,
    DeliveryState,
    TimelineAnswer,
)
from vedette.alerting.delivery.errors import DeliveryNotFound
from vedette.alerting.delivery.history.model import (
    AttemptRecord,
    HistoryEntry,
    NotificationRecord,
    NotificationSearch,
)
from vedette.alerting.delivery.history.search_words import words_of
from vedette.alerting.delivery.history.sentences import of_message
from vedette.alerting.delivery.history.service import NotificationHistory
from vedette.alerting.delivery.message import AlertSnapshot, public
from vedette.kernel.clock import Clock, milliseconds, moment
from vedette.kernel.durations import parse_time_range
from vedette.web.answer import MessageAnswer
from vedette.web.call import Call
from vedette.web.routes import RateLimit, Route

_BASE = "/api/v1/alerting"
_MOST = 1_000
_LONGEST_COMMENT = 1_000
_RATE = RateLimit("notification_history", burst_seconds=30)


class NotificationHistoryQuery(msgspec.Struct, rename="camel"):
    """Filters. `receiver` is the name of a contact point. `before` is the id of an entry, for the
    next page. `search` holds words of labels, or whole labels such as `team=web`."""

    fingerprint: str = ""
    rule_uid: str = ""
    receiver: str = ""
    state: str = ""
    search: str = ""
    from_: str = msgspec.field(default="now-30d", name="from")
    to: str = "now"
    limit: int = 100
    before: int | None = None


class AcknowledgeBody(msgspec.Struct):
    comment: str = ""


class NotificationHistoryApi:
    def __init__(self, ledger: NotificationHistory, clock: Clock) -> None:
        self._history = ledger
        self._clock = clock

    def routes(self) -> list[Route]:
        read, write = needs("alerting:read"), needs("alerting:write")
        acknowledgement = f"{_BASE}/alerts/:fingerprint/acknowledgement"
        return [
            Route(
                "GET",
                f"{_BASE}/ledger",
                self.entries,
                read,
                answer=DecisionPage,
                query=NotificationHistoryQuery,
                rate=_RATE,
                summary="List why notifications were sent or not, newest first.",
            ),
            Route(
                "GET",
                f"{_BASE}/alerts/:fingerprint/timeline",
                self.timeline,
                read,
                answer=TimelineAnswer,
                query=NotificationHistoryQuery,
                rate=_RATE,
                summary="Get the timeline of an alert: transitions, decisions and attempts.",
            ),
            Route(
                "GET",
                f"{_BASE}/deliveries",
                self.messages,
                read,
                answer=DeliveryPage,
                query=NotificationHistoryQuery,
                rate=_RATE,
                summary="List notifications and their delivery states, newest first.",
            ),
            Route(
                "GET",
                f"{_BASE}/deliveries/:id",
                self.message,
                read,
                answer=DeliveryDetails,
                summary="Get the alerts of a notification and all attempts to send it.",
            ),
            Route(
                "POST",
                f"{_BASE}/deliveries/:id/retry",
                self.retry,
                write,
                answer=DeliveryAnswer,
                rate=_RATE,
                summary="Send a failed or expired notification again.",
            ),
            Route(
                "GET",
                f"{_BASE}/acknowledgements",
                self.acknowledgements,
                read,
                answer=list[AcknowledgementAnswer],
                summary="List acknowledged alerts that still fire.",
            ),
            Route(
                "POST",
                acknowledgement,
                self.acknowledge,
                write,
                answer=AcknowledgementAnswer,
                body=AcknowledgeBody,
                summary="Acknowledge an alert. This pauses its repeat notifications.",
            ),
            Route(
                "DELETE",
                acknowledgement,
                self.withdraw,
                write,
                answer=MessageAnswer,
                summary="Withdraw the acknowledgement of an alert.",
            ),
        ]

    async def entries(self, call: Call) -> DecisionPage:
        wanted = self._search(call.query)
        found = await self._history.entries(call.who.org_id, wanted)
        items = [_entry(entry, sentence) for entry, sentence in found]
        return {"items": items, "next": _next(items, wanted.limit)}

    async def messages(self, call: Call) -> DeliveryPage:
        wanted = self._search(call.query)
        found = await self._history.messages(call.who.org_id, wanted)
        items = [_message(each) for each in found]
        return {"items": items, "next": _next(items, wanted.limit)}

    async def message(self, call: Call) -> DeliveryDetails:
        looked = await self._history.message(call.who.org_id, _id(call))
        return {
            **_message(looked.message),
            "alerts": [_alert(each) for each in looked.alerts],
            "attemptList": [_attempt(each) for each in looked.attempts],
        }

    async def retry(self, call: Call) -> DeliveryAnswer:
        return _message(await self._history.retry(call.who.org_id, _id(call)))

    async def timeline(self, call: Call) -> TimelineAnswer:
        fingerprint = call.params["fingerprint"]
        wanted = self._search(call.query)
        found = await self._history.timeline(call.who.org_id, fingerprint, wanted)
        alert, given = found.alert, found.acknowledgement
        return {
            "fingerprint": fingerprint,
            "labels": public(found.labels),
            "ruleUid": alert.rule_uid if alert else "",
            "state": "normal" if alert is None else "firing" if alert.is_firing else "resolved",
            "acknowledgement": _acknowledgement(given) if given else None,
            "events": [
                {
                    "time": _time(each.time),
                    "kind": each.kind,
                    "sentence": each.sentence,
                    **each.detail,
                }
                for each in found.events
            ],
        }

    async def acknowledgements(self, call: Call) -> list[AcknowledgementAnswer]:
        given = await self._history.acknowledgements(call.who.org_id)
        return [_acknowledgement(each) for each in given]

    async def acknowledge(self, call: Call) -> AcknowledgementAnswer:
        sent: AcknowledgeBody = call.body
        comment = sent.comment[:_LONGEST_COMMENT]
        given = await self._history.acknowledge(call.who, call.params["fingerprint"], comment)
        return _acknowledgement(given)

    async def withdraw(self, call: Call) -> MessageAnswer:
        await self._history.withdraw(call.who, call.params["fingerprint"])
        return {"message": "acknowledgement withdrawn"}

    def _search(self, sent: NotificationHistoryQuery) -> NotificationSearch:
        since, until = parse_time_range(sent.from_, sent.to, self._clock.now())
        return NotificationSearch(
            since=milliseconds(since),
            until=milliseconds(until) + 1,
            fingerprint=sent.fingerprint,
            rule_uid=sent.rule_uid,
            receiver=sent.receiver,
            state=sent.state,
            words=words_of(sent.search),
            before=sent.before,
            limit=min(max(1, sent.limit), _MOST),
        )


def _id(call: Call) -> int:
    """Return the id in the path. Raises `DeliveryNotFound` if it is not a number."""
    text = call.params["id"]
    if not text.isascii() or not text.isdecimal() or len(text) > 18:
        raise DeliveryNotFound(text)
    return int(text)


def _next(items: Sequence[DecisionAnswer] | Sequence[DeliveryAnswer], limit: int) -> int | None:
    """Return the `before` of the next page, or None on the last one."""
    return items[-1]["id"] if len(items) == limit else None


def _entry(entry: HistoryEntry, sentence: str) -> DecisionAnswer:
    made = entry.decision
    return {
        "id": entry.id,
        "time": _time(made.created),
        "fingerprint": made.fingerprint,
        "labels": public(entry.labels),
        "ruleUid": made.rule_uid,
        "receiver": made.receiver,
        "integrationUid": made.integration_uid,
        "groupKey": made.group_key,
        "decision": made.decision,
        "detail": {key: value for key, value in made.detail.items() if key != "labels"},
        "sentence": sentence,
        "delivery": _message(entry.message) if entry.message else None,
    }


def _message(message: NotificationRecord) -> DeliveryAnswer:
    return {
        "id": message.id,
        "key": message.key,
        "receiver": message.receiver,
        "integrationUid": message.integration_uid,
        "integrationType": message.integration_type,
        "groupKey": message.group_key,
        "sequence": message.sequence,
        "reason": message.reason,
        "state": cast(DeliveryState, message.state),
        "sentence": of_message(message),
        "outcome": message.outcome,
        "firing": message.firing,
        "resolved": message.resolved,
        "attempts": message.attempts,
        "created": _time(message.created),
        "finished": None if message.finished is None else _time(message.finished),
        "due": None if message.due is None else _time(message.due),
    }


def _alert(alert: AlertSnapshot) -> DeliveredAlert:
    return {
        "fingerprint": alert.fingerprint,
        "status": "firing" if alert.ends_at is None else "resolved",
        "labels": public(alert.labels),
        "annotations": public(alert.annotations),
        "values": alert.values,
        "startsAt": _time(alert.starts_at),
        "endsAt": None if alert.ends_at is None else _time(alert.ends_at),
        "ruleUid": alert.rule_uid,
    }


def _attempt(made: AttemptRecord) -> AttemptAnswer:
    return {
        "attempt": made.attempt,
        "started": _time(made.started),
        "durationMs": made.duration_ms,
        "outcome": made.outcome,
        "answer": made.answer,
        "instance": made.instance,
    }


def _acknowledgement(given: Acknowledgement) -> AcknowledgementAnswer:
    return {
        "fingerprint": given.fingerprint,
        "who": given.who,
        "comment": given.comment,
        "created": _time(milliseconds(given.created)),
    }


def _time(stored: int) -> str:
    return moment(stored).isoformat(timespec="milliseconds").replace("+00:00", "Z")
