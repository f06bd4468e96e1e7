"""Silences: what they keep quiet, and when."""

from dataclasses import replace

import pytest
from tests.unit.alerting.made import at

from vedette.alerting.model import Matcher, Operator
from vedette.alerting.model.matchers import parse
from vedette.alerting.muting.interval_text import parse_interval
from vedette.alerting.muting.silences import (
    Silence,
    SilenceState,
    active,
    can_become,
    problems,
    silenced_by,
)

SILENCE = Silence("s1", parse('team="web"'), at(10), at(20), "anna", "deploy", at(0))
LUNCH = parse_interval({"times": [{"start_time": "01:12", "end_time": "01:15"}]})


@pytest.mark.parametrize(
    ("minute", "state"), [(9.9, "pending"), (10, "active"), (19.9, "active"), (20, "expired")]
)
def test_a_silence_is_active_from_its_start_until_before_its_end(minute: float, state: str) -> None:
    assert SILENCE.state(at(minute)) is SilenceState(state)


@pytest.mark.parametrize(
    ("minute", "state"),
    [(9, "pending"), (11, "pending"), (12, "active"), (15, "pending"), (20, "expired")],
)
def test_a_recurring_silence_is_active_at_its_times_only(minute: float, state: str) -> None:
    assert replace(SILENCE, recurring=(LUNCH,)).state(at(minute)) is SilenceState(state)


def test_alerts_that_match_are_silenced_by_name() -> None:
    other = replace(SILENCE, id="s2", matchers=parse('severity=~"info|warning"'))
    over = replace(SILENCE, id="s3", ends_at=at(11))
    silences = (SILENCE, other, over)
    assert silenced_by(silences, {"team": "web", "severity": "info"}, at(15)) == ("s1", "s2")
    assert silenced_by(silences, {"team": "db", "severity": "info"}, at(15)) == ("s2",)
    assert silenced_by(silences, {"team": "web"}, at(25)) == ()
    assert active(silences, at(15)) == [SILENCE, other]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"matchers": ()}, "at least one matcher"),
        ({"matchers": parse('team=~".*",x!="y"')}, "must not match the empty text"),
        ({"matchers": (Matcher("a", Operator.EQUAL, "b"),) * 101}, "at most 100"),
        ({"ends_at": at(10)}, "end after it starts"),
        ({"starts_at": at(-5), "ends_at": at(-1)}, "in the future"),
    ],
)
def test_a_silence_that_makes_no_sense_is_refused(change: dict, problem: str) -> None:
    (found,) = problems(replace(SILENCE, **change), at(0))
    assert problem in found
    assert problems(SILENCE, at(0)) == ()


@pytest.mark.parametrize(
    ("change", "minute", "same"),
    [
        ({"comment": "x"}, 15, True),
        ({"ends_at": at(60)}, 15, True),
        ({"starts_at": at(16)}, 15, False),
        ({"starts_at": at(16)}, 5, True),
        ({"matchers": parse("team=db")}, 5, False),
        ({"matchers": parse('team="web"')}, 15, True),
        ({"ends_at": at(60)}, 20, False),
    ],
)
def test_what_an_active_silence_covered_stays_on_record(
    change: dict, minute: float, same: bool
) -> None:
    assert can_become(SILENCE, replace(SILENCE, **change), at(minute)) is same
