"""Secrets go in and never come out: no answer, no page and no log line holds one."""

import logging
from base64 import b64encode
from contextlib import AsyncExitStack
from itertools import product as pairs
from pathlib import Path

import pytest
from tests.fixtures.app import ADMIN_PASSWORD, Client, Clients, Reply, clients_of, start
from tests.fixtures.browser import Product
from tests.fixtures.http_server import says, server

from vedette.db.settings import DatabaseSettings

CANARY = "canary-of-a-source-4711"
KEYS = ("basicAuthPassword", "httpHeaderValue1", "password", "tlsClientKey", "anythingElse")
SOURCE = {
    "name": "prom",
    "uid": "prom",
    "type": "prometheus",
    "access": "proxy",
    "url": "http://127.0.0.1:1",
    "basicAuth": True,
    "basicAuthUser": "ann",
    "jsonData": {"httpHeaderName1": "X-Key"},
    "secureJsonData": {key: f"{CANARY}-{key}" for key in KEYS},
}
CONTACT_POINTS = (
    ("webhook", {"url": "http://127.0.0.1:1/in", "username": "u", "password": f"{CANARY}-a"}),
    ("slack", {"url": f"http://127.0.0.1:1/services/{CANARY}-b"}),
    ("pagerduty", {"integrationKey": f"{CANARY}-c"}),
)
METRICS_PASSWORD = "canary-of-the-metrics"
SECRETS = (CANARY, ADMIN_PASSWORD, "k" * 40, METRICS_PASSWORD, "password-of-")
PAGES = ("/", "/login", "/datasources", "/datasources/edit/prom", "/d/kept", "/admin/users")
IDS = ("1", "2", "prom", "kept", "webhook", "nothing")


async def planted(clients: Clients) -> None:
    made = await clients.admin.post("/api/datasources", SOURCE)
    assert made.status == 200, made.body
    changed = await clients.admin.put("/api/datasources/uid/prom", {**SOURCE, "version": 1})
    assert changed.status == 200
    dashboard = {"title": "k", "uid": "kept"}
    saved = await clients.editor.post("/api/dashboards/db", {"dashboard": dashboard})
    assert saved.status == 200
    for reply in (made, changed, saved, *await contact_points(clients.admin)):
        expect_none(reply.body, "a write")


async def contact_points(client: Client) -> list[Reply]:
    """Made, changed and tried, one of each kind."""
    base, replies = "/api/v1/provisioning/contact-points", []
    for kind, settings in CONTACT_POINTS:
        body = {"uid": kind, "name": kind, "type": kind, "settings": settings}
        made = await client.post(base, body)
        assert made.status == 202, made.body
        again = await client.put(f"{base}/{kind}", made.json())
        assert again.status == 202, again.body
        tried = await client.post("/api/v1/alerting/contact-points/test", made.json())
        replies += [made, again, tried]
    return replies


def expect_none(body: bytes, where: str) -> None:
    text = body.decode("utf-8", "replace")
    assert not [secret for secret in SECRETS if secret in text], where


async def crawl(client: Client) -> int:
    """Asks every GET route with every id that may fit; returns how many answered."""
    answered = 0
    for route in client.app.routes:
        if route.method != "GET" or route.path == "/logout":
            continue
        parts = route.path.split("/")
        places = [number for number, part in enumerate(parts) if part[:1] in (":", "*")]
        for values in pairs(IDS, repeat=len(places)):
            filled = list(parts)
            for place, value in zip(places, values, strict=True):
                filled[place] = value
            reply = await client.get("/".join(filled))
            expect_none(reply.body + str(reply.headers).encode(), "/".join(filled))
            assert reply.status != 500
            answered += reply.status == 200
    return answered


async def test_no_answer_page_or_log_line_holds_a_secret(
    database_settings: DatabaseSettings, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Proves T10, CVE-2019-15635, CVE-2022-26148."""
    caplog.set_level(logging.DEBUG)
    async with AsyncExitStack() as stack:
        app = await start(
            stack,
            database_settings,
            tmp_path,
            "cfg:egress.allow_loopback=true",
            f"cfg:metrics.basic_auth_password={METRICS_PASSWORD}",
            "cfg:server.router_logging=true",
            "cfg:dataproxy.logging=true",
        )
        clients = await clients_of(app)
        await planted(clients)
        reached = {}
        for role in ("anonymous", "viewer", "editor", "admin", "server_admin"):
            client: Client = getattr(clients, role)
            reached[role] = await crawl(client)
            for page in PAGES:
                reply = await client.get(page)
                expect_none(reply.body, page)
        assert reached["anonymous"] < reached["viewer"] <= reached["admin"]
        query = {"refId": "A", "datasource": {"uid": "prom"}, "expr": "up"}
        body = {"from": "now-1h", "to": "now", "queries": [query]}
        expect_none((await clients.viewer.post("/api/ds/query", body)).body, "a failed query")
        wrong = {**SOURCE, "version": 99, "url": "gopher://x", "jsonData": 5}
        expect_none((await clients.admin.put("/api/datasources/uid/prom", wrong)).body, "an error")
        broken = ('{"secureJsonData":{"password":"' + CANARY + '"}').encode()
        expect_none((await clients.admin.post("/api/datasources", broken)).body, "broken JSON")
        login = {"user": "admin", "password": CANARY}
        expect_none((await Client(app).post("/login", login)).body, "a failed login")
    expect_none(caplog.text.encode(), "the log")
    assert "returned 200" in caplog.text, "requests are logged, so the search found something"


async def test_the_secret_is_stored_encrypted_and_sent_to_its_source_alone(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        app = await start(stack, DatabaseSettings(), tmp_path, "cfg:egress.allow_loopback=true")
        clients = await clients_of(app)
        port, heads = await stack.enter_async_context(server(says()))
        source = {**SOURCE, "url": f"http://127.0.0.1:{port}"}
        assert (await clients.admin.post("/api/datasources", source)).status == 200
        health = await clients.viewer.get("/api/datasources/uid/prom/health")
        expect_none(health.body, "health")
        login = b64encode(f"ann:{CANARY}-basicAuthPassword".encode())
        assert login in b"".join(heads)
        assert f"{CANARY}-httpHeaderValue1".encode() in b"".join(heads)
    stored = b"".join(file.read_bytes() for file in tmp_path.rglob("*.db*"))
    assert b"basicAuthPassword" in stored
    assert CANARY.encode() not in stored
    assert ADMIN_PASSWORD.encode() not in stored


def test_what_the_process_prints_holds_no_secret(
    product: Product, secrets_of_the_product: tuple[str, ...]
) -> None:
    """Proves T10, T14."""
    printed = product.printed.read_text()
    assert "listens on" in printed
    assert not [secret for secret in secrets_of_the_product if secret in printed]
