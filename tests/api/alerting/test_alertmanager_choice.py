"""Alerts of rules, handed to the Alertmanagers among the data sources that ask for them."""

import ssl
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.fixtures.app import Client, Clients, start
from tests.fixtures.certificates import Authority
from tests.fixtures.collector import CANARY, Posted, Says, collector
from tests.fixtures.delivering import delivering
from tests.support.eventually import eventually_async

from vedette.alerting.alerts.model import Alert
from vedette.alerting.alerts.store import AlertStore
from vedette.alerting.alerts.version_store import bump
from vedette.alerting.model import fingerprint
from vedette.app.build import App
from vedette.db.settings import DatabaseSettings

CHOICE = "/api/v1/ngalert/admin_config"
CONFIG = "/api/alertmanager/grafana/config/api/v1/alerts"
LABELS = {"alertname": "Load", "host": "a", "the room": "b 1", "__alert_rule_uid__": "cpu"}


@pytest.fixture
async def app(database_settings: DatabaseSettings, tmp_path: Path) -> AsyncIterator[App]:
    async with AsyncExitStack() as stack:
        yield await start(stack, database_settings, tmp_path, "cfg:egress.allow_loopback=true")


async def fire(app: App, host: str = "a") -> None:
    labels = {**LABELS, "host": host}
    made = Alert(
        1, fingerprint(labels), labels, {"summary": "busy"}, app.clock.now(), rule_uid="cpu"
    )
    async with app.database.transaction() as tx:
        await AlertStore(tx).put([made], app.clock.now_ms())


async def add(clients: Clients, name: str, url: str, **more: Any) -> None:
    source = {"name": name, "uid": name.lower(), "type": "alertmanager", "access": "proxy"}
    json_data = {"handleGrafanaManagedAlerts": True, **more.pop("jsonData", {})}
    reply = await clients.admin.post(
        "/api/datasources", {**source, "url": url, "jsonData": json_data, **more}
    )
    assert reply.status == 200, reply.body


async def choose(client: Client, choice: str) -> Any:
    return await client.post(CHOICE, {"alertmanagersChoice": choice})


async def listed(clients: Clients, which: str) -> list[dict[str, Any]]:
    reply = await clients.viewer.get("/api/v1/ngalert/alertmanagers")
    found: list[dict[str, Any]] = reply.json()["data"][f"{which}AlertManagers"]
    return found


async def test_policies_tell_until_somebody_chooses(clients: Clients) -> None:
    await add(clients, "Central", "http://central:9093")
    shown = (await clients.viewer.get("/api/v1/ngalert")).json()
    assert shown == {"alertmanagersChoice": "internal", "numExternalAlertmanagers": 1}
    assert await listed(clients, "active") == []
    assert (await choose(clients.viewer, "all")).status == 403
    for choice in ("all", "external", "internal", "all"):
        assert (await choose(clients.editor, choice)).status == 201
        assert (await clients.viewer.get(CHOICE)).json()["alertmanagersChoice"] == choice
    assert (await clients.editor.delete(CHOICE)).status == 403
    assert (await clients.admin.delete(CHOICE)).status == 200
    assert (await clients.viewer.get(CHOICE)).status == 404
    chosen = (await clients.viewer.get("/api/v1/ngalert")).json()["alertmanagersChoice"]
    assert chosen == "internal"
    await choose(clients.editor, "internal")
    assert (await clients.viewer.get(CHOICE)).json()["alertmanagersChoice"] == "internal"
    assert (await choose(clients.admin, "everywhere")).status == 400


async def test_nobody_is_left_untold(clients: Clients) -> None:
    await add(clients, "Quiet", "http://a", jsonData={"handleGrafanaManagedAlerts": False})
    refused = await choose(clients.admin, "external")
    assert refused.status == 400
    assert "handleGrafanaManagedAlerts" in refused.json()["message"]
    assert (await choose(clients.admin, "all")).status == 201


async def test_active_and_dropped_alertmanagers_are_listed(clients: Clients) -> None:
    await add(clients, "Central", "http://central:9093/am/")
    await add(clients, "Mimir", "mimir:8080", jsonData={"implementation": "mimir"})
    await add(clients, "Nowhere", "")
    assert (await choose(clients.admin, "all")).status == 201
    assert [each["url"] for each in await listed(clients, "active")] == [
        "http://central:9093/am/api/v2/alerts",
        "http://mimir:8080/alertmanager/api/v2/alerts",
    ]
    (dropped,) = await listed(clients, "dropped")
    assert (dropped["name"], dropped["reason"]) == ("Nowhere", "It has no URL.")


