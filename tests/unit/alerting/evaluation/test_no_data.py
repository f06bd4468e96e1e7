"""What a rule says where its data or its source is away."""

import pytest
from tests.unit.alerting.made import MINUTE, Engine, failed, rule, sample, seen

from vedette.alerting.model import AlertState, InstanceOrigin


def test_no_data_raises_an_alert_of_its_own_with_the_rules_labels() -> None:
    engine = Engine(rule(labels={"team": "web"}))
    engine.step(seen(0, sample(1, host="a"), sample(0, host="b")))
    engine.step(seen(1))
    alert = engine.named("DatasourceNoData")
    assert alert is not None
    assert alert.state is AlertState.NO_DATA
    assert alert.labels == {
        "alertname": "DatasourceNoData",
        "rulename": "CPU high",
        "datasource_uid": "prom",
        "ref_id": "A",
        "grafana_folder": "Infra",
        "team": "web",
        "__alert_rule_uid__": "r1",
        "__alert_rule_namespace_uid__": "f1",
    }
    assert engine.last.health == "nodata"
    assert engine.state(host="a") == "firing"


def test_with_no_data_the_old_alerts_are_over_after_two_evaluations() -> None:
    engine = Engine(rule())
    engine.see(0, 1)
    engine.step(seen(1))
    assert engine.started == ["DatasourceNoData"]
    engine.step(seen(2))
    assert (engine.started, engine.resolved) == ([], ["CPU high"])


def test_data_that_returns_ends_the_no_data_alert_at_once() -> None:
    engine = Engine(rule())
    engine.step(seen(0))
    engine.see(1, 0)
    assert engine.resolved == ["DatasourceNoData"]
    assert engine.named("DatasourceNoData") is None


def test_the_lone_series_of_a_rule_lends_its_labels_to_the_no_data_alert() -> None:
    engine = Engine(rule())
    engine.see(0, 0)
    told = set()
    for minute in range(1, 5):
        engine.step(seen(minute))
        alert = engine.named("DatasourceNoData")
        assert alert is not None and alert.labels["host"] == "a"
        told.add(alert.fingerprint)
    assert len(told) == 1


def test_the_no_data_alert_keeps_its_labels_when_another_query_falls_silent_too() -> None:
    engine = Engine(rule())
    engine.step(seen(0))
    before = engine.named("DatasourceNoData")
    outcome = seen(1)
    engine.step(type(outcome)(outcome.tick, ref_ids=("A", "C")))
    assert engine.last.transitions == ()
    after = engine.named("DatasourceNoData")
    assert before is not None and after is not None and before.labels == after.labels


@pytest.mark.parametrize(
    ("policy", "before", "after"),
    [
        ("Alerting", 0, ["pending (NoData)", "firing (NoData)"]),
        ("OK", 1, ["normal (NoData)", "normal (NoData)"]),
        ("KeepLast", 1, ["firing (NoData, KeepLast)", "firing (NoData, KeepLast)"]),
        ("KeepLast", 0, ["normal (NoData, KeepLast)", "normal (NoData, KeepLast)"]),
    ],
)
def test_policies_for_no_data_apply_to_the_series_there_are(
    policy: str, before: float, after: list[str]
) -> None:
    engine = Engine(rule(no_data=policy, hold=MINUTE))
    for minute in (0, 1, 2):
        engine.see(minute, before)
    found = []
    for minute in (3, 4):
        engine.step(seen(minute))
        found.append(engine.state(host="a"))
    assert found == after
    assert len(engine.states) == 1


@pytest.mark.parametrize(
    ("policy", "state"),
    [
        ("Alerting", "firing (Error)"),
        ("OK", "normal (Error)"),
        ("KeepLast", "normal (Error, KeepLast)"),
    ],
)
def test_policies_for_errors_give_a_rule_without_series_one_alert(policy: str, state: str) -> None:
    engine = Engine(rule(on_error=policy))
    engine.step(failed(0))
    engine.step(failed(1))
    assert engine.state() == state
    assert engine.last.health == "error"
    engine.step(seen(2, sample(0, host="a")))
    assert engine.state() == "gone"
    assert engine.resolved == (["CPU high"] if policy == "Alerting" else [])


