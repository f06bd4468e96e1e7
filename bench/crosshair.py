"""Script time of a mouse move over one of 125 opened panels that share a crosshair and tooltips."""

import math
import statistics
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page

from bench.product import PASSWORD
from bench.report import Result

PANELS = 125
_MOVES = 60
_GATE_MS = 8.0
_WIDTH, _HEIGHT = 8, 8
_UID = "crosshair"
_DRAWN = ".vd-plot canvas"


def run(browser: Browser, url: str, rounds: int) -> Result:
    """Return the milliseconds of script per mouse move, the median of the rounds."""
    context = browser.new_context(base_url=url, viewport={"width": 1440, "height": 900})
    origin = {"Origin": url}
    reply = context.request.post("/login", data={"user": "admin", "password": PASSWORD})
    assert reply.ok, reply.text()
    source = {"name": "Walks", "uid": "walks", "type": "testdata", "access": "proxy"}
    for path, body in (
        ("/api/datasources", source),
        ("/api/dashboards/db", {"dashboard": _dashboard()}),
    ):
        reply = context.request.post(path, data=body, headers=origin)
        assert reply.ok, reply.text()
    page = _opened(context)
    profiler = context.new_cdp_session(page)
    # The time that the thread of the page spends: other processes on the machine do not count.
    profiler.send("Performance.enable", {"timeDomain": "threadTicks"})
    spent = [_script_per_move(page, profiler) for _ in range(rounds)]
    context.close()
    return Result(
        f"ui mouse moves with {PANELS} panels opened",
        statistics.median(spent),
        "ms script per move",
        gate=_GATE_MS,
        rounds=rounds,
    )


def _dashboard() -> dict[str, Any]:
    return {
        "uid": _UID,
        "title": "Crosshair",
        "schemaVersion": 39,
        "graphTooltip": 2,
        "time": {"from": "now-1h", "to": "now"},
        "panels": [_panel(number) for number in range(PANELS)],
    }


def _panel(number: int) -> dict[str, Any]:
    row, column = divmod(number, 24 // _WIDTH)
    return {
        "id": number + 1,
        "type": "timeseries",
        "title": f"Panel {number + 1}",
        "gridPos": {"x": column * _WIDTH, "y": row * _HEIGHT, "w": _WIDTH, "h": _HEIGHT},
        "datasource": {"type": "testdata", "uid": "walks"},
        "targets": [{"refId": "A", "scenarioId": "random_walk", "seriesCount": 5}],
        "options": {"tooltip": {"mode": "multi"}},
    }


def _opened(context: BrowserContext) -> Page:
    """Return the page after each of its panels has been drawn, back at its top."""
    page = context.new_page()
    page.goto(f"/d/{_UID}")
    page.locator(_DRAWN).first.wait_for()
    page.mouse.move(700, 500)
    while page.locator(_DRAWN).count() < PANELS:
        page.mouse.wheel(0, 600)
        page.wait_for_timeout(50)
    page.mouse.wheel(0, -1_000_000)
    page.wait_for_timeout(500)
    return page


def _script_per_move(page: Page, profiler: CDPSession) -> float:
    box = page.locator(".vd-plot .u-over").first.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 2, box["y"] + box["height"] / 2)
    page.wait_for_timeout(200)
    before = _script_seconds(profiler)
    for step in range(_MOVES):
        across = box["width"] * (step + 1) / (_MOVES + 1)
        down = box["height"] * (0.5 + 0.3 * math.sin(step / 5))
        page.mouse.move(box["x"] + across, box["y"] + down)
        page.wait_for_timeout(25)
    return (_script_seconds(profiler) - before) * 1000 / _MOVES


def _script_seconds(profiler: CDPSession) -> float:
    metrics = profiler.send("Performance.getMetrics")["metrics"]
    return float(next(each["value"] for each in metrics if each["name"] == "ScriptDuration"))