async def test_alerts_arrive_with_the_login_and_headers_of_the_data_source(
    app: App, clients: Clients
) -> None:
    async with collector() as found, delivering(app, "periodic"):
        await add(
            clients,
            "Mimir",
            found.url,
            jsonData={"implementation": "mimir", "httpHeaderName1": "X-Scope-OrgID"},
            basicAuth=True,
            basicAuthUser="eva",
            secureJsonData={"basicAuthPassword": CANARY, "httpHeaderValue1": "tenant-1"},
        )
        assert (await choose(clients.admin, "external")).status == 201
        await fire(app)
        (sent,) = await eventually_async(lambda: messages(clients, state="sent"), every=0.5)
    posted = found.last
    assert (posted.method, posted.target) == ("POST", "/alertmanager/api/v2/alerts")
    assert posted.headers["x-scope-orgid"] == "tenant-1"
    assert posted.headers["authorization"].startswith("Basic ")
    (alert,) = posted.json
    assert alert["labels"] == {"alertname": "Load", "host": "a", "theroom": "b 1"}
    assert alert["generatorURL"].endswith("/alerting/grafana/cpu/view?orgId=1")
    assert (sent["receiver"], sent["integrationType"]) == ("Mimir", "prometheus-alertmanager")
    (told,) = await ledger(clients, state="sent")
    assert told["sentence"].startswith("Notified the Alertmanager Mimir")
    (routed,) = await ledger(clients, state="routed")
    assert "as an external Alertmanager" in routed["sentence"]


async def test_certificates_of_the_data_source_are_shown_and_checked(
    app: App, clients: Clients, tmp_path: Path
) -> None:
    authority = Authority()
    pair, own = authority.issue("central.example"), authority.issue("vedette.example")
    file = tmp_path / "server.pem"
    file.write_text(pair.certificate + pair.key)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    context.load_verify_locations(cadata=authority.certificate)
    context.verify_mode = ssl.CERT_REQUIRED
    async with collector(tls=context) as found, delivering(app, "periodic"):
        await add(
            clients,
            "Central",
            found.url,
            jsonData={
                "tlsAuth": True,
                "tlsAuthWithCACert": True,
                "serverName": "central.example",
            },
            secureJsonData={
                "tlsCACert": authority.certificate,
                "tlsClientCert": own.certificate,
                "tlsClientKey": own.key,
            },
        )
        assert (await choose(clients.admin, "external")).status == 201
        await fire(app)
        await eventually_async(lambda: messages(clients, state="sent"), every=0.5)
    assert found.last.target == "/api/v2/alerts"


async def test_nothing_that_is_generated_is_seen_among_what_people_made(
    app: App, clients: Clients
) -> None:
    paths = (
        CONFIG,
        "/api/v1/provisioning/policies",
        "/api/v1/provisioning/policies/export?format=json",
        "/api/v1/provisioning/contact-points",
        "/api/v1/alerting/contact-points",
        "/api/alertmanager/grafana/api/v2/receivers",
        "/api/alertmanager/grafana/api/v2/status",
        "/api/alertmanager/grafana/config/history",
    )

    async def all_of_it() -> list[Any]:
        replies = [(await clients.admin.get(path)).json() for path in paths]
        replies[-2] = replies[-2]["config"]
        return replies

    await clients.admin.get(paths[-1])
    before = await all_of_it()
    await add(clients, "Central", "http://127.0.0.1:9")
    assert (await choose(clients.admin, "all")).status == 201
    async with delivering(app, "periodic"):
        await fire(app)
        await eventually_async(lambda: ledger(clients, state="routed"), every=0.5)
    assert await all_of_it() == before


async def test_what_others_tell_alone_is_still_seen_here(app: App, clients: Clients) -> None:
    await add(clients, "Central", "http://127.0.0.1:9")
    await choose(clients.admin, "external")
    await fire(app)
    base = "/api/alertmanager/grafana/api/v2"
    matcher = {"name": "host", "value": "a", "isRegex": False, "isEqual": True}
    until = {"startsAt": "2020-01-01T00:00:00Z", "endsAt": "2099-01-01T00:00:00Z"}
    silence = {"matchers": [matcher], "createdBy": "eva", "comment": "", **until}
    assert (await clients.editor.post(f"{base}/silences", silence)).status == 200
    (alert,) = (await clients.viewer.get(f"{base}/alerts")).json()
    assert alert["receivers"] == [{"name": "Central"}]
    assert alert["status"]["state"] == "active", "a silence of ours does not count there"
    (group,) = (await clients.viewer.get(f"{base}/alerts/groups")).json()
    assert (group["receiver"], group["labels"]) == ({"name": "Central"}, {})


