"""A real Prometheus tells its alerts to the server, as to an Alertmanager."""

import time
from pathlib import Path
from typing import Any

import pytest
from tests.contract.alerting.conftest import PASSWORD, Server
from tests.fixtures.prometheus import available, running_prometheus

pytestmark = pytest.mark.skipif(available() != "", reason=available() or "available")
_SECONDS = 60.0
_FLAGS = ["--web.enable-lifecycle", "--rules.alert.resend-delay=1s"]
_RULES = """
groups:
  - name: here
    interval: 1s
    rules:
      - alert: FromPrometheus
        expr: {expression}
        labels: {{severity: critical}}
        annotations: {{summary: "Value {{{{ $value }}}}"}}
"""
_MORE = """
rule_files: [{rules}]
alerting:
  alertmanagers:
    - path_prefix: /api/alertmanager/grafana
      basic_auth: {{username: admin, password: {password}}}
      static_configs: [{{targets: ["{host}"]}}]
"""


def posted(server: Server) -> list[dict[str, Any]]:
    path = "/api/alertmanager/grafana/api/v2/alerts?filter=alertname%3DFromPrometheus"
    found: list[dict[str, Any]] = server.ask("GET", path)
    return found


def wait_until(server: Server, count: int) -> list[dict[str, Any]]:
    deadline = time.monotonic() + _SECONDS
    while len(found := posted(server)) != count:
        assert time.monotonic() < deadline, f"{found}, where {count} were expected"
        time.sleep(0.1)
    return found


def test_an_alert_of_prometheus_is_shown_until_it_resolves(server: Server, tmp_path: Path) -> None:
    rules = tmp_path / "rules.yml"
    rules.write_text(_RULES.format(expression='label_replace(vector(7), "team", "web", "", "")'))
    more = _MORE.format(rules=rules, password=PASSWORD, host=server.host)
    with running_prometheus(tmp_path, more=more, flags=_FLAGS) as prometheus:
        [alert] = wait_until(server, 1)
        assert alert["labels"] == {
            "alertname": "FromPrometheus",
            "severity": "critical",
            "team": "web",
        }
        assert alert["annotations"] == {"summary": "Value 7"}
        assert alert["status"]["state"] == "active"
        assert "/graph?" in alert["generatorURL"]
        assert alert["endsAt"] > alert["startsAt"]
        groups = server.ask("GET", "/api/alertmanager/grafana/api/v2/alerts/groups")
        assert ["FromPrometheus"] in [
            [each["labels"]["alertname"] for each in group["alerts"]] for group in groups
        ]

        rules.write_text(_RULES.format(expression="vector(7) > 8"))
        reload(prometheus.url)
        wait_until(server, 0)


def reload(url: str) -> None:
    Server(url).ask("POST", "/-/reload")
