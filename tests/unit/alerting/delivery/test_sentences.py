"""Sentences of the notification history."""

from typing import Any

import pytest
from msgspec.structs import replace

from vedette.alerting.delivery.decision_store import DecisionRecord
from vedette.alerting.delivery.history.model import AttemptRecord, NotificationRecord
from vedette.alerting.delivery.history.sentences import of_attempt, of_decision, of_message

MESSAGE = NotificationRecord(
    id=1,
    key="k",
    group_key="g",
    receiver="ops",
    integration_uid="u",
    integration_type="webhook",
    sequence=2,
    slot=0,
    reason="first",
    state="sent",
    firing=(),
    resolved=(),
    attempts=1,
    created=0,
    finished=0,
    outcome="200 OK",
    due=None,
)


def said(decision: str, receiver: str = "ops", **detail: Any) -> str:
    made = DecisionRecord(1, "fp", "r", "g", receiver, "", 0, decision, detail, None, 0)
    return of_decision(
        made, MESSAGE, {"s1": "ann until 2026-11-24 10:00 UTC (repair)", "f1": "HostDown"}
    )


def test_a_message_that_is_given_up_is_not_called_told() -> None:
    made = DecisionRecord(1, "fp", "r", "g", "ops", "", 0, "first", {"status": "firing"}, None, 0)
    failed_since = replace(MESSAGE, state="failed")
    assert of_decision(made, failed_since, {}) == (
        "Notification to the contact point ops (webhook) failed."
        " It was due because the group is new."
    )


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (
            said("routed", policy=[1, 0], group={"team": "x"}),
            "Routed to the contact point ops by policy 2.1, in the group team=x.",
        ),
        (
            said("routed", rule="r", group={}),
            "Routed to the contact point ops as set in the alert rule,"
            " in one group with all other alerts of this policy.",
        ),
        (
            said("muted", silences=["s1", "gone"], alerts=["f1"], timings=["nights"]),
            "Silenced by ann until 2026-11-24 10:00 UTC (repair) and gone, inhibited by HostDown,"
            " muted by mute timing nights; the contact point ops is not notified.",
        ),
        (
            said("repeat", status="firing"),
            "Notified the contact point ops (webhook), because the repeat interval has passed.",
        ),
        (
            said("some_resolved", status="resolved"),
            "Resolved notification to the contact point ops (webhook),"
            " because alerts of the group resolved.",
        ),
        (said("resolved_unsent", receiver=""), "Resolved before a notification was sent."),
        (
            said("no_receiver"),
            "No notification was sent: the contact point ops does not exist or has no integration.",
        ),
    ],
)
def test_a_decision_says_why(sentence: str, expected: str) -> None:
    assert sentence == expected


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "Accepted after 1 attempt: 200 OK."),
        (
            {"state": "failed", "attempts": 3, "outcome": "404 Not Found."},
            "Failed after 3 attempts: 404 Not Found.",
        ),
        (
            {"state": "pending", "attempts": 2, "outcome": ""},
            "Waiting to retry after 2 attempts: no details.",
        ),
        ({"state": "pending", "attempts": 0, "due": 1}, "Waiting to be sent."),
        ({"state": "pending", "attempts": 0}, "Waiting for an earlier notification."),
        ({"state": "stale", "outcome": "Too old"}, "Not sent. Too old."),
    ],
)
def test_a_message_says_what_became_of_it(changes: dict[str, Any], expected: str) -> None:
    assert of_message(replace(MESSAGE, **changes)) == expected


def test_an_attempt_says_what_was_answered() -> None:
    made = AttemptRecord(1, 3, 0, 5, "timeout", "No answer within 30 seconds.", "a")
    assert of_attempt(made, MESSAGE) == (
        "Attempt 3 to send notification 2 to ops (webhook) timed out: No answer within 30 seconds."
    )


@pytest.mark.parametrize(
    ("decision", "detail", "sentence"),
    [
        (
            "routed",
            {"alertmanager": "central", "group": {}},
            "Routed to the Alertmanager Central as an external Alertmanager,"
            " in one group with all other alerts of this policy.",
        ),
        (
            "left",
            {},
            "No longer sent to the Alertmanager Central, because the Alertmanager choice changed.",
        ),
    ],
)
def test_what_is_handed_on_names_the_data_source(
    decision: str, detail: dict[str, Any], sentence: str
) -> None:
    key = "alertmanager/central:{}"
    made = DecisionRecord(1, "fp", "r", key, "Central", "", 0, decision, detail, None, 0)
    assert of_decision(made, None, {}) == sentence
