"""Silences: what they keep quiet, and when."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.unit.alerting.made import at

from vedette.alerting.model import Matcher, Operator, matches_all
from vedette.alerting.model.matchers import parse
from vedette.alerting.muting.silences.model import Silence, SilenceState
from vedette.alerting.muting.silences.rules import (
    Silencer,
    active,
    can_become,
    problems,
)
from vedette.alerting.muting.timings.text import parse_interval

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
    silencer = Silencer(silences, at(15))
    assert silencer.silenced_by({"team": "web", "severity": "info"}) == ("s1", "s2")
    assert silencer.silenced_by({"team": "db", "severity": "info"}) == ("s2",)
    assert Silencer(silences, at(25)).silenced_by({"team": "web"}) == ()
    assert active(silences, at(15)) == [SILENCE, other]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"matchers": ()}, "at least one matcher"),
        ({"matchers": parse('team=~".*",x!="y"')}, "must not match the empty string"),
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


_VALUES = st.sampled_from(["", "a", "b", "ab"])
_MATCHERS = st.builds(
    Matcher, st.sampled_from(["x", "y", "z"]), st.sampled_from(list(Operator)), _VALUES
)


@given(
    st.lists(st.lists(_MATCHERS, min_size=1, max_size=3), max_size=6),
    st.dictionaries(st.sampled_from(["x", "y", "z"]), _VALUES),
)
def test_no_silence_is_overlooked(
    all_matchers: list[list[Matcher]], labels: dict[str, str]
) -> None:
    silences = [
        replace(SILENCE, id=str(place), matchers=tuple(matchers))
        for place, matchers in enumerate(all_matchers)
    ]
    expected = tuple(each.id for each in silences if matches_all(each.matchers, labels))
    assert Silencer(silences, at(15)).silenced_by(labels) == expected
