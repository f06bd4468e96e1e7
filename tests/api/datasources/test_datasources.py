"""`/api/datasources` as clients of Grafana 10.4 use it, on both databases."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from tests.fixtures.app import Clients, clients_of, start
from tests.fixtures.http_server import says, server

from vedette.db.settings import DatabaseSettings

CANARY = "canary-4711"
BODY = {
    "name": "prom",
    "type": "prometheus",
    "uid": "prom",
    "access": "proxy",
    "url": "http://prom:9090",
    "basicAuth": True,
    "basicAuthUser": "ann",
    "isDefault": False,
    "jsonData": {"httpMethod": "POST", "timeInterval": "30s"},
    "secureJsonData": {"basicAuthPassword": CANARY, "httpHeaderValue1": CANARY},
    "id": 0,
    "orgId": 1,
    "readOnly": False,
}


async def test_create_answers_with_the_source_and_without_its_secrets(clients: Clients) -> None:
    reply = await clients.admin.post("/api/datasources", BODY)
    made = reply.json()
    assert reply.status == 200
    assert (made["message"], made["name"]) == ("Datasource added", "prom")
    assert made["id"] == made["datasource"]["id"] > 0
    assert made["datasource"] == {
        "id": made["id"],
        "uid": "prom",
        "orgId": 1,
        "name": "prom",
        "type": "prometheus",
        "typeLogoUrl": made["datasource"]["typeLogoUrl"],
        "access": "proxy",
        "url": "http://prom:9090",
        "user": "",
        "database": "",
        "basicAuth": True,
        "basicAuthUser": "ann",
        "withCredentials": False,
        "isDefault": True,
        "jsonData": {"httpMethod": "POST", "timeInterval": "30s"},
        "secureJsonFields": {"basicAuthPassword": True, "httpHeaderValue1": True},
        "version": 1,
        "readOnly": False,
    }


async def test_a_source_is_found_by_uid_name_and_number(clients: Clients) -> None:
    made = (await clients.admin.post("/api/datasources", BODY)).json()
    for path in ("uid/prom", "name/prom", str(made["id"])):
        reply = await clients.viewer.get(f"/api/datasources/{path}")
        assert (reply.status, reply.json()["uid"]) == (200, "prom")
    assert (await clients.viewer.get("/api/datasources/id/prom")).json() == {"id": made["id"]}
    listed = (await clients.viewer.get("/api/datasources")).json()
    assert [(each["name"], each["typeName"]) for each in listed if each["uid"] == "prom"] == [
        ("prom", "Prometheus")
    ]
    for path in ("uid/nope", "name/nope", "999999"):
        reply = await clients.viewer.get(f"/api/datasources/{path}")
        assert (reply.status, reply.json()["message"]) == (404, "Data source not found")
    for path in ("x", "99999999999999999999"):
        reply = await clients.viewer.get(f"/api/datasources/{path}")
        assert (reply.status, reply.json()["message"]) == (400, "id is invalid")


async def test_conflicts_are_409(clients: Clients) -> None:
    await clients.admin.post("/api/datasources", BODY)
    same_name = await clients.admin.post("/api/datasources", {**BODY, "uid": "x"})
    same_uid = await clients.admin.post("/api/datasources", {**BODY, "name": "x"})
    assert (same_name.status, same_uid.status) == (409, 409)
    first = await clients.admin.put("/api/datasources/uid/prom", {**BODY, "version": 1})
    assert (first.status, first.json()["datasource"]["version"]) == (200, 2)
    stale = await clients.admin.put("/api/datasources/uid/prom", {**BODY, "version": 1})
    assert stale.status == 409
    for version, stored in ((9, 3), (0, 4), (4, 5)):
        saved = await clients.admin.put("/api/datasources/uid/prom", {**BODY, "version": version})
        assert (saved.status, saved.json()["datasource"]["version"]) == (200, stored), version


async def test_the_first_source_of_an_organization_is_its_default(clients: Clients) -> None:
    """Whoever sets up one source has queries answered without choosing it each time."""
    for name, is_default in (("first", True), ("second", False)):
        body = {"name": name, "type": "testdata", "access": "proxy", "isDefault": False}
        made = (await clients.admin.post("/api/datasources", body)).json()["datasource"]
        assert made["isDefault"] is is_default, name


async def test_changing_the_server_clears_the_secrets_and_says_so(clients: Clients) -> None:
    """Proves T11."""
    await clients.admin.post("/api/datasources", BODY)
    body = {**BODY, "url": "http://elsewhere:9090", "secureJsonData": {}}
    saved = (await clients.admin.put("/api/datasources/uid/prom", body)).json()
    assert saved["datasource"]["secureJsonFields"] == {}
    assert "Enter these secrets again: basicAuthPassword, httpHeaderValue1" in saved["message"]


async def test_delete(clients: Clients) -> None:
    made = (await clients.admin.post("/api/datasources", BODY)).json()
    assert (await clients.editor.delete("/api/datasources/uid/prom")).status == 403
    reply = await clients.admin.delete("/api/datasources/uid/prom")
    assert reply.json() == {"message": "Data source deleted", "id": made["id"]}
    assert (await clients.admin.delete("/api/datasources/uid/prom")).status == 404


@pytest.mark.parametrize(
    "change",
    [
        {"name": ""},
        {"type": None},
        {"uid": "a b"},
        {"url": "http://u:p@prom"},
        {"url": "http://2130706433"},
        {"jsonData": []},
        {"secureJsonData": {"x": 1}},
    ],
)
async def test_a_bad_body_is_a_400_with_a_message(
    change: dict[str, object], clients: Clients
) -> None:
    reply = await clients.admin.post("/api/datasources", {**BODY, **change})
    assert reply.status == 400
    assert reply.json()["message"]


async def test_health_tells_ok_as_200_and_failure_as_400(clients: Clients) -> None:
    await clients.admin.post("/api/datasources", {**BODY, "url": "http://127.0.0.1:1"})
    bad = await clients.viewer.get("/api/datasources/uid/prom/health")
    assert (bad.status, bad.json()["status"]) == (400, "ERROR")
    assert "cannot be reached: connection refused" in bad.json()["message"]
    body = {"name": "t", "type": "testdata", "uid": "t"}
    assert (await clients.admin.post("/api/datasources", body)).status == 200
    good = await clients.viewer.get("/api/datasources/uid/t/health")
    assert (good.status, good.json()["status"]) == (200, "OK")


async def test_the_proxy_answers_json_in_a_sandbox_and_pages_as_downloads(clients: Clients) -> None:
    """Proves T04, CVE-2022-21702."""
    async with server(says(b"[1]", b"200 OK", b"Content-Type: application/json")) as (port, seen):
        body = {**BODY, "url": f"http://127.0.0.1:{port}"}
        made = (await clients.admin.post("/api/datasources", body)).json()
        for base in ("uid/prom", str(made["id"])):
            reply = await clients.viewer.get(f"/api/datasources/proxy/{base}/api/v1/labels?a=%20b")
            assert (reply.status, reply.body) == (200, b"[1]")
            assert reply.headers["content-type"].startswith("application/json")
            assert reply.headers["content-security-policy"] == "sandbox"
        assert b"GET /api/v1/labels?a=%20b HTTP/1.1" in seen[0]
        assert b"vedette_session" not in b"".join(seen)
    page = says(b"<script>", b"200 OK", b"Content-Type: text/html", b"Set-Cookie: a=b")
    async with server(page) as (port, _):
        await clients.admin.put(
            "/api/datasources/uid/prom", {**BODY, "url": f"http://127.0.0.1:{port}"}
        )
        reply = await clients.viewer.get("/api/datasources/proxy/uid/prom/api/v1/labels")
        assert reply.headers["content-type"] == "application/octet-stream"
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert not reply.cookies


@pytest.mark.parametrize(
    "path",
    [
        "api/v1/admin/tsdb/snapshot",
        "api/v1/../../secret",
        "api/v1/%2e%2e/labels",
        "api//v1/labels",
        "api/v1/labels%00",
        "api%2fv1/labels",
    ],
)
async def test_tricks_with_paths_never_reach_the_source(path: str, clients: Clients) -> None:
    async with server(says()) as (port, seen):
        await clients.admin.post("/api/datasources", {**BODY, "url": f"http://127.0.0.1:{port}"})
        for method in ("GET", "POST"):
            reply = await clients.admin.send(method, f"/api/datasources/proxy/uid/prom/{path}")
            assert reply.status in (400, 403)
    assert seen == []


async def test_resources_answer_editors(clients: Clients) -> None:
    reply_body = b'{"status":"success","data":["job","up"]}'
    async with server(says(reply_body, b"200 OK", b"Content-Type: application/json")) as (port, _):
        await clients.admin.post("/api/datasources", {**BODY, "url": f"http://127.0.0.1:{port}"})
        reply = await clients.viewer.get("/api/datasources/uid/prom/resources/api/v1/labels")
        assert (reply.status, reply.json()["data"]) == (200, ["job", "up"])
        assert (await clients.viewer.get("/api/datasources/uid/prom/resources/no")).status == 404


async def test_a_secret_shows_up_in_no_answer_log_or_metric(
    clients: Clients, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    """Proves T10."""
    caplog.set_level("DEBUG")
    made = (await clients.admin.post("/api/datasources", BODY)).json()
    everywhere = b""
    app = clients.viewer.app
    for route in app.routes:
        if route.method != "GET" or "logout" in route.path or "rotate" in route.path:
            continue
        path = route.path.replace(":uid", "prom").replace(":name", "prom")
        path = path.replace(":id", str(made["id"])).replace("*rest", "api/v1/labels")
        for client in (clients.viewer, clients.editor, clients.admin, clients.server_admin):
            everywhere += (await client.get(path)).body
    everywhere += (await clients.server_admin.get("/")).body
    assert b"prom" in everywhere
    assert CANARY.encode() not in everywhere
    assert CANARY not in caplog.text
    for file in tmp_path.rglob("*"):
        assert not file.is_file() or CANARY.encode() not in file.read_bytes()


async def test_the_ui_gets_names_and_types_but_no_urls(clients: Clients) -> None:
    """Proves T37, CVE-2026-27877."""
    await clients.admin.post("/api/datasources", {**BODY, "isDefault": True})
    settings = (await clients.viewer.get("/api/frontend/settings")).json()
    told = settings["datasources"]["prom"]
    assert settings["defaultDatasource"] == "prom"
    assert (told["uid"], told["type"], told["meta"]["id"]) == ("prom", "prometheus", "prometheus")
    assert told["jsonData"] == {"httpMethod": "POST", "timeInterval": "30s"}
    assert "9090" not in str(told)
    assert (await clients.anonymous.get("/api/frontend/settings")).json()["datasources"] == {}


async def test_in_production_on_a_shared_database_this_machine_itself_is_refused(
    database_settings: DatabaseSettings, tmp_path: Path
) -> None:
    async with AsyncExitStack() as stack, server(says()) as (port, seen):
        clients = await clients_of(await start(stack, database_settings, tmp_path))
        await clients.admin.post("/api/datasources", {**BODY, "url": f"http://127.0.0.1:{port}"})
        reply = await clients.viewer.get("/api/datasources/uid/prom/health")
        is_shared = not database_settings.is_embedded
        assert ("allow_loopback" in reply.json()["message"]) == is_shared
        assert bool(seen) != is_shared


async def test_metadata_addresses_are_refused_everywhere(clients: Clients) -> None:
    for url in ("http://169.254.169.254/latest", "http://[fd00:ec2::254]"):
        body = {**BODY, "name": url, "uid": "", "url": url}
        uid = (await clients.admin.post("/api/datasources", body)).json()["datasource"]["uid"]
        reply = await clients.viewer.get(f"/api/datasources/uid/{uid}/health")
        assert "link-local and metadata addresses" in reply.json()["message"]


async def test_resources_pass_on_what_a_metrics_source_answers(clients: Clients) -> None:
    """A client of the API reads the source's own status and words; T04: no header of it."""
    refusal = b'{"status":"error","errorType":"bad_data","error":"no match[] parameter"}'
    path = "/api/datasources/uid/prom/resources/api/v1/series"
    heads = (b"422 Unprocessable Entity", b"Content-Type: application/json", b"Set-Cookie: a=b")
    async with server(says(refusal, *heads)) as (port, _):
        await clients.admin.post("/api/datasources", {**BODY, "url": f"http://127.0.0.1:{port}"})
        reply = await clients.viewer.get(path)
        assert (reply.status, reply.body) == (422, refusal)
        assert reply.headers["content-security-policy"] == "sandbox"
        assert not reply.cookies


