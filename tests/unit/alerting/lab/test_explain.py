"""One evaluation is told in words that say what comes next."""

from datetime import timedelta

from tests.unit.alerting.made import MINUTE, START, Engine, at, failed, rule, sample, seen

from vedette.alerting.lab.explain import explained, next_evaluation, summary


def sentence(engine: Engine, minute: float, *values: float | None) -> str:
    outcome = seen(minute, *(sample(value, host="a") for value in values))
    engine.step(outcome)
    (only,) = explained(engine.rule, outcome, engine.states)
    return only.sentence


def test_a_pending_series_is_notified_when_it_fires() -> None:
    engine = Engine(rule(hold=5 * MINUTE, keep_firing=2 * MINUTE))
    assert sentence(engine, 0, 1.0) == (
        "The condition B holds: B is 1. Pending since 2026-01-05 01:00:00 UTC;"
        " it fires at 2026-01-05 01:05:00 UTC if the condition still holds."
    )
    assert "Firing since 2026-01-05 01:05:00 UTC." in sentence(engine, 5, 1.0)
    assert "it resolves at 2026-01-05 01:08:00 UTC" in sentence(engine, 6, 0.0)
    assert sentence(engine, 9, 0.0).startswith("The condition B does not hold: B is 0. Normal")
    assert sentence(engine, 10, None).startswith("The condition B has no value.")


def test_numbers_are_reported_with_every_digit() -> None:
    assert "B is 123456789.25." in sentence(Engine(rule()), 0, 123_456_789.25)


def test_a_series_that_was_not_answered_says_for_how_long() -> None:
    engine = Engine(rule(missing_evaluations=3))
    engine.step(seen(0, sample(1.0, host="a"), sample(0.0, host="b")))
    outcome = seen(1, sample(0.0, host="b"))
    engine.step(outcome)
    texts = {each.labels["host"]: each for each in explained(engine.rule, outcome, engine.states)}
    assert "missing in 1 evaluation. Its alert resolves after 3." in texts["a"].sentence
    assert texts["a"].sample is None


def test_the_summary_says_what_the_policy_of_the_rule_does() -> None:
    made = rule(no_data="OK", on_error="KeepLast")
    two = seen(0, sample(1.0, host="a"), sample(0.0, host="b"))
    assert summary(made, two) == "The condition B has 2 series; it holds for 1 of them."
    assert summary(made, seen(0)) == "The queries returned no data. The rule treats this as normal."
    assert summary(made, failed(0)).endswith("does not answer. Every series keeps its state.")


def test_the_next_step_is_explained() -> None:
    assert "due at 2026-01-05 01:10:00 UTC, one every 1m" in next_evaluation(rule(), at(10))
    assert next_evaluation(rule(is_paused=True), START + timedelta(1)) == (
        "The rule is paused and is not evaluated."
    )
