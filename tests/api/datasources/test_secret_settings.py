"""Settings of data sources: secret unless declared public, and addresses for administrators."""

import asyncio

import orjson
import pytest
from tests.fixtures.app import Clients
from tests.fixtures.http_server import says, server

from vedette.app.build import App
from vedette.datasources.sealing import SourceSealing
from vedette.datasources.store import SourceStore

SECRET = "c4n4ry-7f3e"
BODY = {
    "uid": "prom",
    "name": "Prom",
    "type": "prometheus",
    "access": "proxy",
    "url": "http://metrics.internal.example:9090/prefix",
    "user": "internal-user",
    "database": "internal-database",
    "basicAuth": True,
    "basicAuthUser": "internal-login",
    "jsonData": {
        "timeInterval": "15s",
        "httpHeaderName1": "X-Token",
        "customQueryParameters": f"token={SECRET}",
        "unknownKey": SECRET,
        "nested": {"deep": [SECRET]},
        "flag": True,
    },
    "secureJsonData": {"basicAuthPassword": SECRET, "httpHeaderValue1": SECRET},
}
INTERNAL = ("metrics.internal", "internal-user", "internal-database", "internal-login")


async def test_text_that_is_not_declared_public_is_sealed(clients: Clients, app: App) -> None:
    """T10: A setting that no plugin declares public is write-only, also where it is unknown."""
    made = await clients.admin.post("/api/datasources", BODY)
    assert made.status == 200 and SECRET not in made.body.decode()
    shown = (await clients.admin.get("/api/datasources/uid/prom")).json()
    assert shown["jsonData"] == {"timeInterval": "15s", "httpHeaderName1": "X-Token", "flag": True}
    assert shown["secureJsonFields"] == dict.fromkeys(
        ("basicAuthPassword", "customQueryParameters", "httpHeaderValue1", "nested", "unknownKey"),
        True,
    )
    async with app.database.reading() as tx:
        row = await tx.one("SELECT * FROM data_source WHERE uid = :uid", {"uid": "prom"})
        assert row is not None and SECRET not in str(dict(row))
        source = await SourceStore(tx).by_uid(1, "prom")
        assert source is not None
        opened = await app.sources.writer.secrets(tx, source)
    assert opened["customQueryParameters"] == f"token={SECRET}"


async def test_a_plugin_reads_its_sealed_settings(clients: Clients) -> None:
    """T10: A query parameter that is sealed is sent to the data source as before."""
    async with server(says(b'{"status":"success","data":{}}')) as (port, seen):
        settings = {"httpMethod": "GET", "customQueryParameters": f"token={SECRET}"}
        body = {**BODY, "url": f"http://127.0.0.1:{port}", "jsonData": settings}
        assert (await clients.admin.post("/api/datasources", body)).status == 200
        query = {"refId": "A", "datasource": {"uid": "prom"}, "expr": "up", "instant": True}
        await clients.viewer.post(
            "/api/ds/query", {"from": "now-1h", "to": "now", "queries": [query]}
        )
    assert any(f"token={SECRET}".encode() in head for head in seen)


async def test_what_is_sent_back_as_it_was_shown_keeps_every_secret(
    clients: Clients, app: App
) -> None:
    """T10: Saving a form without touching a secret keeps it, also as `[REDACTED]`."""
    await clients.admin.post("/api/datasources", BODY)
    shown = (await clients.admin.get("/api/datasources/uid/prom")).json()
    placeholders = dict.fromkeys(shown["secureJsonFields"], "[REDACTED]")
    for sent in (shown, {**shown, "version": 0, "secureJsonData": placeholders}):
        assert (await clients.admin.put("/api/datasources/uid/prom", sent)).status == 200
        async with app.database.reading() as tx:
            source = await SourceStore(tx).by_uid(1, "prom")
            assert source is not None
            opened = await app.sources.writer.secrets(tx, source)
        assert opened["basicAuthPassword"] == opened["unknownKey"] == SECRET
        assert len(opened) == 5
    gone = {**shown, "version": 0, "secureJsonData": {"unknownKey": ""}}
    assert (await clients.admin.put("/api/datasources/uid/prom", gone)).status == 200
    left = (await clients.admin.get("/api/datasources/uid/prom")).json()["secureJsonFields"]
    assert "unknownKey" not in left and len(left) == 4


