"""From a posted alert to a webhook, and every question about it, on the whole application."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.fixtures.app import Client, Clients, start
from tests.fixtures.collector import Posted, Says, collector
from tests.fixtures.delivering import delivering
from tests.support.eventually import eventually_async

from vedette.app.build import App
from vedette.db.settings import DatabaseSettings

ALERT = {"labels": {"alertname": "Load", "host": "a"}, "annotations": {"summary": "busy"}}
INTAKE = "/api/alertmanager/grafana/api/v2/alerts"


@pytest.fixture
async def app(database_settings: DatabaseSettings, tmp_path: Path) -> AsyncIterator[App]:
    async with AsyncExitStack() as stack:
        yield await start(stack, database_settings, tmp_path, "cfg:egress.allow_loopback=true")


async def point_at(admin: Client, url: str) -> None:
    point = {"name": "hook", "type": "webhook", "settings": {"url": url}}
    assert (await admin.post("/api/v1/provisioning/contact-points", point)).status == 202
    policy = {"receiver": "hook", "group_wait": "0s", "group_interval": "1s"}
    assert (await admin.put("/api/v1/provisioning/policies", policy)).status == 202


async def items(client: Client, what: str, **query: Any) -> list[dict[str, Any]]:
    reply = await client.get(f"/api/v1/alerting/{what}", **query)
    assert reply.status == 200, reply.body
    found: list[dict[str, Any]] = reply.json()["items"]
    return found


async def test_an_alert_is_notified_and_its_path_is_recorded(app: App, clients: Clients) -> None:
    answers = iter([Says(503)])

    def answer(request: Posted) -> Says:
        return next(answers, Says(200))

    async with collector(answer) as found, delivering(app):
        await point_at(clients.admin, f"{found.url}/hook")
        assert (await clients.editor.post(INTAKE, [ALERT])).status == 200
        (sent,) = await eventually_async(
            lambda: items(clients.viewer, "deliveries", state="sent"), every=0.5
        )
        assert [each.json["status"] for each in found.posted] == ["firing", "firing"]
        assert {each.headers["idempotency-key"] for each in found.posted} == {sent["key"]}

    (fingerprint,) = sent["firing"]
    timeline = (await clients.viewer.get(f"/api/v1/alerting/alerts/{fingerprint}/timeline")).json()
    assert timeline["state"] == "firing"
    assert timeline["labels"] == ALERT["labels"]
    other = await clients.viewer.get("/api/v1/alerting/alerts/0123456789abcdef/timeline")
    assert other.json()["state"] == "normal"
    assert [each["kind"] for each in timeline["events"]] == ["decision"] * 2 + ["attempt"] * 2
    (told,) = await items(clients.viewer, "ledger", receiver="hook", state="sent")
    assert told["delivery"]["key"] == sent["key"]
    assert told["sentence"].startswith("Notified the contact point hook (webhook)")
    shown = (await clients.viewer.get(f"/api/v1/alerting/deliveries/{sent['id']}")).json()
    assert shown["alerts"][0]["annotations"] == {"summary": "busy"}
    assert [each["outcome"] for each in shown["attemptList"]] == ["try_later", "sent"]


async def test_the_ledger_is_searched_by_words_of_the_labels(app: App, clients: Clients) -> None:
    names = ["Load", "Disk 100%", "disk_full", "Größe"]
    posted = [{"labels": {"alertname": each, "team": "web"}} for each in names]
    async with collector() as found, delivering(app):
        await point_at(clients.admin, found.url)
        await clients.editor.post(INTAKE, posted)
        await eventually_async(lambda: items(clients.viewer, "deliveries", state="sent"), every=0.5)

    async def with_words(text: str) -> set[str]:
        shown = await items(clients.viewer, "ledger", search=text)
        return {each["labels"]["alertname"] for each in shown}

    assert await with_words("") == set(names)
    assert await with_words("LOAD") == {"Load"}
    assert await with_words("disk") == {"Disk 100%", "disk_full"}
    assert await with_words("disk team=web 100%") == {"Disk 100%"}
    assert await with_words("disk_") == {"disk_full"}
    assert await with_words("größe") == {"Größe"}
    assert await with_words("%") == {"Disk 100%"}
    assert await with_words("team=we") == set()
    assert await with_words("routed") == set()
    assert await with_words("group") == set()
    assert await with_words("x " * 5_000) == set()
    assert len(await items(clients.viewer, "ledger", search="web", limit=1)) == 1
    assert await items(clients.viewer, "deliveries", search="team=web")
    assert await items(clients.viewer, "deliveries", search="team=infra") == []


async def test_an_alert_is_acknowledged_by_those_who_may_and_by_name(
    app: App, clients: Clients
) -> None:
    async with collector() as found, delivering(app):
        await point_at(clients.admin, found.url)
        await clients.editor.post(INTAKE, [ALERT])
        (sent,) = await eventually_async(
            lambda: items(clients.viewer, "deliveries", state="sent"), every=0.5
        )
    address = f"/api/v1/alerting/alerts/{sent['firing'][0]}/acknowledgement"
    assert (await clients.viewer.post(address, {})).status == 403
    given = await clients.editor.post(address, {"comment": "on it"})
    assert (given.json()["who"], given.json()["comment"]) == ("editor-user", "on it")
    timeline = (await clients.viewer.get(address.replace("acknowledgement", "timeline"))).json()
    assert timeline["acknowledgement"]["comment"] == "on it"
    known = "/api/v1/alerting/acknowledgements"
    assert [each["comment"] for each in (await clients.viewer.get(known)).json()] == ["on it"]
    assert (await clients.editor.delete(address)).status == 200
    assert (await clients.viewer.get(known)).json() == []
    assert (await clients.editor.delete(address)).status == 404
    assert (
        await clients.editor.post(address.replace(sent["firing"][0], "0" * 16), {})
    ).status == 404


async def test_a_message_that_was_refused_can_be_sent_again(app: App, clients: Clients) -> None:
    broken = True

    def answer(request: Posted) -> Says:
        return Says(404 if broken else 200)

    async with collector(answer) as found, delivering(app):
        await point_at(clients.admin, found.url)
        await clients.editor.post(INTAKE, [ALERT])
        (failed,) = await eventually_async(
            lambda: items(clients.viewer, "deliveries", state="failed"), every=0.5
        )
        assert failed["attempts"] == 3
        assert "404" in failed["sentence"]
        broken = False
        address = f"/api/v1/alerting/deliveries/{failed['id']}/retry"
        assert (await clients.viewer.post(address)).status == 403
        assert (await clients.editor.post(address)).json()["state"] == "pending"
        await eventually_async(lambda: items(clients.viewer, "deliveries", state="sent"), every=0.5)
        assert (await clients.editor.post(address)).status == 409


@pytest.mark.parametrize("number", ["0", "x", "9" * 30, "-1"])
async def test_a_message_that_is_not_there_is_not_found(clients: Clients, number: str) -> None:
    assert (await clients.viewer.get(f"/api/v1/alerting/deliveries/{number}")).status == 404


@pytest.mark.parametrize("query", [{"from": "yesterday"}, {"limit": "many"}, {"before": "x"}])
async def test_a_question_that_cannot_be_read_is_refused(
    clients: Clients, query: dict[str, str]
) -> None:
    assert (await clients.viewer.get("/api/v1/alerting/ledger", **query)).status == 400
