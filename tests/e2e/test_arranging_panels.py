"""Arrange panels in edit mode: by mouse, by keys, and on a phone."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.fixtures.browser import (
    Product,
    Watched,
    open_page,
    sign_in,
    start_product,
    wait_until_healthy,
)

pytestmark = pytest.mark.browser

_PASSWORD = "admin-password"


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    data = tmp_path_factory.mktemp("arranging") / "data"
    data.mkdir()
    words = (f"cfg:security.admin_password={_PASSWORD}", "cfg:tour.enabled=false")
    started = start_product(data, *words)
    wait_until_healthy(started.url)
    yield started
    assert started.stop() == 0


@pytest.fixture
def watched(browser: Browser, product: Product) -> Iterator[Watched]:
    opened = open_page(browser, product.url)
    sign_in(opened, "admin", _PASSWORD)
    yield opened
    opened.context.close()


def text(number: int, x: int, y: int, w: int, h: int) -> dict[str, Any]:
    return {
        "id": number,
        "type": "text",
        "title": f"Note {number}",
        "gridPos": {"h": h, "w": w, "x": x, "y": y},
        "options": {"mode": "markdown", "content": f"Text of note {number}"},
    }


def row(number: int, y: int, panels: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    return {
        "id": number,
        "type": "row",
        "title": f"Row {number}",
        "collapsed": panels is not None,
        "gridPos": {"h": 1, "w": 24, "x": 0, "y": y},
        "panels": panels or [],
    }


PANELS = [
    text(1, 0, 0, 12, 6),
    text(2, 12, 0, 12, 6),
    row(9, 6, [text(3, 0, 7, 24, 5)]),
]


def open_editor(watched: Watched, product: Product, uid: str) -> Page:
    model = {"uid": uid, "title": f"Arranged {uid}", "schemaVersion": 39, "panels": PANELS}
    reply = watched.context.request.post(
        "/api/dashboards/db",
        data={"dashboard": model, "overwrite": True},
        headers={"Origin": product.url},
    )
    assert reply.ok, reply.text()
    watched.page.goto(f"/d/{uid}?edit")
    expect(cell(watched.page, 1)).to_be_visible()
    return watched.page


def cell(page: Page, number: int) -> Locator:
    return page.locator(f'[data-cell="panel-{number}"]')


def row_cell(page: Page, number: int) -> Locator:
    return page.locator(f'[data-cell="row-{number}"]')


def name(number: int, column: int, line: int, width: int, height: int) -> str:
    return f"Note {number}, text, column {column}, row {line}, {width} by {height}"


def expect_place(page: Page, number: int, *place: int) -> None:
    expect(cell(page, number)).to_have_attribute("aria-label", name(number, *place))


def middle(locator: Locator) -> tuple[float, float]:
    box = locator.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_panel_swaps_with_its_neighbor_by_mouse(watched: Watched, product: Product) -> None:
    """A move over an equal neighbor swaps both; moving on or Esc restores the layout."""
    page = open_editor(watched, product, "swap")
    header = cell(page, 1).locator("header")
    x, y = middle(header)
    target, _ = middle(cell(page, 2).locator("header"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(target - 20, y, steps=8)
    expect(page.get_by_text("swaps with Note 2")).to_be_visible()
    expect_place(page, 2, 1, 1, 12, 6)
    page.mouse.move(x, y + 3, steps=8)
    expect_place(page, 2, 13, 1, 12, 6)
    page.mouse.move(target, y, steps=4)
    page.keyboard.press("Escape")
    page.mouse.up()
    expect_place(page, 1, 1, 1, 12, 6)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(target, y, steps=4)
    page.mouse.up()
    expect_place(page, 1, 13, 1, 12, 6)
    expect_place(page, 2, 1, 1, 12, 6)
    page.get_by_role("button", name="Undo").click()
    expect_place(page, 1, 1, 1, 12, 6)


def test_a_panel_is_moved_and_resized_by_keys(watched: Watched, product: Product) -> None:
    page = open_editor(watched, product, "keys")
    cell(page, 1).focus()
    page.keyboard.press("m")
    expect(page.get_by_text("Moving Note 1")).to_be_visible()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    expect_place(page, 1, 13, 1, 12, 6)
    expect(cell(page, 1)).to_be_focused()
    page.keyboard.press("r")
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("Enter")
    expect_place(page, 1, 13, 1, 6, 6)
    page.keyboard.press("m")
    page.keyboard.press("ArrowDown")
    expect(cell(page, 3)).to_be_visible()
    page.keyboard.press("Enter")
    expect_place(page, 1, 13, 8, 6, 6)
    expect(cell(page, 1)).to_be_focused()


def test_a_panel_is_resized_by_its_edge(watched: Watched, product: Product) -> None:
    page = open_editor(watched, product, "edge")
    box = cell(page, 1).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"], box["y"] + 100)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 100, steps=6)
    page.mouse.up()
    expect_place(page, 1, 1, 1, 6, 6)
    page.get_by_role("radio", name="Half").click()
    expect_place(page, 1, 1, 1, 12, 6)


def test_several_panels_are_duplicated_and_undone(watched: Watched, product: Product) -> None:
    page = open_editor(watched, product, "several")
    cell(page, 1).locator("header h2").click()
    cell(page, 2).locator("header h2").click(modifiers=["Control"])
    toolbar = page.get_by_role("toolbar", name="Selected panels")
    expect(toolbar).to_contain_text("2 selected")
    toolbar.get_by_role("button", name="Duplicate").click()
    expect(page.locator('[data-cell^="panel-"]')).to_have_count(4)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator('[data-cell^="panel-"]')).to_have_count(2)


def test_a_panel_is_dragged_into_a_closed_row(watched: Watched, product: Product) -> None:
    """The row opens while the panel is held over it."""
    page = open_editor(watched, product, "row")
    page.mouse.move(*middle(cell(page, 1).locator("header")))
    page.mouse.down()
    x, y = middle(row_cell(page, 9))
    page.mouse.move(x, y, steps=6)
    expect(cell(page, 3)).to_be_visible()
    page.mouse.up()
    expect(row_cell(page, 9)).to_have_attribute("aria-label", "Row 9, row, 2 panels")


def test_panels_are_arranged_on_a_phone(browser: Browser, product: Product) -> None:
    """A tap selects, and the sheet moves the panel; nothing is wider than the window."""
    opened = open_page(browser, product.url, width=390, height=844)
    sign_in(opened, "admin", _PASSWORD)
    page = open_editor(opened, product, "phone")
    cell(page, 1).locator("header h2").click()
    sheet = page.get_by_role("region", name="Note 1")
    sheet.get_by_role("button", name="Move down").click()
    expect_place(page, 1, 13, 1, 12, 6)
    sheet.get_by_role("radio", name="Full").click()
    expect_place(page, 1, 1, 1, 24, 6)
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390
    opened.context.close()
