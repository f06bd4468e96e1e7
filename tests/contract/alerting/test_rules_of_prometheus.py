"""Rules that a real Prometheus evaluates are read through us, and said to be changed there."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import orjson
import pytest
from tests.fixtures.app import Clients, clients_of, start
from tests.fixtures.prometheus import available, running_prometheus

from vedette.db.settings import DatabaseSettings

pytestmark = pytest.mark.skipif(available() != "", reason=available())
RULES = {
    "groups": [
        {
            "name": "own",
            "interval": "1s",
            "rules": [{"alert": "Always", "expr": "vector(1)", "labels": {"team": "core"}}],
        }
    ]
}


async def state_of(clients: Clients) -> str:
    reply = await clients.viewer.get("/api/prometheus/prom/api/v1/rules", type="alert")
    assert reply.status == 200, reply.body
    [group] = reply.json()["data"]["groups"]
    [rule] = group["rules"]
    assert (group["name"], rule["name"]) == ("own", "Always")
    return str(rule["state"])


async def test_rules_and_alerts_of_a_prometheus_are_read_through_its_source(
    tmp_path: Path,
) -> None:
    (tmp_path / "rules.json").write_bytes(orjson.dumps(RULES))
    files = f"rule_files: [{tmp_path / 'rules.json'}]\n"
    async with AsyncExitStack() as stack:
        server = stack.enter_context(running_prometheus(tmp_path, more=files))
        allowed = "cfg:egress.allow_loopback=true"
        app = await start(stack, DatabaseSettings(), tmp_path / "own", allowed)
        clients = await clients_of(app)
        source = {"name": "P", "uid": "prom", "type": "prometheus", "url": server.url}
        made = await clients.admin.post("/api/datasources", source | {"access": "proxy"})
        assert made.status == 200, made.body
        async with asyncio.timeout(20):
            while await state_of(clients) != "firing":
                await asyncio.sleep(0.2)
        alerts = await clients.viewer.get("/api/prometheus/prom/api/v1/alerts")
        [alert] = alerts.json()["data"]["alerts"]
        assert alert["labels"] == {"alertname": "Always", "team": "core"}
        for ruler in (
            await clients.viewer.get("/api/ruler/prom/api/v1/rules"),
            await clients.viewer.get("/api/ruler/prom/api/v1/rules/own?subtype=mimir"),
            await clients.editor.post("/api/ruler/prom/api/v1/rules/own", RULES["groups"][0]),
            await clients.editor.delete("/api/ruler/prom/api/v1/rules/own?subtype=cortex"),
        ):
            assert (ruler.status, ruler.json()["messageId"]) == (404, "ruler.missing"), ruler.body
            assert "'P'" in ruler.json()["message"] and "no ruler API" in ruler.json()["message"]
        assert (await clients.viewer.get("/api/prometheus/nope/api/v1/rules")).status == 404
        assert (await clients.anonymous.get("/api/prometheus/prom/api/v1/rules")).status == 401