async def test_changes_of_a_data_source_count_within_seconds(app: App, clients: Clients) -> None:
    async with collector() as first, collector() as second, delivering(app, "periodic"):
        assert (await choose(clients.admin, "all")).status == 201
        await fire(app)
        await add(clients, "Central", first.url)
        await eventually_async(lambda: posted(first.posted), every=0.5)

        source = (await clients.admin.get("/api/datasources/uid/central")).json()
        renamed = {**source, "name": "Zentrale", "url": second.url}
        reply = await clients.admin.put("/api/datasources/uid/central", renamed)
        assert reply.status == 200, reply.body

        async def is_called_by_its_new_name() -> bool:
            async with app.database.reading() as tx:
                rows = await tx.all("SELECT receiver FROM alert_group")
            return "Zentrale" in {row["receiver"] for row in rows}

        await eventually_async(is_called_by_its_new_name, every=0.5)
        assert {row["decision"] for row in await ledger(clients)} == {"routed", "first"}
        await fire(app, "b")
        await eventually_async(lambda: posted(second.posted), every=0.5)

        assert (await clients.admin.delete("/api/datasources/uid/central")).status == 200

        async def is_gone() -> bool:
            async with app.database.reading() as tx:
                rows = await tx.all("SELECT receiver FROM alert_group")
            return "Zentrale" not in {row["receiver"] for row in rows}

        await eventually_async(is_gone, every=0.5)
    assert len(first.posted) == 1
    assert [alert["labels"]["host"] for each in second.posted for alert in each.json] == ["b"]


async def test_what_a_server_says_of_its_login_is_not_shown(app: App, clients: Clients) -> None:
    def answer(request: Posted) -> Says:
        return Says(400, b"you sent " + request.headers["authorization"].encode())

    async with collector(answer) as found, delivering(app, "periodic"):
        await add(
            clients,
            "Central",
            found.url,
            jsonData={"httpHeaderName1": "Authorization"},
            secureJsonData={"httpHeaderValue1": f"Bearer {CANARY}"},
        )
        assert (await choose(clients.admin, "external")).status == 201
        await fire(app)
        failed = await eventually_async(lambda: messages(clients, state="failed"), every=0.5)
    assert "you sent" in str(failed)
    assert CANARY not in str(failed)


async def test_an_unreadable_choice_can_be_replaced(app: App, clients: Clients) -> None:
    assert (await choose(clients.admin, "all")).status == 201
    async with app.database.transaction() as tx:
        await tx.execute("UPDATE alert_handing SET alertmanagers = '[7]'")
        await bump(tx, 1, "handing")
    (part,) = (await clients.viewer.get("/api/v1/alerting/unreadable")).json()
    assert part["part"] == "Alertmanager choice"
    assert "choose anew" in part["message"]
    assert (await choose(clients.admin, "all")).status == 201
    assert (await clients.viewer.get("/api/v1/alerting/unreadable")).json() == []


async def test_the_explanation_of_a_route_lists_external_alertmanagers(clients: Clients) -> None:
    async def sentences() -> str:
        path = "/api/v1/alerting/policies/explain"
        reply = await clients.viewer.post(path, {"labels": {"alertname": "Load"}})
        return " ".join(reply.json()["sentences"])

    await add(clients, "Central", "http://central:9093")
    assert "Central" not in await sentences()
    await choose(clients.admin, "all")
    assert "it is also sent to Central" in await sentences()
    await choose(clients.admin, "external")
    assert "It is sent only to Central" in await sentences()


async def posted(messages: list[Posted]) -> bool:
    return bool(messages)


async def messages(clients: Clients, **query: Any) -> list[dict[str, Any]]:
    return await items(clients, "deliveries", **query)


async def ledger(clients: Clients, **query: Any) -> list[dict[str, Any]]:
    return await items(clients, "ledger", **query)


async def items(clients: Clients, what: str, **query: Any) -> list[dict[str, Any]]:
    reply = await clients.viewer.get(f"/api/v1/alerting/{what}", **query)
    assert reply.status == 200, reply.body
    found: list[dict[str, Any]] = reply.json()["items"]
    return found
