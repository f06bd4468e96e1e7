"""The same rule file in a real Prometheus and imported here: the same alerts fire."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import orjson
import pytest
from tests.fixtures.app import Client, clients_of, start
from tests.fixtures.prometheus import available, running_prometheus

from vedette.db.settings import DatabaseSettings

pytestmark = pytest.mark.skipif(available() != "", reason=available())
ENGINE = ("instances", "scheduler", "scheduler-maintenance")


def _series(value: str, host: str) -> str:
    return f'label_replace({value}, "host", "{host}", "", "")'


RULES: list[dict[str, Any]] = [
    {"alert": "Zero", "expr": "vector(0)", "annotations": {"s": "it is {{ $value }}"}},
    {"alert": "NotANumber", "expr": "vector(NaN)", "annotations": {"s": "{{ $value }}"}},
    {"alert": "Endless", "expr": "vector(Inf)", "annotations": {"s": "{{ .Value }}"}},
    {"alert": "Nothing", "expr": "vector(1) > 2"},
    {
        "alert": "ForEachSeries",
        "expr": f"{_series('vector(1)', 'a')} or {_series('vector(1234.5)', 'b')}",
        "labels": {"severity": "{{ if gt $value 100.0 }}high{{ else }}low{{ end }}"},
        "annotations": {"s": "{{ $labels.host }}: {{ $value | humanize }}"},
    },
    {"alert": "Waiting", "expr": "vector(1)", "for": "1h"},
]
FILE = {"groups": [{"name": "own", "interval": "1s", "rules": RULES}]}


async def alerts_of(client: Client, path: str) -> list[tuple[Any, ...]]:
    """Labels, annotation and whether it fires yet, without what only one of both knows."""
    reply = await client.get(path)
    assert reply.status == 200, reply.body
    found = []
    for alert in reply.json()["data"]["alerts"]:
        labels = {
            name: text
            for name, text in alert["labels"].items()
            if not name.startswith("__") and name != "grafana_folder"
        }
        if alert["state"].startswith("Normal"):
            continue
        fires = alert["state"].lower().startswith(("firing", "alerting"))
        found.append((sorted(labels.items()), alert["annotations"].get("s", ""), fires))
    return sorted(found)


async def test_imported_rules_fire_as_they_do_in_prometheus(tmp_path: Path) -> None:
    (tmp_path / "rules.json").write_bytes(orjson.dumps(FILE))
    files = f"rule_files: [{tmp_path / 'rules.json'}]\n"
    async with AsyncExitStack() as stack:
        server = stack.enter_context(running_prometheus(tmp_path, more=files))
        words = ("cfg:egress.allow_loopback=true", "cfg:unified_alerting.min_interval=1s")
        app = await start(stack, DatabaseSettings(), tmp_path / "own", *words)
        admin = (await clients_of(app)).admin
        source = {"name": "P", "uid": "prom", "type": "prometheus", "url": server.url}
        made = await admin.post("/api/datasources", source | {"access": "proxy"})
        assert made.status == 200, made.body
        sent = await admin.post(
            "/api/convert/prometheus/config/v1/rules",
            {"mine": FILE["groups"]},
            x_grafana_alerting_datasource_uid="prom",
        )
        assert sent.json() == {"status": "success", "errorType": "", "error": ""}
        tasks = [asyncio.create_task(each.run()) for each in app.services if each.name in ENGINE]
        theirs: list[tuple[Any, ...]] = []
        ours: list[tuple[Any, ...]] = []
        try:
            async with asyncio.timeout(30):
                while len(theirs) < 6 or ours != theirs:
                    await asyncio.sleep(0.3)
                    theirs = await alerts_of(admin, "/api/prometheus/prom/api/v1/alerts")
                    ours = await alerts_of(admin, "/api/prometheus/grafana/api/v1/alerts")
        except TimeoutError:
            assert ours == theirs
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        assert len(theirs) == 6
