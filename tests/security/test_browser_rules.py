"""What keeps other sites out of a signed-in browser: origins, cookies, frames, hosts."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
from tests.fixtures.app import ADMIN_PASSWORD, Client, Reply, sign_in, start

from vedette.db.settings import DatabaseSettings
from vedette.web.routes import Route

FOLDER = {"title": "made by another site"}


@asynccontextmanager
async def server(path: Path, *words: str) -> AsyncIterator[Client]:
    """The server admin, signed in by cookie, without an Origin of its own."""
    async with AsyncExitStack() as stack:
        app = await start(stack, DatabaseSettings(), path, *words)
        client = await sign_in(app, "admin", ADMIN_PASSWORD)
        del client.headers["origin"]
        yield client


CROSS_SITE = {
    "no origin at all": {},
    "another site": {"origin": "http://evil.test"},
    "another site that names ours in its user part": {"origin": "http://localhost@evil.test"},
    "a longer name": {"origin": "http://localhost.evil.test"},
    "a sub domain": {"origin": "http://evil.localhost"},
    "another port": {"origin": "http://localhost:8080"},
    "a sandboxed page": {"origin": "null"},
    "a file": {"origin": "file://"},
    "an extension": {"origin": "chrome-extension://abcdef"},
    "no cors from another site": {"sec-fetch-site": "cross-site"},
    "no cors from the same site": {"sec-fetch-site": "same-site"},
    "an origin that contradicts": {"origin": "http://evil.test", "sec-fetch-site": "same-origin"},
    "a typed address": {"origin": "null", "sec-fetch-site": "none"},
    "an empty origin": {"origin": ""},
    "a referer is no origin": {"referer": "http://localhost/"},
    "a forwarded host is no host": {
        "origin": "http://evil.test",
        "x-forwarded-host": "evil.test",
        "x-original-host": "evil.test",
    },
}


async def test_a_write_by_cookie_comes_from_our_own_pages_only(tmp_path: Path) -> None:
    """Proves T23, CVE-2022-21703."""
    async with server(tmp_path) as client:
        for name, headers in CROSS_SITE.items():
            reply = await client.post("/api/folders", FOLDER, **headers)
            assert (reply.status, reply.json()["message"]) == (403, "origin not allowed"), name
        assert (await client.get("/api/folders")).json() == []
        for headers in (
            {"origin": "http://localhost"},
            {"origin": "HTTP://LOCALHOST"},
            {"sec-fetch-site": "same-origin"},
        ):
            folder = {"title": str(headers)}
            assert (await client.post("/api/folders", folder, **headers)).status == 200


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
async def test_what_a_form_can_send_is_no_body(tmp_path: Path, kind: str) -> None:
    """Proves T23, CVE-2022-21703."""
    own = {"origin": "http://localhost", "content-type": kind}
    async with server(tmp_path) as client:
        reply = await client.post("/api/folders", FOLDER, **own)
        assert reply.status == 400
        login = {"user": "admin", "password": ADMIN_PASSWORD}
        reply = await Client(client.app).post("/login", login, **{"content-type": kind})
        assert reply.status == 400


async def test_every_address_that_writes_asks_where_the_cookie_comes_from(tmp_path: Path) -> None:
    """T23: But for signing in and for rotating a session: another site's page gains nothing by
    them."""
    unguarded = {"/login", "/api/user/auth-tokens/rotate"}
    async with server(tmp_path) as client:
        for route in client.app.routes:
            if route.method == "GET" or route.path in unguarded:
                continue
            reply = await client.send(route.method, filled(route), headers={"origin": "http://x.y"})
            assert reply.status == 403, route.path


def filled(route: Route) -> str:
    parts = ("1" if part[:1] in (":", "*") else part for part in route.path.split("/"))
    return "/".join(parts)


async def test_what_a_browser_calls_another_site_is_one_whatever_origin_it_names(
    tmp_path: Path,
) -> None:
    """Proves T23."""
    async with server(tmp_path, "cfg:security.csrf_trusted_origins=https://portal.test") as client:
        own = {"origin": "http://localhost", "sec-fetch-site": "cross-site"}
        refused = await client.post("/api/folders", FOLDER, **own)
        assert (refused.status, refused.json()["message"]) == (403, "origin not allowed")
        login = {"user": "admin", "password": ADMIN_PASSWORD}
        assert (await Client(client.app, own).post("/login", login)).status == 403
        portal = {"origin": "https://portal.test", "sec-fetch-site": "cross-site"}
        assert (await client.post("/api/folders", FOLDER, **portal)).status == 200


@pytest.mark.parametrize(
    ("root_url", "host", "origin", "status"),
    [
        ("https://dash.test/", "dash.test", "https://dash.test", 200),
        ("https://dash.test/", "dash.test", "http://dash.test", 403),
        ("https://dash.test:443/", "dash.test", "http://dash.test", 403),
        ("https://dash.test:443/", "dash.test", "https://dash.test", 200),
        ("https://dash.test:8443/", "dash.test:8443", "http://dash.test:8443", 403),
        ("https://dash.test/", "10.0.0.7:3000", "http://10.0.0.7:3000", 200),
        ("http://dash.test/", "dash.test", "https://dash.test", 200),
        ("http://localhost:3000/", "dash.test", "https://dash.test", 200),
    ],
)
async def test_an_unencrypted_page_under_our_name_is_another_site(
    tmp_path: Path, root_url: str, host: str, origin: str, status: int
) -> None:
    """Whoever sits between a browser and http://our-name may write it; https is ours alone."""
    async with server(tmp_path, f"cfg:server.root_url={root_url}") as client:
        reply = await client.post("/api/folders", FOLDER, host=host, origin=origin)
    assert reply.status == status


