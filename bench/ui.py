"""First load of the tour in a real browser: bytes of JavaScript, time to panels."""

import gzip
import shutil
import statistics
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from bench.product import PASSWORD, running_product
from bench.report import Result

_JAVASCRIPT_GATE_KB = 160.0
_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
TOUR = "/d/vedette-tour"
_DRAWN = "document.querySelectorAll('[data-panel-state=\"done\"]').length"
_ALL = "document.querySelectorAll('[data-panel-state]').length"


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
    ]


def _load(browser: Browser, url: str) -> dict[str, Any]:
    context = browser.new_context(base_url=url, viewport={"width": 1440, "height": 900})
    reply = context.request.post("/login", data={"user": "admin", "password": PASSWORD})
    assert reply.ok
    page = context.new_page()
    scripts: list[bytes] = []
    page.on(
        "response",
        lambda found: scripts.append(found.body()) if found.url.endswith(".js") else None,
    )
    page.goto(TOUR)
    page.wait_for_function(f"{_DRAWN} > 0", polling=20)
    first = page.evaluate("performance.now()")
    before = list(scripts)
    page.wait_for_function(f"{_DRAWN} === {_ALL}", polling=20)
    every = page.evaluate("performance.now()")
    context.close()
    size = sum(len(gzip.compress(script, 9)) for script in before) / 1024
    return {"first": first, "every": every, "javascript": size}
