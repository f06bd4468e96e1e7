"""What people write becomes the rule they meant, or a sentence that says what to change."""

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.alerting.rules.bodies import PLACE, above, body, expression, parsed, query

from vedette.alerting.model import NotificationSettings
from vedette.alerting.rules.errors import BadRule
from vedette.alerting.rules.forms import canonical
from vedette.alerting.rules.parsing import Recording, RuleDefaults, parse_rule, recording

DEFAULT_GROUPS = ["alertname", "grafana_folder"]


def test_a_plain_rule_is_read_whole() -> None:
    rule = parsed()
    assert (rule.title, rule.condition, rule.folder, rule.group) == (
        "CPU high",
        "C",
        "Infra",
        "every minute",
    )
    assert rule.hold == timedelta(minutes=5)
    assert [each.ref_id for each in rule.queries] == ["A", "B", "C"]
    assert rule.queries[0].since == timedelta(minutes=10)
    assert rule.labels == {"team": "core"}


def test_what_is_not_written_has_the_known_defaults() -> None:
    rule = parsed(body(**{"for": None}))
    assert rule.hold == rule.keep_firing == timedelta(0)
    assert (rule.no_data, rule.on_error, rule.missing_evaluations) == ("NoData", "Alerting", 2)
    assert not rule.is_paused
    assert rule.notification is None


@pytest.mark.parametrize(
    ("written", "outage"),
    [
        (None, "shared"),
        ("Error", "shared"),
        ("Alerting", "rule"),
        ("OK", "rule"),
        ("KeepLast", "rule"),
    ],
)
def test_an_outage_is_the_sources_unless_the_rule_says_what_to_do(
    written: str | None, outage: str
) -> None:
    assert parsed(body(execErrState=written)).outage == outage


def test_the_policy_for_outages_may_be_written_down() -> None:
    assert parsed(body(execErrState="Alerting", outage="shared")).outage == "shared"


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("5m", 300),
        ("1h30m", 5_400),
        ("1d", 86_400),
        ("0s", 0),
        (0, 0),
        ("0", 0),
        ("5m0s", 300),
        ("", 0),
    ],
)
def test_durations_are_read_as_go_and_prometheus_write_them(text: object, seconds: int) -> None:
    assert parsed(body(**{"for": text})).hold == timedelta(seconds=seconds)


def test_reserved_labels_are_the_servers() -> None:
    given = body(labels={"alertname": "x", "grafana_folder": "y", "team": "core"})
    assert parsed(given).labels == {"team": "core"}


def test_numbers_and_flags_in_labels_are_texts() -> None:
    assert parsed(body(labels={"tier": 1, "paged": True, "none": None})).labels == {
        "tier": "1",
        "paged": "true",
    }


def test_a_short_interval_is_raised_to_the_servers() -> None:
    slow = RuleDefaults(min_interval=timedelta(minutes=1))
    rule = parsed(interval=timedelta(seconds=20), defaults=slow)
    assert rule.interval == timedelta(minutes=1)


def test_models_of_queries_stay_as_they_are_and_get_a_resolution() -> None:
    resolution = {"intervalMs": 1_000, "maxDataPoints": 43_200}
    model = {"z": [1, 1.0, None, {"deep": "\u00fc"}], "a": 2**60, "expr": ""}
    kept = canonical(body(data=[query(model=model), above("C", "A", 1)]))
    assert kept["data"][0]["model"] == model | resolution
    assert list(kept["data"][0]["model"]) == ["z", "a", "expr", *resolution]
    own = {"intervalMs": 15_000, "maxDataPoints": "many"}
    kept = canonical(body(data=[query(model=model | own), above("C", "A", 1)]))
    assert kept["data"][0]["model"] == model | {"intervalMs": 15_000, "maxDataPoints": 43_200}


def test_the_legacy_uid_of_expressions_is_understood() -> None:
    rule = parsed(body(data=[query(), {**above("C", "A", 1), "datasourceUid": "-100"}]))
    assert rule.queries[1].datasource_uid == "-100"


def test_a_source_may_be_named_in_the_model_alone() -> None:
    model = {"datasource": {"type": "prometheus", "uid": "prom-2"}, "expr": "up"}
    rule = parsed(body(data=[query("C", datasourceUid=None, model=model)]))
    assert rule.queries[0].datasource_uid == "prom-2"