async def test_a_trusted_origin_is_trusted_as_it_is_written(tmp_path: Path) -> None:
    words = "cfg:security.csrf_trusted_origins=https://portal.test:443 wiki.test"
    async with server(tmp_path, words) as client:
        for number, (origin, status) in enumerate(
            (
                ("https://portal.test", 200),
                ("http://portal.test", 403),
                ("http://wiki.test", 200),
                ("https://WIKI.test", 200),
                ("https://wiki.test:8443", 403),
            )
        ):
            body = {"title": f"folder {number}"}
            reply = await client.post("/api/folders", body, origin=origin)
            assert reply.status == status, origin


async def test_a_host_that_a_proxy_names_in_a_configured_header_is_ours(tmp_path: Path) -> None:
    """T23: Behind a proxy that sends another Host, pages of the public address may write, and no
    other page; a header that is not configured counts for nothing."""
    forwarded = {"host": "backend:3000", "x_forwarded_host": "dash.test"}
    async with server(tmp_path, "cfg:security.csrf_additional_headers=X-Forwarded-Host") as client:
        for number, (headers, status) in enumerate(
            (
                ({**forwarded, "origin": "http://dash.test"}, 200),
                ({**forwarded, "origin": "http://dash.test", "sec_fetch_site": "cross-site"}, 403),
                ({**forwarded, "origin": "http://evil.test"}, 403),
                ({**forwarded, "origin": "null"}, 403),
                ({**forwarded}, 403),
                ({"host": "backend:3000", "origin": "http://dash.test"}, 403),
                ({"x_forwarded_host": "", "origin": "http://"}, 403),
                ({"x_original_host": "dash.test", "origin": "http://dash.test"}, 403),
            )
        ):
            reply = await client.post("/api/folders", {"title": f"folder {number}"}, **headers)
            assert reply.status == status, headers
    async with server(tmp_path / "plain") as client:
        reply = await client.post("/api/folders", FOLDER, **forwarded, origin="http://dash.test")
        assert reply.status == 403


async def test_trusted_origins_and_tokens_may_write_from_anywhere(tmp_path: Path) -> None:
    async with server(tmp_path, "cfg:security.csrf_trusted_origins=https://portal.test") as client:
        portal = await client.post("/api/folders", FOLDER, origin="https://portal.test")
        assert portal.status == 200
        account = await client.post(
            "/api/serviceaccounts", {"name": "ci", "role": "Editor"}, origin="http://localhost"
        )
        token = await client.post(
            f"/api/serviceaccounts/{account.json()['id']}/tokens",
            {"name": "t"},
            origin="http://localhost",
        )
        bearer = Client(client.app, {"authorization": f"Bearer {token.json()['key']}"})
        made = await bearer.post("/api/folders", {"title": "by token"}, origin="http://evil.test")
        assert made.status == 200


