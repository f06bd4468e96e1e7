"""A source that is down is one alert, not one for each rule."""

from datetime import timedelta

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.unit.alerting.made import at

from vedette.alerting.evaluation.outages import (
    LASTING,
    OutageVerdict,
    SourceHealth,
    answered,
    down_since,
    failed,
    forget,
    source_down,
    verdict,
)

SECOND = 1 / 60


def seconds(count: float):
    return at(count * SECOND)


def test_a_source_that_answers_nobody_is_down_after_a_moment() -> None:
    health = SourceHealth()
    for second in range(10):
        health = failed(health, f"r{second}", seconds(second))
        assert verdict(health, f"r{second}") is OutageVerdict.WAIT
        assert down_since(health) is None
    health = failed(health, "r10", seconds(10))
    assert verdict(health, "r10") is OutageVerdict.DOWN
    assert down_since(health) == seconds(0)


def test_one_answer_ends_the_outage() -> None:
    health = failed(failed(SourceHealth(), "a", seconds(0)), "b", seconds(60))
    assert down_since(health) == seconds(0)
    health = answered(health, "a", seconds(61))
    assert down_since(health) is None
    assert health.failing == {"b": seconds(60)}


def test_a_single_failing_rule_is_distinguished_from_an_outage() -> None:
    health = SourceHealth()
    for minute in range(3):
        health = answered(health, "good", at(minute))
        health = failed(health, "bad", at(minute + 0.1))
        expected = OutageVerdict.WAIT if minute == 0 else OutageVerdict.RULE
        assert verdict(health, "bad") is expected


def test_a_failure_that_arrives_late_does_not_reopen_an_outage() -> None:
    health = failed(failed(SourceHealth(), "a", seconds(0)), "b", seconds(30))
    health = answered(health, "a", seconds(40))
    health = failed(health, "c", seconds(35))
    assert down_since(health) is None


def test_an_answer_that_arrives_late_does_not_close_one() -> None:
    health = failed(failed(SourceHealth(), "a", seconds(20)), "b", seconds(40))
    health = answered(health, "c", seconds(5))
    assert down_since(health) == seconds(20)


def test_after_an_answer_the_moment_begins_again() -> None:
    health = answered(SourceHealth(), "a", seconds(50))
    health = failed(failed(health, "b", seconds(45)), "b", seconds(55))
    assert down_since(health) is None
    health = failed(health, "b", seconds(66))
    assert down_since(health) == seconds(55)


def test_a_rule_that_fails_alone_between_answers_of_others_is_no_outage() -> None:
    health = SourceHealth()
    for minute in range(5):
        health = failed(health, "a", seconds(60 * minute))
        assert down_since(health) is None
        health = answered(health, "b", seconds(60 * minute + 30))
    assert verdict(failed(health, "a", seconds(300)), "a") is OutageVerdict.RULE


def test_who_failed_just_before_the_last_answer_waits_for_the_silence_after_it() -> None:
    """An outage catches some questions before others that are still answered."""
    health = failed(SourceHealth(), "a", seconds(0))
    health = answered(health, "b", seconds(2))
    for second in range(3, 13):
        health = failed(failed(health, "b", seconds(second)), "a", seconds(second))
        assert verdict(health, "a") is verdict(health, "b") is OutageVerdict.WAIT
    health = failed(health, "a", seconds(13))
    assert verdict(health, "a") is OutageVerdict.DOWN
    assert down_since(health) == seconds(3)


@pytest.mark.parametrize("after", [3, 7])
def test_a_rule_that_fails_after_another_is_notified_at_its_second_failure(after: int) -> None:
    health = SourceHealth()
    for minute in range(60):
        start = 60 * minute
        health = answered(health, "b", seconds(start))
        health = failed(health, "a", seconds(start + 20))
        health = failed(health, "a2", seconds(start + 20 + after))
        expected = OutageVerdict.WAIT if minute == 0 else OutageVerdict.RULE
        assert verdict(health, "a2") is expected


SLOTS = st.tuples(st.integers(10, 120), st.integers(0, 120), st.booleans())


@given(st.integers(10, 120), st.lists(SLOTS, max_size=6))
@example(60, [(60, 33, True), (60, 53, False)])
def test_a_rule_that_keeps_failing_is_notified_independently_of_others(
    interval: int, others: list[tuple[int, int, bool]]
) -> None:
    """`others` are interval and offset in seconds, and whether they are answered."""
    bound = 2 * LASTING.total_seconds() + interval
    asked = [(second, "bad", False) for second in range(0, 1_000, interval)]
    for number, (every, offset, is_answered) in enumerate(others):
        asked += [(second, f"r{number}", is_answered) for second in range(offset, 1_000, every)]
    health = SourceHealth()
    for second, uid, is_answered in sorted(asked):
        health = (answered if is_answered else failed)(health, uid, seconds(second))
        if uid == "bad" and second >= bound:
            assert verdict(health, "bad") is not OutageVerdict.WAIT


def test_an_answer_to_a_question_of_the_same_moment_is_an_answer() -> None:
    health = failed(answered(SourceHealth(), "b", seconds(10)), "a", seconds(10))
    assert down_since(failed(health, "a", seconds(40))) is None
    health = failed(failed(health, "a", seconds(40)), "a", seconds(50))
    assert down_since(health) == seconds(40)


def test_an_old_answer_does_not_end_a_newer_silence() -> None:
    health = failed(failed(SourceHealth(), "a", seconds(20)), "a", seconds(40))
    health = answered(health, "b", seconds(30))
    assert down_since(health) is None
    assert down_since(failed(health, "a", seconds(50))) == seconds(40)


def test_a_rule_that_is_gone_no_longer_fails() -> None:
    health = failed(failed(SourceHealth(), "a", seconds(0)), "a", seconds(60))
    assert forget(health, "a").failing == {}
    assert down_since(forget(health, "a")) is None


def test_how_long_is_a_setting() -> None:
    health = failed(failed(SourceHealth(), "a", seconds(0)), "a", seconds(60))
    assert down_since(health, timedelta(minutes=2)) is None


def test_the_alert_names_the_source_and_its_rules() -> None:
    titles = {str(each): f"rule {each:02}" for each in range(25)}
    alert = source_down("prom", "Prometheus", at(0), titles, "Connection refused.")
    assert alert.is_active
    assert alert.labels == {
        "alertname": "DataSourceDown",
        "datasource": "Prometheus",
        "datasource_uid": "prom",
    }
    assert "25 rules" in alert.annotations["summary"]
    assert "Connection refused." in alert.annotations["description"]
    assert "rule 19 and 5 more." in alert.annotations["description"]
    few = source_down("prom", "Prometheus", at(5), {"a": "one"}, "No route.")
    assert few.fingerprint == alert.fingerprint
    assert few.annotations["description"].endswith("states: one.")
