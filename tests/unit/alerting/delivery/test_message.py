"""Messages say what alerts were when it was decided, with addresses that lead to them."""

from datetime import UTC, datetime, timedelta
from math import inf, isnan, nan

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from vedette.alerting.alerts.model import Alert
from vedette.alerting.delivery.message import message, silence_url, snapshot
from vedette.alerting.model import fingerprint
from vedette.alerting.model.labels import FOLDER, RULE_UID
from vedette.kernel.clock import milliseconds
from vedette.sdk import Message

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
ROOT = "https://vedette.example/sub/"


def alert(host: str, **changes: object) -> Alert:
    labels = {"alertname": "Load", FOLDER: "Ops", RULE_UID: "r 1", "host": host, "team": "x"}
    made = Alert(1, fingerprint(labels), labels, {"summary": host}, NOW, rule_uid="r 1")
    return replace(made, **changes)  # type: ignore[arg-type]


def told(firing: list[Alert], resolved: list[Alert]) -> Message:
    text = snapshot({"alertname": "Load"}, firing, resolved, milliseconds(NOW))
    return message(text, org_id=1, group_key="k", receiver="ops", root_url=ROOT)


def test_what_fires_comes_first_and_the_oldest_before_others() -> None:
    old, ended = alert("old", starts_at=NOW - timedelta(hours=1)), alert("over", ends_at=NOW)
    said = told([alert("new"), old], [ended])
    assert [each.labels["host"] for each in said.alerts] == ["old", "new", "over"]
    assert [each.status for each in said.alerts] == ["firing", "firing", "resolved"]
    assert said.alerts[2].ends_at == NOW
    assert said.status == "firing"


def test_an_alert_that_fires_elsewhere_is_over_for_the_group_it_left() -> None:
    (view,) = told([], [alert("a")]).alerts
    assert (view.status, view.ends_at) == ("resolved", NOW)


def test_common_labels_are_those_that_all_alerts_share() -> None:
    said = told([alert("a"), alert("b")], [])
    assert said.common_labels == {"alertname": "Load", FOLDER: "Ops", "team": "x"}
    assert said.common_annotations == {}
    assert said.group_labels == {"alertname": "Load"}


def test_private_labels_and_annotations_are_not_shown() -> None:
    (view,) = told([alert("a", annotations={"__value_string__": "all", "text": "x"})], []).alerts
    assert RULE_UID not in view.labels
    assert view.annotations == {"text": "x"}
    assert view.value_text == "all"


def test_addresses_lead_to_rule_silence_dashboard_and_panel() -> None:
    shown = alert("a b", annotations={"__dashboardUid__": "d/1", "__panelId__": "3"})
    (view,) = told([shown], []).alerts
    assert view.generator_url == f"{ROOT}alerting/grafana/r%201/view?orgId=1"
    assert view.silence_url == (
        f"{ROOT}alerting/silence/new?alertmanager=grafana"
        "&matcher=__alert_rule_uid__%3Dr+1&matcher=host%3Da+b&matcher=team%3Dx&orgId=1"
    )
    assert view.dashboard_url == f"{ROOT}d/d%2F1?orgId=1"
    assert view.panel_url == f"{ROOT}d/d%2F1?orgId=1&viewPanel=3"


def test_a_posted_alert_keeps_its_own_address_and_is_silenced_by_its_labels() -> None:
    posted = alert("a", rule_uid="", generator_url="http://prometheus/graph")
    (view,) = told([posted], []).alerts
    assert view.generator_url == "http://prometheus/graph"
    assert "matcher=alertname%3DT" in silence_url({"alertname": "T"}, "", 1, ROOT)


def test_values_of_an_alert_without_a_rule_are_sent_too() -> None:
    (view,) = told([alert("a", values={"messages": 1_234_567.0})], []).alerts
    assert view.value_text == "[ var='messages' labels={} value=1234567 ]"


def test_numbers_that_json_does_not_know_arrive_as_they_were() -> None:
    (view,) = told([alert("a", values={"A": nan, "B": -inf, "C": 0.5})], []).alerts
    assert isnan(view.values["A"])
    assert (view.values["B"], view.values["C"]) == (-inf, 0.5)


@given(
    st.dictionaries(st.text(min_size=1), st.text()),
    st.dictionaries(st.text(min_size=1), st.floats()),
)
def test_any_label_and_any_number_comes_through(
    labels: dict[str, str], values: dict[str, float]
) -> None:
    own = {"host": "a", **{f"l{key}": value for key, value in labels.items()}}
    (view,) = told([alert("a", labels=own, values=values)], []).alerts
    assert view.labels == own
    assert list(view.values) == list(values)
