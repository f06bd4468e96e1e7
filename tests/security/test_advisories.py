"""Mistakes that were published of comparable products do not happen here."""

import asyncio
import re
from base64 import b64decode
from contextlib import AsyncExitStack
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest
from tests.fixtures.app import ADMIN_PASSWORD, Client, Clients, Reply, sign_in, start
from tests.fixtures.http_server import says, server

from vedette.db.settings import DatabaseSettings

LISTS = (
    "/api/search",
    "/api/org/users",
    "/api/users",
    "/api/orgs",
    "/api/datasources",
    "/api/serviceaccounts/search",
    "/api/v1/provisioning/contact-points",
    "/api/v1/provisioning/policies",
)
EXPR = {"type": "__expr__", "uid": "__expr__"}


async def token_of(clients: Clients, name: str, role: str) -> Client:
    made = await clients.admin.post("/api/serviceaccounts", {"name": name, "role": role})
    assert made.status == 201, made.body
    path = f"/api/serviceaccounts/{made.json()['id']}/tokens"
    token = await clients.admin.post(path, {"name": name})
    return Client(clients.admin.app, {"authorization": f"Bearer {token.json()['key']}"})


async def test_a_placeholder_in_an_address_matches_no_object(clients: Clients) -> None:
    """CVE-2021-39226: The literal text of a route's parameter is an id like any other, and no
    object has it: nothing is found, changed or deleted."""
    admin = clients.server_admin
    kept = {"dashboard": {"title": "Kept", "uid": "kept"}}
    assert (await admin.post("/api/dashboards/db", kept)).status == 200
    before = [await admin.get(path) for path in LISTS]
    assert {reply.status for reply in before} == {200}
    for route in admin.app.routes:
        if "/:" in route.path and route.path.startswith("/api/"):
            body = b"" if route.method == "GET" else {}
            reply = await admin.send(route.method, route.path, body)
            found = reply.status == 200 and route.method == "GET" and b'"uid":"kept"' in reply.body
            assert not found, route.path
    after = [await admin.get(path) for path in LISTS]
    assert [reply.body for reply in after] == [reply.body for reply in before]


async def test_tokens_of_different_roles_do_not_share_permissions(clients: Clients) -> None:
    """CVE-2022-24812: A role that one token has is never granted to another."""
    reader = await token_of(clients, "reader", "Viewer")
    writer = await token_of(clients, "writer", "Editor")
    for number in range(5):
        body = {"dashboard": {"title": f"D{number}", "uid": f"d{number}"}}
        refused = await reader.post("/api/dashboards/db", body)
        saved = await writer.post("/api/dashboards/db", body)
        assert (refused.status, saved.status) == (403, 200)


async def test_concurrent_requests_keep_their_own_identity(clients: Clients) -> None:
    """CVE-2022-39328: Each of many requests at once is answered for its own user."""
    people = {
        "viewer-user": clients.viewer,
        "editor-user": clients.editor,
        "admin": clients.server_admin,
    }
    asked = list(islice(cycle(people.items()), 300))
    replies = await asyncio.gather(*(client.get("/api/user") for _, client in asked))
    assert [reply.json()["login"] for reply in replies] == [login for login, _ in asked]


async def test_mixed_queries_at_once_get_their_own_results(clients: Clients) -> None:
    """CVE-2023-2801: Batches that mix sources and expressions do not disturb each other."""

    async def answer(number: int) -> Reply:
        values = {"refId": "A", "datasource": {"type": "testdata", "uid": "numbers"},
                  "scenarioId": "csv_content", "csvContent": f"value\n{number}"}  # fmt: skip
        double = {"refId": "B", "datasource": EXPR, "type": "math", "expression": "$A * 2"}
        body = {"from": "now-1h", "to": "now", "queries": [values, double]}
        return await clients.viewer.post("/api/ds/query", body)

    source = {"name": "Numbers", "uid": "numbers", "type": "testdata", "access": "proxy"}
    assert (await clients.admin.post("/api/datasources", source)).status == 200
    replies = await asyncio.gather(*(answer(number) for number in range(40)))
    for number, reply in enumerate(replies):
        results = reply.json()["results"]
        assert results["A"]["frames"][0]["data"]["values"][-1] == [number]
        assert results["B"]["frames"][0]["data"]["values"][-1] == [2 * number]


@pytest.mark.parametrize("uid", ["*", "dashboards:*", "a*", "folders:uid:*", "a/b", "a:b", "%2a"])
async def test_a_uid_never_acts_as_a_wildcard(clients: Clients, uid: str) -> None:
    """CVE-2024-1442, T47: Objects whose uid could be read as a pattern are refused."""
    source = {"name": "any", "uid": uid, "type": "prometheus", "access": "proxy", "url": "http://p"}
    dashboard = {"dashboard": {"title": "any", "uid": uid}}
    folder = {"title": "any", "uid": uid}
    for path, body in (
        ("/api/datasources", source),
        ("/api/dashboards/db", dashboard),
        ("/api/folders", folder),
    ):
        reply = await clients.admin.post(path, body)
        assert reply.status == 400, (path, reply.status, reply.body)


async def test_endless_titles_are_refused(clients: Clients) -> None:
    """CVE-2025-1088: A title that would block a browser is refused where it is stored."""
    endless = "a" * 200_000
    for path, body in (
        ("/api/dashboards/db", {"dashboard": {"title": endless}}),
        ("/api/folders", {"title": endless}),
        ("/api/datasources", {"name": endless, "type": "prometheus", "access": "proxy", "url": "http://p"}),
    ):  # fmt: skip
        reply = await clients.admin.post(path, body)
        assert reply.status == 400, (path, reply.status)
        assert len(reply.body) < 2_000


