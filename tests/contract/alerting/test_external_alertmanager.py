"""A real Alertmanager, known from a provisioning file, is handed the alerts of rules."""

import re
import urllib.request
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import orjson
import pytest
from tests.contract.alerting.conftest import PASSWORD, Server
from tests.fixtures.alertmanager import available, running_alertmanager
from tests.fixtures.browser import Product, start_product, wait_until_healthy
from tests.fixtures.postgres import free_port
from tests.support.eventually import eventually

pytestmark = pytest.mark.skipif(available() != "", reason=available() or "available")
_SECONDS = 60.0
_SOURCES = """
apiVersion: 1
datasources:
  - name: Central
    uid: central
    type: alertmanager
    access: proxy
    url: {url}
    jsonData: {{implementation: prometheus, handleGrafanaManagedAlerts: true}}
"""


def started(stack: ExitStack, directory: Path) -> Product:
    product = start_product(
        directory / "product",
        f"cfg:security.admin_password={PASSWORD}",
        "cfg:tour.enabled=false",
        f"cfg:paths.provisioning={directory / 'provisioning'}",
        "cfg:unified_alerting.delivery_timeout=2s",
        "cfg:unified_alerting.lease=3s",
    )
    stack.callback(product.stop)
    wait_until_healthy(product.url)
    return product


def add_rule(server: Server, uid: str) -> None:
    always = {"refId": "A", "type": "math", "expression": "1"}
    rule = {
        "uid": uid,
        "title": uid,
        "folderUID": "infra",
        "ruleGroup": "always",
        "condition": "A",
        "noDataState": "NoData",
        "execErrState": "Error",
        "for": "0s",
        "labels": {"the team": "core"},
        "data": [{"refId": "A", "datasourceUid": "__expr__", "model": always}],
    }
    server.ask("POST", "/api/v1/provisioning/alert-rules", rule)


def known_there(url: str) -> dict[str, Any]:
    """The alerts that fire, by name."""
    with urllib.request.urlopen(f"{url}/api/v2/alerts", timeout=5) as reply:
        return {each["labels"]["alertname"]: each for each in orjson.loads(reply.read())}


def ends_received(url: str) -> float:
    with urllib.request.urlopen(f"{url}/metrics", timeout=5) as reply:
        pattern = r'alertmanager_alerts_received_total\{status="resolved".*\} (\S+)'
        return sum(map(float, re.findall(pattern, reply.read().decode())))


def test_an_alertmanager_that_was_away_knows_all_again_also_when_we_were_killed(
    tmp_path: Path,
) -> None:
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    for name in ("product", "other", "provisioning/datasources"):
        (tmp_path / name).mkdir(parents=True)
    sources = tmp_path / "provisioning" / "datasources" / "central.yaml"
    sources.write_text(_SOURCES.format(url=url))
    with ExitStack() as stack:
        product = started(stack, tmp_path)
        server = Server(product.url)
        with running_alertmanager(tmp_path / "other", port=port):
            choice = {"alertmanagersChoice": "external"}
            server.ask("POST", "/api/v1/ngalert/admin_config", choice)
            server.ask("POST", "/api/folders", {"uid": "infra", "title": "Infra"})
            add_rule(server, "stays")
            add_rule(server, "ends")
            found = eventually(lambda: both(known_there(url)), seconds=_SECONDS, every=0.5)
            labels = {"alertname": "stays", "grafana_folder": "Infra", "theteam": "core"}
            assert found["stays"]["labels"] == labels
            ahead = datetime.fromisoformat(found["stays"]["endsAt"]) - datetime.now(UTC)
            assert timedelta(minutes=8) < ahead <= timedelta(minutes=10)

        server.ask("DELETE", "/api/v1/provisioning/alert-rules/ends")
        eventually(lambda: waiting(server), seconds=_SECONDS, every=0.5)
        product.process.kill()
        product.process.wait()
        server = Server(started(stack, tmp_path).url)
        with running_alertmanager(tmp_path / "other", port=port):
            eventually(lambda: ends_received(url), seconds=_SECONDS, every=0.5)
            found = eventually(lambda: known_there(url), seconds=_SECONDS, every=0.5)
            assert list(found) == ["stays"]


def both(found: dict[str, Any]) -> dict[str, Any]:
    return found if found.keys() == {"stays", "ends"} else {}


def waiting(server: Server) -> bool:
    """Whether the end of an alert waits to be sent."""
    found = server.ask("GET", "/api/v1/alerting/deliveries?state=pending")["items"]
    return any(each["resolved"] for each in found)
