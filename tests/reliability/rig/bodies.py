"""JSON of rules, policies and contact points, as users send it to the API."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.reliability.rig.script import THRESHOLD


@dataclass(frozen=True)
class Way:
    """How the alerts of a scene are evaluated and notified; durations in seconds."""

    interval: int = 1
    hold: int = 0
    keep_firing: int = 0
    group_by: Sequence[str] = ("...",)
    group_wait: int = 0
    group_interval: int = 2
    repeat: int = 4 * 3600
    no_data: str = "NoData"
    on_error: str = "Error"
    labels: Mapping[str, str] = field(default_factory=dict)
    mute_timings: Sequence[str] = ()


def rule(name: str, scene: str, source: str, way: Way, query: str = "") -> dict[str, Any]:
    expression = {"type": "__expr__", "uid": "__expr__"}
    threshold = {"type": "gt", "params": [THRESHOLD]}
    asked = query or f'sim{{rule="{name}"}}'
    body: dict[str, Any] = {
        "uid": name,
        "title": name,
        "condition": "B",
        "noDataState": way.no_data,
        "execErrState": way.on_error,
        "for": f"{way.hold}s",
        "labels": {"scene": scene, "rule": name, **way.labels},
        "annotations": {"summary": "{{ $labels.series }} is at {{ $values.A }}"},
        "data": [
            {
                "refId": "A",
                "datasourceUid": source,
                "queryType": "",
                "relativeTimeRange": {"from": 60, "to": 0},
                "model": {
                    "refId": "A",
                    "datasource": {"type": "prometheus", "uid": source},
                    "expr": asked,
                    "instant": True,
                    "range": False,
                    "intervalMs": 1000,
                    "maxDataPoints": 100,
                },
            },
            {
                "refId": "B",
                "datasourceUid": "__expr__",
                "queryType": "",
                "relativeTimeRange": {"from": 60, "to": 0},
                "model": {
                    "refId": "B",
                    "datasource": expression,
                    "type": "threshold",
                    "expression": "A",
                    "conditions": [{"evaluator": threshold}],
                },
            },
        ],
    }
    if way.keep_firing:
        body["keep_firing_for"] = f"{way.keep_firing}s"
    return body


def route(scene: str, receiver: str, way: Way) -> dict[str, Any]:
    body: dict[str, Any] = {
        "receiver": receiver,
        "object_matchers": [["scene", "=", scene]],
        "group_by": list(way.group_by),
        "group_wait": f"{way.group_wait}s",
        "group_interval": f"{way.group_interval}s",
        "repeat_interval": f"{way.repeat}s",
    }
    if way.mute_timings:
        body["mute_time_intervals"] = list(way.mute_timings)
    return body


def policies(receiver: str, routes: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return {
        "receiver": receiver,
        "group_by": ["..."],
        "group_wait": "0s",
        "group_interval": "2s",
        "repeat_interval": "4h",
        "routes": list(routes),
    }


def webhook(name: str, url: str) -> dict[str, Any]:
    return {"name": name, "uid": name, "type": "webhook", "settings": {"url": url}}


def mail(name: str, address: str) -> dict[str, Any]:
    return {"name": name, "uid": name, "type": "email", "settings": {"addresses": address}}
