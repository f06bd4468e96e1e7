"""Silences as Alertmanager clients write and read them."""

from datetime import UTC, datetime

import pytest

from vedette.alerting.model import Matcher, Operator
from vedette.alerting.muting.silences.errors import BadSilence
from vedette.alerting.muting.silences.model import Silence
from vedette.alerting.muting.silences.text import (
    label_matchers,
    matcher_json,
    parse_matcher,
    parse_moment,
    parse_silence,
    rule_of,
    silence_json,
)
from vedette.kernel.errors import BadRequest

WRITTEN = {
    "id": "",
    "matchers": [
        {"name": "team", "value": "web", "isRegex": False, "isEqual": True},
        {"name": "__alert_rule_uid__", "value": "r1", "isRegex": False, "isEqual": True},
    ],
    "startsAt": "2026-01-05T12:00:00.123Z",
    "endsAt": "2026-01-05T15:00:00+01:00",
    "createdBy": "eva",
    "comment": "work",
    "recurring": [{"weekdays": ["monday"], "location": "Europe/Berlin"}],
}


@pytest.mark.parametrize("operator", list(Operator))
def test_each_kind_of_matcher_is_written_and_read(operator: Operator) -> None:
    matcher = Matcher("team", operator, "a.+")
    assert parse_matcher(matcher_json(matcher)) == matcher


def test_matchers_of_older_clients_are_positive() -> None:
    assert parse_matcher({"name": "a", "value": "b", "isRegex": True}) == Matcher(
        "a", Operator.REGEX, "b"
    )


def test_a_silence_is_shown_as_it_was_written() -> None:
    draft = parse_silence(WRITTEN)
    now = datetime(2026, 1, 5, 12, 30, tzinfo=UTC)
    silence = Silence(
        "s1",
        draft.matchers,
        draft.starts_at,
        draft.ends_at,
        draft.author,
        draft.comment,
        now,
        draft.recurring,
    )
    shown = silence_json(silence, now)
    assert shown == {
        **WRITTEN,
        "id": "s1",
        "endsAt": "2026-01-05T14:00:00.000Z",
        "updatedAt": "2026-01-05T12:30:00.000Z",
        "status": {"state": "active"},
        "ruleUID": "r1",
    }
    assert parse_silence(shown).recurring == draft.recurring


def test_a_silence_of_no_rule_names_none() -> None:
    draft = parse_silence({**WRITTEN, "matchers": WRITTEN["matchers"][:1]})  # type: ignore[index]
    silence = Silence("s", draft.matchers, draft.starts_at, draft.ends_at, "", "", draft.starts_at)
    assert rule_of(silence) == ""
    assert "ruleUID" not in silence_json(silence, draft.starts_at)


def test_labels_become_matchers_of_exactly_their_values() -> None:
    assert list(map(str, label_matchers({"b": "2", "a": 'x"'}))) == ['a="x\\""', 'b="2"']


def test_nanoseconds_and_times_without_a_zone_are_read() -> None:
    expected = datetime(2026, 1, 5, 12, 0, 0, 123_000, tzinfo=UTC)
    assert parse_moment("endsAt", "2026-01-05T12:00:00.123999999Z") == expected
    assert parse_moment("endsAt", "2026-01-05T12:00:00.123") == expected


@pytest.mark.parametrize(
    "change",
    [
        {"matchers": None},
        {"matchers": ["team=web"]},
        {"matchers": [{"name": "team"}]},
        {"matchers": [{"name": "team", "value": "x", "isRegex": "yes"}]},
        {"matchers": [{"name": "team", "value": "(", "isRegex": True}]},
        {"startsAt": "soon"},
        {"endsAt": None},
        {"endsAt": "9999-12-31T23:59:59-23:00"},
        {"comment": 5},
        {"createdBy": "x" * 201},
        {"recurring": "monday"},
        {"recurring": [{"weekdays": ["someday"]}]},
        {"recurring": [{}] * 101},
    ],
)
def test_what_is_not_a_silence_is_refused_with_a_reason(change: dict[str, object]) -> None:
    with pytest.raises(BadRequest) as refused:
        parse_silence({**WRITTEN, **change})
    assert refused.value.public


def test_a_silence_without_a_matcher_name_is_refused() -> None:
    with pytest.raises(BadSilence):
        parse_matcher({"value": "x"})
