"""Choosing a time range in a real browser: typed, and from the calendar."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.fixtures.browser import (
    Product,
    open_page,
    prefer_theme,
    sign_in,
    start_product,
    wait_until_healthy,
)

pytestmark = pytest.mark.browser

PASSWORD = "admin-password"
_AXE = Path(__file__).parents[2] / "ui/node_modules/axe-core/axe.min.js"
_MARCH = "/explore?schemaVersion=1&panes=" + (
    "%7B%22a%22:%7B%22datasource%22:%22vedette-testdata%22,%22queries%22:%5B%5D,"
    "%22range%22:%7B%22from%22:%221773532800000%22,%22to%22:%221773619200000%22%7D%7D%7D"
)
"""Explore from 2026-03-15 to 2026-03-16 UTC."""


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    data = tmp_path_factory.mktemp("time") / "data"
    data.mkdir()
    started = start_product(data, f"cfg:security.admin_password={PASSWORD}")
    wait_until_healthy(started.url)
    yield started
    assert started.stop() == 0


def picker(page: Page) -> None:
    page.locator('[aria-label="Time range"] button[aria-haspopup]').first.click()
    expect(page.get_by_label("From", exact=True)).to_be_visible()


def test_enter_in_a_field_applies_the_range_and_closes_the_picker(
    browser: Browser, product: Product
) -> None:
    watched = open_page(browser, product.url)
    page = watched.page
    sign_in(watched, "admin", PASSWORD)
    for field, text in (("From", "now-7h"), ("To", "now-1h")):
        page.goto(_MARCH)
        picker(page)
        page.get_by_label("From", exact=True).fill("now-9h")
        page.get_by_label("To", exact=True).fill("now-2h")
        page.get_by_label(field, exact=True).fill(text)
        page.keyboard.press("Enter")
        expect(page.get_by_label("From", exact=True)).to_have_count(0)
        expect(page).to_have_url(re.compile(text))
    watched.expect_no_errors()
    watched.context.close()


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("width", [1440, 390])
def test_days_are_chosen_from_a_calendar(
    browser: Browser, product: Product, theme: str, width: int
) -> None:
    """With the pointer and with the keyboard alone; axe-core finds nothing."""
    watched = open_page(browser, product.url, theme=theme, width=width)
    page = watched.page
    sign_in(watched, "admin", PASSWORD)
    prefer_theme(watched, product.url, theme)
    page.goto(_MARCH)
    picker(page)
    page.get_by_role("button", name="Calendar", exact=True).click()
    calendar = page.get_by_role("group", name="Calendar")
    expect(calendar.get_by_role("grid", name="March 2026")).to_be_visible()
    calendar.get_by_role("button", name="Previous month").click()
    calendar.get_by_role("button", name="Tuesday, February 10, 2026").click()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.get_by_label("From", exact=True)).to_have_value("2026-02-10 00:00:00")
    expect(page.get_by_label("To", exact=True)).to_have_value("2026-02-18 23:59:59")
    page.evaluate(_AXE.read_text())
    found = page.evaluate(
        "axe.run(document, {resultTypes: ['violations']}).then(({violations}) => "
        "violations.map(({id, nodes}) => [id, nodes.slice(0, 3).map(({html}) => html)]))"
    )
    assert found == []
    page.get_by_role("button", name="Apply").click()
    expect(calendar).to_have_count(0)
    expect(page).to_have_url(re.compile("1770681600000.*1771459199"))
    watched.expect_no_errors()
    watched.context.close()
