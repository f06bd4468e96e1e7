"""Making users, giving them roles, taking both away."""

import pytest
from tests.fixtures.app import Clients

from vedette.app.build import App

ADDRESS = ("address1", "address2", "city", "zipCode", "state", "country")


async def test_a_new_user_is_found_listed_and_may_sign_in(clients: Clients) -> None:
    admin = clients.server_admin
    made = await admin.post(
        "/api/admin/users",
        {"name": "Ada", "login": "ada", "email": "ada@example.org", "password": "long enough"},
    )
    assert made.status == 200
    found = (await admin.get("/api/users/search", query="ADA")).json()
    assert [user["login"] for user in found["users"]] == ["ada"]
    looked_up = (await admin.get("/api/users/lookup", loginOrEmail="Ada@Example.org")).json()
    assert looked_up["id"] == made.json()["id"]
    members = (await clients.admin.get("/api/org/users")).json()
    assert {m["login"]: m["role"] for m in members}["ada"] == "Viewer"


async def test_a_login_that_is_anothers_email_is_taken(clients: Clients) -> None:
    """Proves CVE-2022-39229."""
    admin = clients.server_admin
    first = {"login": "ada", "email": "ada@example.org", "password": "long enough"}
    assert (await admin.post("/api/admin/users", first)).status == 200
    for taken in ({"login": "ADA@example.org"}, {"login": "bob", "email": "Ada"}):
        reply = await admin.post("/api/admin/users", {**taken, "password": "long enough"})
        assert reply.status == 412, taken


async def test_a_new_role_counts_at_once(clients: Clients) -> None:
    me = (await clients.viewer.get("/api/user")).json()
    assert (await clients.viewer.get("/api/org/users")).status == 403
    await clients.admin.patch(f"/api/org/users/{me['id']}", {"role": "Admin"})
    assert (await clients.viewer.get("/api/org/users")).status == 200


async def test_the_last_admin_stays(clients: Clients) -> None:
    admin = clients.server_admin
    mine = (await admin.get("/api/user")).json()["id"]
    other = (await clients.admin.get("/api/user")).json()["id"]
    assert (await admin.post(f"/api/admin/users/{mine}/disable")).status == 400
    permissions = {"isGrafanaAdmin": False}
    assert (await admin.put(f"/api/admin/users/{mine}/permissions", permissions)).status == 400
    assert (await admin.patch(f"/api/org/users/{other}", {"role": "Viewer"})).status == 200
    assert (await admin.patch(f"/api/org/users/{mine}", {"role": "Viewer"})).status == 400


async def test_an_org_admin_is_no_server_admin(clients: Clients) -> None:
    """Proves T42."""
    assert (await clients.admin.get("/api/users")).status == 403
    made = await clients.admin.post("/api/admin/users", {"login": "x", "password": "long enough"})
    assert made.status == 403


async def test_another_organization_is_closed_to_strangers(clients: Clients) -> None:
    """Proves T41, CVE-2021-41244, CVE-2023-4822."""
    assert (await clients.admin.get("/api/org/users", orgId=2)).status == 404
    header = {"x-grafana-org-id": "2"}
    assert (await clients.admin.send("GET", "/api/org/users", headers=header)).status == 403


async def test_a_link_leads_to_the_organization_that_it_names(clients: Clients, app: App) -> None:
    me = (await clients.viewer.get("/api/user")).json()["id"]
    async with app.database.transaction() as tx:
        other = await tx.value(
            "INSERT INTO org (name, created, updated) VALUES ('other', 1, 1) RETURNING id"
        )
        await tx.execute(
            "INSERT INTO org_member (org_id, account_id, role, created, updated)"
            " VALUES (:org_id, :me, 'Editor', 1, 1)",
            {"org_id": other, "me": me},
        )
    page = await clients.viewer.get("/alerting/grafana/u1/view", orgId=other)
    assert page.status == 200 and f'"orgId":{other}' in page.body.decode()
    assert (await clients.viewer.get("/api/user")).json()["orgId"] == other, "as requests do then"
    assert (await clients.editor.get("/d/x", orgId=other)).status == 404
    assert (await clients.editor.get("/d/x", orgId=1)).status == 200


async def test_no_answer_holds_a_password_or_its_hash(clients: Clients) -> None:
    for path in ("/api/users", "/api/org/users", "/api/user", "/api/admin/settings"):
        text = (await clients.server_admin.get(path)).body.decode()
        assert "argon2" not in text
        assert "admin-of-the-tests" not in text


async def test_put_resets_preferences_and_patch_keeps_them(clients: Clients) -> None:
    path = "/api/user/preferences"
    await clients.viewer.put(path, {"theme": "light", "timezone": "utc"})
    await clients.viewer.patch(path, {"theme": "dark"})
    kept = (await clients.viewer.get(path)).json()
    assert (kept["theme"], kept["timezone"]) == ("dark", "utc")
    await clients.viewer.put(path, {"theme": "light"})
    assert (await clients.viewer.get(path)).json() == {"theme": "light"}
    assert (await clients.viewer.put(path, {"theme": "pink"})).status == 400


async def test_nobody_works_on_in_an_organization_they_left(clients: Clients) -> None:
    me = (await clients.viewer.get("/api/user")).json()
    assert (await clients.viewer.post("/api/user/using/1")).status == 200
    assert (await clients.admin.delete(f"/api/org/users/{me['id']}")).status == 200
    reply = await clients.viewer.post("/api/user/using/1")
    assert reply.status == 401
    assert reply.json()["message"] == "You are not a member of this organization."
    assert (await clients.viewer.get("/", orgId=1)).status == 200, "to be told so, and to sign out"


