"""Rows of the state table of alerts, each as a story of evaluations a minute apart."""

import math
from datetime import timedelta

import pytest
from tests.unit.alerting.made import MINUTE, Engine, at, failed, rule, sample, seen

from vedette.alerting.evaluation.states import (
    MISSING,
    PAUSED,
    firing_series,
    reset,
    step,
)
from vedette.alerting.model import AlertState, EvaluationOutcome, Instance, rule_state
from vedette.kernel.errors import BadRequest


def test_without_for_an_alert_fires_at_once() -> None:
    engine = Engine(rule())
    assert engine.see(0, 0) == "normal"
    assert engine.see(1, 1) == "firing"
    assert engine.started == ["CPU high"]


def test_for_90s_at_30s_fires_when_90s_have_passed() -> None:
    engine = Engine(rule(interval=timedelta(seconds=30), hold=timedelta(seconds=90)))
    assert [engine.see(each, 1) for each in (0, 0.5, 1, 1.5)] == [
        "pending",
        "pending",
        "pending",
        "firing",
    ]
    (alert,) = engine.states.values()
    assert alert.since == alert.fired_at == at(1.5)


def test_one_good_evaluation_starts_the_wait_again() -> None:
    engine = Engine(rule(hold=3 * MINUTE))
    assert [engine.see(*each) for each in ((0, 1), (1, 1), (2, 0), (3, 1), (5, 1), (6, 1))] == [
        "pending",
        "pending",
        "normal",
        "pending",
        "pending",
        "firing",
    ]


def test_a_gap_of_evaluations_neither_resolves_nor_restarts_the_wait() -> None:
    engine = Engine(rule(hold=5 * MINUTE))
    assert engine.see(0, 1) == "pending"
    assert engine.see(4, 1) == "pending"
    assert engine.see(60, 1) == "firing"
    assert engine.see(600, 1) == "firing"
    assert engine.last.transitions == ()


def test_a_series_that_stays_normal_is_kept_as_it_is_until_it_breaks() -> None:
    engine = Engine(rule(hold=MINUTE))
    engine.step(seen(0, sample(0, host="a")))
    (first,) = engine.states.values()
    engine.step(seen(1, sample(0, host="a")))
    assert next(iter(engine.states.values())) is first
    assert engine.last.changed == ()
    engine.step(seen(2, sample(7, host="a")))
    (pending,) = engine.states.values()
    assert (pending.state, pending.since, pending.values) == (AlertState.PENDING, at(2), {"B": 7})


def test_an_alert_resolves_once_and_remembers_when_it_fired() -> None:
    engine = Engine(rule())
    engine.see(0, 1)
    assert engine.see(3, 0) == "normal"
    assert engine.resolved == ["CPU high"]
    (alert,) = engine.states.values()
    assert (alert.fired_at, alert.resolved_at) == (at(0), at(3))
    engine.see(4, 0)
    assert engine.resolved == []
    assert next(iter(engine.states.values())).resolved_at == at(3)


def test_keep_firing_for_holds_an_alert_after_its_condition_ended() -> None:
    engine = Engine(rule(keep_firing=3 * MINUTE))
    engine.see(0, 1)
    assert engine.see(1, 0) == "recovering"
    assert engine.see(3, 0) == "recovering"
    assert engine.resolved == []
    assert engine.see(4, 0) == "normal"
    assert engine.resolved == ["CPU high"]


def test_keep_firing_for_also_holds_an_alert_whose_series_went_missing() -> None:
    engine = Engine(rule(keep_firing=3 * MINUTE, missing_evaluations=1))
    engine.step(seen(0, sample(1, host="a"), sample(1, host="b")))
    for minute in (1, 2, 3):
        engine.step(seen(minute, sample(1, host="b")))
        assert engine.state(host="a") == f"recovering ({MISSING})"
        assert engine.resolved == []
    engine.step(seen(4, sample(1, host="b")))
    assert engine.state(host="a") == "gone"
    assert engine.resolved == ["CPU high"]


def test_a_missing_series_that_returns_while_it_is_held_never_stopped_firing() -> None:
    engine = Engine(rule(keep_firing=3 * MINUTE))
    both = (sample(1, host="a"), sample(1, host="b"))
    engine.step(seen(0, *both))
    for minute in (1, 2, 3):
        engine.step(seen(minute, sample(1, host="b")))
    engine.step(seen(4, *both))
    assert engine.state(host="a") == "firing"
    assert engine.resolved == engine.started == []
    engine.step(seen(5, sample(1, host="b")))
    assert engine.state(host="a") == "firing"


