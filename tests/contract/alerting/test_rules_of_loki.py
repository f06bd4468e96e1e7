"""Rules that a real Loki evaluates are read and changed through us."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from tests.fixtures.app import Clients, clients_of, start
from tests.fixtures.stores import missing, running_loki

from vedette.db.settings import DatabaseSettings

pytestmark = pytest.mark.skipif(missing("loki") != "", reason=missing("loki"))
RULES = "/api/ruler/loki/api/v1/rules"
GROUP = {
    "name": "of the shop",
    "interval": "1s",
    "limit": 5,
    "rules": [
        {
            "alert": "Always",
            "expr": "vector(1)",
            "for": "1s",
            "labels": {"team": "core", "step": "1.0", "off": "no"},
            "annotations": {"summary": "Zum Beispiel: ä\nund {{ $value }}"},
        },
        {"record": "shop:errors:rate1m", "expr": 'sum(rate({app="shop"} |= "error" [1m]))'},
    ],
}


async def clients_at(stack: AsyncExitStack, path: Path, *, keeps_rules: bool) -> Clients:
    server = stack.enter_context(running_loki(path / "loki", keeps_rules=keeps_rules))
    allowed = "cfg:egress.allow_loopback=true"
    app = await start(stack, DatabaseSettings(), path / "own", allowed)
    clients = await clients_of(app)
    source = {"name": "L", "uid": "loki", "type": "loki", "url": server.url, "access": "proxy"}
    made = await clients.admin.post("/api/datasources", source)
    assert made.status == 200, made.body
    return clients


@pytest.fixture
async def clients(tmp_path: Path) -> AsyncIterator[Clients]:
    async with AsyncExitStack() as stack:
        yield await clients_at(stack, tmp_path, keeps_rules=True)


async def states(clients: Clients) -> dict[str, str]:
    reply = await clients.viewer.get("/api/prometheus/loki/api/v1/rules", type="alert")
    assert reply.status == 200, reply.body
    groups = reply.json()["data"]["groups"]
    return {rule["name"]: rule["state"] for group in groups for rule in group["rules"]}


async def test_a_group_is_created_listed_changed_and_deleted(clients: Clients) -> None:
    empty = await clients.viewer.get(RULES)
    assert (empty.status, empty.json()) == (202, {})

    put = await clients.editor.post(f"{RULES}/my%20shop", GROUP)
    assert put.status == 202, put.body
    listed = await clients.viewer.get(RULES)
    assert (listed.status, listed.json()) == (202, {"my shop": [GROUP]})
    of_namespace = await clients.viewer.get(f"{RULES}/my%20shop")
    assert (of_namespace.status, of_namespace.json()) == (202, {"my shop": [GROUP]})
    group = await clients.viewer.get(f"{RULES}/my%20shop/of%20the%20shop?subtype=cortex")
    assert (group.status, group.json()) == (202, GROUP)

    async with asyncio.timeout(30):
        while await states(clients) != {"Always": "firing"}:
            await asyncio.sleep(0.2)
    alerts = await clients.viewer.get("/api/prometheus/loki/api/v1/alerts")
    [alert] = alerts.json()["data"]["alerts"]
    assert alert["labels"]["step"] == "1.0" and alert["labels"]["off"] == "no"

    changed = GROUP | {"interval": "1m30s", "rules": GROUP["rules"][1:]}
    assert (await clients.editor.post(f"{RULES}/my%20shop", changed)).status == 202
    assert (await clients.viewer.get(RULES)).json() == {"my shop": [changed]}

    other = GROUP | {"name": "other"}
    assert (await clients.editor.post(f"{RULES}/my%20shop", other)).status == 202
    deleted = await clients.editor.delete(f"{RULES}/my%20shop/of%20the%20shop")
    assert deleted.status == 202, deleted.body
    left = (await clients.viewer.get(RULES)).json()
    assert [group["name"] for group in left["my shop"]] == ["other"]
    assert (await clients.editor.delete(f"{RULES}/my%20shop")).status == 202
    assert (await clients.viewer.get(RULES)).json() == {}


async def test_errors_of_loki_are_shown_in_its_words(clients: Clients) -> None:
    bad = {"name": "bad", "rules": [{"alert": "X", "expr": "sum("}]}
    refused = await clients.editor.post(f"{RULES}/ns", bad)
    assert refused.status == 400
    message = refused.json()["message"]
    assert message.startswith("The data source 'L' answered 400: could not parse expression")
    assert "'X' in group 'bad'" in message
    for path in ("ns", "ns/nope"):
        gone = await clients.viewer.get(f"{RULES}/{path}")
        assert (gone.status, gone.json()["messageId"]) == (404, "ruler.not_found")
        assert gone.json()["message"].startswith("The data source 'L' answered: ")


async def test_a_name_that_loki_would_take_for_another_place_is_refused(clients: Clients) -> None:
    assert (await clients.editor.post(f"{RULES}/a", GROUP | {"name": "b"})).status == 202
    for name in ("a%2Fb", "%2561"):
        for reply in (
            await clients.editor.delete(f"{RULES}/{name}"),
            await clients.viewer.get(f"{RULES}/{name}"),
        ):
            assert (reply.status, reply.json()["messageId"]) == (400, "loki.bad_rule_name")
    assert list((await clients.viewer.get(RULES)).json()) == ["a"]


async def test_a_loki_whose_rules_are_files_shows_them_and_says_why_it_writes_none(
    tmp_path: Path,
) -> None:
    files = tmp_path / "loki" / "rules" / "fake"
    files.mkdir(parents=True)
    (files / "shop.yaml").write_text(json.dumps({"groups": [GROUP]}))
    async with AsyncExitStack() as stack:
        clients = await clients_at(stack, tmp_path, keeps_rules=False)
        listed = await clients.viewer.get(RULES)
        assert (listed.status, listed.json()) == (202, {"shop.yaml": [GROUP]})
        put = await clients.editor.post(f"{RULES}/ns", GROUP)
        assert (put.status, put.json()["upstreamStatus"]) == (502, 500), put.body
        told = "The data source 'L' answered 500: SetRuleGroup unsupported in rule local store."
        assert put.json()["message"] == told