@pytest.mark.parametrize("status", [b"401 Unauthorized", b"302 Found"])
async def test_a_source_that_refuses_its_login_signs_nobody_out(
    clients: Clients, status: bytes
) -> None:
    async with server(says(b"{}", status, b"Content-Type: application/json")) as (port, _):
        await clients.admin.post("/api/datasources", {**BODY, "url": f"http://127.0.0.1:{port}"})
        reply = await clients.viewer.get("/api/datasources/uid/prom/resources/api/v1/labels")
        assert reply.status == 502


@pytest.mark.parametrize(
    "path",
    [
        "api/v1/targets",
        "api/v1/status/tsdb",
        "api/v1/alertmanagers",
        "api/v1/cardinality/label_names",
    ],
)
async def test_viewers_read_through_the_proxy_and_nobody_writes(
    clients: Clients, path: str
) -> None:
    """T06: What reads is open to whoever may query; what writes is refused."""
    async with server(says(b"{}", b"200 OK", b"Content-Type: application/json")) as (port, seen):
        await clients.admin.post("/api/datasources", {**BODY, "url": f"http://127.0.0.1:{port}"})
        base = "/api/datasources/proxy/uid/prom/"
        assert (await clients.viewer.get(base + path)).status == 200
        for method in ("POST", "DELETE"):
            assert (await clients.admin.send(method, base + path)).status == 403
        assert (await clients.viewer.get(base + "api/v1/status/config")).status == 403
        assert len(seen) == 1


async def test_rules_of_loki_are_read_through_the_proxy_and_not_written(clients: Clients) -> None:
    """T06: What reads is open to whoever may query; what writes is refused."""
    async with server(says(b"{}", b"200 OK", b"Content-Type: application/json")) as (port, seen):
        body = {**BODY, "type": "loki", "url": f"http://127.0.0.1:{port}"}
        await clients.admin.post("/api/datasources", body)
        base = "/api/datasources/proxy/uid/prom/"
        for path in ("loki/api/v1/rules/infra", "prometheus/api/v1/rules"):
            assert (await clients.viewer.get(base + path)).status == 200
            for method in ("POST", "DELETE"):
                assert (await clients.admin.send(method, base + path)).status == 403
        assert (await clients.admin.send("POST", base + "loki/api/v1/delete")).status == 403
        assert len(seen) == 2
