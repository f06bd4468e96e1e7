"""Explore in a real browser, with made-up data."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.fixtures.browser import (
    Product,
    Watched,
    open_page,
    prefer_theme,
    sign_in,
    start_product,
    wait_until_healthy,
)

pytestmark = pytest.mark.browser

_AXE = Path(__file__).parents[2] / "ui/node_modules/axe-core/axe.min.js"
_SOURCES = [("Made up", "made-up", True), ("Made up, too", "made-up-too", False)]


@pytest.fixture(scope="module")
def product(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    data = tmp_path_factory.mktemp("explore") / "data"
    data.mkdir()
    started = start_product(data, "cfg:security.admin_password=admin-password")
    wait_until_healthy(started.url)
    watched = open_page(browser, started.url)
    sign_in(watched, "admin", "admin-password")
    for name, uid, is_default in _SOURCES:
        body = {"name": name, "uid": uid, "type": "testdata", "access": "proxy"}
        reply = watched.context.request.post(
            "/api/datasources",
            data={**body, "isDefault": is_default},
            headers={"Origin": started.url},
        )
        assert reply.ok, reply.text()
    watched.context.close()
    yield started
    assert started.stop() == 0


@pytest.fixture
def watched(browser: Browser, product: Product) -> Iterator[Watched]:
    opened = open_page(browser, product.url)
    sign_in(opened, "admin", "admin-password")
    yield opened
    opened.context.close()


def address(**panes: dict[str, Any]) -> str:
    return f"/explore?schemaVersion=1&panes={quote(json.dumps(panes))}"


def pane(*queries: dict[str, Any], source: str = "made-up") -> dict[str, Any]:
    asked = [{"refId": "ABC"[index], **query} for index, query in enumerate(queries)]
    return {"datasource": source, "queries": asked, "range": {"from": "now-1h", "to": "now"}}


def panes_in(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(parse_qs(urlsplit(page.url).query)["panes"][0])
    return found


def drawn(page: Page, title: str) -> None:
    section = page.get_by_role("group", name=title, exact=True)
    expect(section.locator('[data-panel-state="done"]')).to_have_count(1, timeout=15_000)


def test_a_source_is_asked_drawn_and_kept_in_the_address(watched: Watched) -> None:
    page = watched.page
    page.goto("/")
    page.wait_for_selector("nav[aria-label=Primary]")
    page.keyboard.press("g")
    page.keyboard.press("e")
    expect(page).to_have_url(re.compile(r"/explore\?schemaVersion=1&panes="))
    expect(page.get_by_label("Scenario", exact=True)).to_have_value("random_walk")
    page.get_by_role("button", name="Run query").click()
    drawn(page, "Graph")
    drawn(page, "Table")
    first = panes_in(page)
    assert [one["queries"][0]["scenarioId"] for one in first.values()] == ["random_walk"]

    page.get_by_label("Scenario", exact=True).select_option("logs")
    page.get_by_role("button", name="Run query").click()
    drawn(page, "Logs")
    expect(page.get_by_role("group", name="Graph", exact=True)).to_have_count(0)

    page.go_back()
    drawn(page, "Graph")
    assert panes_in(page) == first
    watched.expect_no_errors()


def test_queries_are_added_moved_switched_off_and_removed(watched: Watched) -> None:
    page = watched.page
    page.goto(address(a=pane({"scenarioId": "random_walk"}, {"scenarioId": "logs"})))
    drawn(page, "Logs")
    page.get_by_role("button", name="Disable query B").click()
    expect(page.get_by_role("group", name="Logs", exact=True)).to_have_count(0)
    drawn(page, "Graph")
    page.get_by_role("button", name="Duplicate query A").click()
    page.get_by_role("button", name="Move query C down").click()
    page.get_by_role("button", name="Remove query B").click()
    page.get_by_role("button", name="Add query").click()
    page.get_by_role("button", name="Run query").click()
    drawn(page, "Graph")
    expect(page).to_have_url(re.compile("refId%22%3A%22C"))
    queries = next(iter(panes_in(page).values()))["queries"]
    assert [query["refId"] for query in queries] == ["A", "C", "B"]
    watched.expect_no_errors()


def test_a_broken_query_says_so_in_its_own_row(watched: Watched) -> None:
    page = watched.page
    page.goto(address(a=pane({"scenarioId": "random_walk"}, {"scenarioId": "no such thing"})))
    drawn(page, "Graph")
    row = page.get_by_role("group", name="Query B")
    expect(row.get_by_role("alert")).to_contain_text("no such thing")
    expect(page.get_by_role("group", name="Query A").get_by_role("alert")).to_have_count(0)


def test_two_panes_share_their_time_when_asked_to(watched: Watched) -> None:
    page = watched.page
    page.goto(address(a=pane({"scenarioId": "random_walk"})))
    drawn(page, "Graph")
    page.get_by_role("button", name="Split").click()
    left, right = page.locator("[data-pane]").nth(0), page.locator("[data-pane]").nth(1)
    expect(right.locator('[data-panel-state="done"]')).to_have_count(2, timeout=15_000)
    right.get_by_role("button", name="Same time range in both panes").click()
    right.get_by_role("button", name=re.compile("Last 1 hour")).click()
    page.get_by_role("button", name="Last 15 minutes").click()
    expect(left.get_by_role("button", name=re.compile("Last 15 minutes"))).to_be_visible()
    assert {one["range"]["from"] for one in panes_in(page).values()} == {"now-15m"}
    left.get_by_role("button", name="Close this pane").click()
    expect(page.locator("[data-pane]")).to_have_count(1)
    assert len(panes_in(page)) == 1
    watched.expect_no_errors()


def linked_frame() -> dict[str, Any]:
    """A log line whose trace id leads to a query of the other source."""
    internal = {
        "datasourceUid": "made-up-too",
        "datasourceName": "Made up, too",
        "query": {"scenarioId": "trace", "alias": "${__value.raw}"},
    }
    links = [{"title": "Show the trace", "url": "", "internal": internal}]
    fields = [
        {"name": "what", "type": "string", "config": {}},
        {"name": "traceID", "type": "string", "config": {"links": links}},
    ]
    schema = {"fields": fields, "meta": {"preferredVisualisationType": "table"}}
    return {"schema": schema, "data": {"values": [["checkout"], ["4bf92f3577b34da6"]]}}


def test_a_link_to_a_query_opens_beside_what_one_looks_at(watched: Watched) -> None:
    page = watched.page
    query = {"scenarioId": "raw_frame", "rawFrameContent": json.dumps([linked_frame()])}
    page.goto(address(a=pane(query)))
    drawn(page, "Table")
    page.get_by_role("link", name="4bf92f3577b34da6").click()
    expect(page.locator("[data-pane]")).to_have_count(2)
    panes = list(panes_in(page).values())
    assert [one["datasource"] for one in panes] == ["made-up", "made-up-too"]
    assert panes[1]["queries"][0]["alias"] == "4bf92f3577b34da6"
    drawn(page, "Trace")
    page.go_back()
    expect(page.locator("[data-pane]")).to_have_count(1)
    watched.expect_no_errors()


def test_new_rows_are_followed_until_stopped(watched: Watched) -> None:
    page = watched.page
    stream = {"type": "logs", "speed": 50}
    page.goto(address(a=pane({"scenarioId": "live", "stream": stream})))
    page.get_by_role("button", name="Live", exact=True).click()
    drawn(page, "Logs")
    note = page.get_by_role("group", name="Logs", exact=True).get_by_text(re.compile(r"\d+ lines"))
    seen = note.inner_text()
    expect(note).not_to_have_text(seen)
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    paused = note.inner_text()
    page.wait_for_timeout(500)
    assert note.inner_text() == paused
    page.get_by_role("button", name="Resume").click()
    expect(note).not_to_have_text(paused)
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Run query")).to_be_visible()
    watched.expect_no_errors()


def test_what_was_run_is_found_again_starred_and_shared(watched: Watched) -> None:
    page = watched.page
    page.goto(address(a=pane({"scenarioId": "random_walk", "alias": "to be found"})))
    drawn(page, "Graph")
    page.get_by_role("button", name="Run query").click()
    page.get_by_role("button", name="Save query").click()
    page.get_by_label("Title").fill("How the walk goes")
    page.get_by_role("dialog").get_by_role("button", name="Save query").click()
    expect(page.get_by_text("Query saved for everyone")).to_be_visible()

    page.get_by_role("button", name="Queries", exact=True).click()
    drawer = page.get_by_role("dialog")
    drawer.get_by_label("Search queries").fill("to be found")
    item = drawer.get_by_role("listitem").filter(has_text="to be found").first
    item.get_by_role("button", name="Star this query").click()
    item.get_by_role("button", name="Comment").click()
    item.get_by_role("textbox", name="Comment").fill("keep this one")
    item.get_by_role("button", name="Save").click()
    expect(item).to_contain_text("keep this one")
    drawer.get_by_role("tab", name="Starred").click()
    expect(drawer).to_contain_text("keep this one")
    drawer.get_by_role("tab", name="Saved queries").click()
    saved = drawer.get_by_role("listitem").filter(has_text="How the walk goes").first
    saved.get_by_role("button", name="Run").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert next(iter(panes_in(page).values()))["queries"][0]["alias"] == "to be found"
    watched.expect_no_errors()


def test_what_is_shown_becomes_a_panel_of_a_new_dashboard(watched: Watched) -> None:
    page = watched.page
    page.goto(address(a=pane({"scenarioId": "logs", "lines": 20})))
    drawn(page, "Logs")
    page.get_by_role("button", name="Add to dashboard").click()
    page.get_by_role("tab", name="New dashboard").click()
    page.get_by_label("Dashboard title").fill("Made in Explore")
    page.get_by_label("Panel title").fill("Lines")
    page.get_by_role("button", name="Add panel").click()
    page.get_by_role("button", name="Open dashboard").click()
    expect(page).to_have_url(re.compile("/d/"))
    panel = page.locator('[data-panel-type="logs"]')
    expect(panel.locator('[data-panel-state="done"]')).to_have_count(1, timeout=15_000)
    expect(panel).to_contain_text("level=")
    watched.expect_no_errors()


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("width", [1440, 390])
def test_everybody_can_use_the_page(
    browser: Browser, product: Product, theme: str, width: int
) -> None:
    """axe-core finds nothing, and a phone scrolls in one direction only."""
    watched = open_page(browser, product.url, theme=theme, width=width)
    page = watched.page
    sign_in(watched, "admin", "admin-password")
    prefer_theme(watched, product.url, theme)
    page.goto(
        address(
            a=pane({"scenarioId": "random_walk"}, {"scenarioId": "logs"}),
            b=pane({"scenarioId": "no_data_points"}, source="made-up-too"),
        )
    )
    drawn(page, "Logs")
    page.get_by_role("button", name="Collapse query A").first.click()
    page.mouse.move(0, 0)  # No tooltip is left over the page.
    # The page's policy forbids scripts of others; the debugger's evaluation is not bound by it.
    page.evaluate(_AXE.read_text())
    found = page.evaluate(
        "axe.run(document, {resultTypes: ['violations']}).then(({violations}) => "
        "violations.map(({id, nodes}) => [id, nodes.slice(0, 3).map(({html}) => html)]))"
    )
    assert found == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    watched.expect_no_errors()
    watched.context.close()


def test_a_panel_is_explored_and_a_correlation_leads_on(watched: Watched, product: Product) -> None:
    request, origin = watched.context.request, {"Origin": product.url}
    config = {
        "field": "line",
        "target": {"scenarioId": "trace", "alias": "${trace}"},
        "transformations": [{"type": "regex", "expression": r"trace=(?<trace>\w+)"}],
    }
    made = request.post(
        "/api/datasources/uid/made-up/correlations",
        data={"targetUID": "made-up-too", "label": "Its trace", "config": config},
        headers=origin,
    )
    assert made.ok, made.text()
    query = {"scenarioId": "csv_content", "csvContent": "line\nno trace\ntrace=$which"}
    panel = {
        "id": 1,
        "type": "table",
        "title": "Lines",
        "gridPos": {"x": 0, "y": 0, "w": 24, "h": 8},
        "datasource": {"type": "testdata", "uid": "made-up"},
        "targets": [{"refId": "A", **query}],
    }
    variable = {"name": "which", "type": "constant", "query": "abc1"}
    dashboard = {
        "uid": "explored",
        "title": "Explored",
        "schemaVersion": 39,
        "panels": [panel],
        "templating": {"list": [variable]},
    }
    saved = request.post("/api/dashboards/db", data={"dashboard": dashboard}, headers=origin)
    assert saved.ok, saved.text()

    page = watched.page
    page.goto("/d/explored")
    page.locator('[data-panel="1"] [data-panel-state="done"], [data-panel-id="1"]').first.hover()
    page.get_by_role("button", name="Menu of Lines").click()
    page.get_by_role("menuitem", name="Explore").click()
    drawn(page, "Table")
    expect(page.get_by_role("link")).not_to_have_count(0)
    page.get_by_role("link", name="trace=abc1").click()
    expect(page.locator("[data-pane]")).to_have_count(2)
    assert list(panes_in(page).values())[1]["queries"][0]["alias"] == "abc1"
    expect(page.get_by_role("link", name="no trace")).to_have_count(0)
    drawn(page, "Trace")
    watched.expect_no_errors()
