"""Test messages through contact points, saved or not: the other side's answer is what is shown."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.fixtures.app import Client, Clients, Reply, start
from tests.fixtures.http_server import says, server

from vedette.alerting.contacts import testing
from vedette.app.build import App
from vedette.db.settings import DatabaseSettings

PATH = "/api/alertmanager/grafana/config/api/v1/receivers/test"


@pytest.fixture
async def app(database_settings: DatabaseSettings, tmp_path: Path) -> AsyncIterator[App]:
    """It may reach servers on this machine, as the collectors of these tests are."""
    async with AsyncExitStack() as stack:
        yield await start(stack, database_settings, tmp_path, "cfg:egress.allow_loopback=true")


async def silent(head: bytes, reader: Any, writer: Any) -> None:
    await reader.read()


def config(url: str, **more: Any) -> dict[str, Any]:
    return {"name": "hook", "type": "webhook", "settings": {"url": url}, **more}


async def tried(client: Client, *configs: dict[str, Any], **more: Any) -> Reply:
    receivers = [{"name": "ops", "grafana_managed_receiver_configs": list(configs)}]
    return await client.post(PATH, {"receivers": receivers, **more})


def results(reply: Reply) -> list[dict[str, Any]]:
    (receiver,) = reply.json()["receivers"]
    assert receiver["name"] == "ops"
    return list(receiver["grafana_managed_receiver_configs"])


async def test_all_that_arrive_are_200(clients: Clients) -> None:
    async with server(says(b"ok")) as (port, heads):
        reply = await tried(clients.editor, config(f"http://127.0.0.1:{port}/a", uid="x"))
    assert reply.status == 200, reply.body
    (result,) = results(reply)
    assert (result["status"], result["uid"]) == ("ok", "x")
    assert len(heads) == 1
    assert reply.json()["alert"]["labels"]["alertname"] == "TestAlert"
    assert reply.json()["notified_at"]


async def test_some_that_fail_are_207_with_the_reason(clients: Clients) -> None:
    async with server(says(b"ok")) as (good, _), server(says(b"", b"500 Broken")) as (bad, _):
        reply = await tried(
            clients.editor,
            config(f"http://127.0.0.1:{good}/"),
            config(f"http://127.0.0.1:{bad}/"),
            {"name": "hook", "type": "webhook", "settings": {}},
        )
    assert reply.status == 207
    first, second, third = results(reply)
    assert (first["status"], second["status"], third["status"]) == ("ok", "failed", "failed")
    assert "500" in second["error"]
    assert "url" in third["error"]


async def test_settings_that_cannot_be_used_are_400(clients: Clients) -> None:
    reply = await tried(clients.editor, {"name": "hook", "type": "webhook", "settings": {}})
    assert reply.status == 400
    assert "url" in results(reply)[0]["error"]
    assert (await clients.editor.post(PATH, {"receivers": []})).status == 400


async def test_nobody_answering_is_408(clients: Clients, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(testing, "_SECONDS", 0.3)
    async with server(silent) as (port, _):
        reply = await tried(clients.editor, config(f"http://127.0.0.1:{port}/"))
    assert reply.status == 408
    assert results(reply)[0]["status"] == "failed"


async def test_the_alert_of_the_request_is_sent(clients: Clients) -> None:
    bodies: list[bytes] = []

    async def keep(head: bytes, reader: Any, writer: Any) -> None:
        length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
        bodies.append(await reader.readexactly(length))
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")

    alert = {"labels": {"alertname": "Mine", "zone": "a"}, "annotations": {"summary": "s"}}
    async with server(keep) as (port, _):
        reply = await tried(clients.editor, config(f"http://127.0.0.1:{port}/"), alert=alert)
    assert reply.status == 200
    assert b'"Mine"' in bodies[0] and b'"zone":"a"' in bodies[0]
    assert b"[FIRING:1] Mine a" in bodies[0]


async def test_stored_secrets_stand_where_the_request_has_none(clients: Clients) -> None:
    async with server(says(b"ok")) as (port, heads):
        url = f"http://127.0.0.1:{port}/in"
        body = {"url": url, "username": "u", "password": "kept-secret"}
        made = await clients.editor.post(
            "/api/v1/provisioning/contact-points",
            {"name": "ops", "type": "webhook", "settings": body},
        )
        stored = config(url, uid=made.json()["uid"], secureFields={"password": True})
        stored["settings"]["username"] = "u"
        reply = await tried(clients.editor, stored)
    assert reply.status == 200, reply.body
    assert b"authorization: basic" in heads[0].lower()
    assert b"kept-secret" not in reply.body
