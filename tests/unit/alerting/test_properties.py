"""Properties of evaluations that no single story shows."""

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.alerting.made import MINUTE, at, failed, rule, sample, seen

from vedette.alerting.evaluation.states import firing_series, step
from vedette.alerting.model import EvaluationOutcome, Instance, Rule, Sample
from vedette.querying.expressions import threshold
from vedette.querying.expressions.model import ConditionEvaluator
from vedette.querying.expressions.values import Number, Variable

LOAD, UNLOAD = ConditionEvaluator("gt", (80.0,)), ConditionEvaluator("lt", (70.0,))
LEVELS = st.lists(st.sampled_from([60.0, 75.0, 90.0]), min_size=1, max_size=15)


def after_threshold(
    value: float, states: dict[str, Instance], unload: ConditionEvaluator | None
) -> Sample:
    """The sample of a threshold expression, which is told what fires."""
    number = Variable((Number({"host": "a"}, value),))
    found = threshold.apply(number, LOAD, unload, firing_series(states.values())).items[0]
    assert isinstance(found, Number)
    return Sample(found.labels, found.value)


@given(LEVELS)
def test_with_a_recovery_threshold_an_alert_goes_on_until_the_second_limit(levels) -> None:
    states: dict[str, Instance] = {}
    firing = False
    for minute, level in enumerate(levels):
        states = step(
            rule(), states, seen(minute, after_threshold(level, states, UNLOAD))
        ).by_fingerprint
        firing = level > 80 or (firing and level >= 70)
        assert [each.is_active for each in states.values()] == [firing]


@given(LEVELS, st.sampled_from([0, 2]), st.sampled_from([0, 2]), st.sampled_from([None, UNLOAD]))
def test_no_setting_of_a_rule_changes_who_its_alerts_are(levels, hold, keep, unload) -> None:
    made = rule(hold=hold * MINUTE, keep_firing=keep * MINUTE)
    plain: dict[str, Instance] = {}
    states: dict[str, Instance] = {}
    for minute, level in enumerate(levels):
        plain = step(
            rule(), plain, seen(minute, after_threshold(level, plain, None))
        ).by_fingerprint
        states = step(
            made, states, seen(minute, after_threshold(level, states, unload))
        ).by_fingerprint
        assert set(states) == set(plain)


OUTCOMES = st.lists(
    st.one_of(
        st.dictionaries(st.sampled_from("ab"), st.sampled_from([0.0, 1.0]), max_size=2).map(
            lambda values: (
                lambda minute: seen(
                    minute, *(sample(value, host=host) for host, value in values.items())
                )
            )
        ),
        st.just(failed),
    ),
    max_size=10,
).map(lambda made: [make(minute) for minute, make in enumerate(made)])


@settings(deadline=None)
@given(OUTCOMES, OUTCOMES, st.randoms())
def test_the_histories_of_two_rules_do_not_depend_on_each_other(one, other, random) -> None:
    rules = {"one": (rule(uid="one"), one), "other": (rule(uid="other", hold=MINUTE), other)}
    alone = {uid: fold(made, outcomes) for uid, (made, outcomes) in rules.items()}
    order = ["one"] * len(one) + ["other"] * len(other)
    random.shuffle(order)
    left = {uid: list(outcomes) for uid, (_, outcomes) in rules.items()}
    states: dict[str, dict[str, Instance]] = {uid: {} for uid in rules}
    for uid in order:
        outcome = left[uid].pop(0)
        states[uid] = step(rules[uid][0], states[uid], outcome).by_fingerprint
    assert states == alone
    assert not states["one"].keys() & states["other"].keys()


def fold(made: Rule, outcomes: list[EvaluationOutcome]) -> dict[str, Instance]:
    states: dict[str, Instance] = {}
    for outcome in outcomes:
        states = step(made, states, outcome).by_fingerprint
    return states


class BrokenTemplates:
    """As a renderer answers for templates that fail: the raw text and a note."""

    def labels(self, made: Rule, each: Sample) -> dict[str, str]:
        return {"severity": "{{ $labels."}

    def annotations(self, made: Rule, each: Sample) -> dict[str, str]:
        return {"summary": "{{ $labels.", "__error__": "unclosed action"}


def test_a_template_that_fails_does_not_stop_its_alert() -> None:
    (alert,) = step(rule(), {}, seen(0, sample(1, host="a")), BrokenTemplates()).instances
    assert alert.is_active
    assert alert.labels["severity"] == "{{ $labels."
    assert alert.annotations["summary"] == "{{ $labels."
    assert alert.fired_at == at(0)
