"""An export that is read back asks for exactly what is there."""

import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vedette.alerting.contacts.model import Integration
from vedette.alerting.model import Matcher, Operator
from vedette.alerting.muting.inhibitions.model import InhibitRule, StoredInhibitions
from vedette.alerting.muting.timings.model import StoredTiming, TimeInterval, Timing
from vedette.alerting.routing.policies import NotificationPolicy
from vedette.alerting.routing.store import StoredPolicy
from vedette.alerting.rules.forms import canonical
from vedette.alerting.rules.model import EvaluationGroup, StoredRule
from vedette.alerting.rules.writer import is_equivalent
from vedette.alerting.templates.store import TemplateGroup
from vedette.alerting.transfer.export.documents import (
    Document,
    points_document,
    policies_document,
    rules_document,
    templates_document,
    timings_document,
)
from vedette.alerting.transfer.export.formats import as_json, as_yaml
from vedette.alerting.transfer.provision.entries import (
    AlertingFile,
    FolderName,
    GroupEntry,
    InhibitEntry,
    PointEntry,
    PolicyEntry,
    RuleEntry,
    TemplateEntry,
    TimingEntry,
)
from vedette.alerting.transfer.provision.reading import READING, AlertingFileReader
from vedette.provisioning.document import read_document
from vedette.provisioning.entry import Entry
from vedette.provisioning.problems import Report

ENVIRON = {"labels": "expanded", "A": "expanded", "x": "expanded"}
awkward = st.sampled_from(
    [
        "$labels.instance", "$$A", "${x}", "$__env{x}", "12:30", "no", "0o17", "0x1F", "1e5",
        "~", "null", "- a", "a: b", "# c", "'", '"', "two\nlines\n", " outer ", "{{ $values.A }}",
        "\\", "%{a}", "*a", "&a", "!tag", "|", ">", "2026-01-01", "1_000", "ünïcode 🎉", "=", "<<",
    ]
)  # fmt: skip
printable = st.characters(
    codec="utf-8",
    exclude_categories=("Cc", "Cs", "Cn", "Co", "Zl", "Zp"),
    exclude_characters="\ufeff",
)
text = awkward | st.text(printable, max_size=12)
named = text.filter(lambda each: each.strip() == each and each != "")
pairs = st.dictionaries(text.filter(bool), text, max_size=3)
values = st.recursive(
    text | st.integers(-(2**53), 2**53) | st.floats(-1e9, 1e9) | st.booleans() | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text, inner, max_size=3),
    max_leaves=6,
)


def valid(annotations: dict[str, str]) -> dict[str, str]:
    """Without `{{ $$x }}`, which is no template and is read as `{{ $x }}`."""
    return {key: text for key, text in annotations.items() if not re.search(r"\{\{.*\$\$", text)}


def read_back(document: Document, form: str) -> AlertingFile:
    written = as_yaml(document) if form == "yaml" else as_json(document)
    report = Report("x")
    entry = Entry(read_document(written, ENVIRON, report, READING.scope), report)
    entry.value("apiVersion")
    content = AlertingFileReader().read(entry)
    entry.close()
    assert (content.refusals, report.problems) == ((), []), written
    return content


def stored(group: EvaluationGroup, body: Mapping[str, Any]) -> StoredRule:
    return StoredRule(
        id=1, group=group, uid="u", position=1, text=orjson.dumps(canonical(body)).decode(),
        provenance="file", version=1, dashboard_uid="", panel_id=0, created=0, created_by="",
        updated=0, updated_by="",
    )  # fmt: skip


forms = st.sampled_from(["yaml", "json"])


@given(
    forms, named, named, pairs, pairs.map(valid),
    st.dictionaries(text, values, max_size=3), st.booleans(), st.sampled_from(["", "uid-1"]),
)  # fmt: skip
def test_rules(
    form: str,
    title: str,
    folder: str,
    labels: dict[str, str],
    annotations: dict[str, str],
    model: dict[str, Any],
    has_panel: bool,
    folder_uid: str,
) -> None:
    if has_panel:
        annotations |= {"__dashboardUid__": "d", "__panelId__": "7"}
    body = {
        "title": title,
        "condition": "B",
        "for": "90s",
        "labels": labels,
        "annotations": annotations,
        "isPaused": True,
        "data": [
            {"refId": "A", "datasourceUid": "ds", "model": model},
            {
                "refId": "B",
                "datasourceUid": "__expr__",
                "model": {"type": "math", "expression": "$A > 0"},
            },
        ],
    }
    group = EvaluationGroup(1, 3, "f", folder, title, timedelta(seconds=70))
    rule = stored(group, body)
    named_folder = FolderName(folder, folder_uid)
    content = read_back(rules_document([rule], {"f": named_folder}), form)
    entry, of_group = content.wanted
    assert isinstance(entry, RuleEntry)
    assert isinstance(of_group, GroupEntry)
    assert is_equivalent(rule, canonical(entry.body))
    assert (entry.org_id, entry.uid, entry.folder) == (3, "u", named_folder)
    assert (of_group.group, of_group.interval_ms, of_group.uids) == (title, 70_000, ("u",))


