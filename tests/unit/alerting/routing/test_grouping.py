"""Groups: which alerts share a message, and when it is due."""

from datetime import timedelta

import pytest
from tests.unit.alerting.made import MINUTE, at

from vedette.alerting.model.matchers import parse
from vedette.alerting.routing.grouping import (
    first_flush,
    group_key,
    group_labels,
    next_flush,
)
from vedette.alerting.routing.policies import NotificationPolicy
from vedette.alerting.routing.tree import GroupTimings, resolve

LABELS = {"alertname": "CPU", "host": "a", "team": "web"}
TIMINGS = GroupTimings(MINUTE, 5 * MINUTE, timedelta(hours=4))


@pytest.mark.parametrize(
    ("group_by", "labels"),
    [
        ((), {}),
        (("team", "alertname"), {"alertname": "CPU", "team": "web"}),
        (("missing", "host"), {"host": "a"}),
        (("...",), LABELS),
    ],
)
def test_alerts_are_grouped_by_the_labels_they_have(
    group_by: tuple[str, ...], labels: dict[str, str]
) -> None:
    assert group_labels(resolve(NotificationPolicy("x", group_by)), LABELS) == labels


def test_a_group_key_names_the_route_and_the_labels() -> None:
    route = resolve(
        NotificationPolicy(
            "x", ("team", "alertname"), routes=(NotificationPolicy(matchers=parse("a=b")),)
        )
    )
    assert group_key(route, LABELS) == '{}:{alertname="CPU", team="web"}'
    assert group_key(route.routes[0], LABELS) == '{}/{a="b"}:{alertname="CPU", team="web"}'


def test_labels_of_any_length_and_content_make_a_key_that_can_be_stored() -> None:
    route = resolve(NotificationPolicy("x", ("...",)))
    first, second = ({"a": "\U0001f600" * 9_000 + end} for end in ("1", "2"))
    assert group_key(route, first) != group_key(route, second)
    assert len(group_key(route, first).encode()) <= 1_000
    assert group_key(route, first).startswith('{}:{a="\U0001f600')
    assert "\0" not in group_key(route, {"a": "x\0y"})
    assert group_key(route, {"a": "x" * 990}) == f'{{}}:{{a="{"x" * 990}"}}'


def test_no_value_can_forge_the_key_of_another_group() -> None:
    route = resolve(NotificationPolicy("x", ("a", "b")))
    assert group_key(route, {"a": '1", b="2'}) != group_key(route, {"a": "1", "b": "2"})
    assert group_key(route, {"a": "\\\n"}) == '{}:{a="\\\\\\n"}'


@pytest.mark.parametrize(
    ("created", "started", "due"), [(10, 10, 11), (10, 9.5, 10.5), (10, 2, 10), (10, 12, 11)]
)
def test_a_group_waits_for_company_but_not_for_what_has_long_been_firing(
    created: float, started: float, due: float
) -> None:
    assert first_flush(TIMINGS, at(created), at(started)) == at(due)


@pytest.mark.parametrize(
    ("slot", "now", "due"), [(0, 0, 5), (0, 1, 5), (0, 4.9, 5), (0, 5, 10), (0, 62, 65), (9, 3, 14)]
)
def test_flushes_stay_on_their_slots_whatever_was_missed(
    slot: float, now: float, due: float
) -> None:
    assert next_flush(TIMINGS, at(slot), at(now)) == at(due)
