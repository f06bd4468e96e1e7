"""The crosshair that panels of a dashboard share, in a real browser."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect
from tests.fixtures.browser import Product, open_page, sign_in, start_product, wait_until_healthy

pytestmark = pytest.mark.browser

PASSWORD = "admin-password"


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    data = tmp_path_factory.mktemp("crosshair") / "data"
    data.mkdir()
    started = start_product(data, f"cfg:security.admin_password={PASSWORD}")
    wait_until_healthy(started.url)
    yield started
    assert started.stop() == 0


def panel(number: int, top: int) -> dict[str, Any]:
    return {
        "id": number,
        "type": "timeseries",
        "title": f"Panel {number}",
        "gridPos": {"x": 0, "y": top, "w": 24, "h": 8},
        "datasource": {"type": "testdata", "uid": "vedette-testdata"},
        "targets": [{"refId": "A", "scenarioId": "random_walk"}],
    }


def crosshair(one: Locator) -> str:
    place: str = one.locator(".u-cursor-x").evaluate("line => line.style.transform")
    return place


def test_only_charts_on_screen_follow_the_pointer(browser: Browser, product: Product) -> None:
    """A chart that was off screen shows the crosshair when it is scrolled to."""
    watched = open_page(browser, product.url, height=700)
    sign_in(watched, "admin", PASSWORD)
    dashboard = {
        "uid": "crosshair",
        "title": "Crosshair",
        "schemaVersion": 39,
        "graphTooltip": 1,
        "panels": [panel(1, 0), panel(2, 8), panel(3, 24)],
    }
    reply = watched.context.request.post(
        "/api/dashboards/db",
        data={"dashboard": dashboard, "overwrite": True},
        headers={"Origin": product.url},
    )
    assert reply.ok, reply.text()
    page = watched.page
    page.goto("/d/crosshair")
    charts = page.locator(".vd-plot")
    page.mouse.move(700, 400)
    page.mouse.wheel(0, 5_000)
    expect(page.locator(".vd-plot canvas")).to_have_count(3)
    page.mouse.wheel(0, -5_000)
    expect(charts.nth(2)).not_to_be_in_viewport()
    page.wait_for_timeout(300)
    before = crosshair(charts.nth(2))
    page.mouse.move(0, 0)
    charts.first.focus()
    page.keyboard.press("Shift+ArrowRight")
    expect(charts.nth(1).locator(".u-cursor-x")).to_have_attribute(
        "style", charts.first.locator(".u-cursor-x").get_attribute("style") or ""
    )
    assert crosshair(charts.nth(2)) == before
    charts.nth(2).evaluate("chart => chart.scrollIntoView()")
    expect(charts.nth(2)).to_be_in_viewport()
    page.wait_for_timeout(300)
    assert crosshair(charts.nth(2)) != before
    watched.expect_no_errors()
    watched.context.close()
