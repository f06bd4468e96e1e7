"""A rule goes out in the spelling of each API and comes back the same."""

from datetime import timedelta
from typing import Any

import orjson
from tests.unit.alerting.rules.bodies import body, query

from vedette.alerting.rules.forms import (
    canonical,
    from_ruler,
    provisioning_json,
    ruler_json,
)
from vedette.alerting.rules.groups import plan
from vedette.alerting.rules.model import EvaluationGroup, RuleDraft, StoredRule

RICH: dict[str, Any] = body(
    execErrState="KeepLast",
    noDataState="OK",
    keep_firing_for="10m",
    missing_series_evals_to_resolve=3,
    isPaused=True,
    notification_settings={"receiver": "on call", "group_by": ["..."]},
    annotations={"__dashboardUid__": "dash", "__panelId__": "4"},
)
LEVELLED = body(
    condition=None,
    data=[query("B")],
    thresholds={"of": "B", "levels": [{"evaluator": {"type": "gt", "params": [1]}}]},
)


def stored(given: dict[str, Any], uid: str = "cpu", id: int = 1) -> StoredRule:
    kept = canonical(given)
    notes = kept.get("annotations", {})
    return StoredRule(
        id=id,
        group=EvaluationGroup(1, 1, "infra", "Infra", "g", timedelta(minutes=1)),
        uid=uid,
        position=1,
        text=orjson.dumps(kept).decode(),
        provenance="",
        version=4,
        dashboard_uid=notes.get("__dashboardUid__", ""),
        panel_id=int(notes.get("__panelId__", 0)),
        created=0,
        created_by="ann",
        updated=1_767_225_600_000,
        updated_by="ann",
    )


def test_what_the_provisioning_api_answers_can_be_sent_back() -> None:
    for given in (body(), RICH, LEVELLED, body(execErrState="Error")):
        rule = stored(given)
        again = stored(provisioning_json(rule))
        assert again.rule == rule.rule
        assert stored(provisioning_json(again)).body == again.body


def test_what_the_ruler_answers_can_be_sent_back() -> None:
    for given in (body(), RICH, LEVELLED, body(execErrState="Error")):
        rule = stored(given)
        again = stored(from_ruler(ruler_json(rule)))
        assert again.rule == rule.rule
        assert stored(from_ruler(ruler_json(again))).body == again.body


def test_annotations_that_name_a_panel_go_before_its_own_keys() -> None:
    named = {"__dashboardUid__": "dash", "__panelId__": "4"}
    given = body(annotations=named, dashboardUid="other", panelId=9)
    assert canonical(given)["annotations"] == named


def test_clients_find_the_fields_they_know() -> None:
    shown = provisioning_json(stored(body()))
    assert shown["folderUID"] == "infra"
    assert shown["ruleGroup"] == "g"
    assert (shown["noDataState"], shown["execErrState"]) == ("NoData", "Alerting")
    assert shown["updated"] == "2026-01-01T00:00:00Z"
    alert = ruler_json(stored(body()))["grafana_alert"]
    assert (alert["namespace_uid"], alert["rule_group"], alert["version"]) == ("infra", "g", 4)
    assert alert["intervalSeconds"] == 60


def test_a_group_that_is_sent_without_uids_means_the_rules_it_has() -> None:
    have = [stored(body(title="one"), "u1", 1), stored(body(title="two"), "u2", 2)]
    found = plan([RuleDraft(body(title="two")), RuleDraft(body(title="three"))], have, [])
    assert [known.uid if known else None for _, known in found.pairs] == ["u2", None]
    assert [each.uid for each in found.omitted] == ["u1"]


def test_rules_may_exchange_their_titles() -> None:
    have = [stored(body(title="one"), "u1", 1), stored(body(title="two"), "u2", 2)]
    found = plan([RuleDraft(body(title="two"), "u1"), RuleDraft(body(title="one"), "u2")], have, [])
    assert [known.uid if known else None for _, known in found.pairs] == ["u1", "u2"]
    assert not found.omitted
