"""Bodies of rules for tests."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from vedette.alerting.model import Rule
from vedette.alerting.rules.parsing import parse_rule

PLACE: dict[str, Any] = {
    "org_id": 1,
    "uid": "cpu",
    "folder_uid": "infra",
    "folder_title": "Infra",
    "group": "every minute",
    "interval": timedelta(minutes=1),
}


def query(ref_id: str = "A", **changes: Any) -> dict[str, Any]:
    made = {
        "refId": ref_id,
        "queryType": "",
        "relativeTimeRange": {"from": 600, "to": 0},
        "datasourceUid": "prom",
        "model": {"expr": "up", "instant": True, "refId": ref_id},
    }
    return made | changes


def expression(ref_id: str, **model: Any) -> dict[str, Any]:
    return query(ref_id, datasourceUid="__expr__", model={"refId": ref_id, **model})


def above(ref_id: str, source: str, limit: float) -> dict[str, Any]:
    condition = {"evaluator": {"type": "gt", "params": [limit]}}
    return expression(ref_id, type="threshold", expression=source, conditions=[condition])


def body(**changes: Any) -> dict[str, Any]:
    """CPU above 90 for five minutes. A change to None takes the key away."""
    made = {
        "title": "CPU high",
        "condition": "C",
        "data": [
            query("A"),
            expression("B", type="reduce", expression="A", reducer="last"),
            above("C", "B", 90),
        ],
        "for": "5m",
        "labels": {"team": "core"},
        "annotations": {"summary": "CPU of {{ $labels.host }} is {{ $values.B.Value }}"},
    }
    return {key: value for key, value in (made | changes).items() if value is not None}


def parsed(given: Mapping[str, Any] | None = None, **place: Any) -> Rule:
    return parse_rule(body() if given is None else given, **{**PLACE, **place})