def test_a_stand_in_becomes_the_series_that_has_its_labels() -> None:
    engine = Engine(rule(on_error="Alerting"))
    engine.step(failed(0))
    engine.step(seen(1, sample(1)))
    assert engine.state() == "firing"
    assert engine.started == engine.resolved == []
    assert next(iter(engine.states.values())).origin is InstanceOrigin.SERIES


def test_a_stand_in_goes_on_from_no_data_to_error() -> None:
    engine = Engine(rule(on_error="Alerting", no_data="Alerting", hold=MINUTE))
    engine.step(seen(0))
    engine.step(failed(1))
    assert engine.state() == "firing (Error)"


def test_pending_that_keeps_its_last_state_fires_when_its_wait_is_over() -> None:
    engine = Engine(rule(on_error="KeepLast", hold=2 * MINUTE))
    engine.see(0, 1)
    engine.step(failed(1))
    assert engine.state(host="a") == "pending (Error, KeepLast)"
    engine.step(failed(2))
    assert engine.state(host="a") == "firing (Error, KeepLast)"
    assert engine.started == ["CPU high"]
    assert engine.see(3, 1) == "firing"


def test_mapped_silence_keeps_the_last_known_values() -> None:
    engine = Engine(rule(no_data="Alerting", annotations={"summary": "hot"}))
    engine.see(0, 0)
    engine.step(seen(1))
    (alert,) = engine.states.values()
    assert alert.values == {"B": 0}
    assert alert.annotations == {"summary": "hot"}


def test_an_error_keeps_what_fires_and_adds_an_alert_of_its_own() -> None:
    engine = Engine(rule())
    engine.see(0, 1)
    for minute in range(1, 6):
        engine.step(failed(minute))
        assert engine.state(host="a") == "firing"
    assert engine.resolved == []
    alert = engine.named("DatasourceError")
    assert alert is not None and alert.state is AlertState.ERROR
    failure = engine.last.failure
    assert failure is not None and alert.annotations["Error"] == failure.public
    labels = {key: alert.labels[key] for key in ("alertname", "rulename", "ref_id")}
    assert labels == {"alertname": "DatasourceError", "rulename": "CPU high", "ref_id": "A"}
    engine.see(6, 1)
    assert (engine.started, engine.resolved) == ([], ["DatasourceError"])


@pytest.mark.parametrize("value", [0, 1])
def test_a_source_that_is_down_changes_nothing_of_its_rules(value: float) -> None:
    engine = Engine(rule(no_data="Alerting", hold=5 * MINUTE))
    before = engine.see(0, value)
    states = engine.states
    for minute in range(1, 4):
        step_ = engine.step(failed(minute, down=True))
        assert (step_.transitions, step_.changed, step_.gone) == ((), (), ())
    assert (engine.state(host="a"), engine.states) == (before, states)
    assert engine.last.health == "error"
    assert engine.last.failure is not None


def test_a_rule_with_a_policy_of_its_own_follows_it_while_its_source_is_down() -> None:
    engine = Engine(rule(on_error="Alerting", outage="rule"))
    engine.see(0, 0)
    engine.step(failed(1, down=True))
    assert engine.state(host="a") == "firing (Error)"


@pytest.mark.parametrize(
    ("policy", "state"),
    [
        ("NoData", "no_data (NoData)"),
        ("Alerting", "firing (NoData)"),
        ("OK", "normal (NoData)"),
        ("KeepLast", "normal (NoData, KeepLast)"),
    ],
)
def test_one_series_without_a_value_keeps_its_labels(policy: str, state: str) -> None:
    engine = Engine(rule(no_data=policy))
    engine.step(seen(0, sample(0, host="a"), sample(0, host="b")))
    before = set(engine.states)
    engine.step(seen(1, sample(None, host="a"), sample(0, host="b")))
    assert engine.state(host="a") == state
    assert engine.state(host="b") == "normal"
    assert set(engine.states) == before


def test_a_series_that_keeps_its_last_state_keeps_its_values() -> None:
    engine = Engine(rule(no_data="KeepLast"))
    engine.see(0, 5)
    assert engine.see(1, None) == "firing (NoData, KeepLast)"
    assert next(iter(engine.states.values())).values == {"B": 5}


def test_after_no_data_the_wait_begins_again() -> None:
    engine = Engine(rule(hold=MINUTE))
    engine.see(0, None)
    assert engine.see(1, 1) == "pending"
    assert engine.see(2, 1) == "firing"
