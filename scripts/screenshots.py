"""Takes the pictures of the documentation: `python -m scripts.screenshots docs/images`."""

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from tests.fixtures.browser import FLAGS, open_page, sign_in, start_product, wait_until_healthy

PASSWORD = "password-of-the-pictures"
SIZES = {1440: 900, 390: 844}
PAGES = {"browse": "/dashboards/f/vedette/vedette", "dashboard": "/d/vedette-tour"}
_BUSY = '[aria-busy="true"]'
_PAINT_MS = 700


def main(target: Path) -> None:
    target.mkdir(parents=True, exist_ok=True)
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("Chromium is not installed (Debian package chromium).")
    with tempfile.TemporaryDirectory() as directory:
        data = Path(directory) / "data"
        data.mkdir()
        product = start_product(data, f"cfg:security.admin_password={PASSWORD}")
        try:
            wait_until_healthy(product.url)
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
                for theme in ("dark", "light"):
                    for width, height in SIZES.items():
                        take(browser, product.url, target, theme, width, height)
        finally:
            product.stop()


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
    for name, path in PAGES.items():
        page.goto(path)
        page.wait_for_load_state("networkidle")
        page.locator(_BUSY).first.wait_for(state="detached")
        page.wait_for_timeout(_PAINT_MS)
        page.screenshot(path=target / f"{name}-{theme}-{width}.png")
    watched.expect_no_errors()
    watched.context.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
