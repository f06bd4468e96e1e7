"""Which addresses answer: ours, and no other. Monitoring and clients trust the status alone."""

import re
from base64 import b64encode
from contextlib import AsyncExitStack
from pathlib import Path

from tests.fixtures.app import ADMIN_PASSWORD, Client, Clients, start

from vedette.db.settings import DatabaseSettings
from vedette.server.page import UI_ROUTES

BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
UI = Path(__file__).parents[2] / "ui/src/app"
NOT_OURS = (
    *("/render", "/render/d-solo/abc", "/avatar/0cc175b9c0f1b6a831c399e269772661", "/goto/abc"),
    *("/public/build/app.js", "/public/plugins/alertlist/../../../etc/passwd", "/swagger"),
    *("/debug/pprof/heap", "/plugins/clock/module.js", "/s/abc", "/playlists"),
    *("/assets/missing.js", "/favicon.ico", "/.env", "/.git/config", "/wp-login.php", "//login"),
    *("/%61pi/health", "/d%2fabc", "/loginx", "/x/login"),
)
NO_API = (
    *("/api", "/api/", "/apis", "/apis/", "/apis/dashboard.grafana.app/v1/namespaces", "/api//"),
    *("/api/nothing", "/api/dashboards", "/api/health/more", "/api/ds/query/more", "/api/swagger"),
)


def first_segments_of_the_user_interface() -> set[str]:
    """As the sources of the router write them."""
    found = set()
    for name in ("App.tsx", "routes.tsx"):
        found |= set(re.findall(r"""(?:path="|\n  \[')/([a-z-]*)""", (UI / name).read_text()))
    return found - {""}


def test_every_page_of_the_user_interface_is_served_and_no_other_address() -> None:
    assert first_segments_of_the_user_interface() == UI_ROUTES


async def test_an_address_that_is_not_ours_is_404_for_programs_and_browsers(
    clients: Clients,
) -> None:
    """Proves CVE-2020-13379."""
    for path in NOT_OURS:
        program = await clients.viewer.get(path)
        assert program.status == 404, path
        assert program.json()["message"]
        page = await clients.viewer.send("GET", path, headers=BROWSER)
        assert page.status == 404, path
        assert b"vedette-boot" not in page.body


async def test_nothing_below_api_is_a_page(clients: Clients) -> None:
    for path in NO_API:
        for method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"):
            reply = await clients.viewer.send(method, path, headers=BROWSER)
            assert reply.status == 404, (method, path)
            assert reply.headers["content-type"].startswith("application/json")


async def test_a_method_that_an_address_does_not_take_is_404_and_named(clients: Clients) -> None:
    for route in clients.viewer.app.routes:
        path = re.sub(r"[:*][A-Za-z]+", "1", route.path)
        if route.path.startswith("/api/"):
            reply = await clients.viewer.send("TRACE", path)
            assert reply.status == 404, path
            assert "TRACE is not supported at this path" in reply.json()["message"]


async def test_every_page_is_served_to_browsers_and_programs(clients: Clients) -> None:
    for segment in ("", *UI_ROUTES, "d/abc/some-title", "alerting/silences"):
        reply = await clients.anonymous.get(f"/{segment}")
        assert (reply.status, b"vedette-boot" in reply.body) == (200, True), segment


async def test_a_disabled_login_form_refuses_the_login_and_leaves_basic_auth(
    tmp_path: Path,
) -> None:
    async with AsyncExitStack() as stack:
        word = "cfg:auth.disable_login_form=true"
        app = await start(stack, DatabaseSettings(), tmp_path, word)
        sent = {"user": "admin", "password": ADMIN_PASSWORD}
        refused = await Client(app).post("/login", sent)
        assert (refused.status, refused.cookies) == (400, [])
        assert refused.json()["message"] == (
            "Password login is disabled by [auth] disable_login_form."
        )
        credentials = b64encode(f"admin:{ADMIN_PASSWORD}".encode()).decode()
        script = Client(app, {"authorization": f"Basic {credentials}"})
        assert (await script.get("/api/user")).status == 200


async def test_basic_auth_has_a_switch_of_its_own(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        app = await start(stack, DatabaseSettings(), tmp_path, "cfg:auth.basic.enabled=false")
        credentials = b64encode(f"admin:{ADMIN_PASSWORD}".encode()).decode()
        script = Client(app, {"authorization": f"Basic {credentials}"})
        assert (await script.get("/api/user")).status == 401
        sent = {"user": "admin", "password": ADMIN_PASSWORD}
        assert (await Client(app).post("/login", sent)).status == 200
