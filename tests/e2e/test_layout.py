"""What people need is on the screen they have: in small panels, in pop-overs and on a phone."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect
from tests.fixtures.browser import Product, open_page, sign_in, start_product, wait_until_healthy

pytestmark = pytest.mark.browser

PASSWORD = "admin-password"
PHONE = (390, 844)
SIZES = [(1440, 900), PHONE]
_OVERFLOWS = "state => state.scrollHeight > state.clientHeight"


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    data = tmp_path_factory.mktemp("layout") / "data"
    data.mkdir()
    words = (f"cfg:security.admin_password={PASSWORD}", "cfg:egress.allow_loopback=true")
    started = start_product(data, *words)
    wait_until_healthy(started.url)
    yield started
    assert started.stop() == 0


def panel(number: int, kind: str, width: int, height: int, left: int) -> dict[str, Any]:
    return {
        "id": number,
        "type": kind,
        "title": f"Panel {number}",
        "gridPos": {"x": left, "y": 0, "w": width, "h": height},
        "datasource": {"type": "prometheus", "uid": "gone"},
        "targets": [{"refId": "A", "expr": "up"}],
    }


def is_within(inner: Locator, outer: Locator) -> bool:
    small, large = inner.bounding_box(), outer.bounding_box()
    assert small and large
    return (
        small["x"] >= large["x"]
        and small["y"] >= large["y"]
        and small["x"] + small["width"] <= large["x"] + large["width"]
        and small["y"] + small["height"] <= large["y"] + large["height"]
    )


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_small_panels_say_that_their_source_is_away(
    browser: Browser, product: Product, width: int, height: int
) -> None:
    """As the stats and gauges of the well-known dashboards of node exporter."""
    watched = open_page(browser, product.url, width=width, height=height)
    sign_in(watched, "admin", PASSWORD)
    send = watched.context.request.post
    origin = {"Origin": product.url}
    source = {"name": "Metrics", "uid": "gone", "type": "prometheus", "url": "http://127.0.0.1:9"}
    send("/api/datasources", data=source, headers=origin)
    panels = [
        panel(1, "stat", 2, 2, 0),
        panel(2, "stat", 4, 2, 2),
        panel(3, "gauge", 3, 4, 6),
        panel(4, "timeseries", 15, 4, 9),
    ]
    model = {"title": "Small", "uid": "small", "panels": panels}
    saved = send("/api/dashboards/db", data={"dashboard": model, "overwrite": True}, headers=origin)
    assert saved.ok, saved.text()
    watched.page.goto("/d/small")
    for number in range(1, 5):
        found = watched.page.locator(f'[data-panel="{number}"]')
        state = found.locator('[data-panel-state="error"]')
        expect(state).to_be_visible(timeout=15_000)
        words = state.get_by_text("No response from Metrics")
        assert is_within(words, state), number
        assert not state.evaluate(_OVERFLOWS), number
        expect(words.locator("..")).to_have_attribute("title", re.compile("connection refused"))
    # The list of alert rules would request its rules.
    watched.context.request.delete("/api/datasources/uid/gone", headers=origin)
    watched.context.close()


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_time_picker_shows_all_of_its_controls(
    browser: Browser, product: Product, width: int, height: int
) -> None:
    watched = open_page(browser, product.url, width=width, height=height)
    sign_in(watched, "admin", PASSWORD)
    page = watched.page
    page.goto("/d/vedette-tour")
    page.get_by_role("button", name=re.compile("Last 6 hours")).click()
    search = page.get_by_label("Search quick ranges")
    opened = page.get_by_role("dialog").filter(has=search)
    zone = opened.get_by_role("button", name=re.compile("^Time zone"))
    assert is_within(zone, opened)
    box = search.bounding_box()
    assert box and box["height"] >= 24
    watched.expect_no_errors()
    watched.context.close()


def test_the_current_page_of_alerting_is_in_view_on_a_phone(
    browser: Browser, product: Product
) -> None:
    watched = open_page(browser, product.url, width=PHONE[0], height=PHONE[1])
    sign_in(watched, "admin", PASSWORD)
    watched.page.goto("/alerting/notification-history")
    current = watched.page.get_by_role("navigation", name="Alerting").get_by_text(
        "Notification history"
    )
    expect(current).to_be_in_viewport(ratio=1)
    watched.expect_no_errors()
    watched.context.close()


def test_a_field_that_is_missing_is_not_behind_the_top_row(
    browser: Browser, product: Product
) -> None:
    watched = open_page(browser, product.url, width=PHONE[0], height=PHONE[1])
    sign_in(watched, "admin", PASSWORD)
    page = watched.page
    page.goto("/alerting/notifications/receivers/new")
    page.get_by_role("button", name="Save contact point").click()
    name = page.get_by_label("Name", exact=True)
    expect(name).to_be_focused()
    field, top = name.bounding_box(), page.locator("main header").first.bounding_box()
    assert field and top
    assert field["y"] >= top["y"] + top["height"]
    watched.expect_no_errors()
    watched.context.close()


@pytest.mark.parametrize(
    "path", ["list", "notifications", "silences", "groups", "notification-history"]
)
def test_the_placeholder_of_a_search_field_is_not_cut_off(
    browser: Browser, product: Product, path: str
) -> None:
    watched = open_page(browser, product.url, width=1440, height=900)
    sign_in(watched, "admin", PASSWORD)
    watched.page.goto(f"/alerting/{path}")
    search = watched.page.locator("main").get_by_role("searchbox").first
    expect(search).to_be_visible()
    needed, available = search.evaluate(
        """input => {
          const style = getComputedStyle(input);
          const context = document.createElement('canvas').getContext('2d');
          context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
          const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
          return [context.measureText(input.placeholder).width, input.clientWidth - padding];
        }"""
    )
    assert 0 < needed <= available
    watched.expect_no_errors()
    watched.context.close()
