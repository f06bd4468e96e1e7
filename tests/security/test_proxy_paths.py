"""What a source receives through the proxy is what was checked, byte for byte, or nothing."""

import random
from contextlib import AsyncExitStack
from pathlib import Path

from tests.fixtures.app import ADMIN_PASSWORD, Client, clients_of, sign_in, start
from tests.fixtures.http_server import says, server

from vedette.datasources.paths import matching_route
from vedette.db.settings import DatabaseSettings
from vedette_plugins.datasources.prometheus.resources import PROXY_ROUTES

BASES = ("api/v1/labels", "api/v1/label/job/values", "api/v1/query", "-/healthy", "api/v1/series")
CLOSED = (
    "api/v1/admin/tsdb/delete_series", "api/v1/admin/tsdb/snapshot", "-/quit", "-/reload",
    "api/v1/write", "config", "debug/pprof/heap", "", "graph", "federate",
)  # fmt: skip
TRICKS = (
    "/", "//", "/./", "/../", "..", ".", "%2e%2e", "%2E%2e/", "%2f", "%2F..%2F", "%5c", "\\", "%00",
    "%0a", "%0d%0aX: y", "%25", "%252e%252e", "%09", " ", "%20", ";", ";/../", "#", "?", "%23",
    "%3f", "é", "%c3%a9", "\x7f", "%7f", "*", "&", "@evil.test", ":80", "admin/tsdb",
    "...", "%ef%bc%8f",
)  # fmt: skip


def mutated(count: int) -> list[str]:
    chance = random.Random(5)
    found = list(CLOSED)
    while len(found) < count:
        path = chance.choice(BASES + CLOSED)
        for _ in range(chance.randint(1, 3)):
            place = chance.randint(0, len(path))
            path = path[:place] + chance.choice(TRICKS) + path[place:]
        found.append(path)
    return found


def on_the_wire(head: bytes) -> str:
    return head.split(b" ", 2)[1].decode("latin-1")


async def prometheus_at(stack: AsyncExitStack, path: Path) -> tuple[Client, list[bytes]]:
    app = await start(stack, DatabaseSettings(), path, "cfg:egress.allow_loopback=true")
    clients = await clients_of(app)
    port, heads = await stack.enter_async_context(server(says()))
    source = {"name": "p", "uid": "p", "type": "prometheus", "access": "proxy"}
    source["url"] = f"http://127.0.0.1:{port}/base"
    assert (await clients.admin.post("/api/datasources", source)).status == 200
    return clients.viewer, heads


async def test_a_source_receives_exactly_what_was_allowed(tmp_path: Path) -> None:
    """Proves T05, CVE-2025-3454."""
    async with AsyncExitStack() as stack:
        viewer, heads = await prometheus_at(stack, tmp_path)
        allowed = 0
        for path in (*BASES, *mutated(400)):
            heads.clear()
            reply = await viewer.get(f"/api/datasources/proxy/uid/p/{path}")
            sent = path.partition("?")[0]
            if reply.status != 200:
                assert reply.status in (400, 403, 404), (path, reply.body)
                assert reply.json()["message"]
                assert heads == [], path
                continue
            allowed += 1
            assert matching_route(PROXY_ROUTES, "GET", sent), path
            assert len(heads) == 1
            assert on_the_wire(heads[0]).partition("?")[0] == f"/base/{sent}"
        assert allowed >= len(BASES)


async def test_nothing_of_the_caller_reaches_a_source(tmp_path: Path) -> None:
    """Proves T03, CVE-2022-31130, CVE-2022-39201."""
    canary = "canary-of-the-caller"
    names = (
        "cookie", "x-forwarded-for", "x-real-ip", "x-webauth-user", "forwarded",
        "x-api-key", "referer", "origin-x", "user-agent", "proxy-authorization", "te", "range",
    )  # fmt: skip
    async with AsyncExitStack() as stack:
        viewer, heads = await prometheus_at(stack, tmp_path)
        session = viewer.headers["cookie"]
        headers = dict.fromkeys(names, canary) | {"cookie": f"{session}; other={canary}"}
        query = f"query=up&auth_token={canary}&access_token={canary}&apiKey={canary}"
        for method in ("GET", "POST"):
            path = f"/api/datasources/proxy/uid/p/api/v1/query?{query}"
            assert (await viewer.send(method, path, headers=headers)).status == 200
        assert len(heads) == 2
        for head in heads:
            assert canary.encode() not in head, head
            assert session.partition("=")[2].encode() not in head


