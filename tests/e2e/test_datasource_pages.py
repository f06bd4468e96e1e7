"""Data sources as an administrator sets them up, in a real browser."""

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
from tests.fixtures.prometheus import PrometheusServer, available, running_prometheus

pytestmark = pytest.mark.browser

_AXE = Path(__file__).parents[2] / "ui/node_modules/axe-core/axe.min.js"
_FILE = """
apiVersion: 1
datasources:
  - name: From a file
    uid: from-file
    type: testdata
    correlations:
      - targetUID: made-up
        label: Provisioned link
        config: {type: query, field: x, target: {scenarioId: random_walk}}
"""


@pytest.fixture(scope="module")
def product(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    data = tmp_path_factory.mktemp("pages") / "data"
    files = data.parent / "provisioning"
    (files / "datasources").mkdir(parents=True)
    (files / "datasources" / "made.yaml").write_text(_FILE)
    data.mkdir()
    started = start_product(
        data, "cfg:security.admin_password=admin-password", f"cfg:paths.provisioning={files}"
    )
    wait_until_healthy(started.url)
    watched = open_page(browser, started.url)
    sign_in(watched, "admin", "admin-password")
    for name, uid in (("Made up", "made-up"), ("Made up, too", "made-up-too")):
        post(watched, "/api/datasources", {"name": name, "uid": uid, "type": "testdata"})
    watched.context.close()
    yield started
    assert started.stop() == 0


@pytest.fixture(scope="module")
def prometheus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PrometheusServer]:
    if reason := available():
        pytest.skip(reason)
    with running_prometheus(tmp_path_factory.mktemp("prometheus")) as server:
        yield server


@pytest.fixture
def watched(browser: Browser, product: Product) -> Iterator[Watched]:
    opened = open_page(browser, product.url)
    sign_in(opened, "admin", "admin-password")
    yield opened
    opened.context.close()


def post(watched: Watched, path: str, body: dict[str, Any]) -> Any:
    origin = {"Origin": watched.context.request.get("/api/health").url.removesuffix("/api/health")}
    reply = watched.context.request.post(path, data=body, headers=origin)
    assert reply.ok, reply.text()
    return reply.json()


def expect_no_defects(watched: Watched) -> None:
    """A source that fails its test answers 400, which the browser notes among its errors."""
    assert [text for text in watched.errors if "status of 400" not in text] == []


def test_a_source_is_added_fails_its_test_and_is_put_right(
    watched: Watched, prometheus: PrometheusServer
) -> None:
    page = watched.page
    page.goto("/datasources")
    page.get_by_role("link", name="Add data source").first.click()
    page.get_by_label("Search data source types").fill("metrics prom")
    page.get_by_role("button", name=re.compile("^Prometheus")).click()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Prometheus")
    save = page.get_by_role("button", name="Save and test")
    save.click()
    expect(page.get_by_text("Enter the full URL")).to_be_visible()
    page.get_by_label("Address", exact=True).first.fill("http://127.0.0.1:9")
    page.get_by_label("Scrape interval").fill("1s")
    page.get_by_label("Cache TTL").fill("90")
    save.click()
    expect(page).to_have_url(re.compile("/datasources/edit/"))
    expect(page.get_by_role("alert")).to_contain_text("Prometheus")
    page.get_by_label("Address", exact=True).first.fill(prometheus.url)
    save.click()
    expect(page.get_by_role("status").filter(has_text=re.compile("ms"))).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    uid = page.url.rsplit("/", 1)[1]
    stored = page.request.get(f"/api/datasources/uid/{uid}").json()
    assert stored["url"] == prometheus.url
    assert stored["jsonData"] == {"timeInterval": "1s", "queryCachingTTL": 90_000}

    page.goto("/datasources")
    row = page.get_by_role("row", name=re.compile("Prometheus"))
    expect(row.locator('[data-health="ok"]')).to_be_visible()
    expect_no_defects(watched)