async def test_a_row_of_an_earlier_version_is_sealed_once(clients: Clients, app: App) -> None:
    """T10: An upgrade seals what was stored in clear; a second run changes nothing."""
    await clients.admin.post("/api/datasources", BODY)
    async with app.database.transaction() as tx:
        source = await SourceStore(tx).by_uid(1, "prom")
        assert source is not None
        await tx.execute(
            "UPDATE data_source SET json_data = :json, secure_json_data = '{}' WHERE uid = 'prom'",
            {"json": orjson.dumps(BODY["jsonData"]).decode()},
        )
    sealing = SourceSealing(app.database, app.sources.writer)
    rows = []
    for _ in range(2):
        await sealing.run()
        async with app.database.reading() as tx:
            rows.append(dict(await tx.one("SELECT * FROM data_source WHERE uid = 'prom'") or {}))
    assert rows[0] == rows[1] and SECRET not in str(rows[0])
    shown = (await clients.admin.get("/api/datasources/uid/prom")).json()
    assert set(shown["secureJsonFields"]) == {"customQueryParameters", "nested", "unknownKey"}


async def test_a_started_server_seals_rows_of_an_earlier_version(
    clients: Clients, app: App
) -> None:
    """T10: An upgrade seals what was stored in clear without waiting for a request."""
    await clients.admin.post("/api/datasources", BODY)
    async with app.database.transaction() as tx:
        await tx.execute(
            "UPDATE data_source SET json_data = :json, secure_json_data = '{}' WHERE uid = 'prom'",
            {"json": orjson.dumps(BODY["jsonData"]).decode()},
        )
    (housekeeping,) = [each for each in app.services if each.name == "housekeeping"]
    working = asyncio.create_task(housekeeping.run())
    try:
        async with asyncio.timeout(20):
            while True:
                async with app.database.reading() as tx:
                    row = await tx.one("SELECT * FROM data_source WHERE uid = 'prom'")
                if SECRET not in str(dict(row or {})):
                    break
                await asyncio.sleep(0.02)
    finally:
        working.cancel()
        await asyncio.wait([working])


@pytest.mark.parametrize("role", ["viewer", "editor"])
async def test_only_administrators_of_a_source_read_its_address(
    clients: Clients, role: str
) -> None:
    """T37, CVE-2026-27877: Other roles read no URL, user or database name, and no login."""
    await clients.admin.post("/api/datasources", BODY)
    client = getattr(clients, role)
    for path in (
        "/api/datasources",
        "/api/datasources/uid/prom",
        "/api/datasources/name/Prom",
        "/api/frontend/settings",
        "/api/datasources/uid/prom/health",
        "/api/datasources/correlations",
        "/api/datasources/uid/prom/resources/api/v1/labels",
        "/api/datasources/proxy/uid/prom/api/v1/labels",
        "/api/prometheus/prom/api/v1/rules",
    ):
        text = (await client.get(path)).body.decode()
        assert not any(each in text for each in INTERNAL), (path, text)
    one = (await client.get("/api/datasources/uid/prom")).json()
    assert (one["url"], one["user"], one["database"], one["basicAuthUser"]) == ("", "", "", "")
    assert one["secureJsonFields"] == {} and one["jsonData"] == {"timeInterval": "15s"}
    query = {"refId": "A", "datasource": {"uid": "prom"}, "expr": "up"}
    reply = await client.post("/api/ds/query", {"from": "now-1h", "to": "now", "queries": [query]})
    assert not any(each in reply.body.decode() for each in INTERNAL), reply.body
    assert "The data source 'Prom' cannot be reached" in reply.body.decode()
    seen = (await clients.admin.get("/api/datasources/uid/prom")).json()
    assert (seen["url"], seen["user"]) == (BODY["url"], BODY["user"])


async def test_a_login_in_the_address_of_a_database_is_refused(clients: Clients) -> None:
    """T10: A password is not stored in an address."""
    body = {"name": "sql", "type": "postgres", "url": f"postgres://me:{SECRET}@db:5432"}
    reply = await clients.admin.post("/api/datasources", body)
    assert reply.status == 400 and SECRET not in reply.body.decode()
    assert "in their own fields" in reply.json()["message"]


async def test_the_path_of_a_file_is_named_to_no_reader(clients: Clients) -> None:
    """T37: An error of a query names no file and no malformed address."""
    for kind, settings in (
        ("sqlite", {"jsonData": {"path": "internal-user.db"}}),
        ("postgres", {"url": "internal-user:x:"}),
    ):
        body = {"name": kind, "uid": kind, "type": kind, **settings}
        assert (await clients.admin.post("/api/datasources", body)).status == 200
        query = {"refId": "A", "datasource": {"uid": kind}, "rawSql": "SELECT 1"}
        reply = await clients.viewer.post(
            "/api/ds/query", {"from": "now-1h", "to": "now", "queries": [query]}
        )
        assert reply.json()["results"]["A"]["error"]
        assert "internal-user" not in reply.body.decode(), reply.body
