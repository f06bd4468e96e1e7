"""First load of the tour in a real browser, and mouse moves over many panels."""

import gzip
import shutil
import statistics
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from bench import crosshair
from bench.product import PASSWORD, running_product
from bench.report import Result

_JAVASCRIPT_GATE_KB = 160.0
_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
TOUR = "/d/vedette-tour"
# The page's policy forbids `eval`, on which waiting for an expression rests: the page itself
# notes when the first panel and when all panels on the screen are drawn.
_NOTE_TIMES = """
const noted = new MutationObserver(() => {
  const isDrawn = (panel) => panel.dataset.panelState === 'done';
  const panels = [...document.querySelectorAll('[data-panel-state]')];
  if (!panels.some(isDrawn)) return;
  window.firstPanel ??= performance.now();
  const seen = panels.filter((panel) => panel.getBoundingClientRect().top < innerHeight);
  if (!seen.every(isDrawn)) return;
  window.everyPanel = performance.now();
  noted.disconnect();
  document.documentElement.dataset.drawn = '';
});
noted.observe(document, { subtree: true, childList: true, attributes: true });
"""
_LOADED = """() => ({
  first: window.firstPanel,
  every: window.everyPanel,
  scripts: performance.getEntriesByType('resource')
    .filter((entry) => new URL(entry.name).pathname.endsWith('.js'))
    .filter((entry) => entry.responseEnd <= window.firstPanel)
    .map((entry) => entry.name),
})"""


def run(rounds: int) -> list[Result]:
    chromium = shutil.which("chromium")
    if chromium is None:
        return [Result("ui first load", 0, "KB", note="left out: no Chromium")]
    first, every, javascript = [], [], []
    with (
        tempfile.TemporaryDirectory() as directory,
        running_product(Path(directory) / "data") as url,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=_FLAGS)
        for _ in range(max(rounds, 3)):
            seen = _load(browser, url)
            first.append(seen["first"])
            every.append(seen["every"])
            javascript.append(seen["javascript"])
        moves = crosshair.run(browser, url, max(rounds, 3))
        browser.close()
    return [
        Result(
            "ui JavaScript before the first panel",
            statistics.median(javascript),
            "KB gz",
            gate=_JAVASCRIPT_GATE_KB,
            rounds=len(javascript),
        ),
        Result("ui time to the first panel", statistics.median(first), "ms", rounds=len(first)),
        Result("ui time to all visible panels", statistics.median(every), "ms", rounds=len(every)),
        moves,
    ]


def _load(browser: Browser, url: str) -> dict[str, Any]:
    context = browser.new_context(base_url=url, viewport={"width": 1440, "height": 900})
    reply = context.request.post("/login", data={"user": "admin", "password": PASSWORD})
    assert reply.ok
    page = context.new_page()
    page.add_init_script(_NOTE_TIMES)
    page.goto(TOUR)
    page.locator("html[data-drawn]").wait_for(state="attached")
    seen: dict[str, Any] = page.evaluate(_LOADED)
    scripts = [context.request.get(address).body() for address in seen["scripts"]]
    context.close()
    size = sum(len(gzip.compress(script, 9)) for script in scripts) / 1024
    return {"first": seen["first"], "every": seen["every"], "javascript": size}
