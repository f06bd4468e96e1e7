"""What people find their way by: marks, the palette, the focus, and what they typed already."""

import re
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, Page, Route, expect
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
_FIRING = "Disk nearly full (tour)"
_QUIET = "Queue backs up (tour)"
_SOON = 40_000
"""The rules of the tour are evaluated every 30 seconds."""


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    data = tmp_path_factory.mktemp("around") / "data"
    data.mkdir()
    started = start_product(data, f"cfg:security.admin_password={_PASSWORD}")
    wait_until_healthy(started.url)
    yield started
    assert started.stop() == 0


@pytest.fixture
def watched(browser: Browser, product: Product) -> Iterator[Watched]:
    opened = open_page(browser, product.url)
    sign_in(opened, "admin", _PASSWORD)
    yield opened
    opened.context.close()


def send(watched: Watched, product: Product, path: str, body: Any) -> Any:
    reply = watched.context.request.post(path, data=body, headers={"Origin": product.url})
    assert reply.ok, reply.text()
    return reply.json()


def search(page: Page, text: str) -> None:
    page.get_by_role("button", name="Search or jump to").click()
    page.get_by_role("combobox", name="Search", exact=True).fill(text)


def test_the_way_to_alerting_is_marked_while_a_rule_fires(watched: Watched) -> None:
    page = watched.page
    page.goto("/dashboards")
    way = page.get_by_role("navigation", name="Primary").get_by_role("link", name="Alerting")
    expect(way).to_have_accessible_name("Alerting (1 rule firing)", timeout=_SOON)
    expect(way.locator("[data-firing]")).to_be_visible()
    watched.expect_no_errors()


def test_an_alert_rule_is_found_by_words_of_its_name_and_opened(watched: Watched) -> None:
    page = watched.page
    page.goto("/dashboards")
    search(page, "tour disk")
    rules = page.get_by_role("group", name="Alert rules")
    expect(rules.get_by_role("option", name=_FIRING)).to_be_visible()
    expect(rules.get_by_role("option")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=_FIRING)).to_be_visible()
    watched.expect_no_errors()


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("alert rules", "Alert rules"),
        ("contact points", "Contact points"),
        ("silences", "Silences"),
        ("data sources", "Data sources"),
        ("correlations", "Correlations"),
        ("new silence", "New silence"),
        ("new contact", "New contact point"),
        ("add data", "Add data source"),
    ],
)
def test_pages_are_found_by_their_names(watched: Watched, text: str, title: str) -> None:
    page = watched.page
    page.goto("/profile")
    search(page, f">{text}")
    page.get_by_role("group", name="Go to").get_by_role("option", name=title).click()
    expect(page.get_by_role("heading", level=1, name=title)).to_be_visible()
    watched.expect_no_errors()


def test_what_is_typed_while_a_chooser_is_fetched_is_not_lost(watched: Watched) -> None:
    page, held = watched.page, list[Route]()
    parts = re.compile(r"/assets/(OptionPicker|forms|overlays)-[^/]*\.js")
    page.route(parts, lambda route: held.append(route))
    page.goto("/d/vedette-tour")
    chip = page.locator("[data-variable]").first
    expect(chip).to_be_visible()
    chip.focus()
    page.keyboard.press("Enter")
    page.keyboard.type("web")
    page.wait_for_timeout(200)
    assert held
    page.unroute(parts)  # Lets go of those that were held, too.
    typed = page.get_by_role("combobox", name=re.compile("^Search"))
    expect(typed).to_be_focused()
    page.keyboard.type("-x")
    expect(typed).to_have_value("web-x")
    watched.expect_no_errors()


def test_a_dashboard_that_is_not_there_is_asked_for_once(watched: Watched) -> None:
    page, asked = watched.page, list[str]()
    page.on("request", lambda sent: asked.append(sent.url) if "uid/gone" in sent.url else None)
    page.goto("/d/gone")
    expect(page.locator("strong", has_text="Dashboard not found")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert len(asked) == 1, asked


def test_the_focus_stays_with_a_panel_that_was_looked_at_alone(watched: Watched) -> None:
    page = watched.page
    page.goto("/d/vedette-tour")
    panel = page.locator("[data-panel]").nth(1)
    key = panel.get_attribute("data-panel")
    panel.focus()
    page.keyboard.press("v")
    expect(page).to_have_url(re.compile("viewPanel="))
    alone = page.locator("[data-panel]")
    expect(alone).to_have_count(1)
    expect(alone).to_be_focused()
    page.keyboard.press("Escape")
    expect(page).not_to_have_url(re.compile("viewPanel="))
    expect(page.locator(f'[data-panel="{key}"]')).to_be_focused()
    page.locator(f'[data-panel="{key}"]').get_by_role("button", name="View full screen").click()
    expect(alone).to_have_count(1)
    page.get_by_role("button", name="Back to the dashboard").press("Enter")
    expect(page.locator(f'[data-panel="{key}"]')).to_be_focused()
    watched.expect_no_errors()


def test_the_focus_goes_to_the_heading_once_a_rule_is_saved(
    watched: Watched, product: Product
) -> None:
    page = watched.page
    folder, rule = f"Around {uuid4().hex[:8]}", f"Saved by keyboard {uuid4().hex[:8]}"
    send(watched, product, "/api/folders", {"title": folder})
    page.goto("/alerting/list")
    page.get_by_role("link", name="New alert rule").first.click()
    name = page.get_by_label("Name", exact=True)
    expect(name).to_be_focused()
    name.fill(rule)
    page.get_by_role("button", name=re.compile("^Folder:")).click()
    page.get_by_role("option", name=folder).click()
    page.get_by_role("button", name=re.compile("^Group:")).click()
    page.get_by_role("combobox", name="Search Group").fill("around")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Save rule").press("Enter")
    expect(page.get_by_role("heading", name=rule)).to_be_focused()
    watched.expect_no_errors()


def test_the_focus_of_a_page_that_the_browser_opened_is_left_alone(watched: Watched) -> None:
    page = watched.page
    page.goto("/alerting/list")
    expect(page.get_by_role("link", name=_QUIET)).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()


@pytest.mark.parametrize("width", [1440, 390])
def test_cards_of_a_rule_end_where_their_content_does(
    browser: Browser, product: Product, width: int
) -> None:
    watched = open_page(browser, product.url, width=width)
    sign_in(watched, "admin", _PASSWORD)
    page = watched.page
    page.goto("/alerting/grafana/vedette-tour-disks/view")
    timeline = page.get_by_role("region", name="State history")
    states = timeline.get_by_role("list").get_by_text("Firing", exact=True)
    expect(states).to_be_visible(timeout=_SOON)
    card, last = timeline.bounding_box(), states.bounding_box()
    assert card and last
    assert card["y"] + card["height"] - (last["y"] + last["height"]) <= 18
    latest = page.get_by_role("region", name="Last evaluation")
    button, whole = (
        latest.get_by_role("button", name="Explain").bounding_box(),
        latest.bounding_box(),
    )
    about = latest.get_by_text("result and next evaluation").bounding_box()
    assert button and about and whole
    end = max(each["y"] + each["height"] for each in (button, about))
    assert whole["y"] + whole["height"] - end <= 18
    watched.expect_no_errors()
    watched.context.close()
