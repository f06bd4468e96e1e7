"""The alerts in a panel are those that a real Alertmanager holds."""

import logging
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson
import pytest
from tests.fixtures.alertmanager import (
    AlertmanagerServer,
    available,
    running_alertmanager,
)

from vedette.kernel.clock import SystemClock
from vedette.outbound.client import ClientOptions, Outbound, SourceClient
from vedette.outbound.policy import Egress
from vedette.outbound.settings import DataproxySettings, EgressSettings
from vedette.sdk import Caller, Frame, Host, Resources
from vedette.sdk.testing import AnyNetwork, check_frame, conformance, open_source, query
from vedette_plugins.datasources.alertmanager.datasource import PLUGIN

CALLER = Caller(org_id=1)
ALERTS = [
    {"alertname": "Slow", "severity": "warning", "site": "north"},
    {"alertname": "Slow", "severity": "warning", "site": "south"},
    {"alertname": "Full", "severity": "critical", "site": "south"},
    {"alertname": "Outage", "severity": "critical", "site": "north"},
    {"alertname": "Odd", "severity": "info", "site": 'a "quoted"\nname'},
]


def moment(minutes: float) -> str:
    return (datetime.now(UTC) + timedelta(minutes=minutes)).isoformat()


def source_client(url: str) -> SourceClient:
    egress = Egress(EgressSettings(), loopback_by_default=True)
    outbound = Outbound(DataproxySettings(), egress, SystemClock())
    return outbound.client(ClientOptions("Alerts", "alertmanager", url))


def lent(client: SourceClient) -> Host:
    return Host(SystemClock(), client, logging.getLogger("vedette.test"), AnyNetwork())


async def call(client: SourceClient, method: str, path: str, body: Any = None) -> Any:
    sent = None if body is None else orjson.dumps(body)
    headers = {"Content-Type": "application/json"}
    async with client.request(method, path, body=sent, headers=headers) as response:
        text = await response.read()
        assert response.status == 200, text
        return orjson.loads(text) if text else None


async def fill(client: SourceClient, prefix: str = "") -> str:
    """Sends the alerts and silences those of the south. Returns the silence's id."""
    alerts = [
        {
            "labels": labels,
            "annotations": {"summary": f"{labels['alertname']} is up"},
            "startsAt": moment(-10 - place),
            "endsAt": moment(60),
            "generatorURL": "http://prometheus.example/graph",
        }
        for place, labels in enumerate(ALERTS)
    ]
    await call(client, "POST", f"{prefix}/api/v2/alerts", alerts)
    reply = await call(client, "POST", f"{prefix}/api/v2/silences", silence())
    return str(reply["silenceID"])


def silence() -> dict[str, Any]:
    return {
        "matchers": [
            {"name": "alertname", "value": "Full", "isRegex": False, "isEqual": True},
        ],
        "startsAt": moment(0),
        "endsAt": moment(30),
        "createdBy": "vera",
        "comment": "being cleaned",
    }


@pytest.fixture
async def client(alertmanager_server: AlertmanagerServer) -> AsyncIterator[SourceClient]:
    made = source_client(alertmanager_server.url)
    await fill(made)
    yield made
    await made.aclose()


@pytest.fixture(params=["prometheus", None])
async def source(client: SourceClient, request: pytest.FixtureRequest):
    return await open_source(
        PLUGIN, lent(client), {"implementation": request.param} if request.param else {}
    )


async def asked(source, **model: Any) -> Frame:
    (answer,) = await source.query([query(model)], CALLER)
    assert answer.error is None, answer.error
    (frame,) = answer.frames
    check_frame(frame)
    return frame


def rows(frame: Frame) -> list[dict[str, Any]]:
    names = [field.name for field in frame.fields]
    return [
        dict(zip(names, row, strict=True))
        for row in zip(*(field.values for field in frame.fields), strict=True)
    ]


async def test_a_panel_shows_what_the_server_holds(source, client):
    wanted = {alert["fingerprint"]: alert for alert in await call(client, "GET", "/api/v2/alerts")}
    shown = {row["fingerprint"]: row for row in rows(await asked(source))}
    assert set(shown) == set(wanted)
    for key, row in shown.items():
        alert = wanted[key]
        assert {name: row[name] for name in alert["labels"]} == alert["labels"]
        assert row["annotations.summary"] == alert["annotations"]["summary"]
        assert row["state"] == alert["status"]["state"]
        assert row["silencedBy"] == ", ".join(alert["status"]["silencedBy"])
        assert row["receivers"] == ", ".join(each["name"] for each in alert["receivers"])
        start = datetime.fromisoformat(alert["startsAt"]).timestamp() * 1000
        assert abs(row["startsAt"] - start) <= 1


async def test_filters_and_states_choose_alerts(source):
    async def sites(**model):
        return sorted(
            f"{row['alertname']}/{row['site']}" for row in rows(await asked(source, **model))
        )

    assert await sites(filter='severity="warning"', inhibited=False) == ["Slow/south"]
    assert await sites(filter=['severity="critical"', 'site=~"so.*"']) == ["Full/south"]
    assert await sites(filter='{severity="critical", site!="south"}', silenced=False) == [
        "Outage/north"
    ]
    assert await sites(receiver="pager") == ["Full/south", "Outage/north"]
    assert await sites(filter='site="nowhere"') == []