async def test_an_editor_cannot_mark_objects_as_provisioned(clients: Clients) -> None:
    """CVE-2026-13720, T44: Provenance comes from the server; what a request says of it is not
    stored as that of a file."""
    model = {"title": "Mine", "uid": "mine", "provisioned": True, "meta": {"provisioned": True}}
    body = {"dashboard": model, "meta": {"provisioned": True, "provisionedExternalId": "x"}}
    assert (await clients.editor.post("/api/dashboards/db", body)).status == 200
    read = (await clients.admin.get("/api/dashboards/uid/mine")).json()
    assert read["meta"]["provisioned"] is False
    assert (await clients.admin.delete("/api/dashboards/uid/mine")).status == 200

    point = {"name": "p", "type": "webhook", "settings": {"url": "http://p"}, "provenance": "file"}
    made = await clients.editor.post("/api/v1/provisioning/contact-points", point)
    assert made.status == 202, made.body
    assert made.json().get("provenance") != "file"


async def test_the_server_sets_ids_organizations_and_ranks(clients: Clients) -> None:
    """T44: Fields that only the server sets are ignored or refused in bodies."""
    forged = {
        "id": 4711,
        "orgId": 99,
        "version": 12,
        "isAdmin": True,
        "isGrafanaAdmin": True,
        "isDisabled": False,
        "createdBy": "someone",
        "role": "Admin",
    }
    me = {"name": "V", "login": "viewer-user", "email": "v@example.org", **forged}
    await clients.viewer.put("/api/user", me)
    read = (await clients.viewer.get("/api/user")).json()
    assert read["isGrafanaAdmin"] is False
    assert read["orgId"] == 1
    assert read["id"] != 4711
    assert (await clients.viewer.post("/api/folders", {"title": "F"})).status == 403

    await clients.editor.post("/api/folders", {"title": "F", "uid": "forged", **forged})
    folder = (await clients.admin.get("/api/folders/forged")).json()
    assert folder["id"] != 4711
    assert folder["createdBy"] != "someone"
    source = {"name": "s", "uid": "forged", "type": "testdata", "access": "proxy", **forged}
    await clients.admin.post("/api/datasources", source)
    stored = (await clients.admin.get("/api/datasources/uid/forged")).json()
    assert (stored["id"] != 4711, stored["orgId"]) == (True, 1)


@pytest.mark.parametrize("org", ["0", "-1", "*", "1 OR 1=1", "99999999999999999999"])
async def test_no_number_stands_for_every_organization(clients: Clients, org: str) -> None:
    """CVE-2026-21727, T41: An organization that a request names is one that its user belongs to."""
    own = (await clients.viewer.get("/api/org")).json()
    named = await clients.viewer.send("GET", "/api/org", headers={"X-Grafana-Org-Id": org})
    asked = await clients.viewer.get("/api/org", orgId=org)
    for reply in (named, asked):
        assert reply.status in (400, 401, 403, 404) or reply.json() == own


async def test_deleting_by_name_deletes_what_was_authorized(clients: Clients) -> None:
    """CVE-2026-21725, T51: Deleting twice by name while the name is taken again removes one
    object, and never the new one of another kind of caller."""
    source = {"name": "by-name", "type": "testdata", "access": "proxy"}
    await clients.admin.post("/api/datasources", source)
    replies = await asyncio.gather(
        *(clients.admin.delete("/api/datasources/name/by-name") for _ in range(5)),
        *(clients.viewer.delete("/api/datasources/name/by-name") for _ in range(5)),
    )
    assert sorted(reply.status for reply in replies[:5]) == [200, 404, 404, 404, 404]
    assert {reply.status for reply in replies[5:]} == {403}


@pytest.mark.parametrize(
    "path", ["/dashboard/script/evil.js", "/public/dashboards/evil.js", "/api/dashboards/script/x"]
)
async def test_scripted_dashboards_do_not_exist(clients: Clients, path: str) -> None:
    """CVE-2025-6023: No address runs a dashboard that is a script."""
    reply = await clients.admin.get(path)
    assert "javascript" not in reply.headers.get("content-type", "")
    assert reply.status in (200, 404)


async def test_connections_are_never_shared_between_credentials(tmp_path: Path) -> None:
    """CVE-2025-3717: Two data sources at one address use their own credentials, each on
    connections of its own."""
    logins: dict[Any, set[bytes]] = {}

    async def answer(head: bytes, reader: Any, writer: Any) -> None:
        login = re.search(rb"(?i)authorization: basic (\S+)", head)
        assert login is not None
        logins.setdefault(writer.get_extra_info("peername"), set()).add(b64decode(login[1]))
        await says(b'{"status":"success","data":[]}')(head, reader, writer)

    async with AsyncExitStack() as stack:
        app = await start(stack, DatabaseSettings(), tmp_path, "cfg:egress.allow_loopback=true")
        admin = await sign_in(app, "admin", ADMIN_PASSWORD)
        port, _ = await stack.enter_async_context(server(answer))
        for name in ("ann", "bob"):
            source = {
                "name": name, "uid": name, "type": "prometheus", "access": "proxy",
                "url": f"http://127.0.0.1:{port}", "basicAuth": True, "basicAuthUser": name,
                "secureJsonData": {"basicAuthPassword": "secret"},
            }  # fmt: skip
            assert (await admin.post("/api/datasources", source)).status == 200
        for uid in islice(cycle(("ann", "bob")), 20):
            reply = await admin.get(f"/api/datasources/uid/{uid}/resources/api/v1/labels")
            assert reply.status == 200, reply.body
    assert set().union(*logins.values()) == {b"ann:secret", b"bob:secret"}
    assert all(len(seen) == 1 for seen in logins.values())