def test_an_alert_that_breaks_again_while_recovering_goes_on_firing() -> None:
    engine = Engine(rule(keep_firing=3 * MINUTE, hold=2 * MINUTE))
    for minute in (0, 1, 2):
        engine.see(minute, 1)
    engine.see(3, 0)
    assert engine.see(4, 1) == "firing"
    assert engine.started == engine.resolved == []
    assert next(iter(engine.states.values())).since == at(2)
    assert engine.see(5, 0) == "recovering"
    assert engine.see(7.5, 0) == "recovering"


@pytest.mark.parametrize("value", [1, -1, math.nan, math.inf, 1e-9])
def test_anything_but_zero_fires_even_what_is_no_number(value: float) -> None:
    assert Engine(rule()).see(0, value) == "firing"


def test_minus_zero_is_zero() -> None:
    assert Engine(rule()).see(0, -0.0) == "normal"


def test_every_series_has_its_own_state() -> None:
    engine = Engine(rule(hold=MINUTE))
    engine.step(seen(0, sample(1, host="a"), sample(0, host="b")))
    engine.step(seen(1, sample(1, host="a"), sample(1, host="b")))
    assert (engine.state(host="a"), engine.state(host="b")) == ("firing", "pending")


def test_a_series_that_goes_missing_is_over_at_the_second_evaluation_without_it() -> None:
    engine = Engine(rule())
    engine.step(seen(0, sample(1, host="a"), sample(1, host="b")))
    engine.step(seen(1, sample(1, host="b")))
    assert engine.state(host="a") == "firing"
    assert engine.last.transitions == ()
    engine.step(seen(2, sample(1, host="b")))
    assert engine.state(host="a") == "gone"
    assert engine.resolved == ["CPU high"]
    (ended,) = engine.last.transitions
    assert (ended.after.state, ended.after.reason) == (AlertState.NORMAL, MISSING)
    assert engine.last.gone == (ended.after.fingerprint,)


def test_a_series_that_comes_back_in_time_never_left() -> None:
    engine = Engine(rule(missing_evaluations=3))
    both = (sample(1, host="a"), sample(0, host="b"))
    engine.step(seen(0, *both))
    for minute in (1, 2):
        engine.step(seen(minute, sample(0, host="b")))
    engine.step(seen(3, *both))
    assert engine.state(host="a") == "firing"
    engine.step(seen(4, sample(0, host="b")))
    engine.step(seen(5, sample(0, host="b")))
    assert engine.state(host="a") == "firing"


def test_a_quiet_series_leaves_without_a_word() -> None:
    engine = Engine(rule(missing_evaluations=1))
    engine.step(seen(0, sample(0, host="a"), sample(0, host="b")))
    engine.step(seen(1, sample(0, host="b")))
    assert engine.last.transitions == ()
    assert len(engine.last.gone) == 1


def test_two_results_with_the_same_labels_are_an_error_that_names_them() -> None:
    engine = Engine(rule())
    engine.see(0, 1)
    engine.step(seen(1, sample(1, host="a"), sample(0, host="a")))
    assert engine.last.failure is not None
    assert "host=a" in engine.last.failure.public
    assert engine.state(host="a") == "firing"
    assert engine.named("DatasourceError") is not None


def test_a_rules_label_that_makes_two_series_equal_is_an_error() -> None:
    engine = Engine(rule(labels={"host": "all"}))
    engine.step(seen(0, sample(1, host="a"), sample(0, host="b")))
    assert engine.last.failure is not None
    assert engine.last.failure.code == "alerting.duplicate_series"


def test_results_without_labels_twice_are_an_error() -> None:
    engine = Engine(rule())
    engine.step(seen(0, sample(1), sample(1)))
    assert engine.last.failure is not None and "none" in engine.last.failure.public


def test_too_many_series_fail_the_rule_and_no_more() -> None:
    """Proves T63."""
    engine = Engine(rule(max_instances=10))
    engine.see(0, 1)
    engine.step(seen(1, *(sample(1, host=str(each)) for each in range(11))))
    assert engine.last.failure is not None
    assert engine.last.failure.code == "alerting.too_many_series"
    assert "11 series" in engine.last.failure.public
    assert engine.state(host="a") == "firing"


