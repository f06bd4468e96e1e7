"""Keys and answers that typed clients of Grafana 10.4 read, beside those of other tests."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from tests.fixtures.app import ADMIN_PASSWORD, Clients, sign_in, start

from vedette.db.settings import DatabaseSettings

ADDRESS = {"address1": "", "address2": "", "city": "", "zipCode": "", "state": "", "country": ""}


async def test_the_current_organization_has_an_address(clients: Clients) -> None:
    org = (await clients.viewer.get("/api/org")).json()
    assert org == {"id": 1, "name": "Main Org.", "address": ADDRESS}


async def test_a_user_without_login_and_email_is_not_changed(clients: Clients) -> None:
    before = (await clients.viewer.get("/api/user")).json()
    for path in ("/api/user", f"/api/users/{before['id']}"):
        reply = await clients.server_admin.put(path, {"name": "X"})
        assert reply.status == 400
        assert reply.json()["messageId"] == "user.empty-username-and-email"
    assert (await clients.viewer.get("/api/user")).json() == before


async def test_lists_of_teams_are_empty_as_there_are_no_teams(clients: Clients) -> None:
    for path in ("/api/user/teams", "/api/users/1/teams"):
        reply = await clients.server_admin.get(path)
        assert (reply.status, reply.json()) == (200, [])


async def test_preferences_that_are_not_set_are_left_out(clients: Clients) -> None:
    path = "/api/user/preferences"
    assert (await clients.viewer.get(path)).json() == {}
    everything = {
        "theme": "dark",
        "timezone": "utc",
        "weekStart": "monday",
        "language": "en-US",
        "navbar": {"savedItems": [{"id": "a", "text": "A", "url": "/a"}]},
        "queryHistory": {"homeTab": "starred"},
        "cookiePreferences": {"analytics": {}},
    }
    await clients.viewer.put(path, everything)
    assert (await clients.viewer.get(path)).json() == everything
    await clients.viewer.patch(path, {"theme": "light"})
    assert (await clients.viewer.get(path)).json() == {**everything, "theme": "light"}
    await clients.viewer.put(path, {"theme": "light"})
    assert (await clients.viewer.get(path)).json() == {"theme": "light"}


async def test_a_home_dashboard_that_is_gone_gives_way_to_the_shipped_one(clients: Clients) -> None:
    await clients.editor.post("/api/dashboards/db", {"dashboard": {"title": "Mine", "uid": "mine"}})
    await clients.viewer.put("/api/user/preferences", {"homeDashboardUID": "mine"})
    await clients.admin.delete("/api/dashboards/uid/mine")
    home = (await clients.viewer.get("/api/dashboards/home")).json()
    assert home["dashboard"]["title"] == "Home"


async def test_rights_on_service_accounts_are_shown_where_they_are_asked_for(
    clients: Clients,
) -> None:
    made = (await clients.admin.post("/api/serviceaccounts", {"name": "robot"})).json()
    one, found = f"/api/serviceaccounts/{made['id']}", "/api/serviceaccounts/search"
    rights = {f"serviceaccounts:{verb}": True for verb in ("read", "write", "delete")}
    shown = (await clients.admin.get(one, accesscontrol="true")).json()
    assert shown["accessControl"] == rights
    [listed] = (await clients.admin.get(found, accesscontrol="true")).json()["serviceAccounts"]
    assert listed["accessControl"] == rights
    assert "accessControl" not in (await clients.admin.get(one)).json()


async def test_permissions_without_the_flag_end_those_of_a_server_admin(clients: Clients) -> None:
    """Generated clients leave out what is false."""
    user = (await clients.viewer.get("/api/user")).json()["id"]
    path = f"/api/admin/users/{user}/permissions"
    for sent, is_admin in (({"isGrafanaAdmin": True}, True), ({}, False)):
        assert (await clients.server_admin.put(path, sent)).status == 200
        shown = (await clients.server_admin.get(f"/api/users/{user}")).json()
        assert shown["isGrafanaAdmin"] is is_admin


async def test_the_settings_of_the_page_have_the_keys_that_clients_read(clients: Clients) -> None:
    settings = (await clients.viewer.get("/api/frontend/settings")).json()
    assert settings["buildInfo"].keys() >= {"version", "commit", "edition", "hideVersion"}
    assert settings["unifiedAlerting"] == {"minInterval": "10s"}
    assert settings["unifiedAlertingEnabled"] and settings["queryHistoryEnabled"]
    assert settings["licenseInfo"]["edition"] == "Open Source"
    assert settings["minPasswordLength"] == 5


async def test_plugins_are_filtered_as_clients_ask(clients: Clients) -> None:
    core = (await clients.viewer.get("/api/plugins", core="1", type="panel")).json()
    assert core and {each["type"] for each in core} == {"panel"}
    assert {(each["signature"], each["signatureType"]) for each in core} == {("internal", "")}
    assert (await clients.viewer.get("/api/plugins", core="0", embedded="0")).json() == []
    assert (await clients.viewer.get("/api/plugins/errors")).json() == []


async def test_statistics_have_every_number_of_the_reference(clients: Clients) -> None:
    stats = (await clients.server_admin.get("/api/admin/stats")).json()
    assert {"snapshots", "playlists", "activeDevices", "dailyActiveSessions"} <= stats.keys()


async def test_a_reload_of_access_control_is_accepted(clients: Clients) -> None:
    reply = await clients.server_admin.post("/api/admin/provisioning/access-control/reload")
    assert reply.status == 202


@pytest.mark.parametrize(
    ("setting", "refused", "taken"),
    [
        ("auth.basic.min_password_length=5", "1234", "12345"),
        ("auth.basic.min_password_length=9", "12345678", "123456789"),
        ("auth.basic.password_policy=true", "abcdefghijklmnop1", "Abcdefghijk1!"),
    ],
)
async def test_an_operator_says_how_long_passwords_are(
    database_settings: DatabaseSettings, tmp_path: Path, setting: str, refused: str, taken: str
) -> None:
    async with AsyncExitStack() as stack:
        app = await start(stack, database_settings, tmp_path, f"cfg:{setting}")
        admin = await sign_in(app, "admin", ADMIN_PASSWORD)
        for password, status in ((refused, 400), (taken, 200)):
            body = {"login": "new", "password": password}
            assert (await admin.post("/api/admin/users", body)).status == status
