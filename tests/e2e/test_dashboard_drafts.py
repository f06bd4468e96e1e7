"""Editing a dashboard: the draft survives, is saved, merged, and edited in one tab at a time."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
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
    data = tmp_path_factory.mktemp("drafts") / "data"
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


def send(watched: Watched, product: Product, method: str, path: str, body: Any = None) -> Any:
    reply = watched.context.request.fetch(
        path, method=method, data=body, headers={"Origin": product.url}
    )
    assert reply.ok, reply.text()
    return reply.json()


def panel(number: int, title: str) -> dict[str, Any]:
    return {
        "id": number,
        "type": "text",
        "title": title,
        "gridPos": {"x": 12 * (number - 1), "y": 0, "w": 12, "h": 6},
        "options": {"mode": "markdown", "content": f"Content {number}"},
        "fieldConfig": {"defaults": {}, "overrides": []},
    }


def save(watched: Watched, product: Product, uid: str, **more: Any) -> Any:
    model = {
        "uid": uid,
        "title": f"Dashboard {uid}",
        "tags": [],
        "schemaVersion": 39,
        "time": {"from": "now-6h", "to": "now"},
        "timepicker": {},
        "templating": {"list": []},
        "annotations": {"list": []},
        "links": [],
        "panels": [panel(1, "Latency"), panel(2, "Orders")],
        **more,
    }
    body = {"dashboard": model, "overwrite": True}
    return send(watched, product, "POST", "/api/dashboards/db", body)


def stored(watched: Watched, product: Product, uid: str) -> Any:
    return send(watched, product, "GET", f"/api/dashboards/uid/{uid}")["dashboard"]


def retitle(page: Page, title: str, to: str) -> None:
    """Renames a panel in the pane at the side of the grid."""
    page.get_by_role("heading", name=title, exact=True).first.click()
    field = page.locator("[data-panel-title]")
    expect(field).to_have_value(title)
    field.fill(to)
    field.press("Enter")


def kept(page: Page) -> None:
    """Waits until the history says that the browser has the draft."""
    page.get_by_role("button", name="change").click()
    expect(page.get_by_text("Draft kept in this browser at")).to_be_visible()
    page.keyboard.press("Escape")


def test_a_crash_loses_no_change(watched: Watched, product: Product) -> None:
    """The page is killed; opened again, it shows the saved version and offers the draft."""
    save(watched, product, "crash")
    page = watched.page
    page.goto("/d/crash?edit")
    retitle(page, "Latency", "Duration")
    kept(page)
    page.close()
    again = watched.context.new_page()
    again.goto("/d/crash")
    bar = again.get_by_role("status").filter(has_text="You have a draft")
    expect(bar).to_contain_text("1 change,")
    expect(again.get_by_role("heading", name="Latency", exact=True)).to_be_visible()
    bar.get_by_role("button", name="Resume editing").click()
    expect(again.get_by_role("heading", name="Duration", exact=True).first).to_be_visible()
    again.get_by_role("button", name="1 change").click()
    expect(again.get_by_role("button", name="Restored draft")).to_be_visible()
    again.get_by_role("button", name="Start of the history").click()
    expect(again.get_by_role("heading", name="Latency", exact=True).first).to_be_visible()


def test_a_link_keeps_the_draft_and_lists_mark_it(watched: Watched, product: Product) -> None:
    save(watched, product, "leave")
    page = watched.page
    page.goto("/d/leave?edit")
    retitle(page, "Orders", "Carts")
    page.get_by_role("link", name="Dashboards").first.click()
    expect(page.get_by_text("Draft kept: 1 change to Dashboard leave.")).to_be_visible()
    row = page.get_by_role("link", name="Dashboard leave")
    expect(row).to_be_visible()
    expect(page.get_by_text("Draft", exact=True)).to_be_visible()
    row.click()
    page.get_by_role("button", name="Discard draft").click()
    page.get_by_role("dialog").get_by_role("button", name="Discard draft").click()
    expect(page.get_by_text("You have a draft")).to_have_count(0)
    page.goto("/d/leave?edit")
    expect(page.get_by_role("button", name="0 changes")).to_be_visible()


def test_a_save_describes_what_changed_and_stores_only_that(
    watched: Watched, product: Product
) -> None:
    save(watched, product, "words", unknown={"kept": True})
    before = stored(watched, product, "words")
    page = watched.page
    page.goto("/d/words?edit")
    retitle(page, "Latency", "Duration")
    retitle(page, "Orders", "Carts")
    page.keyboard.press("Control+s")
    dialog = page.get_by_role("dialog", name="Save dashboard")
    changes = dialog.get_by_role("list", name="Changes")
    expect(changes).to_contain_text("LatencyDuration".replace("yD", "y → D"))
    changes.get_by_role("button", name="Revert this change: Title of Carts").click()
    expect(changes.get_by_role("listitem").filter(has_text="Carts")).to_have_count(0)
    dialog.get_by_role("tab", name="JSON").click()
    expect(dialog.get_by_label("Changes of the JSON")).to_contain_text("Duration")
    message = dialog.get_by_label("What changed")
    message.press("Tab")
    expect(message).to_have_value("Title in panel Duration: Latency → Duration")
    message.press("Control+Enter")
    expect(page.get_by_text("Dashboard saved")).to_be_visible()
    expect(page.get_by_role("button", name="0 changes")).to_be_visible()
    after = stored(watched, product, "words")
    before["panels"][0]["title"] = "Duration"
    before["version"] = after["version"]
    assert after == before
    versions = send(watched, product, "GET", "/api/dashboards/uid/words/versions?limit=1")
    assert versions[0]["message"] == "Title in panel Duration: Latency → Duration"


def test_what_someone_else_saved_is_merged(watched: Watched, product: Product) -> None:
    """Without a conflict it is one step; the same value changed twice has to be chosen."""
    save(watched, product, "merge")
    page = watched.page
    page.goto("/d/merge?edit")
    retitle(page, "Latency", "Duration")
    save(watched, product, "merge", panels=[panel(1, "Latency"), panel(2, "Carts")])
    page.evaluate("dispatchEvent(new Event('focus'))")
    bar = page.get_by_role("status").filter(has_text="saved version 2")
    expect(bar).to_contain_text("1 change, none in conflict with your 1")
    bar.get_by_role("button", name="Merge into draft").click()
    expect(page.get_by_role("heading", name="Carts", exact=True).first).to_be_visible()
    expect(page.get_by_role("heading", name="Duration", exact=True).first).to_be_visible()

    save(watched, product, "merge", panels=[panel(1, "Theirs"), panel(2, "Carts")])
    page.keyboard.press("Control+s")
    page.get_by_role("dialog").get_by_role("button", name="Save", exact=False).last.click()
    dialog = page.get_by_role("dialog", name="Merge version 3")
    merge = dialog.get_by_role("button", name="Merge into draft")
    expect(merge).to_be_disabled()
    dialog.get_by_role("radio", name="Theirs").check()
    expect(dialog).to_contain_text("1 of 1 decided")
    merge.click()
    expect(page.get_by_role("heading", name="Theirs", exact=True).first).to_be_visible()


def test_one_tab_at_a_time_edits(watched: Watched, product: Product) -> None:
    save(watched, product, "tabs")
    first = watched.page
    first.goto("/d/tabs?edit")
    retitle(first, "Latency", "Duration")
    kept(first)
    second = watched.context.new_page()
    second.goto("/d/tabs?edit")
    bar = second.get_by_role("status").filter(has_text="Another tab edits this dashboard")
    expect(bar).to_be_visible()
    bar.get_by_role("button", name="Take over").click()
    expect(bar).to_have_count(0)
    expect(second.get_by_role("heading", name="Duration", exact=True).first).to_be_visible()
    expect(first.get_by_text("Another tab edits this dashboard")).to_be_visible()


def test_a_session_that_ended_is_renewed_over_the_editor(
    watched: Watched, product: Product
) -> None:
    save(watched, product, "session")
    page = watched.page
    page.goto("/d/session?edit")
    retitle(page, "Latency", "Duration")
    watched.context.clear_cookies()
    page.keyboard.press("Control+s")
    page.get_by_role("dialog", name="Save dashboard").get_by_role(
        "button", name="Save"
    ).last.click()
    dialog = page.get_by_role("dialog", name="Sign in again")
    dialog.get_by_label("Password", exact=True).fill(_PASSWORD)
    dialog.get_by_role("button", name="Sign in", exact=True).click()
    expect(dialog).to_have_count(0)
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("Dashboard saved")).to_be_visible()
    assert stored(watched, product, "session")["panels"][0]["title"] == "Duration"


def test_a_browser_without_storage_says_so(watched: Watched, product: Product) -> None:
    save(watched, product, "refused")
    page = watched.page
    page.add_init_script("IDBFactory.prototype.open = () => { throw new Error('off'); };")
    page.goto("/d/refused?edit")
    retitle(page, "Latency", "Duration")
    expect(page.get_by_text("This browser does not store data for this site.")).to_be_visible()


def test_a_copy_takes_the_draft_along(watched: Watched, product: Product) -> None:
    save(watched, product, "original")
    page = watched.page
    page.goto("/d/original?edit")
    retitle(page, "Latency", "Duration")
    page.get_by_role("button", name="More ways to save").click()
    page.get_by_role("menuitem", name="Save as copy…").click()
    dialog = page.get_by_role("dialog", name="Save as copy")
    dialog.get_by_label("Name", exact=True).fill("The copy")
    dialog.get_by_role("button", name="Save").last.click()
    expect(page.get_by_role("heading", level=1, name="The copy")).to_be_visible()
    expect(page.get_by_role("heading", name="Duration", exact=True).first).to_be_visible()
    assert stored(watched, product, "original")["panels"][0]["title"] == "Latency"
    page.goto("/d/original")
    expect(page.get_by_role("heading", name="Latency", exact=True)).to_be_visible()
    expect(page.get_by_text("You have a draft")).to_have_count(0)


def test_panels_are_copied_to_another_dashboard(watched: Watched, product: Product) -> None:
    """A variable that is missing there is offered and added; everything is one step."""
    service = {"name": "service", "type": "custom", "query": "cart,web", "current": {}}
    uses = panel(1, "Of $service")
    save(watched, product, "from", panels=[uses], templating={"list": [service]})
    save(watched, product, "to")
    page = watched.page
    page.goto("/d/from?edit")
    page.get_by_role("group", name="Of ").first.click(position={"x": 60, "y": 100})
    text = page.evaluate(
        """() => {
          const clipboardData = new DataTransfer();
          document.dispatchEvent(new ClipboardEvent('copy', { clipboardData }));
          return clipboardData.getData('text/plain');
        }"""
    )
    assert '"kind":"vedette/panels"' in text
    page.goto("/d/to?edit")
    expect(page.get_by_role("group", name="Latency, text")).to_be_visible()
    page.evaluate(
        """text => {
          const clipboardData = new DataTransfer();
          clipboardData.setData('text/plain', text);
          document.dispatchEvent(new ClipboardEvent('paste', { clipboardData }));
        }""",
        text,
    )
    dialog = page.get_by_role("dialog", name="Paste panels")
    expect(dialog).to_contain_text("service")
    dialog.get_by_role("button", name="Paste").click()
    page.get_by_role("button", name="2 changes").click()
    expect(page.get_by_role("button", name="Paste panel Of $service")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Control+z")
    expect(page.get_by_role("button", name="0 changes")).to_be_visible()
