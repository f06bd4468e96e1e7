"""Explore over a real Prometheus: both answers of a query, completion, errors at their place."""

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

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

pytestmark = [pytest.mark.browser, pytest.mark.prometheus]

PASSWORD = "admin-password"
_AXE = Path(__file__).parents[2] / "ui/node_modules/axe-core/axe.min.js"
_VIOLATIONS = (
    "axe.run(document, {resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa',"
    " 'wcag22aa']}).then(({violations}) => violations.map(({id, nodes}) =>"
    " [id, nodes.slice(0, 3).map(({html}) => html)]))"
)


def samples() -> str:
    """Requests of two handlers over the last ten minutes."""
    now = int(time.time())
    lines = ["# TYPE http_requests counter"]
    for handler, rate in (("/api", 3), ("/login", 1)):
        labels = f'{{handler="{handler}",instance="web:80",job="web"}}'
        lines += [
            f"http_requests_total{labels} {(600 - ago) * rate} {now - ago}"
            for ago in range(600, -1, -15)
        ]
    return "\n".join([*lines, "# EOF", ""])


@pytest.fixture(scope="module")
def prometheus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PrometheusServer]:
    if reason := available():
        pytest.skip(reason)
    directory = tmp_path_factory.mktemp("prometheus")
    with running_prometheus(directory, openmetrics=samples()) as server:
        yield server


@pytest.fixture(scope="module")
def product(
    browser: Browser, prometheus: PrometheusServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Product]:
    data = tmp_path_factory.mktemp("explore-prometheus") / "data"
    data.mkdir()
    started = start_product(
        data, f"cfg:security.admin_password={PASSWORD}", "cfg:egress.allow_loopback=true"
    )
    wait_until_healthy(started.url)
    watched = open_page(browser, started.url)
    sign_in(watched, "admin", PASSWORD)
    source = {"name": "Metrics", "uid": "prom", "type": "prometheus", "url": prometheus.url}
    reply = watched.context.request.post(
        "/api/datasources", data=source, headers={"Origin": started.url}
    )
    assert reply.ok, reply.text()
    watched.context.close()
    yield started
    assert started.stop() == 0


def explore(page: Page, **query: Any) -> None:
    pane = {
        "datasource": "prom",
        "queries": [{"refId": "A", "editorMode": "code", **query}],
        "range": {"from": "now-5m", "to": "now"},
    }
    page.goto(f"/explore?schemaVersion=1&panes={quote(json.dumps({'a': pane}))}")


@pytest.fixture
def watched(browser: Browser, product: Product) -> Iterator[Watched]:
    opened = open_page(browser, product.url)
    sign_in(opened, "admin", PASSWORD)
    yield opened
    opened.context.close()


def stored_panel(watched: Watched) -> dict[str, Any]:
    page = watched.page
    page.get_by_role("button", name="Add panel").click()
    page.get_by_role("button", name="Open dashboard").click()
    expect(page).to_have_url(re.compile("/d/"))
    uid = page.url.split("/d/")[1].split("/")[0].split("?")[0]
    model = watched.context.request.get(f"/api/dashboards/uid/{uid}").json()["dashboard"]
    panel: dict[str, Any] = model["panels"][0]
    return panel


def test_a_graph_shows_the_range_and_a_table_the_value_of_now(watched: Watched) -> None:
    page = watched.page
    explore(page, expr="http_requests_total", range=True, instant=True)
    graph = page.get_by_role("group", name="Graph", exact=True)
    table = page.get_by_role("group", name="Table", exact=True)
    expect(table.locator('[data-panel-state="done"]')).to_have_count(1, timeout=15_000)
    entries = graph.get_by_role("list", name="Legend").get_by_role("listitem")
    expect(entries).not_to_have_count(0)
    names = [name.strip() for name in entries.all_inner_texts()]
    assert len(set(names)) == len(names), "one entry for each series"
    expect(graph.get_by_text(f"{len(names)} series", exact=True)).to_be_visible()
    assert sorted(names) == ["/api", "/login"], "only the label that differs"
    watched.expect_no_errors()

    page.get_by_role("button", name="Add to dashboard").click()
    page.get_by_role("tab", name="New dashboard").click()
    page.get_by_label("Dashboard title").fill("Range")
    shown = stored_panel(watched)
    assert shown["type"] == "timeseries"
    target = shown["targets"][0]
    assert (target["range"], target["instant"]) == (True, False)


def test_a_folded_graph_leaves_the_table_for_the_dashboard(watched: Watched) -> None:
    page = watched.page
    explore(page, expr="http_requests_total", range=True, instant=True)
    table = page.get_by_role("group", name="Table", exact=True)
    expect(table.locator('[data-panel-state="done"]')).to_have_count(1, timeout=15_000)
    page.get_by_role("button", name="Graph", exact=True).click()
    page.get_by_role("button", name="Add to dashboard").click()
    page.get_by_role("tab", name="New dashboard").click()
    page.get_by_label("Dashboard title").fill("Now")
    shown = stored_panel(watched)
    assert shown["type"] == "table"
    target = shown["targets"][0]
    assert (target["range"], target["instant"], target["format"]) == (False, True, "table")
    panel = page.locator('[data-panel-type="table"]')
    expect(panel.locator('[data-panel-state="done"]')).to_have_count(1, timeout=15_000)


def test_a_query_that_prometheus_refuses_is_marked_at_its_place(watched: Watched) -> None:
    """The grammar takes `rate(up)`; only the server knows that a range is missing."""
    page = watched.page
    explore(page, expr="sum(rate(up))", range=True)
    mark = page.locator(".cm-lintRange-error")
    expect(mark).to_have_text("up")
    mark.hover()
    expect(page.locator(".cm-tooltip-lint")).to_contain_text("expected type range vector")
    page.get_by_role("textbox", name="PromQL").click()
    page.keyboard.press("End")
    page.keyboard.type(" ")
    expect(mark).to_have_count(0)

    explore(page, expr="sum(up) by job", range=True)
    expect(page.locator(".cm-lintRange-error").first).to_contain_text("job")


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("width", [1440, 390])
def test_completion_is_readable_and_works_with_the_keyboard(
    browser: Browser, product: Product, theme: str, width: int
) -> None:
    watched = open_page(browser, product.url, theme=theme, width=width)
    page = watched.page
    sign_in(watched, "admin", PASSWORD)
    prefer_theme(watched, product.url, theme)
    explore(page, expr="")
    editor = page.get_by_role("textbox", name="PromQL")
    editor.click()
    page.keyboard.type("r")
    listbox = page.get_by_role("listbox")
    expect(listbox).to_be_visible()
    options = listbox.get_by_role("option")
    expect(options.nth(1)).to_be_visible()
    for option in options.all()[:3]:
        box = option.bounding_box()
        assert box and box["height"] >= 24
    page.wait_for_timeout(100)
    page.keyboard.press("ArrowDown")
    chosen = listbox.locator('[aria-selected="true"]')
    name = chosen.locator(".cm-completionLabel").inner_text()
    assert editor.get_attribute("aria-activedescendant") == chosen.get_attribute("id")
    page.evaluate(_AXE.read_text())
    assert page.evaluate(_VIOLATIONS) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.keyboard.press("Enter")
    expect(editor).to_contain_text(name)
    expect(listbox).to_have_count(0)
    watched.context.close()