async def test_two_service_accounts_of_one_name_are_refused(clients: Clients) -> None:
    path = "/api/serviceaccounts"
    assert (await clients.admin.post(path, {"name": "ci"})).status == 201
    other = (await clients.admin.post(path, {"name": "other"})).json()
    assert (await clients.admin.post(path, {"name": "Über"})).status == 201
    for same in ("CI", "über", "ÜBER"):
        again = await clients.admin.post(path, {"name": same})
        assert (again.status, again.json()["message"]) == (400, "service account already exists")
    renamed = await clients.admin.patch(f"{path}/{other['id']}", {"name": "ci"})
    assert renamed.status == 400
    same = await clients.admin.patch(f"{path}/{other['id']}", {"name": "other", "role": "Editor"})
    assert same.status == 200


async def test_organizations_are_found_by_name_and_by_words(clients: Clients) -> None:
    admin = clients.server_admin
    (org,) = (await admin.get("/api/orgs")).json()
    assert org == {"id": 1, "name": "Main Org."}
    for query, found in (
        ({"name": "Main Org."}, [1]),
        ({"name": "Main"}, []),
        ({"query": "main"}, [1]),
        ({"query": "ma%n"}, []),
        ({"perpage": 1, "page": 0}, [1]),
        ({"perpage": 1, "page": 1}, []),
    ):
        listed = (await admin.get("/api/orgs", **query)).json()
        assert [one["id"] for one in listed] == found, query


async def test_an_organization_is_read_by_number_and_by_name(clients: Clients) -> None:
    admin = clients.server_admin
    expected = {"id": 1, "name": "Main Org.", "address": dict.fromkeys(ADDRESS, "")}
    for path in ("/api/orgs/1", "/api/orgs/name/Main%20Org."):
        reply = await admin.get(path)
        assert (reply.status, reply.json()) == (200, expected)
        assert (await clients.admin.get(path)).status == 403
    for path in ("/api/orgs/7", "/api/orgs/name/Nobody"):
        reply = await admin.get(path)
        assert (reply.status, reply.json()["message"]) == (404, "Organization not found")
    assert (await admin.get("/api/orgs/x")).status == 400


@pytest.mark.parametrize(
    "sent",
    [
        {"theme": "pink"},
        {"timezone": "Mars/Olympus"},
        {"timezone": "../../etc/passwd"},
        {"weekStart": "friday"},
        {"homeDashboardId": True},
        {"homeDashboardId": "1"},
    ],
)
async def test_a_preference_that_means_nothing_is_refused(
    clients: Clients, sent: dict[str, object]
) -> None:
    for path in ("/api/user/preferences", "/api/org/preferences"):
        for change in (clients.admin.put, clients.admin.patch):
            reply = await change(path, sent)
            assert (reply.status, next(iter(sent)) in reply.json()["message"]) == (400, True)


@pytest.mark.parametrize(
    "sent",
    [{"timezone": zone} for zone in ("", "utc", "UTC", "browser", "Europe/Berlin")]
    + [{"weekStart": day} for day in ("", "browser", "monday", "sunday", "saturday")],
)
async def test_what_the_pages_offer_is_taken(clients: Clients, sent: dict[str, str]) -> None:
    path = "/api/user/preferences"
    assert (await clients.viewer.put(path, sent)).status == 200
    stored = {key: value for key, value in sent.items() if value}
    assert (await clients.viewer.get(path)).json() == stored


async def test_a_home_dashboard_is_named_by_uid_or_by_number(clients: Clients) -> None:
    path, body = "/api/user/preferences", {"dashboard": {"title": "Home", "uid": "home"}}
    made = (await clients.editor.post("/api/dashboards/db", body)).json()
    for sent in ({"homeDashboardUID": "home"}, {"homeDashboardId": made["id"]}):
        assert (await clients.viewer.put(path, sent)).status == 200
        assert (await clients.viewer.get(path)).json()["homeDashboardUID"] == "home"
        home = (await clients.viewer.get("/api/dashboards/home")).json()
        assert home == {"redirectUri": "/d/home/home"}
    for unknown in ({"homeDashboardUID": "nope"}, {"homeDashboardId": 999}):
        reply = await clients.viewer.patch(path, unknown)
        assert (reply.status, reply.json()["message"]) == (404, "Dashboard not found")
    for none in ({"homeDashboardUID": ""}, {"homeDashboardId": 0}):
        await clients.viewer.put(path, {"homeDashboardUID": "home"})
        assert (await clients.viewer.patch(path, none)).status == 200
        assert (await clients.viewer.get(path)).json().get("homeDashboardUID") is None


@pytest.mark.parametrize("query", ["Ärzte", "ärzte", "ÄRZTE", "rzte Ö"])
async def test_names_are_found_whatever_their_case_in_every_script(
    clients: Clients, query: str
) -> None:
    admin, name = clients.server_admin, "Ärzte Österreich"
    assert (await admin.put("/api/org", {"name": name})).status == 200
    assert (await admin.post("/api/serviceaccounts", {"name": name})).status == 201
    someone = {"login": "a", "name": name, "password": "long enough"}
    assert (await admin.post("/api/admin/users", someone)).status == 200
    assert [org["name"] for org in (await admin.get("/api/orgs", query=query)).json()] == [name]
    for path in ("/api/users/search", "/api/org/users/search", "/api/serviceaccounts/search"):
        assert (await admin.get(path, query=query)).json()["totalCount"] == 1, path
