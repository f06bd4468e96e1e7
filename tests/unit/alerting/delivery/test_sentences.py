"""The ledger in words that people understand."""

from typing import Any

import pytest
from msgspec.structs import replace

from vedette.alerting.delivery.decision_store import DecisionRecord
from vedette.alerting.delivery.ledger.model import MadeAttempt, Message
from vedette.alerting.delivery.ledger.sentences import of_attempt, of_decision, of_message

MESSAGE = Message(
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
    given_up = replace(MESSAGE, state="failed")
    assert of_decision(made, given_up, {}) == (
        "Was to be told to the contact point ops (webhook),"
        " because it is the first message of its group; that failed."
    )


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (
            said("routed", policy=[1, 0], group={"team": "x"}),
            "Goes to the contact point ops by policy 2.1, in the group team=x.",
        ),
        (
            said("routed", rule="r", group={}),
            "Goes to the contact point ops because its rule names it,"
            " in one group with all others that go there.",
        ),
        (
            said("muted", silences=["s1", "gone"], alerts=["f1"], timings=["nights"]),
            "Silenced by ann until 2026-11-24 10:00 UTC (repair) and gone, inhibited by HostDown,"
            " muted by the timing nights; the contact point ops is not notified.",
        ),
        (
            said("repeat", status="firing"),
            "Told to the contact point ops (webhook), because its repeat interval passed.",
        ),
        (
            said("some_resolved", status="resolved"),
            "Its end is told to the contact point ops (webhook),"
            " because alerts of its group ended.",
        ),
        (said("ended_untold", receiver=""), "Ended before anybody was told of it."),
        (
            said("nobody"),
            "Nobody is told: the contact point ops does not exist or has no integration.",
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
            "Given up after 3 attempts: 404 Not Found.",
        ),
        (
            {"state": "pending", "attempts": 2, "outcome": ""},
            "Waits for another attempt after 2 attempts: no further word.",
        ),
        ({"state": "pending", "attempts": 0, "due": 1}, "Waits to be sent."),
        ({"state": "pending", "attempts": 0}, "Waits for an earlier message of its group."),
        ({"state": "stale", "outcome": "Too old"}, "Not sent. Too old."),
    ],
)
def test_a_message_says_what_became_of_it(changes: dict[str, Any], expected: str) -> None:
    assert of_message(replace(MESSAGE, **changes)) == expected


def test_an_attempt_says_what_was_answered() -> None:
    made = MadeAttempt(1, 3, 0, 5, "timeout", "No answer within 30 seconds.", "a")
    assert of_attempt(made, MESSAGE) == (
        "Attempt 3 to send message 2 to ops (webhook) had no answer: No answer within 30 seconds."
    )


@pytest.mark.parametrize(
    ("decision", "detail", "sentence"),
    [
        (
            "routed",
            {"alertmanager": "central", "group": {}},
            "Goes to the Alertmanager Central as a data source that is handed all alerts of rules,"
            " in one group with all others that go there.",
        ),
        (
            "left",
            {},
            "No longer handed to the Alertmanager Central, as others are told now.",
        ),
    ],
)
def test_what_is_handed_on_names_the_data_source(
    decision: str, detail: dict[str, Any], sentence: str
) -> None:
    key = "alertmanager/central:{}"
    made = DecisionRecord(1, "fp", "r", key, "Central", "", 0, decision, detail, None, 0)
    assert of_decision(made, None, {}) == sentence
