"""No one changes an account that ranks above their own, whichever address they try."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from tests.fixtures.app import ADMIN_PASSWORD, Client, Clients, sign_in

from vedette.app.build import App

ABOUT_USERS = re.compile(r"/(users?|serviceaccounts|auth/keys|teams|members|orgs?)(/|$)")
SENT: dict[str, Any] = {
    "PUT /api/users/:id": {"login": "taken-over", "email": "mallory@example.org", "name": "M"},
    "POST /api/users/:id/using/:orgId": None,
    "POST /api/admin/users": {"login": "m", "password": "password-of-m", "name": "m"},
    "DELETE /api/admin/users/:id": None,
    "PUT /api/admin/users/:id/password": {"password": "password-of-mallory"},
    "PUT /api/admin/users/:id/permissions": {"isGrafanaAdmin": False},
    "POST /api/admin/users/:id/disable": None,
    "POST /api/admin/users/:id/enable": None,
    "POST /api/admin/users/:id/logout": None,
    "POST /api/admin/users/:id/revoke-auth-token": {"authTokenId": 1},
    "POST /api/org/users": {"loginOrEmail": "admin", "role": "Viewer"},
    "PATCH /api/org/users/:id": {"role": "Viewer"},
    "DELETE /api/org/users/:id": None,
    "POST /api/orgs/:id/users": {"loginOrEmail": "admin", "role": "Viewer"},
    "PATCH /api/orgs/:id/users/:userId": {"role": "Viewer"},
    "DELETE /api/orgs/:id/users/:userId": None,
    "PATCH /api/serviceaccounts/:id": {"name": "taken", "role": "Viewer", "isDisabled": True},
    "DELETE /api/serviceaccounts/:id": None,
    "POST /api/serviceaccounts/:id/tokens": {"name": "taken"},
    "DELETE /api/serviceaccounts/:id/tokens/:tokenId": None,
    "DELETE /api/auth/keys/:id": None,
}
"""Every write that names an account, with what an attacker would send."""
OWN = (
    "PUT /api/org",
    "POST /api/orgs",
    "PUT /api/orgs/:id",
    "PUT /api/user",
    "PUT /api/user/password",
    "POST /api/user/auth-tokens/rotate",
    "POST /api/user/revoke-auth-token",
    "POST /api/user/using/:orgId",
    "PUT /api/user/preferences",
    "PATCH /api/user/preferences",
    "PUT /api/org/preferences",
    "PATCH /api/org/preferences",
    "POST /api/user/stars/dashboard/uid/:uid",
    "DELETE /api/user/stars/dashboard/uid/:uid",
    "POST /api/user/stars/dashboard/:id",
    "DELETE /api/user/stars/dashboard/:id",
    "POST /api/serviceaccounts",
    "POST /api/auth/keys",
)
"""Writes that name no account: they change the caller, the organization, or make something new."""


def writes_about_users(app: App) -> set[str]:
    return {
        f"{route.method} {route.path}"
        for route in app.routes
        if route.method != "GET" and ABOUT_USERS.search(route.path)
    }


async def stored(app: App, login: str) -> Sequence[object]:
    """The account with its roles and sessions; when it was last seen aside."""
    of_login = "(SELECT id FROM account WHERE login = :login)"
    statements = (
        "SELECT id, login, email, name, password, is_server_admin, is_disabled, org_id"
        " FROM account WHERE login = :login",
        f"SELECT org_id, role FROM org_member WHERE account_id = {of_login}",
        f"SELECT id, digest FROM session WHERE account_id = {of_login} ORDER BY id",
    )
    async with app.database.reading() as tx:
        return [await tx.all(statement, {"login": login}) for statement in statements]


async def id_of(clients: Clients, login: str) -> int:
    reply = await clients.server_admin.get("/api/users/lookup", loginOrEmail=login)
    found: int = reply.json()["id"]
    return found


async def token_of_an_admin(clients: Clients) -> Client:
    account = {"name": "ci", "role": "Admin"}
    made = await clients.admin.post("/api/serviceaccounts", account)
    token = await clients.admin.post(
        f"/api/serviceaccounts/{made.json()['id']}/tokens", {"name": "t"}
    )
    return Client(clients.admin.app, {"authorization": f"Bearer {token.json()['key']}"})


def test_every_write_about_users_is_in_the_table(app: App) -> None:
    """T42: A new address that changes a user is listed here before it is served."""
    assert writes_about_users(app) == {*SENT, *OWN}


@pytest.mark.parametrize("role", ["Viewer", "Admin"])
async def test_an_org_admin_changes_nothing_of_a_server_admin(clients: Clients, role: str) -> None:
    """T42, CVE-2025-3580: Not by a session, not by a token, whatever role the server admin has."""
    app, target = clients.admin.app, await id_of(clients, "admin")
    lowered = await clients.server_admin.patch(f"/api/org/users/{target}", {"role": role})
    assert lowered.status == 200
    before = await stored(app, "admin")
    for attacker in (clients.admin, await token_of_an_admin(clients)):
        for name, body in SENT.items():
            method, _, path = name.partition(" ")
            path = path.replace(":id", str(target)).replace(":tokenId", "1").replace(":orgId", "1")
            path = path.replace(":userId", str(target))
            reply = await attacker.send(method, path, body)
            assert reply.status in (401, 403, 404, 409), (name, reply.status, reply.body)
            assert await stored(app, "admin") == before, name
    refused = await clients.admin.patch(f"/api/org/users/{target}", {"role": "Viewer"})
    assert (refused.status, refused.json()["message"]) == (
        403,
        "Only a server administrator can change a server administrator.",
    )
    again = await sign_in(app, "admin", ADMIN_PASSWORD)
    assert (await again.get("/api/admin/stats")).status == 200


async def test_an_org_admin_still_manages_members_and_other_admins(clients: Clients) -> None:
    for login in ("editor-user", "viewer-user"):
        path = f"/api/org/users/{await id_of(clients, login)}"
        assert (await clients.admin.patch(path, {"role": "Admin"})).status == 200
        assert (await clients.admin.patch(path, {"role": "Viewer"})).status == 200
    assert (await clients.admin.delete(path)).status == 200


async def test_a_server_admin_changes_everyone(clients: Clients) -> None:
    path = f"/api/org/users/{await id_of(clients, 'admin-user')}"
    assert (await clients.server_admin.patch(path, {"role": "Viewer"})).status == 200
    assert (await clients.server_admin.patch(path, {"role": "Admin"})).status == 200
    permissions = {"isGrafanaAdmin": True}
    promoted = path.replace("/org/", "/admin/") + "/permissions"
    assert (await clients.server_admin.put(promoted, permissions)).status == 200
    assert (await clients.server_admin.patch(path, {"role": "Viewer"})).status == 200