def test_direct_delivery_is_read() -> None:
    settings = {
        "receiver": "on call",
        "group_by": [*DEFAULT_GROUPS, "host"],
        "group_wait": "0s",
        "repeat_interval": "1d",
        "mute_time_intervals": ["nights"],
    }
    assert parsed(body(notification_settings=settings)).notification == NotificationSettings(
        "on call",
        (*DEFAULT_GROUPS, "host"),
        timedelta(0),
        None,
        timedelta(days=1),
        ("nights",),
    )


def test_a_recording_rule_has_a_metric_and_no_condition() -> None:
    given = body(condition=None, record={"metric": "job:up:sum", "from": "B"})
    assert recording(given) == Recording("job:up:sum", "B")
    assert parsed(given).condition == "B"


def test_a_panel_is_named_with_its_dashboard() -> None:
    kept = canonical(body(dashboardUid="dash", panelId=4))
    assert kept["annotations"]["__dashboardUid__"] == "dash"
    assert kept["annotations"]["__panelId__"] == "4"
    parsed(kept)


LEVEL = {"evaluator": {"type": "gt", "params": [1]}, "labels": {"severity": "x"}}
MISTAKES: list[tuple[dict[str, Any], str]] = [
    (body(title=None), "title is missing; set it"),
    (body(title="x" * 191), "title has 191 characters; at most 190 are allowed"),
    (body(title=7), "title is 7; it must be a string"),
    (body(condition=None), "condition is missing; set it"),
    (body(condition="Z"), "condition is 'Z', but no query has that refId; name one of A, B, C"),
    (body(data=[]), "data is empty; a rule has at least one query"),
    (body(data={"refId": "A"}), "data is {'refId': 'A'}; it must be a list"),
    (body(data=["A"]), "data[0] is 'A'; it must be an object"),
    (body(data=[query("A"), query("A")]), "data[1].refId is 'A' a second time"),
    (body(data=[query("")]), "data[0].refId is missing; set it"),
    (body(data=[query(model=None)]), "data[0].model is missing"),
    (body(data=[query(datasourceUid="")]), "data[0].datasourceUid is missing"),
    (
        body(data=[query(relativeTimeRange={"from": 0, "to": 600})]),
        "data[0].relativeTimeRange is from 0 to 600",
    ),
    (
        body(data=[query(relativeTimeRange={"from": "10m", "to": 0})]),
        "data[0].relativeTimeRange.from is '10m'; it must be a whole number",
    ),
    (body(**{"for": "five"}), "for is 'five'; use a duration such as 30s, 5m or 1h30m"),
    (body(**{"for": "-5m"}), "for is '-5m'; use a duration"),
    (body(**{"for": 300}), "for is 300; use a duration"),
    (body(keep_firing_for="soon"), "keep_firing_for is 'soon'; use a duration"),
    (body(noDataState="Ignore"), "noDataState is 'Ignore'; use NoData, Alerting, OK or KeepLast"),
    (body(execErrState="NoData"), "execErrState is 'NoData'; use Error, Alerting, OK or KeepLast"),
    (body(isPaused="yes"), "isPaused is 'yes'; it must be true or false"),
    (body(labels=["a"]), "labels is ['a']; it must be an object"),
    (body(labels={"a": {}}), "labels.a is {}; it must be a string"),
    (body(labels={"": "x"}), "labels has the name ''; use 1 to 255 characters"),
    (body(labels={"a": "x" * 4_097}), "labels.a has 4097 characters; at most 4096 are allowed"),
    (
        body(annotations={"__dashboardUid__": "d"}),
        "annotations.__panelId__ is missing; set both the dashboard and the panel",
    ),
    (
        body(annotations={"__dashboardUid__": "d", "__panelId__": "x"}),
        "annotations.__panelId__ must be the number of a panel",
    ),
    (body(missing_series_evals_to_resolve=0), "missing_series_evals_to_resolve is 0"),
    (body(notification_settings={"group_wait": "1s"}), "notification_settings.receiver is missing"),
    (
        body(notification_settings={"receiver": "r", "group_by": ["host"]}),
        "notification_settings.group_by lacks alertname and grafana_folder",
    ),
    (
        body(notification_settings={"receiver": "r", "group_interval": "0s"}),
        "notification_settings.group_interval must be longer than 0s",
    ),
    (body(record={"metric": "no metric", "from": "B"}), "record.metric is 'no metric'"),
    (body(record={"metric": "m", "from": "Z"}), "record.from is 'Z', but no query has that refId"),
    (
        body(data=[query("A"), above("B", "C", 1), above("C", "B", 1)]),
        "B cannot be used: The expressions B -> C -> B refer to each other in a cycle",
    ),
    (
        body(data=[query("A"), above("C", "Z", 1)]),
        "C cannot be used: Expression C reads Z",
    ),
    (
        body(data=[query("A"), expression("C", type="magic")]),
        "C cannot be used: Expression C is of the type 'magic'",
    ),
    (
        body(condition=None, thresholds={"of": "Z", "levels": [LEVEL]}),
        "thresholds.of is 'Z'; use the refId of a query of this rule",
    ),
    (body(condition=None, thresholds={"of": "B"}), "thresholds.levels is empty"),
    (
        body(thresholds={"of": "B", "levels": [LEVEL]}),
        "condition cannot be combined with thresholds; remove it",
    ),
    (
        body(condition=None, thresholds={"of": "B", "levels": [{"labels": {}}]}),
        "thresholds.levels[0].evaluator is missing",
    ),
    (
        body(
            condition=None,
            thresholds={"of": "B", "levels": [LEVEL | {"unloadEvaluator": {}}, LEVEL]},
        ),
        "thresholds.levels[0].unloadEvaluator is only possible at the last",
    ),
    (
        body(
            condition=None,
            thresholds={
                "of": "B",
                "levels": [{"evaluator": {"type": "within_range", "params": [1]}}],
            },
        ),
        "thresholds.levels[0].evaluator.params has too few numbers for within_range",
    ),
]