def test_every_installed_kind_can_be_added_and_has_a_form(watched: Watched) -> None:
    page = watched.page
    listed = page.request.get("/api/plugins?type=datasource").json()
    page.goto("/datasources/new")
    for kind in listed:
        page.get_by_role("button", name=re.compile(f"^{re.escape(kind['name'])}")).click()
        expect(page.get_by_label("Name", exact=True)).not_to_have_value("")
        expect(page.get_by_role("button", name="Save and test")).to_be_visible()
        page.get_by_role("button", name="Back").click()
    page.get_by_role("button", name=re.compile("^PostgreSQL")).click()
    for label in ("Host and port", "Database", "User", "Password"):
        expect(page.get_by_label(label, exact=True)).to_be_visible()
    page.goto("/datasources/new?kind=alertmanager")
    expect(page.get_by_label("Implementation")).to_be_visible()
    watched.expect_no_errors()


def test_a_stored_secret_is_never_shown_and_can_be_replaced(watched: Watched) -> None:
    page = watched.page
    body = {"name": "Database", "uid": "db", "type": "postgres", "url": "127.0.0.1:9"}
    post(watched, "/api/datasources", {**body, "secureJsonData": {"password": "of-the-test"}})
    page.goto("/datasources/edit/db")
    expect(page.get_by_text("Stored", exact=True)).to_be_visible()
    assert "of-the-test" not in page.content()
    page.get_by_role("button", name="Replace the stored value").click()
    page.get_by_label("Password", exact=True).fill("another")
    page.get_by_role("button", name="Save and test").click()
    expect(page.get_by_text("Data source saved")).to_be_visible()
    expect(page.get_by_text("Stored", exact=True)).to_be_visible()


def test_a_provisioned_source_says_which_file_and_can_be_tested(watched: Watched) -> None:
    page = watched.page
    page.goto("/datasources")
    expect(page.get_by_role("row", name=re.compile("From a file"))).to_contain_text("Provisioned")
    page.get_by_role("link", name="From a file").click()
    expect(page.get_by_text("datasources/made.yaml")).to_be_visible()
    expect(page.get_by_label("Name", exact=True)).to_be_disabled()
    for absent in ("Save and test", "Delete"):
        expect(page.get_by_role("button", name=absent)).to_have_count(0)
    page.get_by_role("button", name="Test", exact=True).click()
    expect(page.get_by_role("status").filter(has_text="ms")).to_be_visible()
    page.goto("/datasources/correlations")
    page.get_by_role("link", name="Provisioned link").click()
    expect(page.get_by_label("Field", exact=True)).to_be_disabled()
    expect(page.get_by_role("button", name="Save correlation")).to_have_count(0)
    expect_no_defects(watched)


def test_usage_is_shown_before_a_source_is_deleted(watched: Watched) -> None:
    page = watched.page
    post(watched, "/api/datasources", {"name": "Used", "uid": "used", "type": "testdata"})
    panel = {"type": "text", "title": "T", "datasource": {"uid": "used"}}
    model = {"title": "Asks it", "uid": "asks-it", "panels": [panel, panel]}
    post(watched, "/api/dashboards/db", {"dashboard": model})
    page.goto("/datasources/edit/used")
    usage = page.get_by_role("list", name="Dashboards that use this data source")
    expect(usage).to_contain_text("2 panels")
    page.get_by_role("button", name="Delete", exact=True).click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("1 dashboard would show errors: “Asks it”")
    dialog.get_by_role("button", name="Cancel").click()
    usage.get_by_role("link", name="Asks it").click()
    expect(page).to_have_url(re.compile("/d/asks-it"))
    page.goto("/datasources/edit/used")
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Delete data source").click()
    expect(page).to_have_url(re.compile("/datasources$"))
    expect(page.get_by_role("link", name="Used", exact=True)).to_have_count(0)
    expect_no_defects(watched)


def choose(page: Page, button: str, option: str) -> None:
    page.get_by_role("button", name=re.compile(f"^{button}:")).click()
    page.get_by_role("option", name=re.compile(f"^{re.escape(option)}(?!,)")).click()


