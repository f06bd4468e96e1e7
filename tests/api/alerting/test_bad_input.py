"""What is wrong with one rule is told with that rule, and all others go on."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.api.alerting.test_engine import ENGINE, add
from tests.fixtures.app import ADMIN_PASSWORD, Client, Clients, sign_in, start
from tests.fixtures.postgres import PostgresServer
from tests.support.eventually import eventually_async

from vedette.db.settings import DatabaseSettings

GOOD = "SELECT 'a' AS host, 7.0 AS value"
BOMB = "(((a{1,500}){1,500}){1,500}){1,500}"
SILENCES = "/api/alertmanager/grafana/api/v2/silences"


@pytest.fixture
async def client(
    database_settings: DatabaseSettings, postgres_server: PostgresServer, tmp_path: Path
) -> AsyncIterator[Client]:
    """A running engine, with a data source `p`."""
    async with AsyncExitStack() as stack:
        words = ("cfg:egress.allow_loopback=true", "cfg:unified_alerting.min_interval=1s")
        app = await start(stack, database_settings, tmp_path, *words)
        client = await sign_in(app, "admin", ADMIN_PASSWORD)
        source = {
            "name": "P",
            "uid": "p",
            "type": "postgres",
            "access": "proxy",
            "url": f"127.0.0.1:{postgres_server.port}",
            "user": "vedette",
            "database": "postgres",
            "jsonData": {"sslmode": "disable"},
            "secureJsonData": {"password": "secret"},
        }
        reply = await client.post("/api/datasources", source)
        assert reply.status == 200, reply.body
        await client.post("/api/folders", {"title": "Ops", "uid": "ops"})
        tasks = [asyncio.create_task(each.run()) for each in app.services if each.name in ENGINE]
        yield client
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def rule(title: str, sql: str = GOOD, *, source: str = "p", **more: Any) -> dict[str, Any]:
    above = {"type": "threshold", "expression": "A", "conditions": [
        {"evaluator": {"type": "gt", "params": [5]}}
    ]}  # fmt: skip
    asked = {"refId": "A", "rawSql": sql, "format": "table"}
    return {
        "title": title,
        "condition": "C",
        "for": "0s",
        "execErrState": "Error",
        "data": [
            {
                "refId": "A",
                "datasourceUid": source,
                "relativeTimeRange": {"from": 600, "to": 0},
                "model": asked,
            },
            {"refId": "C", "datasourceUid": "__expr__", "model": {"refId": "C", **above}},
        ],
        **more,
    }


async def evaluated(client: Client, count: int) -> dict[str, dict[str, Any]]:
    """Rules by title, once `count` of them were evaluated."""

    async def found() -> dict[str, dict[str, Any]] | None:
        shown = (await client.get("/api/prometheus/grafana/api/v1/rules")).json()["data"]
        rules = {each["name"]: each for group in shown["groups"] for each in group["rules"]}
        done = [each for each in rules.values() if not each["lastEvaluation"].startswith("0001")]
        return rules if len(done) == count else None

    return dict(await eventually_async(found, seconds=40))


async def test_a_rule_that_fails_says_why_and_the_others_are_evaluated(client: Client) -> None:
    twice = f"{GOOD} UNION ALL SELECT 'a', 9.0"
    many = "SELECT 'h' || g AS host, 7.0 AS value FROM generate_series(1, 100000) g"
    bad = {
        "unknown source": rule("unknown source", source="nowhere"),
        "equal labels": rule("equal labels", twice),
        "many series": rule("many series", many),
        "no such table": rule("no such table", "SELECT host, value FROM nowhere"),
    }
    await add(client, rule("good"), *bad.values(), rule("also good"))
    found = await evaluated(client, 6)
    for title in ("good", "also good"):
        assert (found[title]["health"], found[title]["state"]) == ("ok", "firing")
    reasons = {title: found[title].get("lastError", "") for title in bad}
    assert {found[title]["health"] for title in bad} == {"error"}, reasons
    assert "does not exist" in reasons["unknown source"]
    assert "labels" in reasons["equal labels"]
    assert "series" in reasons["many series"] or "rows" in reasons["many series"]
    assert "nowhere" in reasons["no such table"]


async def test_a_text_that_fails_goes_out_as_it_is_written(client: Client) -> None:
    texts = {
        "unread": "{{ if }}",
        "failing": "{{ index $values.A.Value 3 }}",
        "endless": '{{ define "x" }}{{ template "x" }}{{ end }}{{ template "x" }}',
        "bomb": f'{{{{ reReplaceAll "{BOMB}" "b" "{"a" * 200}" }}}}',
        "backtracking": f'{{{{ match "(a+)+$" "{"a" * 2_000}!" }}}}',
    }
    await add(client, *(rule(name, annotations={"summary": text}) for name, text in texts.items()))
    found = await evaluated(client, len(texts))
    assert {each["state"] for each in found.values()} == {"firing"}
    said = {name: each["alerts"][0]["annotations"]["summary"] for name, each in found.items()}
    assert said.pop("backtracking") == "false"
    for name, text in said.items():
        assert text.startswith(texts[name]) and len(text) > len(texts[name]), (name, text)


async def test_a_cycle_and_an_expression_for_an_hour_are_refused(clients: Clients) -> None:
    await clients.admin.post("/api/folders", {"title": "Ops", "uid": "ops"})
    body = rule("round")
    body["data"][0] = {
        "refId": "A",
        "datasourceUid": "__expr__",
        "model": {"refId": "A", "type": "math", "expression": "$C + 1"},
    }
    group = {"title": "g", "folderUid": "ops", "interval": 60, "rules": [rule("good"), body]}
    reply = await clients.admin.put("/api/v1/provisioning/folder/ops/rule-groups/g", group)
    assert reply.status == 400 and "round" in reply.json()["message"]
    silence = {
        "matchers": [{"name": "a", "value": BOMB, "isRegex": True, "isEqual": True}],
        "startsAt": "2026-01-01T00:00:00Z",
        "endsAt": "2099-01-01T00:00:00Z",
        "createdBy": "x",
        "comment": "x",
    }
    reply = await clients.admin.post(SILENCES, silence)
    assert reply.status == 400 and "cannot be used" in reply.json()["message"]
    policy = {"receiver": "grafana-default-email", "object_matchers": [["a", "=~", BOMB]]}
    tree = {"receiver": "grafana-default-email", "routes": [policy]}
    reply = await clients.admin.put("/api/v1/provisioning/policies", tree)
    assert reply.status == 400, reply.body
