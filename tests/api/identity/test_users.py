"""Making users, giving them roles, taking both away."""

from tests.fixtures.app import Clients


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
    assert (await clients.admin.get("/api/users")).status == 403
    made = await clients.admin.post("/api/admin/users", {"login": "x", "password": "long enough"})
    assert made.status == 403


async def test_another_organization_is_closed_to_strangers(clients: Clients) -> None:
    assert (await clients.admin.get("/api/org/users", orgId=2)).status == 403


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
    assert (await clients.viewer.get(path)).json()["timezone"] == ""
    assert (await clients.viewer.put(path, {"theme": "pink"})).status == 400
