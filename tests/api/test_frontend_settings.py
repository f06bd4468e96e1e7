"""What clients of Grafana 10.4 read of how the server is set up."""

from contextlib import AsyncExitStack
from pathlib import Path

from tests.fixtures.app import Client, Clients, start

from vedette.db.settings import DatabaseSettings


async def test_settings_say_what_this_server_can_do(clients: Clients) -> None:
    """A client that asks first does not call what is not there, and finds alerting."""
    found = (await clients.viewer.get("/api/frontend/settings")).json()
    assert found["unifiedAlertingEnabled"] is True
    assert found["unifiedAlerting"] == {"minInterval": "10s"}
    assert (found["exploreEnabled"], found["queryHistoryEnabled"]) == (True, True)
    for name in (
        "snapshotEnabled", "publicDashboardsEnabled", "ldapEnabled", "authProxyEnabled",
        "verifyEmailEnabled", "editorsCanAdmin", "viewersCanEdit", "rendererAvailable",
    ):  # fmt: skip
        assert found[name] is False, name
    assert found["disableUserSignUp"] is True
    assert (found["oauth"], found["apps"], found["rootFolderUID"]) == ({}, {}, "general")
    assert found["licenseInfo"]["edition"] == "Open Source"


async def test_settings_follow_the_configuration(tmp_path: Path) -> None:
    words = (
        "cfg:query_history.enabled=false",
        "cfg:unified_alerting.min_interval=30s",
    )
    async with AsyncExitStack() as stack:
        app = await start(stack, DatabaseSettings(), tmp_path, *words)
        found = (await Client(app).get("/api/frontend/settings")).json()
    assert found["queryHistoryEnabled"] is False
    assert found["unifiedAlerting"] == {"minInterval": "30s"}


async def test_addresses_and_methods_that_do_not_exist_are_not_found(clients: Clients) -> None:
    """A client never meets 405, and reads the refusal as JSON."""
    for method, path in (
        ("GET", "/api/none"),
        ("POST", "/api/none"),
        ("PATCH", "/api/folders"),
        ("PUT", "/api/org/users"),
        ("DELETE", "/api/search"),
        ("POST", "/api/health"),
        ("OPTIONS", "/api/folders"),
        ("TRACE", "/api/folders"),
        ("PUT", "/api/teams/1"),
        ("GET", "/api"),
        ("POST", "/nowhere"),
    ):
        for client in (clients.anonymous, clients.admin):
            reply = await client.send(method, path)
            assert reply.status == 404, (method, path)
            assert reply.json()["statusCode"] == 404
