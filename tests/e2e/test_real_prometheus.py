"""A provisioned dashboard on a real Prometheus that scrapes a real machine, seen in a browser."""

import json
import os

import pytest
from playwright.sync_api import Browser, expect
from tests.fixtures.browser import Product, Watched, open_page, sign_in
from tests.fixtures.dashboards import public_dashboard
from tests.fixtures.exchanges import Exchanges, expect_equal_numbers
from tests.fixtures.monitored import PASSWORD
from tests.fixtures.prometheus import PrometheusServer

pytestmark = [pytest.mark.browser, pytest.mark.prometheus]


def open_dashboard(
    browser: Browser, monitored_product: Product, path: str
) -> tuple[Watched, Exchanges]:
    watched = open_page(browser, monitored_product.url, height=1200)
    sign_in(watched, "admin", PASSWORD)
    exchanges = Exchanges()
    watched.page.on("response", exchanges.note)
    watched.page.goto(path)
    watched.page.wait_for_selector("[data-panel]")
    return watched, exchanges


def walk_through(watched: Watched) -> dict[str, list[str]]:
    """Scrolls over every panel until none waits; titles by the state they ended in."""
    page = watched.page
    states: dict[str, list[str]] = {}
    panels = page.locator("[data-panel]")
    for index in range(panels.count()):
        panel = panels.nth(index)
        panel.scroll_into_view_if_needed()
        settled = panel.locator('[data-panel-state]:not([data-panel-state="waiting"])')
        expect(settled).to_have_count(1, timeout=30_000)
        state = settled.get_attribute("data-panel-state") or ""
        states.setdefault(state, []).append(panel.inner_text().split("\n")[0])
    return states


def test_our_node_overview_is_drawn_with_prometheus_own_numbers(
    browser: Browser, monitored_product: Product, node_prometheus: PrometheusServer
) -> None:
    watched, exchanges = open_dashboard(
        browser, monitored_product, "/d/node-overview?from=now-5m&to=now"
    )
    states = walk_through(watched)
    assert set(states) <= {"done", "empty"}, states
    assert len(states["done"]) >= 15, states
    assert expect_equal_numbers(exchanges, node_prometheus.url) >= 40
    cores = watched.page.locator("[data-panel]").filter(has_text="Size").first
    expect(cores).to_contain_text(str(os.cpu_count()))
    watched.expect_no_errors()
    watched.context.close()


def test_node_exporter_full_is_imported_and_drawn_with_prometheus_own_numbers(
    browser: Browser, monitored_product: Product, node_prometheus: PrometheusServer
) -> None:
    model = json.loads(public_dashboard("node-exporter/node-exporter-full.json").read_text())
    watched = open_page(browser, monitored_product.url)
    sign_in(watched, "admin", PASSWORD)
    imported = watched.context.request.post(
        "/api/dashboards/import",
        data={"dashboard": model, "overwrite": True, "inputs": []},
        headers={"Origin": monitored_product.url},
    )
    assert imported.ok, imported.text()
    path = f"/d/{imported.json()['uid']}?from=now-5m&to=now"
    watched.context.close()
    watched, exchanges = open_dashboard(browser, monitored_product, path)
    watched.page.keyboard.press("d")
    watched.page.keyboard.press("Shift+E")
    states = walk_through(watched)
    assert set(states) <= {"done", "empty"}, states
    assert len(states["done"]) >= 40, states
    assert expect_equal_numbers(exchanges, node_prometheus.url) >= 100
    watched.expect_no_errors()
    watched.context.close()