def test_labels_that_change_all_the_time_do_not_pile_up() -> None:
    engine = Engine(rule(max_instances=100, missing_evaluations=1_000))
    for minute in range(50):
        engine.step(seen(minute, *(sample(0, pod=f"{minute}-{each}") for each in range(40))))
        assert engine.last.failure is None
    assert len(engine.states) == 100


def test_more_firing_series_than_allowed_are_an_error_though_some_are_missing() -> None:
    engine = Engine(rule(max_instances=3))
    engine.step(seen(0, sample(1, host="a"), sample(1, host="b")))
    engine.step(seen(1, sample(1, host="c"), sample(1, host="d")))
    assert engine.last.failure is not None
    assert engine.state(host="a") == "firing"


def test_a_query_label_of_a_reserved_name_is_dropped_and_the_rules_label_wins() -> None:
    engine = Engine(rule(labels={"team": "db", "grafana_folder": "x", "empty": ""}))
    engine.step(seen(0, sample(1, alertname="evil", team="web", host="a")))
    (alert,) = engine.states.values()
    assert alert.labels == {
        "alertname": "CPU high",
        "grafana_folder": "Infra",
        "team": "db",
        "host": "a",
        "__alert_rule_uid__": "r1",
        "__alert_rule_namespace_uid__": "f1",
    }


def test_disabled_reserved_labels_are_left_out() -> None:
    engine = Engine(rule(disabled_labels=frozenset({"grafana_folder"})))
    engine.see(0, 1)
    assert "grafana_folder" not in next(iter(engine.states.values())).labels


class Severity:
    """A label by value, as the template `{{ if gt $value 90.0 }}critical...` gives."""

    def labels(self, made: object, each: object) -> dict[str, str]:
        value = getattr(each, "value", None) or 0
        return {"severity": "critical" if value > 90 else "warning"}

    def annotations(self, made: object, each: object) -> dict[str, str]:
        return {"summary": f"{getattr(each, 'value', None)}"}


def test_a_label_that_follows_the_value_ends_one_alert_and_starts_the_other_at_once() -> None:
    made = rule(hold=MINUTE)
    states = step(made, {}, seen(0, sample(80, host="a")), Severity()).by_fingerprint
    states = step(made, states, seen(1, sample(85, host="a")), Severity()).by_fingerprint
    after = step(made, states, seen(2, sample(95, host="a")), Severity())
    ended, started = after.transitions
    assert ended.resolves and ended.after.labels["severity"] == "warning"
    assert ended.after.reason == "LabelsChanged"
    assert started.starts and started.after.labels["severity"] == "critical"
    assert started.after.fired_at == at(1)
    assert len(after.instances) == 1
    assert after.gone == (ended.after.fingerprint,)


def test_annotations_follow_the_value_while_the_alert_fires() -> None:
    made = rule()
    first = step(made, {}, seen(0, sample(1, host="a")), Severity())
    second = step(made, first.by_fingerprint, seen(1, sample(2, host="a")), Severity())
    assert second.instances[0].annotations == {"summary": "2"}
    assert second.changed == second.instances
    third = step(made, second.by_fingerprint, seen(2, sample(0, host="a")), Severity())
    assert third.instances[0].annotations == {"summary": "0"}
    fourth = step(made, third.by_fingerprint, seen(3, sample(0, host="a")), Severity())
    assert fourth.instances[0].annotations == {}


def test_steady_states_need_no_writing() -> None:
    engine = Engine(rule())
    engine.step(seen(0, sample(0, host="a"), sample(1, host="b")))
    assert len(engine.last.changed) == 2
    engine.step(seen(1, sample(0, host="a"), sample(1, host="b")))
    assert engine.last.changed == ()


def test_what_a_store_must_know_is_written_even_where_the_state_stays() -> None:
    engine = Engine(rule(keep_firing=MINUTE))
    engine.step(seen(0, sample(1, host="a"), sample(0, host="b")))
    engine.step(seen(1, sample(0, host="b")))
    assert [each.missed for each in engine.last.changed] == [1]


def test_a_series_that_takes_over_the_labels_of_another_takes_over_its_alert() -> None:
    engine = Engine(rule(labels={"host": "all"}))
    engine.step(seen(0, sample(1, host="a")))
    engine.step(seen(1, sample(1, host="b")))
    assert engine.last.transitions == ()
    assert [each.series for each in engine.last.changed] == [{"host": "b"}]
    engine.step(seen(2, sample(0, host="c")))
    assert engine.resolved == ["CPU high"]


