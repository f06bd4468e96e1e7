"""A real Prometheus tells its alerts to the server, as to an Alertmanager."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import orjson
import pytest
from tests.contract.alerting.conftest import PASSWORD, Server
from tests.fixtures.prometheus import available, running_prometheus
from tests.support.eventually import eventually

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
    def find() -> list[list[dict[str, Any]]]:
        found = posted(server)
        return [found] if len(found) == count else []

    [found] = eventually(find, f"{count} alerts", seconds=_SECONDS, every=0.1)
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


def test_an_alert_of_prometheus_is_notified_like_those_of_rules(
    server: Server, tmp_path: Path
) -> None:
    rules = tmp_path / "rules.yml"
    rules.write_text(_RULES.format(expression="vector(7)"))
    more = _MORE.format(rules=rules, password=PASSWORD, host=server.host)
    with webhook() as (url, told):
        point = {"name": "hook", "type": "webhook", "settings": {"url": url}}
        server.ask("POST", "/api/v1/provisioning/contact-points", point)
        quick = {"group_wait": "0s", "group_interval": "1s", "repeat_interval": "1h"}
        tree = {
            "receiver": "grafana-default-email",
            "routes": [{"receiver": "hook", "matchers": ["severity=critical"], **quick}],
        }
        server.ask("PUT", "/api/v1/provisioning/policies", tree)
        with running_prometheus(tmp_path, more=more, flags=_FLAGS) as prometheus:
            wait_for_messages(told, 1)
            rules.write_text(_RULES.format(expression="vector(7) > 8"))
            reload(prometheus.url)
            wait_for_messages(told, 2)
    assert [message["status"] for message in told] == ["firing", "resolved"]
    [alert] = told[0]["alerts"]
    assert alert["labels"] == {"alertname": "FromPrometheus", "severity": "critical"}
    assert alert["annotations"] == {"summary": "Value 7"}
    assert told[0]["receiver"] == "hook"


@contextmanager
def webhook() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Its address, and what was posted to it."""
    told: list[dict[str, Any]] = []

    class Hook(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            told.append(orjson.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Says nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Hook) as listener:
        Thread(target=listener.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{listener.server_port}/", told
        finally:
            listener.shutdown()


def wait_for_messages(told: list[dict[str, Any]], count: int) -> None:
    deadline = time.monotonic() + _SECONDS
    while len(told) < count:
        assert time.monotonic() < deadline, f"{told}, where {count} messages were expected"
        time.sleep(0.1)


def reload(url: str) -> None:
    Server(url).ask("POST", "/-/reload")