def test_a_correlation_is_made_tried_and_followed(watched: Watched) -> None:
    page = watched.page
    page.goto("/datasources/correlations")
    page.get_by_role("link", name="Add correlation").first.click()
    choose(page, "Source", "Made up")
    page.get_by_label("Field", exact=True).fill("request")
    page.get_by_role("button", name="Add transformation").click()
    page.get_by_label("Expression", exact=True).fill("(")
    choose(page, "Target", "Made up, too")
    page.get_by_label("Alias").fill("walk of ${id}")
    page.get_by_label("Label").fill("Walk of the trace")
    page.get_by_role("button", name="Save correlation").click()
    expect(page.get_by_text("The regular expression is not valid.")).to_be_visible()
    page.get_by_label("Expression", exact=True).fill(r"trace=(?<id>\w+)")
    page.get_by_label("Sample value").fill("GET /cart trace=7f3a")
    found = page.get_by_role("table", name="Variables found in the sample")
    expect(found).to_contain_text("${id}")
    expect(found).to_contain_text("7f3a")
    page.get_by_role("button", name="Save correlation").click()
    expect(page.get_by_role("link", name="Walk of the trace")).to_be_visible()

    schema = {
        "fields": [{"name": "request", "type": "string"}, {"name": "n", "type": "number"}],
        "meta": {"preferredVisualisationType": "table"},
    }
    values = [["GET /cart trace=4bf92f", "GET / no trace"], [1, 2]]
    frame = [{"schema": schema, "data": {"values": values}}]
    query = {"refId": "A", "scenarioId": "raw_frame", "rawFrameContent": json.dumps(frame)}
    panes = {
        "a": {
            "datasource": "made-up",
            "queries": [query],
            "range": {"from": "now-1h", "to": "now"},
        }
    }
    page.goto(f"/explore?schemaVersion=1&panes={quote(json.dumps(panes))}")
    expect(page.get_by_text("GET / no trace", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="GET / no trace")).to_have_count(0)
    page.get_by_role("link", name="GET /cart trace=4bf92f").click()
    expect(page.locator("[data-pane]")).to_have_count(2)
    opened = list(json.loads(parse_qs(urlsplit(page.url).query)["panes"][0]).values())[1]
    assert opened["datasource"] == "made-up-too"
    assert opened["queries"][0]["alias"] == "walk of 4bf92f"

    panel = {
        "type": "table",
        "title": "Requests",
        "gridPos": {"x": 0, "y": 0, "w": 24, "h": 8},
        "datasource": {"uid": "made-up", "type": "testdata"},
        "targets": [query],
    }
    post(
        watched,
        "/api/dashboards/db",
        {"dashboard": {"title": "R", "uid": "rr", "panels": [panel]}},
    )
    page.goto("/d/rr")
    link = page.get_by_role("link", name="GET /cart trace=4bf92f")
    expect(link).to_have_attribute("href", re.compile("walk%20of%204bf92f"))
    watched.expect_no_errors()