class Hot:
    """A label of the query that the rule replaces by value: series come to share an alert."""

    def labels(self, made: object, each: object) -> dict[str, str]:
        return {"host": "hot"} if (getattr(each, "value", None) or 0) > 90 else {}

    def annotations(self, made: object, each: object) -> dict[str, str]:
        return {}


def test_an_alert_ends_where_a_series_that_does_not_fire_takes_over_its_labels() -> None:
    made = rule(hold=MINUTE, missing_evaluations=1)
    states: dict[str, Instance] = {}
    for minute in (0, 1):
        both = sample(0, host="a"), sample(95, host="b")
        states = step(made, states, seen(minute, *both), Hot()).by_fingerprint
    (told,) = [each for each in states.values() if each.is_active]
    after = step(made, states, seen(2, sample(95, host="a")), Hot())
    (pending,) = after.instances
    assert (pending.fingerprint, pending.state) == (told.fingerprint, AlertState.PENDING)
    assert [each.after.fingerprint for each in after.transitions if each.resolves] == [
        told.fingerprint
    ]


def test_pausing_a_rule_resolves_what_it_told() -> None:
    engine = Engine(rule())
    engine.step(seen(0, sample(1, host="a"), sample(0, host="b")))
    ended = reset(engine.states, at(1), PAUSED)
    (transition,) = ended.transitions
    assert transition.resolves and transition.after.reason == PAUSED
    assert ended.instances == ()
    assert set(ended.gone) == set(engine.states)


def test_only_what_its_own_data_made_fire_is_tested_for_recovery() -> None:
    engine = Engine(rule(hold=MINUTE, no_data="Alerting", keep_firing=MINUTE))
    pending, normal = sample(1, host="b"), sample(0, host="c")
    engine.step(seen(0, sample(1, host="a"), sample(1, host="d"), normal))
    engine.step(seen(1, sample(1, host="a"), sample(1, host="d"), pending, normal))
    engine.step(seen(2, sample(None, host="a"), sample(0, host="d"), sample(1, host="b"), normal))
    assert engine.state(host="d") == "recovering"
    assert firing_series(engine.states.values()) == {frozenset({("host", "b")})}


@pytest.mark.parametrize("gap", [seen(1), failed(1)])
def test_what_kept_its_last_state_through_a_gap_is_still_tested_for_recovery(
    gap: EvaluationOutcome,
) -> None:
    engine = Engine(rule(no_data="KeepLast", on_error="KeepLast"))
    engine.step(seen(0, sample(1, host="a"), sample(0, host="b")))
    engine.step(gap)
    assert firing_series(engine.states.values()) == {frozenset({("host", "a")})}


@pytest.mark.parametrize(
    ("values", "state"), [((0, 0), "inactive"), ((0, 1), "pending"), ((), "inactive")]
)
def test_a_rule_shows_the_worst_of_its_series(values: tuple[float, ...], state: str) -> None:
    engine = Engine(rule(hold=MINUTE))
    engine.step(seen(0, *(sample(each, host=str(i)) for i, each in enumerate(values))))
    assert rule_state({each.state for each in engine.states.values()}) == state
    if state == "pending":
        engine.step(seen(1, *(sample(each, host=str(i)) for i, each in enumerate(values))))
        assert rule_state({each.state for each in engine.states.values()}) == "firing"


def test_an_edit_of_queries_or_condition_makes_states_void_and_others_do_not() -> None:
    made = rule()
    assert made.has_same_queries(rule(title="x", hold=MINUTE, labels={"a": "b"}))
    assert not made.has_same_queries(rule(condition="A"))


def test_the_error_of_a_rule_is_notified_like_any_other() -> None:
    engine = Engine(rule())
    engine.step(failed(0, BadRequest("parse error")))
    assert engine.started == ["DatasourceError"]
    assert engine.last.failure is not None and engine.last.failure.public == "parse error"


@pytest.mark.parametrize(
    ("state", "shown"),
    [("normal", "Normal"), ("firing", "Alerting"), ("no_data", "NoData"), ("error", "Error")],
)
def test_states_are_shown_under_their_known_names(state: str, shown: str) -> None:
    assert AlertState(state).shown == shown