@pytest.mark.parametrize(("given", "sentence"), MISTAKES, ids=[each[1][:50] for each in MISTAKES])
def test_a_mistake_is_named_with_its_rule_its_place_and_the_way_out(
    given: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(BadRule) as refused:
        parsed(given)
    said = refused.value.public
    assert sentence in said
    assert said.endswith(".")
    assert (
        said.startswith(f"The rule {str(given.get('title', 'cpu'))[:100]!r}"[:100])
        or "title" in said
    )


def test_a_rule_without_a_title_is_called_by_its_uid() -> None:
    with pytest.raises(BadRule, match="The rule 'cpu': title is missing"):
        parsed(body(title=None))


@pytest.mark.parametrize("seconds", [0, 5, 15, -10, 10**9])
def test_an_interval_is_a_multiple_of_ten_seconds(seconds: int) -> None:
    with pytest.raises(BadRule, match=r"The rule group 'every minute': its interval"):
        parsed(interval=timedelta(seconds=seconds))


@pytest.mark.parametrize("uid", ["", "a b", "x" * 41, "ä"])
def test_a_uid_has_forty_plain_characters(uid: str) -> None:
    with pytest.raises(BadRule, match="uid must be 1 to 40"):
        parsed(uid=uid)


TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=20)
NAMES = TEXTS.filter(bool)
DURATIONS = st.sampled_from(["0s", "10s", "5m", "1h30m", "1d", "2w"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
BODIES = st.fixed_dictionaries(
    {
        "title": NAMES.filter(str.strip),
        "condition": st.just("A"),
        "data": st.dictionaries(TEXTS, JSON, max_size=4).map(lambda model: [query(model=model)]),
    },
    optional={
        "for": DURATIONS,
        "keep_firing_for": DURATIONS,
        "noDataState": st.sampled_from(["NoData", "Alerting", "OK", "KeepLast"]),
        "execErrState": st.sampled_from(["Error", "Alerting", "OK", "KeepLast"]),
        "isPaused": st.booleans(),
        "labels": st.dictionaries(NAMES, TEXTS, max_size=3),
        "annotations": st.dictionaries(NAMES, TEXTS, max_size=3),
        "missing_series_evals_to_resolve": st.integers(1, 100),
        "unknownToUs": JSON,
    },
)


@given(BODIES)
def test_what_is_kept_means_what_was_written(given: dict[str, Any]) -> None:
    kept = canonical(given)
    resolved = given | {"data": kept["data"]}
    assert parse_rule(kept, **PLACE) == parse_rule(resolved, **PLACE)
    assert canonical(kept) == kept


@given(st.dictionaries(st.sampled_from([*sorted(body()), "thresholds", "record"]), JSON))
def test_nonsense_is_refused_and_never_breaks_anything(nonsense: dict[str, Any]) -> None:
    for written in (nonsense, canonical(nonsense), body() | nonsense):
        try:
            parse_rule(written, **PLACE)
        except BadRule as refused:
            assert refused.public.endswith(".")
