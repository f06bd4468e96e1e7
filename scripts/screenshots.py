"""Takes the pictures of the documentation: `python -m scripts.screenshots docs/images`."""

import json
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import Browser, sync_playwright
from tests.fixtures.browser import FLAGS, open_page, sign_in, start_product, wait_until_healthy

PASSWORD = "password-of-the-pictures"
SIZES = {1440: 900, 390: 844}
WIDE = (1440,)
SOURCE = "vedette-testdata"
PROVISIONED = """
apiVersion: 1
datasources:
  - {name: Orders, type: sqlite, uid: orders, jsonData: {path: orders.db}}
  - {name: Exports, type: duckdb, uid: exports}
"""
_BUSY = '[aria-busy="true"]'
_PAINT_MS = 700


def explore(*panes: list[dict[str, object]]) -> str:
    """The address of Explore with a pane for each list of queries."""
    shown = {
        name: {
            "datasource": SOURCE,
            "queries": [
                {"refId": chr(65 + at), "datasource": {"uid": SOURCE}, **query}
                for at, query in enumerate(queries)
            ],
            "range": {"from": "now-1h", "to": "now"},
        }
        for name, queries in zip("ab", panes, strict=False)
    }
    return f"/explore?schemaVersion=1&panes={quote(json.dumps(shown))}"


_WALK = {"scenarioId": "random_walk", "seriesCount": 4, "alias": "worker-$seriesIndex"}
_LOGS = {"scenarioId": "logs", "lines": 200, "levelColumn": True}
PAGES: Mapping[str, tuple[str, tuple[int, ...]]] = {
    "browse": ("/dashboards/f/vedette/vedette", tuple(SIZES)),
    "dashboard": ("/d/vedette-tour", tuple(SIZES)),
    "signals": ("/d/vedette-signals", WIDE),
    "explore": (explore([_WALK], [_LOGS]), WIDE),
    "explore-logs": (explore([_LOGS]), tuple(SIZES)),
    "explore-trace": (explore([{"scenarioId": "trace", "spanCount": 24}]), WIDE),
    "explore-graph": (explore([{"scenarioId": "node_graph", "nodes": {"count": 12}}]), WIDE),
    "sources": ("/datasources", WIDE),
    "source": (f"/datasources/edit/{SOURCE}", WIDE),
    "source-provisioned": ("/datasources/edit/orders", WIDE),
}
"""Each picture's address, and the widths that it is taken in."""


def main(target: Path) -> None:
    target.mkdir(parents=True, exist_ok=True)
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("Chromium is not installed (Debian package chromium).")
    with tempfile.TemporaryDirectory() as directory:
        fill(Path(directory))
        room = Path(directory)
        product = start_product(
            room / "data",
            f"cfg:security.admin_password={PASSWORD}",
            f"cfg:paths.provisioning={room / 'provisioning'}",
            f"cfg:datasources.directories={room / 'files'}",
        )
        try:
            wait_until_healthy(product.url)
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
                for theme in ("dark", "light"):
                    for width, height in SIZES.items():
                        take(browser, product.url, target, theme, width, height)
        finally:
            product.stop()


def fill(room: Path) -> None:
    """A data directory, two sources from a file, and what they read."""
    for name in ("data", "files", "provisioning/datasources"):
        (room / name).mkdir(parents=True)
    (room / "provisioning/datasources/files.yaml").write_text(PROVISIONED)
    (room / "files/visits.csv").write_text("day,visits\n2026-05-04,1204\n")
    with closing(sqlite3.connect(room / "files/orders.db")) as database:
        database.execute("CREATE TABLE orders (id INTEGER PRIMARY KEY, made TEXT, amount REAL)")


def take(browser: Browser, url: str, target: Path, theme: str, width: int, height: int) -> None:
    watched = open_page(browser, url, width=width, height=height, theme=theme)
    page = watched.page
    chosen = f'{{"theme": "{theme}"}}'
    page.add_init_script(f"localStorage.setItem('vedette.preferences', '{chosen}')")
    page.goto("/login")
    page.wait_for_selector("form")
    page.screenshot(path=target / f"login-{theme}-{width}.png")
    sign_in(watched, "admin", PASSWORD)
    changed = watched.context.request.patch(
        "/api/user/preferences", data={"theme": theme}, headers={"Origin": url}
    )
    assert changed.ok, changed.text()
    for name, (path, widths) in PAGES.items():
        if width in widths:
            page.goto(path)
            page.wait_for_load_state("networkidle")
            page.locator(_BUSY).first.wait_for(state="detached")
            page.get_by_text("Checking", exact=True).first.wait_for(state="detached")
            page.wait_for_timeout(_PAINT_MS)
            page.screenshot(path=target / f"{name}-{theme}-{width}.png")
    watched.expect_no_errors()
    watched.context.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
