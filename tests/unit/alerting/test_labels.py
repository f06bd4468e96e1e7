"""Labels and their fingerprints."""

from hypothesis import given
from hypothesis import strategies as st

from vedette.alerting.model import fingerprint
from vedette.alerting.model.labels import is_private

LABELS = st.dictionaries(st.text(max_size=8), st.text(max_size=8), max_size=5)


@given(LABELS, st.randoms())
def test_a_fingerprint_does_not_depend_on_the_order_of_labels(labels, random) -> None:
    items = list(labels.items())
    random.shuffle(items)
    assert fingerprint(dict(items)) == fingerprint(labels)


@given(LABELS, LABELS)
def test_other_labels_have_another_fingerprint(one, other) -> None:
    assert (fingerprint(one) == fingerprint(other)) == (one == other)


def test_fingerprints_stay_the_same_from_version_to_version() -> None:
    assert fingerprint({"alertname": "CPU high", "host": "a"}) == "3b3520ba5d540ec8"
    assert fingerprint({}) == "e4a6a0577479b2b4"


def test_names_between_double_underscores_are_private() -> None:
    assert is_private("__alert_rule_uid__")
    assert not any(map(is_private, ("team", "__name", "name__", "____", "")))
