"""Notification policies: who gets an alert."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vedette.alerting.model import Matcher, NotificationSettings, Operator
from vedette.alerting.model.matchers import parse
from vedette.alerting.routing import policies
from vedette.alerting.routing.policies import NotificationPolicy, default_policy, problems
from vedette.alerting.routing.tree import (
    GroupTimings,
    PolicyRoute,
    direct_route,
    explain,
    find,
    match,
    resolve,
    routes_for,
)

MINUTE = timedelta(minutes=1)


def policy(matchers: str = "", receiver: str | None = None, **more) -> NotificationPolicy:
    return NotificationPolicy(receiver, matchers=parse(matchers), **more)


TREE = resolve(
    NotificationPolicy(
        "default",
        routes=(
            policy(
                'team="web"',
                "web",
                routes=(
                    policy('severity="critical"', "pager"),
                    policy('severity=~"critical|warning"', "chat"),
                ),
            ),
            policy('audit="yes"', "audit", continues=True),
            policy('team="db"', "db", continues=True),
            policy('team=~"db|cache"', "storage"),
            policy('team="cache"', "never"),
        ),
    )
)


@pytest.mark.parametrize(
    ("labels", "receivers"),
    [
        ({}, ["default"]),
        ({"team": "web"}, ["web"]),
        ({"team": "web", "severity": "critical"}, ["pager"]),
        ({"team": "web", "severity": "warning"}, ["chat"]),
        ({"team": "web", "severity": "info"}, ["web"]),
        ({"audit": "yes"}, ["audit"]),
        ({"audit": "yes", "team": "web"}, ["web"]),
        ({"audit": "yes", "team": "db"}, ["audit", "db", "storage"]),
        ({"team": "cache"}, ["storage"]),
        ({"team": "other"}, ["default"]),
    ],
)
def test_the_first_match_takes_an_alert_and_the_deepest_handles_it(
    labels: dict[str, str], receivers: list[str]
) -> None:
    assert [route.receiver for route in match(TREE, labels)] == receivers


def test_receiver_grouping_and_timings_are_inherited_and_nothing_else() -> None:
    root = resolve(
        NotificationPolicy(
            "default",
            ("a",),
            group_wait=MINUTE,
            routes=(
                NotificationPolicy(
                    None,
                    None,
                    parse("x=1"),
                    continues=True,
                    mute_timings=("night",),
                    active_timings=("day",),
                    repeat_interval=timedelta(hours=1),
                    routes=(NotificationPolicy(group_by=(), group_interval=2 * MINUTE),),
                ),
            ),
        )
    )
    (child,) = root.routes
    (grandchild,) = child.routes
    assert (child.receiver, child.group_by) == ("default", ("a",))
    assert child.timings == GroupTimings(MINUTE, timedelta(minutes=5), timedelta(hours=1))
    assert (child.mute_timings, child.continues) == (("night",), True)
    assert (grandchild.receiver, grandchild.group_by) == ("default", ())
    assert grandchild.timings == GroupTimings(MINUTE, 2 * MINUTE, timedelta(hours=1))
    assert (grandchild.mute_timings, grandchild.active_timings) == ((), ())
    assert (grandchild.continues, grandchild.matchers) == (False, ())


def test_the_default_policy_groups_by_folder_and_rule_with_the_known_timings() -> None:
    root = resolve(default_policy())
    assert root.receiver == "grafana-default-email"
    assert root.group_by == ("grafana_folder", "alertname")
    assert root.timings == GroupTimings(
        timedelta(seconds=30), timedelta(minutes=5), timedelta(hours=4)
    )
    assert resolve(NotificationPolicy("x")).group_by == root.group_by


def test_which_policy_would_take_an_alert_is_explained_step_by_step() -> None:
    visits = explain(TREE, {"team": "web", "severity": "warning"})
    assert [visit.sentence for visit in visits] == [
        "The default policy matches, and a nested policy handles the alert.",
        "Policy 1 matches, and a nested policy handles the alert.",
        'Policy 1.1 does not match: severity="critical".',
        "Policy 1.2 routes the alert to chat.",
    ]
    assert [visit.matched for visit in visits] == [True, True, False, True]


NAMES = st.sampled_from(["a", "b", "c"])
MATCHERS = st.lists(
    st.builds(Matcher, NAMES, st.sampled_from(list(Operator)), st.sampled_from(["", "1", "2"])),
    max_size=2,
).map(tuple)
POLICIES = st.recursive(
    st.builds(NotificationPolicy, st.just("leaf"), matchers=MATCHERS, continues=st.booleans()),
    lambda below: st.builds(
        NotificationPolicy,
        st.none(),
        matchers=MATCHERS,
        continues=st.booleans(),
        routes=st.lists(below, max_size=4).map(tuple),
    ),
    max_leaves=15,
)
LABELS = st.dictionaries(NAMES, st.sampled_from(["", "1", "2"]))


@given(st.lists(POLICIES, max_size=4), LABELS)
def test_every_alert_is_taken_and_the_explanation_agrees(routes, labels) -> None:
    root = resolve(NotificationPolicy("root", routes=tuple(routes)))
    taken = match(root, labels)
    assert taken
    assert taken == tuple(visit.route for visit in explain(root, labels) if visit.handles)


@given(st.lists(POLICIES, max_size=5))
def test_no_two_policies_share_a_key(routes) -> None:
    keys: list[str] = []

    def collect(route: PolicyRoute) -> None:
        keys.append(route.key)
        for below in route.routes:
            collect(below)

    collect(resolve(NotificationPolicy("root", routes=tuple(routes))))
    assert len(set(keys)) == len(keys)


def test_a_policy_keeps_its_key_when_others_come_or_move() -> None:
    web = policy('team="web"', "web")
    db = policy('team="db"', "db")
    one = resolve(NotificationPolicy("root", routes=(web, db)))
    other = resolve(NotificationPolicy("new", routes=(policy("x=1"), db, web)))
    assert one.routes[0].key == other.routes[2].key == '{}/{team="web"}'


def test_a_rule_may_name_its_contact_point_itself() -> None:
    settings = NotificationSettings("direct", ("alertname",), repeat_interval=MINUTE)
    labels = {"team": "web", "__alert_rule_uid__": "r1"}
    (route,) = routes_for(TREE, labels, settings)
    assert (route.receiver, route.group_by) == ("direct", ("alertname",))
    assert route.timings == GroupTimings(repeat_interval=MINUTE)
    assert route.key == '{}/{__alert_rule_uid__="r1"}'
    assert [route.receiver for route in routes_for(TREE, labels)] == ["web"]
    assert direct_route(TREE, NotificationSettings("x"), "r1").group_by == TREE.group_by


@pytest.mark.parametrize(
    ("tree", "problem"),
    [
        (NotificationPolicy(), "has no contact point"),
        (policy("a=1", "mail"), "cannot have matchers"),
        (NotificationPolicy("mail", mute_timings=("night",)), "cannot have mute timings"),
        (NotificationPolicy("mail", continues=True), "no sibling policies"),
        (NotificationPolicy("gone"), "The default policy: the contact point 'gone'"),
        (
            NotificationPolicy(
                "mail", routes=(policy("a=1"), policy("b=1", routes=(policy("c=1", "gone"),)))
            ),
            "Policy 2.1: the contact point 'gone' does not exist.",
        ),
        (
            NotificationPolicy("mail", routes=(NotificationPolicy(mute_timings=("gone",)),)),
            "Policy 1: the mute timing",
        ),
        (
            NotificationPolicy("mail", routes=(NotificationPolicy(active_timings=("gone",)),)),
            "timing 'gone'",
        ),
        (NotificationPolicy("mail", ("...", "a")), "'...' must be the only entry"),
        (NotificationPolicy("mail", ("a", "a")), "the same label twice"),
        (NotificationPolicy("mail", ("",)), "a label without a name"),
        (
            NotificationPolicy("mail", group_wait=-MINUTE),
            "The default policy has a negative group wait",
        ),
        (NotificationPolicy("mail", group_interval=0 * MINUTE), "has a group interval that"),
        (NotificationPolicy("mail", repeat_interval=0 * MINUTE), "has a repeat interval that"),
    ],
)
def test_a_tree_that_cannot_work_says_which_policy_and_why(
    tree: NotificationPolicy, problem: str
) -> None:
    found = problems(tree, {"mail"}, {"night"})
    assert len(found) == 1
    assert problem in found[0]


def test_a_good_tree_has_no_problems() -> None:
    tree = NotificationPolicy(
        "mail",
        ("...",),
        group_wait=0 * MINUTE,
        routes=(NotificationPolicy(mute_timings=("night",)),),
    )
    assert problems(tree, {"mail"}, {"night"}) == ()
    assert policies.referenced_timings(tree) == {"night"}


def test_a_policy_is_found_by_its_key_also_among_those_with_the_same_matchers() -> None:
    team = (Matcher("team", Operator.EQUAL, 'a/{b="c"}'),)
    below = NotificationPolicy("page", matchers=team)
    root = resolve(
        NotificationPolicy(
            "mail",
            routes=(
                NotificationPolicy(matchers=team),
                NotificationPolicy(matchers=team, routes=(below,)),
            ),
        )
    )
    first, second = root.routes
    for route in (root, first, second, second.routes[0]):
        assert find(root, route.key) is route
    assert find(root, f"{root.key}/gone") is None


def test_trees_are_bounded_in_depth_and_size(monkeypatch: pytest.MonkeyPatch) -> None:
    deep = NotificationPolicy("mail")
    for _ in range(60):
        deep = NotificationPolicy("mail", routes=(deep,))
    assert problems(deep, {"mail"}, ()) == ("Policies are nested more than 50 deep.",)
    wide = NotificationPolicy("mail", routes=(NotificationPolicy(),) * policies.MAX_POLICIES)
    assert problems(wide, {"mail"}, ()) == ("There are more than 5000 policies.",)
