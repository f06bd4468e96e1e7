"""Contact points of files, in the flat form and in that of Grafana 10.4."""

from typing import Any

import orjson
import pytest

from vedette.alerting.transfer.provision.entries import AlertingFile, PointEntry
from vedette.alerting.transfer.provision.reading import READING, AlertingFileReader
from vedette.provisioning.entry import Entry
from vedette.provisioning.parsing import read_values
from vedette.provisioning.problems import Report

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


def read(points: list[Any], **environ: str) -> tuple[AlertingFile, list[str]]:
    report = Report("a.yaml")
    text = orjson.dumps({"contactPoints": points}).decode()
    content = AlertingFileReader().read(Entry(read_values(text, environ, report, READING), report))
    return content, [problem.message for problem in report.problems]


def good(points: list[Any], **environ: str) -> list[PointEntry]:
    content, _ = read(points, **environ)
    assert content.refusals == ()
    return [each for each in content.wanted if isinstance(each, PointEntry)]


def test_each_flat_entry_is_a_contact_point() -> None:
    points = good(FLAT)
    assert [(each.name, len(each.drafts), each.org_id) for each in points] == [
        ("mail", 1, 1),
        ("chat", 1, 1),
        ("pager", 1, 1),
    ]
    assert points[2].drafts[0].settings == FLAT[2]["settings"]
    assert points[1].drafts[0].type == "slack"


def test_flat_entries_of_one_name_are_one_contact_point() -> None:
    (point,) = good([{**each, "name": "ops"} for each in FLAT])
    assert [each.type for each in point.drafts] == ["email", "slack", "pagerduty"]


def test_a_file_read_again_means_the_same_integrations() -> None:
    first, again = good(FLAT * 2), good(FLAT * 2)
    uids = [draft.uid for point in first for draft in point.drafts]
    assert uids == [draft.uid for point in again for draft in point.drafts]
    assert len(set(uids)) == 6 and all(uids)


def test_receivers_keep_their_uids_and_names_are_trimmed() -> None:
    (point,) = good(
        [
            {
                "orgId": 2,
                "name": " ops ",
                "receivers": [
                    {"uid": " m1 ", "type": "email", "settings": {"addresses": "a@b.org"}},
                    {
                        "uid": 7,
                        "type": "webhook",
                        "settings": {"url": "http://h"},
                        "secureSettings": {"password": "p"},
                        "disableResolveMessage": "$SILENT",
                    },
                ],
            }
        ],
        SILENT="1",
    )
    assert (point.org_id, point.name) == (2, "ops")
    assert [each.uid for each in point.drafts] == ["m1", "7"]
    assert point.drafts[1].disable_resolve and point.drafts[1].secrets == {"password": "p"}


def test_a_contact_point_without_receivers_makes_nothing_and_is_named() -> None:
    for entry in ({"name": "x"}, {"name": "x", "receivers": []}):
        content, warnings = read([entry])
        assert content.refusals == ()
        assert warnings == ["The contact point 'x' has no receivers."]


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("text", "contactPoints[0] must be a mapping."),
        ({"type": "email"}, "contactPoints[0]: name is missing."),
        ({"name": "x", "type": {}}, "contactPoints[0]: type must be text."),
        ({"name": "x", "type": "email", "settings": []}, "settings must be a mapping."),
        ({"name": "x", "orgId": "one", "type": "email"}, "orgId must be a whole number."),
        ({"name": "x", "receivers": {}}, "receivers must be a list."),
        ({"name": "x", "receivers": [{"uid": "u"}]}, "receivers[0]: type is missing."),
        ({"name": "x", "receivers": ["y"]}, "receivers[0] must be a mapping."),
        ({"name": "x", "receivers": [{"type": "email"}]}, "receivers[0]: uid is missing."),
        (
            {"name": "x", "receivers": [{"type": "email", "disableResolveMessage": "maybe"}]},
            "receivers[0]: disableResolveMessage must be true or false.",
        ),
    ],
)
def test_a_mistake_is_named_with_its_place(entry: Any, message: str) -> None:
    content, _ = read([entry])
    (refusal,) = content.refusals
    assert message in refusal.why
