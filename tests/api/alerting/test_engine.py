"""A rule made over the API is evaluated against a real Prometheus by the application's services."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import urlopen

import orjson
import pytest
from tests.fixtures.app import ADMIN_PASSWORD, Client, sign_in, start
from tests.fixtures.prometheus import PrometheusServer
from tests.support.eventually import eventually_async

from vedette.app.build import App
from vedette.db.settings import DatabaseSettings

ENGINE = ("instances", "scheduler", "scheduler-maintenance", "watchdog")


@pytest.fixture
async def running(
    database_settings: DatabaseSettings, tmp_path: Path
) -> AsyncIterator[tuple[App, Client]]:
    async with AsyncExitStack() as stack:
        words = (
            "cfg:egress.allow_loopback=true",
            "cfg:unified_alerting.min_interval=1s",
            "cfg:unified_alerting.lease=3s",
            "cfg:unified_alerting.watchdog=true",
        )
        app = await start(stack, database_settings, tmp_path, *words)
        tasks = [asyncio.create_task(each.run()) for each in app.services if each.name in ENGINE]
        assert len(tasks) == len(ENGINE)
        yield app, await sign_in(app, "admin", ADMIN_PASSWORD)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def prepared(client: Client, prometheus: PrometheusServer) -> None:
    source = {"name": "P", "uid": "p", "type": "prometheus", "access": "proxy"}
    reply = await client.post("/api/datasources", {**source, "url": prometheus.url})
    assert reply.status == 200, reply.body
    await client.post("/api/folders", {"title": "Ops", "uid": "ops"})


async def add(client: Client, *rules: dict[str, Any]) -> None:
    group = {"title": "g", "folderUid": "ops", "interval": 1, "rules": rules}
    reply = await client.put("/api/v1/provisioning/folder/ops/rule-groups/g", group)
    assert reply.status == 200, reply.body


def rule(title: str, expr: str, **more: Any) -> dict[str, Any]:
    above = {"evaluator": {"type": "gt", "params": [5]}}
    return {
        "title": title,
        "condition": "C",
        "for": "0s",
        "labels": {"severity": "{{ if gt $values.A.Value 8.0 }}high{{ else }}low{{ end }}"},
        "annotations": {"summary": "{{ $labels.host }} has {{ $values.A.Value }}"},
        "data": [
            {
                "refId": "A",
                "datasourceUid": "p",
                "relativeTimeRange": {"from": 600, "to": 0},
                "model": {"refId": "A", "expr": expr, "instant": True, "range": False},
            },
            {
                "refId": "C",
                "datasourceUid": "__expr__",
                "model": {
                    "refId": "C",
                    "type": "threshold",
                    "expression": "A",
                    "conditions": [above],
                },
            },
        ],
        **more,
    }


def series(**hosts: float) -> str:
    return " or ".join(
        f'label_replace(vector({value}), "host", "{host}", "", "")' for host, value in hosts.items()
    )


async def rows(app: App, table: str) -> list[Any]:
    async with app.database.reading() as tx:
        return list(await tx.all(f"SELECT * FROM {table}"))


async def test_a_breach_becomes_an_alert_with_its_texts(
    running: tuple[App, Client], receiving_prometheus: PrometheusServer
) -> None:
    app, client = running
    await prepared(client, receiving_prometheus)
    await add(client, rule("High", series(a=7.0, b=9.0, c=1.0)))

    async def firing() -> list[Any]:
        found = (await client.get("/api/prometheus/grafana/api/v1/alerts")).json()["data"]["alerts"]
        return [each for each in found if each["state"] == "Alerting"]

    found = sorted(await eventually_async(firing), key=lambda each: each["labels"]["host"])
    assert [(each["labels"]["host"], each["labels"]["severity"]) for each in found] == [
        ("a", "low"),
        ("b", "high"),
    ]
    assert [each["annotations"]["summary"] for each in found] == ["a has 7", "b has 9"]
    stored = [each for each in await rows(app, "alert") if each["origin"] == "rule"]
    assert len(stored) == 2
    groups = (await client.get("/api/prometheus/grafana/api/v1/rules")).json()["data"]["groups"]
    assert groups[0]["rules"][0]["health"] == "ok"
    assert groups[0]["rules"][0]["state"] == "firing"


async def test_a_prometheus_that_is_away_is_one_alert(
    running: tuple[App, Client], tmp_path: Path
) -> None:
    app, client = running
    gone = PrometheusServer("http://127.0.0.1:1", tmp_path)
    await prepared(client, gone)
    await add(client, *(rule(f"R{number}", "up") for number in range(5)))

    async def told() -> list[Any]:
        return [each for each in await rows(app, "alert") if each["origin"] == "outage"]

    (outage,) = await eventually_async(told, seconds=40)
    assert "5 rules are affected" in outage["annotations"]
    assert [each for each in await rows(app, "alert") if each["origin"] == "rule"] == []


async def test_a_recording_rule_writes_what_prometheus_reads(
    running: tuple[App, Client], receiving_prometheus: PrometheusServer
) -> None:
    _, client = running
    await prepared(client, receiving_prometheus)
    record = {"metric": "recorded:total", "from": "A", "target_datasource_uid": "p"}
    made = rule("Rec", series(a=7.0, b=9.0), record=record, labels={"team": "x"})
    await add(client, made)

    async def recorded() -> Any:
        return await asyncio.to_thread(_asked, receiving_prometheus, "recorded:total")

    found = {each["metric"]["host"]: each for each in await eventually_async(recorded)}
    assert {host: each["value"][1] for host, each in found.items()} == {"a": "7", "b": "9"}
    assert found["a"]["metric"] == {"__name__": "recorded:total", "host": "a", "team": "x"}
    shown = (await client.get("/api/prometheus/grafana/api/v1/alerts")).json()["data"]["alerts"]
    assert shown == []


async def test_the_watchdog_fires_while_rules_are_evaluated(running: tuple[App, Client]) -> None:
    app, _ = running

    async def barking() -> list[Any]:
        return await rows(app, "alert")

    (alert,) = await eventually_async(barking)
    assert '"Watchdog"' in alert["labels"]
    assert alert["ends_at"] is None


async def test_numbers_and_health_tell_of_the_engine(
    running: tuple[App, Client], receiving_prometheus: PrometheusServer
) -> None:
    _, client = running
    await prepared(client, receiving_prometheus)
    await add(client, rule("High", series(a=7.0)))

    async def counted() -> bool:
        text = (await client.get("/metrics")).body.decode()
        lines = dict(line.rsplit(" ", 1) for line in text.splitlines() if line[0] != "#")
        return (
            float(lines["vedette_alerting_rule_evaluations_total"]) > 1
            and float(lines['vedette_alerting_schedule_alert_rules{share="own"}']) == 1
            and float(lines["vedette_cluster_instances"]) == 1
        )

    assert await eventually_async(counted)
    assert (await client.get("/api/health")).status == 200


def _asked(prometheus: PrometheusServer, expr: str) -> list[Any]:
    with urlopen(f"{prometheus.url}/api/v1/query?{urlencode({'query': expr})}") as reply:
        found: list[Any] = orjson.loads(reply.read())["data"]["result"]
    return found
