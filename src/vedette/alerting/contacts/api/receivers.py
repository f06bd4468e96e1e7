"""Receiver types, the health of contact points, and test notifications."""

import asyncio
from collections.abc import Sequence

import msgspec

from vedette.access.guard import needs
from vedette.alerting.contacts.answers import (
    ContactPointHealth,
    Notifier,
    ReceiverForm,
    TestedIntegration,
    TestedReceiver,
    TestedReceivers,
    TestResult,
)
from vedette.alerting.contacts.api.shapes import IntegrationBody, draft_of, point_json
from vedette.alerting.contacts.errors import BadContact
from vedette.alerting.contacts.forms import notifier, receiver_form
from vedette.alerting.contacts.receiver_types import ReceiverTypes
from vedette.alerting.contacts.service import ContactService
from vedette.alerting.contacts.testing import ContactPointTest, ContactPointTests
from vedette.alerting.templates.samples import (
    SAMPLE_ANNOTATIONS,
    SAMPLE_LABELS,
    SampleAlert,
    sample_message,
)
from vedette.kernel.clock import Clock
from vedette.sdk import Message
from vedette.web.answer import ApiAnswer, json
from vedette.web.call import Call
from vedette.web.routes import RateLimit, Route

_CONFIG = "/api/alertmanager/grafana/config/api/v1/receivers"
_MAX_TESTED = 50
_RATE = RateLimit("contact_point_tests", burst_seconds=30)


class ReceiverBody(msgspec.Struct):
    name: str = ""
    grafana_managed_receiver_configs: list[IntegrationBody] = []


class TestReceivers(msgspec.Struct):
    receivers: list[ReceiverBody] = []
    alert: SampleAlert | None = None


class TestIntegration(IntegrationBody):
    alert: SampleAlert | None = None


class ReceiversApi:
    def __init__(
        self,
        service: ContactService,
        types: ReceiverTypes,
        trials: ContactPointTests,
        clock: Clock,
        root_url: str,
    ) -> None:
        self._service = service
        self._types = types
        self._trials = trials
        self._clock = clock
        self._root_url = root_url

    def routes(self) -> list[Route]:
        read, write = needs("alerting:read"), needs("alerting:write")
        return [
            Route(
                "GET",
                "/api/alert-notifiers",
                self.notifiers,
                read,
                answer=list[Notifier],
                summary="List the receiver types with their forms, in the format of Grafana 10.4.",
            ),
            Route(
                "GET",
                "/api/v1/alerting/receivers",
                self.forms,
                read,
                answer=list[ReceiverForm],
                summary="List the receiver types with their settings.",
            ),
            Route(
                "GET",
                _CONFIG,
                self.health,
                read,
                answer=list[ContactPointHealth],
                summary="Get the health of contact points.",
            ),
            Route(
                "POST",
                f"{_CONFIG}/test",
                self.test_receivers,
                write,
                answer=TestedReceivers,
                body=TestReceivers,
                rate=_RATE,
                summary="Send a test notification to saved or unsaved contact points.",
            ),
            Route(
                "POST",
                "/api/v1/alerting/contact-points/test",
                self.test_one,
                write,
                answer=TestResult,
                body=TestIntegration,
                rate=_RATE,
                summary="Send a test notification and return the response of the receiver.",
            ),
        ]

    async def notifiers(self, call: Call) -> list[Notifier]:
        found = await asyncio.to_thread(self._types.all)
        return [notifier(manifest, plugin) for manifest, plugin in found]

    async def forms(self, call: Call) -> list[ReceiverForm]:
        found = await asyncio.to_thread(self._types.all)
        return [receiver_form(manifest, plugin) for manifest, plugin in found]

    async def health(self, call: Call) -> list[ContactPointHealth]:
        org_id = call.who.org_id
        attempts = await self._service.last_attempts(org_id)
        uses = await self._service.uses(org_id)
        points = await self._service.points(org_id)
        return [point_json(each, attempts, bool(uses.get(each.name))) for each in points]

    async def test_one(self, call: Call) -> TestResult:
        body: TestIntegration = call.body
        draft = draft_of(body)
        message = self._message(call, draft.name, body.alert)
        trial = await self._trials.send(call.who.org_id, draft, message)
        if trial.outcome == "bad":
            raise BadContact(trial.error)
        return {
            "status": "ok" if trial.is_ok else "failed",
            "answer": trial.answer,
            "error": trial.error,
            "durationMs": trial.duration_ms,
        }

    async def test_receivers(self, call: Call) -> TestedReceivers | ApiAnswer:
        body: TestReceivers = call.body
        drafts = [
            (receiver.name, draft_of(config, receiver.name or config.name))
            for receiver in body.receivers
            for config in receiver.grafana_managed_receiver_configs
        ]
        if not 0 < len(drafts) <= _MAX_TESTED:
            raise BadContact(f"A request must test 1 to {_MAX_TESTED} receivers.")
        org_id = call.who.org_id
        trials = await asyncio.gather(
            *(
                self._trials.send(org_id, draft, self._message(call, name, body.alert))
                for name, draft in drafts
            )
        )
        sent = iter(trials)
        receivers: list[TestedReceiver] = [
            {
                "name": receiver.name,
                "grafana_managed_receiver_configs": [
                    _config_result(config, next(sent))
                    for config in receiver.grafana_managed_receiver_configs
                ],
            }
            for receiver in body.receivers
        ]
        alert = body.alert or SampleAlert()
        answer: TestedReceivers = {
            "alert": {
                "annotations": alert.annotations or SAMPLE_ANNOTATIONS,
                "labels": alert.labels or SAMPLE_LABELS,
            },
            "receivers": receivers,
            "notified_at": self._clock.now().isoformat(),
        }
        return json(answer, _status(trials))

    def _message(self, call: Call, receiver: str, alert: SampleAlert | None) -> Message:
        labels = alert.labels if alert and alert.labels else SAMPLE_LABELS
        return sample_message(
            [alert] if alert else [],
            org_id=call.who.org_id,
            receiver=receiver,
            root_url=self._root_url,
            now=self._clock.now(),
            group_labels=labels,
        )


def _config_result(config: IntegrationBody, trial: ContactPointTest) -> TestedIntegration:
    shape: TestedIntegration = {
        "name": config.name,
        "uid": config.uid or "",
        "status": "ok" if trial.is_ok else "failed",
        "answer": trial.answer,
    }
    if not trial.is_ok:
        shape["error"] = trial.error
    return shape


def _status(trials: Sequence[ContactPointTest]) -> int:
    """Return 400 if no settings are usable, 408 if no receiver responded, 207 if some failed."""
    outcomes = {trial.outcome for trial in trials}
    if outcomes == {"sent"}:
        return 200
    return 400 if outcomes == {"bad"} else 408 if outcomes == {"timeout"} else 207
