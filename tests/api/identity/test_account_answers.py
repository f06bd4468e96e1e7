"""What scripts for Grafana 10.4 read when they manage users, members and their own account."""

from datetime import datetime

from tests.fixtures.app import ADMIN_PASSWORD, Client, Clients, sign_in

from vedette.app.build import App


async def user_id(client: Client) -> int:
    number: int = (await client.get("/api/user")).json()["id"]
    return number


async def other_org(app: App, name: str = "other") -> int:
    async with app.database.transaction() as tx:
        org_id: int = await tx.value(
            "INSERT INTO org (name, created, updated) VALUES (:name, 1, 1) RETURNING id",
            {"name": name},
        )
    return org_id


async def test_a_wrong_old_password_is_unauthorized(clients: Clients) -> None:
    body = {"oldPassword": "wrong", "newPassword": "a new and long one"}
    reply = await clients.viewer.put("/api/user/password", body)
    assert (reply.status, reply.json()["messageId"]) == (401, "password-auth.failed")
    assert (await clients.viewer.get("/api/user")).status == 200, "the session lives on"


async def test_an_empty_sign_in_is_a_bad_request_and_no_guess(clients: Clients) -> None:
    for body in ({"user": "admin", "password": ""}, {"user": "", "password": "x"}, {}):
        for _ in range(6):
            reply = await clients.anonymous.post("/login", body)
            assert (reply.status, reply.json()["messageId"]) == (400, "form-auth.invalid")
    right = {"user": "admin", "password": ADMIN_PASSWORD}
    assert (await clients.anonymous.post("/login", right)).status == 200


async def test_nobody_revokes_the_session_in_use(app: App, clients: Clients) -> None:
    await sign_in(app, "viewer-user", "password-of-Viewer")
    sessions = (await clients.viewer.get("/api/user/auth-tokens")).json()
    own = next(each["id"] for each in sessions if each["isActive"])
    other = next(each["id"] for each in sessions if not each["isActive"])
    path = "/api/user/revoke-auth-token"
    assert (await clients.viewer.post(path, {"authTokenId": own})).status == 400
    assert (await clients.viewer.post("/api/user/auth-tokens/rotate")).status == 200
    assert (await clients.viewer.post(path, {"authTokenId": own})).status == 400, "old token"
    assert (await clients.viewer.post(path, {"authTokenId": other})).status == 200
    assert (await clients.viewer.get("/api/user")).status == 200


async def test_server_admins_do_not_lock_themselves_out(clients: Clients) -> None:
    admin = clients.server_admin
    own = await user_id(admin)
    second = await user_id(clients.admin)
    await admin.put(f"/api/admin/users/{second}/permissions", {"isGrafanaAdmin": True})
    for action in ("disable", "logout"):
        assert (await admin.post(f"/api/admin/users/{own}/{action}")).status == 400, action
    assert (await admin.get("/api/user")).status == 200
    assert (await admin.post(f"/api/admin/users/{second}/disable")).status == 200


async def test_a_lookup_of_nobody_finds_nobody(clients: Clients) -> None:
    for query in ({}, {"loginOrEmail": ""}, {"loginOrEmail": "nobody"}):
        reply = await clients.server_admin.get("/api/users/lookup", **query)
        assert (reply.status, reply.json()["message"]) == (404, "user not found")


async def test_a_page_of_no_size_has_the_usual_size(clients: Clients) -> None:
    for path in ("/api/users/search", "/api/org/users/search", "/api/serviceaccounts/search"):
        found = (await clients.server_admin.get(path, perpage=0, page=0)).json()
        assert (found["page"], found["perPage"]) == (1, 1000), path
    listed = (await clients.server_admin.get("/api/users", perpage=0)).json()
    assert len(listed) == 4
    assert (await clients.server_admin.get("/api/orgs", perpage=0)).json() == [
        {"id": 1, "name": "Main Org."}
    ]


