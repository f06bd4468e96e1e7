"""What is told of an alert has its numbers in words, each with the labels that it has itself."""

from tests.unit.alerting.made import Engine, rule, seen

from vedette.alerting.delivery.message import message, snapshot
from vedette.alerting.evaluation import outputs, states
from vedette.alerting.model import Sample
from vedette.alerting.templates.samples import SampleAlert, sample_message
from vedette.alerting.templates.value_text import VALUE_TEXT
from vedette.kernel.clock import milliseconds

LARGE = 123_456_789.25
SERIES = {"host": "a", "zone": "z"}
SAMPLE = Sample(
    SERIES,
    1.0,
    {"A": LARGE, "B": 1.0, "C": 0.1},
    {"A": {"zone": "z"}, "B": SERIES, "C": {}},
)
TEXT = (
    "[ var='A' labels={zone=z} value=123456789.25 ], [ var='B' labels={host=a, zone=z} value=1 ],"
    " [ var='C' labels={} value=0.1 ]"
)


def test_a_message_has_every_digit_and_the_labels_of_each_number() -> None:
    engine = Engine(rule(labels={"severity": "high"}))
    outcome = seen(0, SAMPLE)
    step = engine.step(outcome)
    (alert,) = outputs.alerts(engine.rule, step, outcome.samples)
    kept = snapshot({}, [alert], [], milliseconds(outcome.tick))
    sent = message(kept, org_id=1, group_key="k", receiver="ops", root_url="http://v/")
    assert sent.alerts[0].value_text == TEXT
    assert VALUE_TEXT not in sent.alerts[0].annotations
    tried = sample_message(
        [SampleAlert(labels=dict(alert.labels), annotations=dict(alert.annotations))],
        org_id=1,
        receiver="ops",
        root_url="http://v/",
        now=outcome.tick,
    )
    assert tried.alerts[0].value_text == TEXT, "a preview shows what is sent"


def test_what_was_not_seen_has_the_labels_of_its_series() -> None:
    engine = Engine(rule())
    engine.step(seen(0, SAMPLE))
    step = states.reset(engine.states, seen(1).tick, "Paused")
    (alert,) = outputs.alerts(engine.rule, step)
    of_series = alert.annotations[VALUE_TEXT].replace("labels={host=a, zone=z} ", "")
    assert of_series == "[ var='A' value=123456789.25 ], [ var='B' value=1 ], [ var='C' value=0.1 ]"


def test_an_alert_without_numbers_has_no_words_for_them() -> None:
    engine = Engine(rule(no_data="NoData"))
    step = engine.step(seen(0))
    (alert,) = outputs.alerts(engine.rule, step)
    assert VALUE_TEXT not in alert.annotations
