"""Policies as files and APIs write them."""

from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vedette.alerting.model import Matcher, Operator
from vedette.alerting.routing.policies import NotificationPolicy
from vedette.alerting.routing.policy_text import BadPolicy, parse_policy, policy_json

WRITTEN = {
    "receiver": "mail",
    "group_by": ["grafana_folder", "alertname"],
    "group_wait": "30s",
    "routes": [
        {
            "receiver": "web",
            "matchers": ['team="web"', "severity =~ warning|critical"],
            "match": {"a": "b"},
            "match_re": {"c": "d.*"},
            "object_matchers": [["größe", "!=", "1"]],
            "continue": True,
            "mute_time_intervals": ["night"],
            "active_time_intervals": ["day"],
            "group_by": [],
            "group_interval": "5m",
            "repeat_interval": "1d12h",
            "routes": [{"matchers": 'x="1"', "group_by": ["..."]}],
        }
    ],
}


def test_every_way_of_writing_matchers_is_read() -> None:
    (child,) = parse_policy(WRITTEN).routes
    assert [str(each) for each in child.matchers] == [
        'a="b"',
        'c=~"d.*"',
        'team="web"',
        'severity=~"warning|critical"',
        '"größe"!="1"',
    ]
    assert child.routes[0].matchers == (Matcher("x", Operator.EQUAL, "1"),)


def test_all_settings_are_read() -> None:
    root = parse_policy(WRITTEN)
    (child,) = root.routes
    assert (root.receiver, root.group_wait) == ("mail", timedelta(seconds=30))
    assert (child.receiver, child.continues) == ("web", True)
    assert (child.mute_timings, child.active_timings) == (("night",), ("day",))
    assert child.group_interval == timedelta(minutes=5)
    assert child.repeat_interval == timedelta(hours=36)
    assert child.routes[0].group_by == ("...",)


def test_an_empty_grouping_is_one_group_at_the_root_and_the_parents_below() -> None:
    root = parse_policy({"receiver": "x", "group_by": [], "routes": [{"group_by": []}]})
    assert (root.group_by, root.routes[0].group_by) == ((), None)
    assert parse_policy({"receiver": "x"}).group_by is None


DURATIONS = st.none() | st.integers(1, 10**6).map(lambda seconds: timedelta(seconds=seconds))
TEXTS = st.sampled_from(["a", "team", 'gr"ö\\ße', "new\nline", " "])
NAMES = st.sets(TEXTS, max_size=2).map(sorted).map(tuple)
GROUPINGS = st.sets(TEXTS, min_size=1, max_size=2).map(sorted).map(tuple)
LEAVES = st.builds(
    NotificationPolicy,
    st.none() | TEXTS,
    st.none() | GROUPINGS,
    st.lists(
        st.builds(Matcher, TEXTS, st.just(Operator.EQUAL), TEXTS),
        max_size=2,
    ).map(tuple),
    st.booleans(),
    NAMES,
    NAMES,
    DURATIONS,
    DURATIONS,
    DURATIONS,
)
BRANCHES = st.builds(
    NotificationPolicy, st.just("x"), routes=st.lists(LEAVES, max_size=2).map(tuple)
)
TREES = st.builds(
    NotificationPolicy, st.just("x"), routes=st.lists(LEAVES | BRANCHES, max_size=3).map(tuple)
)


@settings(max_examples=30, deadline=None)
@given(TREES)
def test_what_is_written_is_read_back(tree: NotificationPolicy) -> None:
    assert parse_policy(policy_json(tree)) == tree


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        ("x", "The default policy is not an object."),
        ({"reciever": "x"}, "The default policy has the unknown key 'reciever'."),
        ({"routes": ["x"]}, "Policy 1 is not an object."),
        ({"routes": {}}, "routes has the wrong type"),
        ({"routes": [{}, {"group_wait": "soon"}]}, "Policy 2 cannot be read: 'soon' is not a"),
        ({"routes": [{"matchers": ["a"]}]}, "Policy 1 cannot be read: 'a' is not a matcher"),
        ({"matchers": [1]}, "matchers must be a list of strings"),
        ({"object_matchers": ["a=b"]}, "a list of three strings"),
        ({"match_re": {"a": "("}}, "The regular expression '('"),
        ({"match": ["a"]}, "match has the wrong type"),
        ({"continue": "yes"}, "continue has the wrong type"),
        ({"receiver": 1}, "receiver has the wrong type"),
        ({"group_by": "a"}, "group_by has the wrong type"),
    ],
)
def test_what_cannot_be_read_names_the_policy(written: object, problem: str) -> None:
    with pytest.raises(BadPolicy) as caught:
        parse_policy(written)  # type: ignore[arg-type]
    assert problem in caught.value.public


def test_a_tree_without_end_is_refused() -> None:
    tree: dict = {}
    for _ in range(200):
        tree = {"routes": [tree]}
    with pytest.raises(BadPolicy, match="nested more than 50 deep"):
        parse_policy(tree)