async def test_no_other_site_reads_or_frames_us(tmp_path: Path) -> None:
    """Proves T24, T28."""
    async with server(tmp_path) as client:
        for path in ("/api/user", "/api/none", "/login", "/", "/api/health", "/metrics"):
            reply = await client.send("GET", path, headers={"origin": "http://evil.test"})
            assert not [name for name in reply.headers if name.startswith("access-control-")]
            assert reply.headers["x-frame-options"] == "deny"
            assert reply.headers["x-content-type-options"] == "nosniff"
            assert reply.headers["cross-origin-resource-policy"] == "same-origin"
            assert reply.headers["cross-origin-opener-policy"] == "same-origin"
        asked = {"origin": "http://evil.test", "access-control-request-method": "POST"}
        preflight = await client.send("OPTIONS", "/api/folders", headers=asked)
        assert preflight.status == 404
        assert not [name for name in preflight.headers if name.startswith("access-control-")]
        page = await client.get("/login")
        assert "frame-ancestors 'self'" in page.headers["content-security-policy"]


async def test_embedding_is_a_setting(tmp_path: Path) -> None:
    """Proves T24."""
    async with server(tmp_path, "cfg:security.allow_embedding=true") as client:
        page = await client.get("/login")
    assert "x-frame-options" not in page.headers
    assert "frame-ancestors *" in page.headers["content-security-policy"]


async def test_the_policy_of_pages_leaves_no_way_in(tmp_path: Path) -> None:
    """Proves T21, CVE-2025-4123."""
    async with server(tmp_path) as client:
        pages = [await client.get("/login") for _ in range(2)]
    policies = [page.headers["content-security-policy"] for page in pages]
    rules = dict(rule.strip().split(" ", 1) for rule in policies[0].split(";"))
    assert "'unsafe-inline'" not in rules["script-src"]
    assert "'unsafe-eval'" not in rules["script-src"]
    assert rules["default-src"] == "'none'", "what is not named is not loaded: media, manifests"
    assert rules["frame-src"] == "'none'", "no panel shows frames; text panels drop them"
    assert (rules["object-src"], rules["base-uri"]) == ("'none'", "'none'")
    assert rules["require-trusted-types-for"] == "'script'"
    assert rules["trusted-types"] == "dompurify log-search"
    assert rules["worker-src"] == "'self'"
    assert policies[0] != policies[1], "a nonce is used once"


COOKIES = [
    ((), {"httponly", "samesite=lax", "path=/"}),
    (("server.root_url=https://dash.test/",), {"httponly", "secure", "samesite=lax", "path=/"}),
    (("security.cookie_secure=true",), {"httponly", "secure", "samesite=lax", "path=/"}),
    (("security.cookie_samesite=strict",), {"httponly", "samesite=strict", "path=/"}),
    (
        ("security.cookie_samesite=none", "security.cookie_secure=true"),
        {"httponly", "secure", "samesite=none", "path=/"},
    ),
    (("security.cookie_samesite=disabled",), {"httponly", "path=/"}),
    (
        ("server.root_url=https://x.test/vedette/", "server.serve_from_sub_path=true"),
        {"httponly", "secure", "samesite=lax", "path=/vedette"},
    ),
]


@pytest.mark.parametrize(("words", "expected"), COOKIES)
async def test_the_session_cookie_is_as_closed_as_it_can_be(
    tmp_path: Path, words: tuple[str, ...], expected: set[str]
) -> None:
    """Proves T25."""
    async with AsyncExitStack() as stack:
        overrides = [f"cfg:{word}" for word in words]
        app = await start(stack, DatabaseSettings(), tmp_path, *overrides)
        login = {"user": "admin", "password": ADMIN_PASSWORD}
        reply = await Client(app).post("/login", login)
    session, expiry = map(attributes, reply.cookies[:2])
    assert {each for each in session if not each.startswith("max-age=")} == expected
    assert {each for each in expiry if not each.startswith("max-age=")} == expected - {"httponly"}


async def test_below_a_sub_path_people_stay_signed_in_at_its_address_without_a_slash(
    tmp_path: Path,
) -> None:
    """Cookies of earlier versions, whose path had a slash at its end, come first: they go."""
    words = ("cfg:server.root_url=http://localhost/sub/", "cfg:server.serve_from_sub_path=true")
    async with AsyncExitStack() as stack:
        app = await start(stack, DatabaseSettings(), tmp_path, *words)
        login = {"user": "admin", "password": ADMIN_PASSWORD}
        reply = await Client(app).post("/sub/login", login)
        assert reply.json()["redirectUrl"] == "/sub/"
        client = await sign_in(app, "admin", ADMIN_PASSWORD)
        assert (await client.get("/sub")).status == 200
        out = await client.get("/sub/logout")
    kept = {"Path=/sub"}
    assert {part for each in reply.cookies[:2] for part in paths(each)} == kept
    for cookies in (reply.cookies[2:], out.cookies[2:]):
        assert [each.partition("=")[0] for each in cookies] == [
            "vedette_session",
            "vedette_session_expiry",
        ]
        for each in cookies:
            assert "Path=/sub/;" in each
            assert "Max-Age=0" in each
    assert {part for each in out.cookies[:2] for part in paths(each)} == kept


