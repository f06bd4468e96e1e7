"""Organizations as scripts and Terraform for Grafana 10.4 set them up."""

from tests.fixtures.app import Client, Clients

from vedette.app.build import App


async def test_a_server_admin_sets_up_an_organization_with_members(
    app: App, clients: Clients
) -> None:
    """A team gets an organization of its own without a restart and without SQL."""
    admin = clients.server_admin
    made = await admin.post("/api/orgs", {"name": "Second"})
    assert made.status == 200
    org_id = made.json()["orgId"]
    assert (await admin.get("/api/org")).json()["id"] == 1, "the caller goes on where they were"
    path = f"/api/orgs/{org_id}/users"
    assert [each["role"] for each in (await admin.get(path)).json()] == ["Admin"]
    added = await admin.post(path, {"loginOrEmail": "viewer-user", "role": "Editor"})
    viewer = added.json()["userId"]
    assert (await admin.post(path, {"loginOrEmail": "viewer-user", "role": "Editor"})).status == 409
    inside = {"x-grafana-org-id": str(org_id)}
    folder = await clients.viewer.send("POST", "/api/folders", {"title": "Ours"}, headers=inside)
    assert folder.status == 200
    assert (await clients.viewer.get("/api/folders")).json() == [], "the first one is untouched"
    assert (await admin.patch(f"{path}/{viewer}", {"role": "Viewer"})).status == 200
    found = (await admin.get(f"{path}/search", query="viewer")).json()
    assert [(each["login"], each["role"]) for each in found["orgUsers"]] == [
        ("viewer-user", "Viewer")
    ]
    assert found["totalCount"] == 1
    assert (await admin.delete(f"{path}/{viewer}")).status == 200
    refused = await clients.viewer.send("GET", "/api/folders", headers=inside)
    assert refused.status == 403
    assert (await clients.viewer.get("/api/folders")).status == 200


async def test_names_and_numbers_of_organizations_are_checked(clients: Clients) -> None:
    admin = clients.server_admin
    second = (await admin.post("/api/orgs", {"name": "Second"})).json()["orgId"]
    assert (await admin.post("/api/orgs", {"name": "Second"})).status == 409
    assert (await admin.put(f"/api/orgs/{second}", {"name": "Main Org."})).status == 400
    assert (await admin.put(f"/api/orgs/{second}", {"name": "Other"})).status == 200
    assert (await admin.get(f"/api/orgs/{second}")).json()["name"] == "Other"
    for body in ({"name": ""}, {"name": "x" * 191}, {}):
        assert (await admin.post("/api/orgs", body)).status == 400
    member = {"loginOrEmail": "viewer-user", "role": "Viewer"}
    for method, path, sent in (
        ("PUT", "/api/orgs/99", {"name": "x"}),
        ("GET", "/api/orgs/99/users", None),
        ("POST", "/api/orgs/99/users", member),
        ("PATCH", f"/api/orgs/{second}/users/99", {"role": "Viewer"}),
        ("DELETE", f"/api/orgs/{second}/users/99", None),
    ):
        assert (await admin.send(method, path, sent)).status == 404, path


async def test_the_last_admin_of_any_organization_stays(clients: Clients) -> None:
    admin = clients.server_admin
    second = (await admin.post("/api/orgs", {"name": "Second"})).json()["orgId"]
    own = (await admin.get("/api/user")).json()["id"]
    path = f"/api/orgs/{second}/users/{own}"
    assert (await admin.patch(path, {"role": "Viewer"})).status == 400
    assert (await admin.delete(path)).status == 400


async def test_organizations_are_for_server_admins_alone(clients: Clients) -> None:
    """T41, T42: An admin of one organization makes no other and changes no other."""

    async def refused(client: Client, status: int) -> None:
        body = {"loginOrEmail": "viewer-user", "role": "Admin"}
        assert (await client.post("/api/orgs", {"name": "Mine"})).status == status
        assert (await client.post("/api/orgs/1/users", body)).status == status
        assert (await client.get("/api/orgs/1/users")).status == status

    await refused(clients.anonymous, 401)
    await refused(clients.admin, 403)
