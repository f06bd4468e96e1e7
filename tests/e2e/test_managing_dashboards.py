"""Rename, copy, delete and sort dashboards from their pages."""

import re
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
_VIEWER = "viewer-password"


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    data = tmp_path_factory.mktemp("managing") / "data"
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


def save(watched: Watched, product: Product, uid: str, title: str, **more: Any) -> Any:
    model = {"uid": uid, "title": title, "panels": [], "tags": ["web"], **more}
    body = {"dashboard": model, "overwrite": True}
    return send(watched, product, "POST", "/api/dashboards/db", body)


def choose(page: Page, item: str) -> None:
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("menuitem", name=item, exact=True).click()


def heading(page: Page, title: str) -> Locator:
    return page.get_by_role("heading", level=1, name=title, exact=True)


def test_a_dashboard_is_renamed_from_its_page(watched: Watched, product: Product) -> None:
    """A name that is taken is refused in the form, next to the field."""
    save(watched, product, "rename", "Old name")
    save(watched, product, "taken", "Taken name")
    page = watched.page
    page.goto("/d/rename")
    choose(page, "Rename…")
    dialog = page.get_by_role("dialog", name="Rename Old name")
    name = dialog.get_by_label("Name", exact=True)
    expect(name).to_be_focused()
    name.fill("Taken name")
    dialog.get_by_role("button", name="Rename", exact=True).click()
    expect(dialog.get_by_role("alert")).to_have_text(
        "A dashboard with the name “Taken name” already exists in this folder. Choose another name."
    )
    name.fill("New name")
    dialog.get_by_role("button", name="Rename", exact=True).click()
    expect(heading(page, "New name")).to_be_visible()
    stored = send(watched, product, "GET", "/api/dashboards/uid/rename")
    assert stored["dashboard"]["title"] == "New name"


def test_a_rename_does_not_replace_what_someone_else_saved(
    watched: Watched, product: Product
) -> None:
    save(watched, product, "both", "Both")
    page = watched.page
    page.goto("/d/both")
    expect(heading(page, "Both")).to_be_visible()
    save(watched, product, "both", "Both", tags=["theirs"])
    choose(page, "Rename…")
    dialog = page.get_by_role("dialog", name="Rename Both")
    dialog.get_by_label("Name", exact=True).fill("Mine")
    dialog.get_by_role("button", name="Rename", exact=True).click()
    expect(dialog.get_by_role("alert")).to_contain_text("saved by someone else after you opened it")
    dialog.get_by_role("button", name="Load latest version").click()
    expect(dialog.get_by_role("alert")).to_have_count(0)
    dialog.get_by_role("button", name="Rename", exact=True).click()
    expect(heading(page, "Mine")).to_be_visible()
    stored = send(watched, product, "GET", "/api/dashboards/uid/both")
    assert (stored["dashboard"]["title"], stored["dashboard"]["tags"]) == ("Mine", ["theirs"])


def test_a_copy_gets_a_name_and_a_folder_and_opens(watched: Watched, product: Product) -> None:
    send(watched, product, "POST", "/api/folders", {"uid": "copies", "title": "Copies"})
    save(watched, product, "original", "Original")
    page = watched.page
    page.goto("/d/original")
    choose(page, "Save as…")
    dialog = page.get_by_role("dialog", name="Save a copy of Original")
    expect(dialog.get_by_label("Name", exact=True)).to_have_value("Original copy")
    dialog.get_by_label("Name", exact=True).fill("Second")
    dialog.get_by_role("button", name=re.compile("^Folder")).click()
    page.get_by_role("option", name=re.compile("^Copies")).click()
    dialog.get_by_role("button", name="Save copy").click()
    expect(heading(page, "Second")).to_be_visible()
    expect(page).not_to_have_url(re.compile("/d/original"))
    [found] = send(watched, product, "GET", "/api/search?query=Second")
    assert (found["folderUid"], found["tags"]) == ("copies", ["web"])


def test_duplicates_are_made_at_once_and_numbered(watched: Watched, product: Product) -> None:
    save(watched, product, "twice", "Twice")
    page = watched.page
    for title in ("Twice copy", "Twice copy 2"):
        page.goto("/d/twice")
        choose(page, "Duplicate")
        expect(heading(page, title)).to_be_visible()


