"""Rows of a grouped table expand into the rows that they stand for."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect
from tests.fixtures.axe import violations
from tests.fixtures.browser import Product, open_page, sign_in, start_product, wait_until_healthy

pytestmark = pytest.mark.browser

_PASSWORD = "admin-password"


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    data = tmp_path_factory.mktemp("nested") / "data"
    data.mkdir()
    started = start_product(data, f"cfg:security.admin_password={_PASSWORD}")
    wait_until_healthy(started.url)
    yield started
    assert started.stop() == 0


def _bottom(of: Locator) -> float:
    box = of.bounding_box()
    assert box
    return box["y"] + box["height"]


def test_a_row_is_expanded_by_keyboard_and_moves_the_rows_below(
    browser: Browser, product: Product
) -> None:
    watched = open_page(browser, product.url)
    sign_in(watched, "admin", _PASSWORD)
    rows = "kind,host,load\nweb,web-1,1\ndb,db-1,2\nweb,web-2,3\n"
    fields = {"kind": {"operation": "groupby", "aggregations": []}}
    panel = {
        "id": 1,
        "type": "table",
        "title": "Hosts",
        "gridPos": {"x": 0, "y": 0, "w": 24, "h": 12},
        "datasource": {"type": "testdata", "uid": "vedette-testdata"},
        "targets": [{"refId": "A", "scenarioId": "csv_content", "csvContent": rows}],
        "transformations": [{"id": "groupToNestedTable", "options": {"fields": fields}}],
    }
    reply = watched.context.request.post(
        "/api/dashboards/db",
        data={"dashboard": {"uid": "nested", "title": "Nested", "panels": [panel]}},
        headers={"Origin": product.url},
    )
    assert reply.ok, reply.text()
    page = watched.page
    page.goto("/d/nested")
    expander = page.get_by_role("button", name="Rows of web")
    expander.focus()
    page.keyboard.press("Enter")
    inner = page.get_by_role("table", name="Rows of web")
    expect(inner.get_by_role("cell", name="web-2")).to_be_visible()
    expect(expander).to_have_attribute("aria-expanded", "true")
    below = page.get_by_role("button", name="Rows of db").bounding_box()
    assert below
    assert _bottom(inner.get_by_role("cell", name="web-2")) <= below["y"] + 1
    assert violations(page) == []
    page.keyboard.press("Enter")
    expect(inner).to_have_count(0)
    watched.context.close()
