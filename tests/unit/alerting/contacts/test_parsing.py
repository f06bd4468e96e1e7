"""Contact points of files, in the flat form and in that of Grafana 10.4."""

from typing import Any

import pytest

from vedette.alerting.contacts.errors import BadContact
from vedette.alerting.contacts.parsing import parse_points

FLAT = [
    {
        "name": "mail",
        "type": "email",
        "settings": {"addresses": "ops@example.org", "subject": "{{ .Status }}", "message": "m"},
    },
    {
        "name": "chat",
        "type": "slack",
        "settings": {"url": "https://h/x", "title": "t", "text": "x"},
    },
    {
        "name": "pager",
        "type": "pagerduty",
        "settings": {"integrationKey": "k", "severity": "critical", "summary": "s"},
    },
]


def test_each_flat_entry_is_a_contact_point() -> None:
    points = parse_points(FLAT)
    assert [(each.name, len(each.drafts), each.org_id) for each in points] == [
        ("mail", 1, None),
        ("chat", 1, None),
        ("pager", 1, None),
    ]
    assert points[2].drafts[0].settings == FLAT[2]["settings"]
    assert points[1].drafts[0].type == "slack"


def test_flat_entries_of_one_name_are_one_contact_point() -> None:
    (point,) = parse_points([{**each, "name": "ops"} for each in FLAT])
    assert [each.type for each in point.drafts] == ["email", "slack", "pagerduty"]


def test_a_file_read_again_means_the_same_integrations() -> None:
    first, again = parse_points(FLAT * 2), parse_points(FLAT * 2)
    uids = [draft.uid for point in first for draft in point.drafts]
    assert uids == [draft.uid for point in again for draft in point.drafts]
    assert len(set(uids)) == 6 and all(uids)


def test_the_form_with_receivers_keeps_their_uids() -> None:
    (point,) = parse_points(
        [
            {
                "orgId": 2,
                "name": "ops",
                "receivers": [
                    {"uid": "m1", "type": "email", "settings": {"addresses": "a@b.org"}},
                    {
                        "type": "webhook",
                        "settings": {"url": "http://h"},
                        "secureSettings": {"password": "p"},
                        "disableResolveMessage": True,
                    },
                ],
            }
        ]
    )
    assert (point.org_id, point.name) == (2, "ops")
    assert point.drafts[0].uid == "m1"
    assert point.drafts[1].disable_resolve and point.drafts[1].secrets == {"password": "p"}


@pytest.mark.parametrize(
    ("entry", "place"),
    [
        ("text", "contactPoints[0]"),
        ({"type": "email"}, "contactPoints[0]: name"),
        ({"name": "x"}, "contactPoints[0]: type"),
        ({"name": "x", "type": 5}, "contactPoints[0].type"),
        ({"name": "x", "type": "email", "settings": []}, "contactPoints[0].settings"),
        ({"name": "x", "orgId": "one", "type": "email"}, "contactPoints[0].orgId"),
        ({"name": "x", "receivers": []}, "contactPoints[0].receivers"),
        ({"name": "x", "receivers": [{}]}, "contactPoints[0].receivers[0]: type"),
        ({"name": "x", "receivers": ["y"]}, "contactPoints[0].receivers[0]"),
        (
            {"name": "x", "receivers": [{"type": "email", "disableResolveMessage": "no"}]},
            "contactPoints[0].receivers[0].disableResolveMessage",
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_place(entry: Any, place: str) -> None:
    with pytest.raises(BadContact) as caught:
        parse_points([entry])
    assert place in caught.value.public
