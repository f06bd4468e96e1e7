"""axe-core finds nothing on any page, in both themes, on a wide screen and on a phone."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.fixtures.axe import violations
from tests.fixtures.browser import (
    DRAWN,
    Product,
    open_page,
    sign_in,
    start_product,
    wait_until_healthy,
)

pytestmark = pytest.mark.browser

_PASSWORD = "admin-password"
_WIDTHS = (1440, 390)
_UI = Path(__file__).parents[2] / "ui/src"
_ROUTE_FILES = (
    "app/App.tsx",
    "app/routes.tsx",
    "domains/alerting/pages/AlertingPages.tsx",
    "domains/alerting/notify/pages.tsx",
)
_ADDRESS_FILES = ("domains/alerting/model/addresses.ts", "domains/alerting/notify/addresses.ts")

PAGES = {
    "/": ("/",),
    "/login": (),  # Its own test: it is open without a session.
    "/dashboard/new": ("/dashboard/new",),
    "/dashboards": ("/dashboards", "/dashboards?query=tour", "/dashboards?query=nothing-here"),
    "/dashboards/trash": ("/dashboards/trash",),
    "/dashboards/f/:uid/:slug?": ("/dashboards/f/vedette", "/dashboards/f/gone"),
    "/import": ("/import",),
    "/d/:uid/:slug?": ("/d/vedette-tour", "/d/vedette-signals", "/d/gone"),
    "/d-solo/:uid/:slug?": ("/d-solo/vedette-tour/x?panelId=11",),
    "/datasources": ("/datasources",),
    "/datasources/new": ("/datasources/new", "/datasources/new?kind=prometheus"),
    "/datasources/edit/:uid": ("/datasources/edit/vedette-testdata", "/datasources/edit/gone"),
    "/datasources/correlations": ("/datasources/correlations",),
    "/datasources/correlations/new": ("/datasources/correlations/new",),
    "/datasources/correlations/:source/:uid": (
        "/datasources/correlations/vedette-testdata/{correlation}",
    ),
    "/explore": ("/explore",),
    "/alerting/list": ("/alerting/list",),
    "/alerting/new": ("/alerting/new",),
    "/alerting/new/alerting": (),  # The same page.
    "/alerting/grafana/:uid/view": (
        "/alerting/grafana/vedette-tour-disks/view",
        "/alerting/grafana/vedette-tour-disks/view?tab=versions",
    ),
    "/alerting/grafana/:uid/edit": ("/alerting/grafana/vedette-tour-queue/edit",),
    "/alerting/notifications": ("/alerting/notifications",),
    "/alerting/notifications/receivers/new": ("/alerting/notifications/receivers/new",),
    "/alerting/notifications/receivers/edit": ("/alerting/notifications/receivers/edit?name=Team",),
    "/alerting/routes": ("/alerting/routes",),
    "/alerting/silences": ("/alerting/silences",),
    "/alerting/silence/new": ("/alerting/silence/new?matcher=team%3Dplatform",),
    "/alerting/silence/:id/edit": ("/alerting/silence/{silence}/edit",),
    "/alerting/mute-timings": ("/alerting/mute-timings",),
    "/alerting/mute-timings/new": ("/alerting/mute-timings/new",),
    "/alerting/mute-timings/edit": ("/alerting/mute-timings/edit?name=Weekends",),
    "/alerting/templates": ("/alerting/templates",),
    "/alerting/templates/new": ("/alerting/templates/new",),
    "/alerting/templates/edit": ("/alerting/templates/edit?name=short",),
    "/alerting/groups": ("/alerting/groups",),
    "/alerting/notification-history": (
        "/alerting/notification-history",
        "/alerting/notification-history?rule=vedette-tour-disks",
    ),
    "/profile": ("/profile",),
    "/admin/users": ("/admin/users",),
    "/admin/service-accounts": ("/admin/service-accounts",),
    "/admin/provisioning": ("/admin/provisioning",),
}
"""Each route of the user interface, with the addresses at which it is looked at."""

REDIRECTS = {
    "/dashboard/import", "/connections/datasources", "/connections/datasources/new",
    "/connections/datasources/edit/:uid", "/org/users", "/org/serviceaccounts", "/admin",
    "/profile/password", "/alerting", "/alerting/*?", "/alerting/:uid/edit",
    "/alerting/notifications/new", "/alerting/notifications/receivers/:name/edit",
    "/alerting/notifications/templates/new", "/alerting/notifications/templates/:name/edit",
    "/alerting/routes/mute-timing/new", "/alerting/routes/mute-timing/edit", "/alerting/ledger",
}  # fmt: skip
"""Routes that lead to one of the pages and show nothing."""


def _explore(*queries: dict[str, Any]) -> str:
    uid = "vedette-testdata"
    listed = [
        {"refId": chr(65 + place), "datasource": {"type": "testdata", "uid": uid}, **query}
        for place, query in enumerate(queries)
    ]
    pane = {"datasource": uid, "queries": listed, "range": {"from": "now-1h", "to": "now"}}
    return f"/explore?schemaVersion=1&panes={quote(json.dumps({'a': pane}))}"


def _press(name: str) -> Callable[[Page], None]:
    return lambda page: page.get_by_role("button", name=name, exact=True).first.click()


def _choose(item: str) -> Callable[[Page], None]:
    def choose(page: Page) -> None:
        _press("More")(page)
        page.get_by_role("menuitem", name=re.compile(f"^{item}")).first.click()

    return choose


def _keys(*keys: str) -> Callable[[Page], None]:
    def press(page: Page) -> None:
        for key in keys:
            page.keyboard.press(key)

    return press


def _search(text: str) -> Callable[[Page], None]:
    def search(page: Page) -> None:
        page.keyboard.press("Control+k")
        page.get_by_role("combobox", name="Search", exact=True).fill(text)
        expect(page.get_by_role("listbox").get_by_role("option").first).to_be_visible()

    return search


def _panel(key: str, title: str) -> Callable[[Page], None]:
    def press(page: Page) -> None:
        page.locator("[data-panel]").filter(has_text=title).first.focus()
        page.keyboard.press(key)

    return press


def _open_span(page: Page) -> None:
    page.get_by_role("treeitem").nth(2).click()


def _open_line(page: Page) -> None:
    page.get_by_role("button", name=re.compile("Details of line")).nth(1).click()


TOUR, SIGNALS = "/d/vedette-tour", "/d/vedette-signals"
OVERLAYS: dict[str, tuple[str, Callable[[Page], None]]] = {
    "palette": ("/profile", _keys("Control+k")),
    "palette with results": ("/profile", _search("tour")),
    "shortcuts": ("/profile", _keys("?")),
    "share": (TOUR, _choose("Share")),
    "save": (TOUR, _keys("Control+s")),
    "save as": (TOUR, _choose("Save as")),
    "rename": (TOUR, _choose("Rename…")),
    "delete": (TOUR, _choose("Delete…")),
    "json": (TOUR, _choose("Edit JSON")),
    "versions": (TOUR, _choose("Versions")),
    "menu": (TOUR, _press("More")),
    "time range": (TOUR, _keys("t")),
    "inspector": (TOUR, _panel("i", "Latency")),
    "one panel": (TOUR, _panel("v", "Latency")),
    "new folder": ("/dashboards", _press("New folder")),
    "trace": (_explore({"scenarioId": "trace", "spanCount": 24}), _open_span),
    "logs": (_explore({"scenarioId": "logs", "lines": 40}), _open_line),
    "series and a table": (_explore({"scenarioId": "random_walk"}), lambda page: None),
    "node graph": (_explore({"scenarioId": "node_graph"}), lambda page: None),
    "acknowledge": ("/alerting/groups", _press("Acknowledge")),
    "query history": ("/explore", _press("Queries")),
}


def _routes() -> set[str]:
    """The patterns of all routes in the sources, including those written as constants."""
    addresses = "".join((_UI / file).read_text() for file in _ADDRESS_FILES)
    constants = dict(re.findall(r"const (\w+) = '(/[^']*)'", addresses))
    found = set[str]()
    for file in _ROUTE_FILES:
        text = (_UI / file).read_text()
        found |= set(re.findall(r"\[\s*'(/[^']*)',", text))
        found |= set(re.findall(r'path="(/[^"]*)"', text))
        found |= {constants[name] for name in re.findall(r"^\s*\[([A-Z_]+), ", text, re.M)}
    return found


def test_every_route_of_the_user_interface_is_looked_at() -> None:
    """A new page must be added to `PAGES`, so that axe-core looks at it."""
    assert _routes() == PAGES.keys() | REDIRECTS


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    data = tmp_path_factory.mktemp("accessible") / "data"
    data.mkdir()
    words = (f"cfg:security.admin_password={_PASSWORD}", "cfg:users.default_theme=system")
    started = start_product(data, *words)
    wait_until_healthy(started.url)
    yield started
    assert started.stop() == 0


@pytest.fixture(scope="module")
def made(browser: Browser, product: Product) -> dict[str, str]:
    """What some pages show: a silence, a contact point, a timing, a template, a correlation."""
    watched = open_page(browser, product.url)
    sign_in(watched, "admin", _PASSWORD)

    def send(method: str, path: str, body: Any) -> Any:
        headers = {"Origin": product.url, "X-Disable-Provenance": "true"}
        reply = watched.context.request.fetch(path, method=method, data=body, headers=headers)
        assert reply.ok, reply.text()
        return reply.json()

    matcher = {"name": "team", "value": "nobody", "isEqual": True, "isRegex": False}
    silence = {
        "matchers": [matcher], "startsAt": "2026-01-01T00:00:00Z", "endsAt": "2036-01-01T00:00:00Z",
        "createdBy": "admin", "comment": "maintenance",
    }  # fmt: skip
    point = {"name": "Team", "type": "webhook", "settings": {"url": "https://example.com/hook"}}
    timing = {"name": "Weekends", "time_intervals": [{"weekdays": ["saturday", "sunday"]}]}
    user = {"login": "vera", "password": "vera-password", "name": "Vera", "role": "Viewer"}
    config = {"type": "query", "field": "line", "target": {"scenarioId": "random_walk"}}
    link = {"targetUID": "vedette-testdata", "label": "Series", "type": "query", "config": config}
    made_silence = send("POST", "/api/alertmanager/grafana/api/v2/silences", silence)
    send("POST", "/api/v1/provisioning/contact-points", point)
    send("POST", "/api/v1/provisioning/mute-timings", timing)
    template = {"template": '{{ define "short" }}{{ .Status }}{{ end }}'}
    send("PUT", "/api/v1/provisioning/templates/short", template)
    send("POST", "/api/admin/users", user)
    send("POST", "/api/serviceaccounts", {"name": "Deployer", "role": "Editor"})
    path = "/api/datasources/uid/vedette-testdata/correlations"
    correlation = send("POST", path, link)["result"]
    send("PATCH", "/api/user/preferences", {"theme": "system"})
    watched.context.close()
    return {"silence": made_silence["silenceID"], "correlation": correlation["uid"]}


def settle(page: Page) -> None:
    """Waits until nothing loads, nothing moves, and no tooltip is open."""
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("group", name="Loading")).to_have_count(0)
    page.mouse.move(0, 0)
    page.evaluate(DRAWN)


def look_at(page: Page, what: str) -> list[Any]:
    """The whole page is in view, so that no bar lies over a part of it."""
    found = []
    for width in _WIDTHS:
        height = 900
        for _ in range(4):  # Panels that come into view grow.
            page.set_viewport_size({"width": width, "height": height})
            settle(page)
            whole = page.evaluate("document.documentElement.scrollHeight")
            if whole <= height:
                break
            height = min(whole, 9000)
        for theme in ("dark", "light"):
            page.emulate_media(color_scheme=theme)
            settle(page)
            assert page.evaluate("document.documentElement.dataset.theme") == theme
            # Of the rules, only contrast depends on the theme.
            only = () if theme == "dark" else ("color-contrast",)
            found += [(what, theme, width, each) for each in violations(page, *only)]
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (what, width)
    return found


@pytest.mark.parametrize("route", [route for route, addresses in PAGES.items() if addresses])
def test_a_page_has_no_violations(
    browser: Browser, product: Product, made: dict[str, str], route: str
) -> None:
    """WCAG 2.2 AA: contrast, names, headings and target sizes; and a phone scrolls one way."""
    watched = open_page(browser, product.url)
    sign_in(watched, "admin", _PASSWORD)
    found = list[Any]()
    for address in PAGES[route]:
        watched.page.set_viewport_size({"width": 1440, "height": 900})
        watched.page.goto(address.format(**made))
        if route != "/d-solo/:uid/:slug?":
            expect(watched.page.get_by_role("heading", level=1)).to_be_visible()
        found += look_at(watched.page, address)
    assert found == [], json.dumps(found, indent=1)
    watched.context.close()


def test_the_login_page_has_no_violations(browser: Browser, product: Product) -> None:
    watched = open_page(browser, product.url)
    watched.page.goto("/login")
    expect(watched.page.get_by_role("heading", level=1)).to_be_visible()
    found = look_at(watched.page, "/login")
    assert found == [], json.dumps(found, indent=1)
    watched.context.close()


@pytest.mark.parametrize("name", OVERLAYS)
def test_an_overlay_has_no_violations(
    browser: Browser, product: Product, made: dict[str, str], name: str
) -> None:
    """Dialogs, menus, and panels that are open."""
    watched = open_page(browser, product.url)
    sign_in(watched, "admin", _PASSWORD)
    address, open_it = OVERLAYS[name]
    watched.page.goto(address)
    expect(watched.page.get_by_role("heading", level=1)).to_be_visible()
    settle(watched.page)
    open_it(watched.page)
    found = look_at(watched.page, name)
    assert found == [], json.dumps(found, indent=1)
    watched.context.close()