def test_pages_without_correlations_ask_nothing_about_them(watched: Watched) -> None:
    page = watched.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    panel = {
        "type": "timeseries",
        "title": "P",
        "gridPos": {"x": 0, "y": 0, "w": 24, "h": 8},
        "datasource": {"uid": "made-up-too", "type": "testdata"},
        "targets": [{"refId": "A", "scenarioId": "random_walk"}],
    }
    post(
        watched,
        "/api/dashboards/db",
        {"dashboard": {"title": "Plain", "uid": "plain", "panels": [panel]}},
    )
    page.goto("/d/plain")
    expect(page.locator('[data-panel-state="done"]')).to_have_count(1)
    assert not [url for url in asked if "/api/" in url and "correlations" in url]


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("width", [1440, 390])
def test_everybody_can_use_the_pages(
    browser: Browser, product: Product, theme: str, width: int
) -> None:
    """axe-core finds nothing, and a phone scrolls in one direction only."""
    watched = open_page(browser, product.url, theme=theme, width=width)
    page = watched.page
    sign_in(watched, "admin", "admin-password")
    prefer_theme(watched, product.url, theme)
    addresses = {
        "/datasources": "Made up, too",
        "/datasources/new": "PostgreSQL",
        "/datasources/edit/from-file": "datasources/made.yaml",
        "/datasources/new?kind=prometheus": "Scrape interval",
        "/datasources/new?kind=postgres": "Host and port",
        "/datasources/correlations": "Provisioned link",
        "/datasources/correlations/new": "Add transformation",
    }
    for address, text in addresses.items():
        page.goto(address)
        expect(page.get_by_text(text, exact=True).first).to_be_visible()
        assert page.evaluate("document.documentElement.dataset.theme") == theme
        # The page's policy forbids scripts of others; the debugger's evaluation is not bound by it.
        page.evaluate(_AXE.read_text())
        found = page.evaluate(
            "axe.run(document, {resultTypes: ['violations']}).then(({violations}) => "
            "violations.map(({id, nodes}) => [id, nodes.slice(0, 3).map(({html}) => html)]))"
        )
        assert found == [], address
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address
    watched.context.close()


@pytest.mark.parametrize("size", [(1440, 700), (390, 844)])
def test_saving_and_its_outcome_stay_on_screen(
    browser: Browser, product: Product, size: tuple[int, int]
) -> None:
    """Neither the button nor the reason of a failed test has to be scrolled to."""
    watched = open_page(browser, product.url, width=size[0], height=size[1])
    sign_in(watched, "admin", "admin-password")
    page = watched.page
    page.goto("/datasources/new?kind=prometheus")
    save = page.get_by_role("button", name="Save and test")
    expect(save).to_be_in_viewport(ratio=1)
    page.get_by_label("Name", exact=True).fill(f"Unreachable {size[0]}")
    page.get_by_label("Address", exact=True).first.fill("http://127.0.0.1:9")
    save.click()
    expect(page).to_have_url(re.compile("/datasources/edit/"))
    outcome = page.get_by_role("alert").filter(has_text="ms")
    expect(outcome).to_be_in_viewport(ratio=1)
    below, button = outcome.bounding_box(), save.bounding_box()
    assert below and button
    assert abs(below["y"] - button["y"]) < 220, "the reason stands where the button is"
    expect(save).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    expect_no_defects(watched)
    watched.context.close()


def test_a_form_with_unsaved_changes_asks_before_it_is_left(watched: Watched) -> None:
    page = watched.page
    page.goto("/datasources")
    page.get_by_role("link", name="Made up, too").click()
    name = page.get_by_label("Name", exact=True)
    expect(name).to_have_value("Made up, too")
    name.fill("Renamed")
    question = page.get_by_role("dialog", name="Discard your changes?")

    page.get_by_role("link", name="Data sources").first.click()
    question.get_by_role("button", name="Cancel").click()
    page.go_back()
    expect(question).to_be_visible()
    question.get_by_role("button", name="Cancel").click()
    expect(name).to_have_value("Renamed")
    page.locator("h1").first.click()
    page.keyboard.press("g")
    page.keyboard.press("d")
    expect(question).to_be_visible()
    question.get_by_role("button", name="Cancel").click()
    expect(page).to_have_url(re.compile("/datasources/edit/made-up-too"))

    asked = []
    page.once("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    page.close(run_before_unload=True)
    page.wait_for_timeout(500)
    assert asked == ["beforeunload"]

    page.get_by_role("link", name="Data sources").first.click()
    question.get_by_role("button", name="Discard changes").click()
    expect(page).to_have_url(re.compile("/datasources$"))
    page.get_by_role("link", name="Made up, too").click()
    expect(name).to_have_value("Made up, too")
    page.get_by_role("link", name="Data sources").first.click()
    expect(question).to_have_count(0)
    expect_no_defects(watched)