@given(forms, named, st.dictionaries(text.filter(bool), values, max_size=4), st.booleans())
def test_contact_points(
    form: str, name: str, settings: dict[str, Any], disable_resolve: bool
) -> None:
    integration = Integration(
        1, 2, "uid-1", name, "webhook", settings, {}, disable_resolve, "file", 0, 1, 0, 0
    )
    (entry,) = read_back(points_document(2, [(integration, settings)]), form).wanted
    assert isinstance(entry, PointEntry)
    (draft,) = entry.drafts
    assert (draft.name, draft.uid, draft.type) == (name, "uid-1", "webhook")
    assert (draft.settings, draft.disable_resolve) == (settings, disable_resolve)


@given(forms, named, text.filter(bool), st.lists(named, max_size=3, unique=True))
def test_policies_and_inhibitions(form: str, name: str, value: str, group_by: list[str]) -> None:
    policy = NotificationPolicy(
        receiver=name,
        group_by=tuple(group_by),
        repeat_interval=timedelta(hours=3),
        routes=(
            NotificationPolicy(
                matchers=(Matcher(name, Operator.NOT_EQUAL, value),),
                continues=True,
                mute_timings=(name,),
                group_wait=timedelta(0),
            ),
        ),
    )
    inhibition = InhibitRule(
        "", (Matcher(name, Operator.EQUAL, value),), (Matcher("b", Operator.EQUAL, name),), (name,)
    )
    document = policies_document(1, StoredPolicy(policy), StoredInhibitions((inhibition,)))
    first, second = read_back(document, form).wanted
    assert isinstance(first, PolicyEntry)
    assert isinstance(second, InhibitEntry)
    assert first.policy == policy
    assert second.rules == (inhibition,)


@given(forms, named, text.filter(str.strip))
def test_timings_and_templates(form: str, name: str, body: str) -> None:
    interval = TimeInterval(
        times=((540, 1440),), weekdays=((1, 5),), days=((-3, -1),), months=((1, 3),),
        years=((2026, 2026),), location="Europe/Paris",
    )  # fmt: skip
    timing = Timing(name, (interval,))
    (first,) = read_back(timings_document(1, [StoredTiming(timing)]), form).wanted
    assert isinstance(first, TimingEntry)
    assert first.timing == timing
    group = TemplateGroup(name, body, "", 1, 0)
    (second,) = read_back(templates_document(1, [group]), form).wanted
    assert isinstance(second, TemplateEntry)
    assert (second.name, second.text) == (name, body)


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ({"deleteRules": [{"orgId": 1}]}, "uid is missing"),
        ({"groups": [{"name": "g", "rules": []}]}, "folder is missing"),
        ({"groups": [{"name": "g", "folder": "f", "interval": "7s"}]}, "multiple of 10 seconds"),
        ({"groups": [{"name": "g", "folder": "f", "rules": [{"title": "t"}]}]}, "has no uid"),
        ({"policies": [{"receiver": "a", "routez": []}]}, "unknown key 'routez'"),
        ({"policies": [{"receiver": "a", "routes": [1]}]}, "is not an object"),
        ({"contactPoints": [{"name": "n", "receivers": [{"type": "email"}]}]}, "uid is missing"),
        ({"muteTimes": [{"name": "n", "time_intervals": [{"weekdays": ["mo"]}]}]}, "'mo'"),
        ({"contactPoints": [{"name": "n", "receivers": [{"uid": "u"}]}]}, "type is missing"),
        ({"resetPolicies": ["all"]}, "id of an organization"),
        ({"templates": "text"}, "templates must be a list"),
    ],
)
def test_what_cannot_be_used_is_named(document: Document, said: str) -> None:
    report = Report("x")
    good = {"templates": [{"name": "good", "template": "x"}]}
    written = as_yaml({**good, **document})
    content = AlertingFileReader().read(
        Entry(read_document(written, {}, report, READING.scope), report)
    )
    (refusal,) = content.refusals
    assert said in refusal.why
    assert refusal.line >= 1
    assert "templates" in document or len(content.wanted) == 1