async def test_users_are_listed_in_the_order_that_is_asked_for(clients: Clients) -> None:
    for name, login in (("Zoe", "a-zoe"), ("Ann", "z-ann")):
        body = {"name": name, "login": login, "email": f"{login}@example.org"}
        await clients.server_admin.post("/api/admin/users", {**body, "password": "long enough"})

    async def logins(sort: str, path: str = "/api/users/search") -> list[str]:
        found = (await clients.server_admin.get(path, sort=sort, query="example.org")).json()
        users = found if isinstance(found, list) else found.get("users") or found["orgUsers"]
        return [user["login"] for user in users if "example" in user["email"]]

    for path in ("/api/users/search", "/api/users", "/api/org/users/search"):
        assert await logins("login-desc", path) == ["z-ann", "a-zoe"]
        assert await logins("name-asc", path) == ["z-ann", "a-zoe"]
        assert await logins("email-asc,name-desc", path) == ["a-zoe", "z-ann"]
        assert await logins("lastSeenAtAge-asc,login-asc", path) == ["a-zoe", "z-ann"]
        for wrong in ("password-asc", "login", "login-up", ",".join(["login-asc"] * 3000)):
            assert (await clients.server_admin.get(path, sort=wrong)).status == 400


async def test_only_users_who_came_lately_are_found_on_request(clients: Clients) -> None:
    body = {"login": "never", "password": "long enough"}
    await clients.server_admin.post("/api/admin/users", body)
    query = {"filter": "activeLast30Days"}
    found = (await clients.server_admin.get("/api/users/search", **query)).json()
    assert found["totalCount"] == 4
    assert "never" not in [user["login"] for user in found["users"]]


async def test_who_never_came_was_last_seen_ten_years_before_the_account_was_made(
    clients: Clients,
) -> None:
    body = {"login": "never", "password": "long enough"}
    await clients.server_admin.post("/api/admin/users", body)
    found = (await clients.server_admin.get("/api/users/lookup", loginOrEmail="never")).json()
    listed = (await clients.server_admin.get("/api/users", query="never")).json()[0]
    made = datetime.fromisoformat(found["createdAt"])
    assert (made - datetime.fromisoformat(listed["lastSeenAt"])).days == 3652
    assert listed["lastSeenAtAge"] == "10 years"


async def test_adding_a_member_again_names_the_member(clients: Clients) -> None:
    viewer = await user_id(clients.viewer)
    body = {"loginOrEmail": "viewer-user", "role": "Editor"}
    again = await clients.admin.post("/api/org/users", body)
    assert (again.status, again.json()["userId"]) == (409, viewer)


async def test_an_organization_does_not_take_the_name_of_another(
    app: App, clients: Clients
) -> None:
    await other_org(app)
    assert (await clients.admin.put("/api/org", {"name": "other"})).status == 400
    assert (await clients.admin.put("/api/org", {"name": "Main Org."})).status == 200


async def test_a_foreign_organization_is_refused_as_clients_expect(
    app: App, clients: Clients
) -> None:
    """The header acts on one request; an address names what does not exist for a stranger."""
    other = await other_org(app)
    header = {"x-grafana-org-id": str(other)}
    assert (await clients.admin.send("GET", "/api/org", headers=header)).status == 403
    assert (await clients.admin.get("/api/org", orgId=other)).status == 404
    assert (await clients.admin.get("/d/x", orgId=other)).status == 404
    ignored = await clients.admin.send("GET", "/api/org", headers={"x-grafana-org-id": "x"})
    assert ignored.json()["id"] == 1
    switched = await clients.admin.post(f"/api/user/using/{other}")
    assert switched.status == 401
    assert (await clients.admin.get("/api/org")).json()["id"] == 1


async def test_a_server_admin_moves_a_user_to_another_organization(
    app: App, clients: Clients
) -> None:
    """A script that sets up users decides where each one starts."""
    other, viewer = await other_org(app), await user_id(clients.viewer)
    path = f"/api/users/{viewer}/using/{other}"
    assert (await clients.server_admin.post(path)).status == 401, "not a member yet"
    async with app.database.transaction() as tx:
        await tx.execute(
            "INSERT INTO org_member (org_id, account_id, role, created, updated)"
            " VALUES (:org, :id, 'Viewer', 1, 1)",
            {"org": other, "id": viewer},
        )
    assert (await clients.admin.post(path)).status == 403
    assert (await clients.server_admin.post(path)).status == 200
    assert (await clients.viewer.get("/api/org")).json()["id"] == other