async def test_a_filter_that_is_none_is_refused_in_the_servers_words(source):
    (answer,) = await source.query([query({"filter": "=!x"})], CALLER)
    assert answer.error.detail["upstreamStatus"] == 400
    assert "answered 400: " in answer.error.public


async def test_groups_silences_receivers_and_status_can_be_read(source, client):
    assert isinstance(source, Resources)
    for path in ("alerts/groups", "silences", "receivers"):
        told = await source.resource("GET", path, {}, b"", CALLER)
        direct = await call(client, "GET", f"/api/v2/{path}")
        assert sorted(map(repr, told)) == sorted(map(repr, direct))
    (first, *_) = await source.resource("GET", "silences", {}, b"", CALLER)
    one = await source.resource("GET", f"silence/{first['id']}", {}, b"", CALLER)
    assert one == first
    status = await source.resource("GET", "status", {}, b"", CALLER)
    assert "versionInfo" in status


async def test_the_source_is_healthy_and_keeps_the_contract(source, client):
    health = await source.check()
    assert health.ok
    assert health.message.startswith("Successfully reached the Alertmanager API (Alertmanager 0.")
    await conformance(
        PLUGIN,
        good=[{}, {"filter": 'a="b"'}],
        bad=[{"filter": "=!"}, {"active": []}],
        lent=lambda: lent(client),
        settings={"implementation": "prometheus"},
    )


async def test_a_source_that_is_to_get_our_alerts_says_when_it_gets_them(source, client):
    assert "policies" not in (await source.check()).message
    receiving = await open_source(PLUGIN, lent(client), {"handleGrafanaManagedAlerts": True})
    health = await receiving.check()
    assert health.ok
    assert "of the notification policies" in health.message


@pytest.mark.parametrize("implementation", ["mimir", "cortex", None])
async def test_an_alertmanager_below_a_prefix_is_found(tmp_path, implementation):
    if reason := available():
        pytest.skip(reason)
    with running_alertmanager(tmp_path, "/alertmanager") as server:
        client = source_client(server.url)
        try:
            await fill(client, "/alertmanager")
            source = await open_source(
                PLUGIN, lent(client), {"implementation": implementation} if implementation else {}
            )
            assert len(rows(await asked(source))) == len(ALERTS)
            assert (await source.check()).ok
        finally:
            await client.aclose()


async def test_a_server_that_is_something_else_is_unhealthy(tmp_path):
    client = source_client("http://127.0.0.1:1")
    source = await open_source(PLUGIN, lent(client), {"implementation": "prometheus"})
    health = await source.check()
    assert not health.ok
    assert "Alerts cannot be reached" in health.message
    await client.aclose()


async def test_only_those_who_may_write_alerting_silence_through_the_proxy(
    alertmanager_server, clients
):
    """Proves T06, CVE-2024-6322."""
    made = await clients.admin.post(
        "/api/datasources",
        {
            "name": "Alerts",
            "uid": "alerts",
            "type": "alertmanager",
            "access": "proxy",
            "url": alertmanager_server.url,
            "jsonData": {"implementation": "prometheus", "handleGrafanaManagedAlerts": False},
        },
    )
    assert made.status == 200, made.body
    base = "/api/datasources/proxy/uid/alerts/api/v2"
    assert (await clients.viewer.get(f"{base}/silences")).status == 200
    assert (await clients.viewer.post(f"{base}/silences", silence())).status == 403
    assert (await clients.admin.post(f"{base}/alerts", [])).status == 403
    created = await clients.editor.post(f"{base}/silences", silence())
    assert created.status == 200, created.body
    one = f"{base}/silence/{created.json()['silenceID']}"
    assert (await clients.viewer.delete(one)).status == 403
    assert (await clients.editor.delete(one)).status == 200
    assert (await clients.viewer.get(one)).json()["status"]["state"] == "expired"


async def test_a_metrics_source_tells_its_rules_and_where_its_alerts_are_handled(
    prometheus_server, clients
):
    settings = {"manageAlerts": True, "alertmanagerUid": "alerts"}
    body = {"name": "Metrics", "uid": "metrics", "type": "prometheus", "access": "proxy"}
    body |= {"url": prometheus_server.url, "jsonData": settings}
    assert (await clients.admin.post("/api/datasources", body)).status == 200
    (listed,) = (await clients.viewer.get("/api/datasources")).json()
    assert settings.items() <= listed["jsonData"].items()
    shown = (await clients.viewer.get("/api/frontend/settings")).json()["datasources"]["Metrics"]
    assert settings.items() <= shown["jsonData"].items()
    base = "/api/datasources/uid/metrics/resources/api/v1"
    assert (await clients.viewer.get(f"{base}/rules")).json()["data"] == {"groups": []}
    assert (await clients.viewer.get(f"{base}/alerts")).json()["data"] == {"alerts": []}
