"""The product below a path of a site that other services share, behind a real reverse proxy."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.fixtures import haproxy
from tests.fixtures.browser import Watched, open_page, start_product, wait_until_healthy
from tests.fixtures.postgres import free_port

pytestmark = pytest.mark.browser
PASSWORD = "password-of-the-tests"
PATH = "/tools/dash"


@dataclass
class Visitor:
    """Who sees the product through the proxy, and what the browser sent."""

    watched: Watched
    public: str
    seen: list[str]
    sockets: list[str]

    @property
    def page(self) -> Page:
        return self.watched.page

    def cookies(self) -> dict[str, str]:
        """The path of each cookie, by name."""
        return {cookie["name"]: cookie["path"] for cookie in self.watched.context.cookies()}

    def sign_in(self) -> None:
        self.page.get_by_label("Email or username").fill("admin")
        self.page.get_by_label("Password", exact=True).fill(PASSWORD)
        self.page.get_by_role("button", name="Sign in").click()
        expect(self.page.get_by_role("navigation", name="Primary")).to_be_visible()

    def expect_at(self, path: str) -> None:
        expect(self.page).to_have_url(re.compile(re.escape(f"{self.public}{path}")))


@pytest.fixture(scope="module", params=["the proxy removes the path", "the proxy keeps the path"])
def public(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    if missing := haproxy.available():
        pytest.skip(missing)
    strips = "removes" in request.param
    directory = tmp_path_factory.mktemp("sub-path")
    (directory / "data").mkdir()
    port = free_port()
    started = start_product(
        directory / "data",
        f"cfg:security.admin_password={PASSWORD}",
        f"cfg:server.root_url=http://127.0.0.1:{port}{PATH}/",
        f"cfg:server.serve_from_sub_path={str(not strips).lower()}",
    )
    backend = urlsplit(started.url).netloc
    wait_until_healthy(f"http://{backend}")
    with haproxy.running_haproxy(directory, port, backend, PATH, strips=strips) as address:
        yield address
    assert started.stop() == 0


@pytest.fixture
def visitor(browser: Browser, public: str) -> Iterator[Visitor]:
    visitor = Visitor(open_page(browser, public), public, [], [])
    page = visitor.page
    page.on("request", lambda request: visitor.seen.append(request.url))
    page.on("websocket", lambda opened: visitor.sockets.append(opened.url))
    yield visitor
    below = [url for url in visitor.seen if url == public or url.startswith(f"{public}/")]
    assert below == visitor.seen, "everything is requested below the path"
    visitor.watched.context.close()


def drawn(page: Page) -> None:
    page.wait_for_selector("[data-panel]")
    panels = page.locator("[data-panel]")
    for index in range(panels.count()):
        panel = panels.nth(index)
        panel.scroll_into_view_if_needed()
        expect(panel.locator('[data-panel-state="done"]')).to_have_count(1, timeout=15_000)


def test_people_sign_in_look_around_and_sign_out(visitor: Visitor) -> None:
    page, public = visitor.page, visitor.public
    page.goto(public)
    visitor.expect_at("/login")
    visitor.sign_in()
    visitor.expect_at("/")
    assert set(visitor.cookies().values()) == {PATH}
    page.get_by_role("navigation", name="Primary").get_by_role("link", name="Dashboards").click()
    visitor.expect_at("/dashboards")
    page.goto(f"{public}/d/vedette-tour")
    drawn(page)
    page.reload()
    drawn(page)
    page.goto(f"{public}/logout")
    visitor.expect_at("/login")
    assert visitor.cookies() == {}
    visitor.watched.expect_no_errors()


def test_a_link_leads_through_the_sign_in_to_where_it_points(visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{visitor.public}/d/vedette-tour/a-tour?from=now-3h&to=now")
    visitor.expect_at("/login?redirectTo=")
    visitor.sign_in()
    visitor.expect_at("/d/vedette-tour")
    drawn(page)
    reply = visitor.watched.context.request.get(f"{visitor.public}/api/search?query=tour")
    urls = [found["url"] for found in reply.json()]
    assert urls
    for url in urls:
        assert url.startswith(f"{PATH}/d"), url
        assert page.goto(f"{visitor.public.removesuffix(PATH)}{url}").status == 200
    visitor.watched.expect_no_errors()


def test_explore_follows_new_rows_over_a_websocket(visitor: Visitor) -> None:
    page, public = visitor.page, visitor.public
    page.goto(f"{public}/login")
    visitor.sign_in()
    source = {"name": "Made up", "uid": "made-up", "type": "testdata", "access": "proxy"}
    origin = {"Origin": public.removesuffix(PATH)}
    requests = visitor.watched.context.request
    made = requests.post(f"{public}/api/datasources", data=source, headers=origin)
    assert made.status in (200, 409), made.text()
    stream = {"refId": "A", "scenarioId": "live", "stream": {"type": "logs", "speed": 50}}
    pane = {"datasource": "made-up", "queries": [stream], "range": {"from": "now-1h", "to": "now"}}
    page.goto(f"{public}/explore?schemaVersion=1&panes={quote(json.dumps({'a': pane}))}")
    page.get_by_role("button", name="Live", exact=True).click()
    note = page.get_by_role("group", name="Logs", exact=True).get_by_text(re.compile(r"\d+ lines"))
    seen = note.inner_text()
    expect(note).not_to_have_text(seen)
    assert visitor.sockets == [f"{public.replace('http', 'ws', 1)}/api/live/ws"]
    visitor.watched.expect_no_errors()


def test_addresses_that_do_not_exist_lead_home(visitor: Visitor) -> None:
    page, public = visitor.page, visitor.public
    found = page.goto(f"{public}/nothing")
    assert found is not None
    assert found.status == 404
    page.get_by_role("link", name="Go to the home page").click()
    visitor.expect_at("/login")
    assert visitor.watched.context.request.get(f"{public}/api/nothing").status == 404
    assert visitor.watched.context.request.get(f"{public}/metrics").status == 200
    assert visitor.watched.context.request.get(f"{public}x/api/health").status == haproxy.ELSEWHERE