def test_a_dashboard_is_deleted_after_a_question_that_names_it(
    watched: Watched, product: Product
) -> None:
    """What someone else saved in between is not deleted without a second confirmation."""
    save(watched, product, "gone", "To be deleted")
    page = watched.page
    page.goto("/d/gone")
    expect(heading(page, "To be deleted")).to_be_visible()
    save(watched, product, "gone", "To be deleted", tags=["theirs"])
    choose(page, "Delete…")
    dialog = page.get_by_role("dialog", name="Delete “To be deleted”?")
    expect(dialog.get_by_role("button", name="Cancel")).to_be_focused()
    dialog.get_by_role("button", name="Delete dashboard").click()
    expect(dialog.get_by_role("alert")).to_contain_text("saved by admin after you opened it")
    dialog.get_by_role("button", name="Delete anyway").click()
    expect(page).to_have_url(re.compile("/dashboards$"))
    assert watched.context.request.get("/api/dashboards/uid/gone").status == 404
    expect(page.get_by_role("link", name="To be deleted")).to_have_count(0)


def test_a_viewer_is_offered_no_changes(
    browser: Browser, watched: Watched, product: Product
) -> None:
    """Actions that the server would refuse are not in the menu."""
    save(watched, product, "read-only", "Read only")
    user = {"login": "vera", "password": _VIEWER, "role": "Viewer", "name": "Vera"}
    send(watched, product, "POST", "/api/admin/users", user)
    viewer = open_page(browser, product.url)
    sign_in(viewer, "vera", _VIEWER)
    viewer.page.goto("/d/read-only")
    viewer.page.get_by_role("button", name="More", exact=True).click()
    items = viewer.page.get_by_role("menuitem")
    expect(items.get_by_text("View JSON")).to_be_visible()
    for item in ("Save", "Save as…", "Duplicate", "Rename…", "Delete…"):
        expect(viewer.page.get_by_role("menuitem", name=item, exact=True)).to_have_count(0)
    viewer.expect_no_errors()
    viewer.context.close()


def test_the_list_shows_and_sorts_by_the_last_change(watched: Watched, product: Product) -> None:
    """The order is in the URL, so that a link and a reload keep it."""
    send(watched, product, "POST", "/api/folders", {"uid": "sorted", "title": "Sorted"})
    for uid, title in (("s-b", "Beta"), ("s-a", "Alpha"), ("s-c", "Gamma")):
        body = {"dashboard": {"uid": uid, "title": title, "panels": []}, "folderUid": "sorted"}
        send(watched, product, "POST", "/api/dashboards/db", body)
    page = watched.page
    page.goto("/dashboards/f/sorted")
    titles = page.locator("main li a")
    expect(titles).to_have_text(["Alpha", "Beta", "Gamma"])
    expect(page.locator("main li time").first).to_contain_text(
        re.compile(r"[A-Z][a-z]{2} \d+, \d{4}")
    )
    page.get_by_label("Sort by").select_option(label="Last modified (newest first)")
    expect(titles).to_have_text(["Gamma", "Alpha", "Beta"])
    expect(page).to_have_url(re.compile("sort=updated-desc"))
    page.reload()
    expect(titles).to_have_text(["Gamma", "Alpha", "Beta"])
    page.get_by_label("Sort by").select_option(label="Name (Z–A)")
    expect(titles).to_have_text(["Gamma", "Beta", "Alpha"])
    watched.expect_no_errors()


def test_stars_have_one_name_everywhere(watched: Watched, product: Product) -> None:
    save(watched, product, "liked", "Liked")
    page = watched.page
    page.goto("/d/liked")
    page.get_by_role("button", name="Star", exact=True).click()
    expect(page.get_by_role("button", name="Remove star", exact=True)).to_be_visible()
    page.goto("/dashboards?starred=true")
    page.get_by_role("button", name="Remove star from Liked").click()
    expect(page.get_by_role("link", name="Liked")).to_have_count(0)
    watched.expect_no_errors()
