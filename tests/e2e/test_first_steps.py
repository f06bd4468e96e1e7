"""What a new user does first, in a real browser."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.fixtures.browser import (
    Product,
    Watched,
    open_page,
    sign_in,
    start_product,
    wait_until_healthy,
)

pytestmark = pytest.mark.browser


PASSWORD = "a new and long password"


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    """Whose administrator has chosen a password."""
    data = tmp_path_factory.mktemp("first-steps") / "data"
    data.mkdir()
    words = ("cfg:metrics.interval_seconds=1", f"cfg:security.admin_password={PASSWORD}")
    started = start_product(data, *words)
    wait_until_healthy(started.url)
    yield started
    assert started.stop() == 0


def drawn(watched: Watched, states: str = '[data-panel-state="done"]') -> None:
    """Every panel on the page is drawn: none waits, none has an error, none is unknown."""
    page = watched.page
    page.wait_for_selector("[data-panel]")
    panels = page.locator("[data-panel]")
    for index in range(panels.count()):
        panel = panels.nth(index)
        panel.scroll_into_view_if_needed()
        expect(panel.locator(states)).to_have_count(1, timeout=15_000)


def test_the_printed_password_opens_the_door_once_and_is_then_changed(
    browser: Browser, tmp_path: Path
) -> None:
    (tmp_path / "data").mkdir()
    product = start_product(tmp_path / "data")
    wait_until_healthy(product.url)
    watched = open_page(browser, product.url)
    page = watched.page
    page.goto("/")
    expect(page).to_have_url(re.compile("/login"))
    page.get_by_label("Email or username").fill("admin")
    page.get_by_label("Password", exact=True).fill(product.first_password)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Choose a new password")).to_be_visible()
    page.get_by_label("New password", exact=True).fill(PASSWORD)
    page.get_by_label("Confirm new password").fill(PASSWORD)
    current = page.get_by_label("Current password")
    if current.count():
        current.fill(product.first_password)
    page.get_by_role("button", name="Save and continue").click()
    expect(page.get_by_role("navigation", name="Primary")).to_be_visible()
    watched.expect_no_errors()
    watched.context.close()
    assert product.stop() == 0


@pytest.mark.parametrize("tour", ["vedette-tour", "vedette-signals"])
def test_the_tours_draw_every_panel(browser: Browser, product: Product, tour: str) -> None:
    watched = open_page(browser, product.url, height=1200)
    sign_in(watched, "admin", PASSWORD)
    watched.page.goto(f"/d/{tour}")
    drawn(watched)
    watched.expect_no_errors()
    watched.context.close()


def test_the_alerts_of_the_tour_show_their_states_and_tell_nobody(
    browser: Browser, product: Product
) -> None:
    watched = open_page(browser, product.url)
    sign_in(watched, "admin", PASSWORD)
    page = watched.page
    page.goto("/alerting/list")
    page.get_by_label("Search alert rules").fill("Disk nearly full")
    link = page.get_by_role("link", name="Disk nearly full (tour)", exact=True)
    row = page.get_by_role("listitem").filter(has=link).last
    expect(row.get_by_text("Firing", exact=True)).to_be_visible(timeout=40_000)
    ledger = watched.context.request.get("/api/v1/alerting/ledger").json()["items"]
    assert {item["labels"]["alertname"] for item in ledger} == {"Disk nearly full (tour)"}
    assert watched.context.request.get("/api/v1/alerting/deliveries").json()["items"] == []
    watched.expect_no_errors()
    watched.context.close()


def test_the_servers_own_numbers_are_shown_without_a_metrics_store(
    browser: Browser, product: Product
) -> None:
    watched = open_page(browser, product.url, height=1200)
    sign_in(watched, "admin", PASSWORD)
    watched.page.wait_for_timeout(2_500)  # two looks at the numbers after signing in
    watched.page.goto("/d/vedette-own-numbers")
    drawn(watched, '[data-panel-state="done"], [data-panel-state="empty"]')
    users = watched.page.locator("[data-panel]").first
    expect(users).to_contain_text("1")
    watched.expect_no_errors()
    watched.context.close()


def test_the_browser_gets_a_strict_policy_and_keeps_to_it(
    browser: Browser, product: Product
) -> None:
    watched = open_page(browser, product.url)
    reply = watched.page.goto("/login")
    assert reply is not None
    policy = reply.header_value("content-security-policy") or ""
    assert "require-trusted-types-for 'script'" in policy
    assert "unsafe-eval" not in policy
    assert re.search(r"script-src 'nonce-[\w-]{20,}'", policy)
    watched.expect_no_errors()
    watched.context.close()


def test_panels_ask_again_once_the_server_is_back(browser: Browser, product: Product) -> None:
    watched = open_page(browser, product.url)
    sign_in(watched, "admin", PASSWORD)
    page = watched.page
    page.goto("/d/vedette-tour?refresh=")
    panel = page.locator("[data-panel]").filter(has=page.get_by_role("heading", name="Orders"))
    expect(panel.locator('[data-panel-state="done"]')).to_be_visible(timeout=15_000)
    failed = panel.get_by_text("Error", exact=True)
    watched.context.set_offline(True)
    page.get_by_role("button", name="Refresh now").click()
    expect(failed).to_be_visible(timeout=15_000)
    watched.context.set_offline(False)
    expect(failed).to_have_count(0, timeout=20_000)
    watched.context.close()


def test_an_edit_outlives_a_look_at_the_versions(browser: Browser, product: Product) -> None:
    watched = open_page(browser, product.url)
    sign_in(watched, "admin", PASSWORD)
    page = watched.page
    page.goto("/d/vedette-tour")
    page.get_by_role("button", name="Settings").click()
    written = page.get_by_role("textbox", name="Dashboard JSON")
    written.click()
    page.keyboard.press("Control+Home")
    page.keyboard.insert_text("// unfinished")
    page.get_by_role("tab", name="Versions").click()
    expect(page.get_by_text("Newest", exact=True)).to_be_visible()
    page.get_by_role("tab", name="JSON").click()
    expect(written).to_contain_text("// unfinished")
    watched.expect_no_errors()
    watched.context.close()


def test_a_stopped_server_loses_nothing_that_it_confirmed(browser: Browser, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    first = start_product(data, "cfg:security.admin_password=admin-password")
    wait_until_healthy(first.url)
    watched = open_page(browser, first.url)
    sign_in(watched, "admin", "admin-password")
    body = {"dashboard": {"title": "Kept", "uid": "kept", "panels": []}}
    saved = watched.context.request.post(
        "/api/dashboards/db", data=body, headers={"Origin": first.url}
    )
    assert saved.ok, saved.text()
    first.process.kill()
    first.process.wait(10)
    second = start_product(data, "cfg:security.admin_password=admin-password")
    wait_until_healthy(second.url)
    again = open_page(browser, second.url)
    sign_in(again, "admin", "admin-password")
    assert again.context.request.get("/api/dashboards/uid/kept").ok
    again.context.close()
    watched.context.close()
    second.stop()
