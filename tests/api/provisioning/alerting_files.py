"""A server with a directory of alerting files."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.fixtures.app import Clients, start

from vedette.app.build import App
from vedette.db.settings import DatabaseSettings

NO_TOUR = "cfg:tour.enabled=false"


WHOLE = """
apiVersion: 1
contactPoints:
  - orgId: 1
    name: ops
    receivers:
      - uid: ops-mail
        type: email
        settings: {addresses: "$MAIL"}
      - uid: ops-hook
        type: webhook
        disableResolveMessage: true
        settings: {url: "https://hooks.example.org/in", password: "p$$1"}
  - name: chat
    type: slack
    settings:
      url: https://hooks.slack.com/services/a/b/c
      title: "{{ .GroupLabels.alertname }}"
      text: "{{ range .Alerts }}{{ .Annotations.summary }}{{ end }}"
muteTimes:
  - orgId: 1
    name: nights
    time_intervals:
      - times: [{start_time: "22:00", end_time: "24:00"}]
        weekdays: ["monday:friday"]
        location: Europe/Berlin
templates:
  - orgID: 1
    name: short
    template: '{{ define "short" }}{{ $n := len .Alerts }}{{ $n }}{{ end }}'
groups:
  - orgId: 1
    name: hosts
    folder: Ops/Hosts
    interval: 1m
    rules:
      - uid: cpu
        title: CPU
        condition: C
        for: 5m
        data:
          - refId: A
            relativeTimeRange: {from: 600, to: 0}
            datasourceUid: nowhere
            model: {refId: A, expr: 'rate(x{a="$b"}[$__rate_interval])', instant: true}
          - refId: C
            datasourceUid: __expr__
            model:
              refId: C
              type: threshold
              expression: A
              conditions: [{evaluator: {type: gt, params: [80]}}]
        labels: {team: ops, level: 1.10}
        annotations: {summary: "${HOME} {{ $labels.instance }} is at {{ $$values.A }}"}
        dashboardUid: dash
        panelId: 3
      - uid: mem
        title: Memory
        condition: A
        data:
          - refId: A
            datasourceUid: __expr__
            model: {type: math, expression: "1 > 0"}
        notification_settings: {receiver: chat}
policies:
  - orgId: 1
    receiver: ops
    group_by: [grafana_folder, alertname]
    routes:
      - receiver: chat
        matchers: ['service=~"^a.*$"']
        mute_time_intervals: [nights]
inhibitRules:
  - source_matchers: ['severity="critical"']
    target_matchers: ['severity="warning"']
    equal: [instance]
"""


@pytest.fixture
async def app(
    database_settings: DatabaseSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[App]:
    monkeypatch.setenv("MAIL", "ops@example.org")
    async with AsyncExitStack() as stack:
        yield await start(stack, database_settings, tmp_path, NO_TOUR)


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    root = tmp_path / "provisioning" / "alerting"
    root.mkdir(parents=True)
    return root


async def reload(clients: Clients) -> list[dict[str, Any]]:
    """Files with an error."""
    reply = await clients.server_admin.post("/api/admin/provisioning/alerting/reload")
    assert reply.status == 200, reply.body
    return list(reply.json()["sources"])


async def state(clients: Clients, file: str = "alerting/a.yaml") -> dict[str, Any]:
    reply = await clients.server_admin.get("/api/admin/provisioning/status")
    (found,) = [each for each in reply.json()["sources"] if each["file"] == file]
    return dict(found)


async def read(clients: Clients, path: str) -> Any:
    reply = await clients.admin.get(f"/api/v1/provisioning/{path}")
    assert reply.status == 200, reply.body
    return reply.json()


async def titles(clients: Clients) -> dict[str, str]:
    return {each["uid"]: each["title"] for each in await read(clients, "alert-rules")}


async def points(clients: Clients) -> dict[str, str]:
    return {
        each["uid"]: each["name"]
        for each in await read(clients, "contact-points")
        if each["name"] != "grafana-default-email"
    }