def paths(cookie: str) -> list[str]:
    return [part.strip() for part in cookie.split(";") if part.strip().startswith("Path=")]


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ((), "vedette_session"),
        (("server.root_url=https://dash.test/",), "__Host-vedette_session"),
        (("security.cookie_secure=true",), "__Host-vedette_session"),
        (
            ("server.root_url=https://x.test/vedette/", "server.serve_from_sub_path=true"),
            "vedette_session",
        ),
        (
            ("security.cookie_secure=true", "auth.login_cookie_name=grafana_session"),
            "grafana_session",
        ),
    ],
)
async def test_where_it_can_be_the_cookie_is_bound_to_our_host(
    tmp_path: Path, words: tuple[str, ...], name: str
) -> None:
    """T25: A sub domain, or an unencrypted page, cannot plant a cookie with the prefix
    `__Host-`."""
    async with server(tmp_path, *(f"cfg:{word}" for word in words)) as client:
        assert client.headers["cookie"].startswith(f"{name}=")
        assert (await client.get("/api/user")).status == 200
        described = (await client.get("/api/openapi.json")).json()
        assert described["components"]["securitySchemes"]["session"]["name"] == name


def attributes(cookie: str) -> set[str]:
    return {part.strip().lower() for part in cookie.split(";")[1:]}


@asynccontextmanager
async def one_domain(path: Path, *words: str) -> AsyncIterator[Client]:
    async with AsyncExitStack() as stack:
        app = await start(
            stack,
            DatabaseSettings(),
            path,
            "cfg:server.enforce_domain=true",
            "cfg:server.domain=dash.test",
            *words,
        )
        yield Client(app)


async def by_host(client: Client, host: str, path: str = "/login") -> Reply:
    return await client.send("GET", path, headers={"host": host})


async def test_another_name_is_sent_to_the_right_one(tmp_path: Path) -> None:
    async with one_domain(tmp_path, "cfg:server.root_url=https://dash.test/") as client:
        for host in ("evil.test", "dash.test.evil.test", "127.0.0.1:3000", "", "[::1]:3000"):
            reply = await by_host(client, host, "/d/abc?var-x=1&y=%2F")
            assert reply.status == 301
            assert reply.headers["location"] == "https://dash.test/d/abc?var-x=1&y=%2F"
            for path in ("/api/health", "/healthz", "/metrics"):
                assert (await by_host(client, host, path)).status == 200
        for host in ("dash.test", "DASH.test:8443"):
            assert (await by_host(client, host)).status == 200


async def test_nobody_is_sent_in_a_circle_where_domain_and_root_url_differ(tmp_path: Path) -> None:
    words = ("cfg:server.root_url=https://other.test/sub/", "cfg:server.serve_from_sub_path=true")
    async with one_domain(tmp_path, *words) as client:
        away = await by_host(client, "evil.test", "/sub/d/abc")
        assert away.headers["location"] == "https://other.test/sub/d/abc"
        assert (await by_host(client, "other.test", "/sub/login")).status == 200


@pytest.mark.parametrize("host", ["evil.test", "evil.test:80", "localhost.evil.test", '"evil"'])
async def test_the_host_header_is_never_written_into_an_answer(tmp_path: Path, host: str) -> None:
    """Proves T27."""
    forged = {"host": host, "x-forwarded-host": host, "x-forwarded-proto": "gopher"}
    async with server(tmp_path, "cfg:server.root_url=https://dash.test/") as client:
        settings = await client.send("GET", "/api/frontend/settings", headers=forged)
        assert settings.json()["appUrl"] == "https://dash.test/"
        for path in ("/", "/login", "/api/user", "/api/none", "/logout"):
            reply = await client.send("GET", path, headers=forged)
            assert b"evil" not in reply.body
            assert "evil" not in str(reply.headers)


async def test_a_sub_path_ends_at_a_slash(tmp_path: Path) -> None:
    words = ("cfg:server.root_url=http://localhost/sub/", "cfg:server.serve_from_sub_path=true")
    async with server(tmp_path, *words) as client:
        assert (await client.get("/sub/api/health")).status == 200
        assert (await client.get("/subapi/health")).status == 404