async def test_no_credential_in_an_address_reaches_a_source(tmp_path: Path) -> None:
    """CVE-2023-1387: Neither through the proxy nor through what editors ask for."""
    canary = "canary-of-the-caller"
    spellings = (
        *("jwt=", "auth_token=", "auth_token[]=", "auth_token%5B%5D=", "AUTH-TOKEN=", "%6awt="),
        *("x=1;auth_token=", ";jwt=", "%61uth_token=", "vedette_session=", "authorization="),
    )
    async with AsyncExitStack() as stack:
        viewer, _ = await prometheus_at(stack, tmp_path)
        admin = await sign_in(viewer.app, "admin", ADMIN_PASSWORD)
        port, heads = await stack.enter_async_context(server(says()))
        source = {"name": "g", "uid": "g", "type": "prometheus", "access": "proxy"}
        source |= {"url": f"http://127.0.0.1:{port}", "jsonData": {"httpMethod": "GET"}}
        assert (await admin.post("/api/datasources", source)).status == 200
        for way in ("proxy/uid/g/api/v1/labels", "uid/g/resources/api/v1/labels"):
            for spelling in spellings:
                query = f"start=1&{spelling}{canary}&end=2"
                reply = await viewer.get(f"/api/datasources/{way}?{query}")
                assert reply.status in (200, 502), reply.body
        assert len(heads) == 2 * len(spellings)
        for head in heads:
            assert canary.encode() not in head, head
            assert b"start=1" in head
            assert b"end=2" in head


async def test_a_source_with_an_invalid_status_is_a_bad_gateway(tmp_path: Path) -> None:
    """Not a connection that ends, whatever the source says."""
    async with AsyncExitStack() as stack:
        viewer, _ = await prometheus_at(stack, tmp_path)
        admin = await sign_in(viewer.app, "admin", ADMIN_PASSWORD)
        for status in (
            b"999 No",
            b"099 No",
            b"600 No",
            b"000 No",
            b"1000 No",
            b"20 No",
            b"abc",
            b"",
        ):
            port, _ = await stack.enter_async_context(server(says(b"{}", status)))
            uid = f"s{port}"
            source = {"name": uid, "uid": uid, "type": "prometheus", "access": "proxy"}
            source["url"] = f"http://127.0.0.1:{port}"
            assert (await admin.post("/api/datasources", source)).status == 200
            for way in (f"proxy/uid/{uid}/api/v1/labels", f"uid/{uid}/resources/api/v1/labels"):
                reply = await viewer.get(f"/api/datasources/{way}")
                assert reply.status == 502, (status, reply.status)
                assert f"'s{port}' " in reply.json()["message"]
            health = await viewer.get(f"/api/datasources/uid/{uid}/health")
            assert (health.status, health.json()["status"]) == (400, "ERROR")


async def test_unusual_but_valid_statuses_pass(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        viewer, _ = await prometheus_at(stack, tmp_path)
        admin = await sign_in(viewer.app, "admin", ADMIN_PASSWORD)
        for status in (299, 418, 599):
            port, _ = await stack.enter_async_context(server(says(b"{}", b"%d Odd" % status)))
            source = {"name": f"s{status}", "uid": f"s{status}", "type": "prometheus"}
            source |= {"access": "proxy", "url": f"http://127.0.0.1:{port}"}
            assert (await admin.post("/api/datasources", source)).status == 200
            path = f"/api/datasources/proxy/uid/s{status}/api/v1/labels"
            assert (await viewer.get(path)).status == status


async def test_nothing_of_a_sources_headers_reaches_the_browser(tmp_path: Path) -> None:
    """Proves T04."""
    lines = (
        b"Set-Cookie: a=evil", b"Location: javascript:evil", b"Access-Control-Allow-Origin: evil",
        b"Strict-Transport-Security: max-age=0; evil", b"Content-Type: text/html; evil",
        b"Content-Security-Policy: default-src evil", b"X-Frame-Options: evil", b"Link: evil",
        b"Refresh: 0;url=evil", b"Clear-Site-Data: evil", b"WWW-Authenticate: Basic realm=evil",
    )  # fmt: skip
    async with AsyncExitStack() as stack:
        viewer, _ = await prometheus_at(stack, tmp_path)
        hostile = says(b"<script>1</script>", b"200 OK", *lines)
        port, _ = await stack.enter_async_context(server(hostile))
        admin = await sign_in(viewer.app, "admin", ADMIN_PASSWORD)
        source = {"name": "h", "uid": "h", "type": "prometheus", "access": "proxy"}
        source["url"] = f"http://127.0.0.1:{port}"
        made = await admin.post("/api/datasources", source)
        assert made.status == 200
        reply = await viewer.get("/api/datasources/proxy/uid/h/api/v1/labels")
    assert reply.status == 200
    assert "evil" not in str(reply.headers)
    assert reply.headers["content-type"] == "application/octet-stream"
    assert reply.headers["content-security-policy"] == "sandbox"
    assert reply.headers["x-content-type-options"] == "nosniff"
