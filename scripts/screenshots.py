"""Take the screenshots of the documentation: `python -m scripts.screenshots docs/images`."""

import json
import shutil
import sqlite3
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import Browser, Playwright, sync_playwright
from tests.fixtures.browser import FLAGS, open_page, sign_in, start_product, wait_until_healthy

PASSWORD = "password-of-the-screenshots"
SIZES = {1440: 900, 390: 844}
WIDE = (1440,)
SOURCE = "vedette-testdata"
PROVISIONED = """
apiVersion: 1
datasources:
  - {name: Orders, type: sqlite, uid: orders, jsonData: {path: orders.db}}
  - {name: Exports, type: duckdb, uid: exports}
"""
RULES = (
    ("latency-high", "Checkout is slow", "critical", 190.0),
    ("cart-slow", "Cart is slow", "warning", 200.0),
    ("search-slow", "Search is slow", "warning", 470.0),
)
"""Uid, title, severity and the limit in milliseconds."""
POLICIES = {
    "receiver": "grafana-default-email",
    "group_by": ["grafana_folder", "alertname"],
    "routes": [
        {
            "receiver": "On call",
            "object_matchers": [["team", "=", "shop"]],
            "group_wait": "1s",
            "routes": [
                {"object_matchers": [["severity", "=", "critical"]], "repeat_interval": "1h"},
                {"object_matchers": [["severity", "=", "warning"]], "group_by": ["alertname"]},
            ],
        }
    ],
}
_FIRES_SECONDS = 120
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
    "alert-rules": ("/alerting/list", tuple(SIZES)),
    "alert-rule": ("/alerting/grafana/latency-high/view", tuple(SIZES)),
    "alert-rule-edit": ("/alerting/grafana/latency-high/edit", tuple(SIZES)),
    "alert-groups": ("/alerting/groups", tuple(SIZES)),
    "alert-policies": ("/alerting/routes", tuple(SIZES)),
    "alert-contact": ("/alerting/notifications/receivers/edit?name=On+call", tuple(SIZES)),
    "alert-silences": ("/alerting/silences", tuple(SIZES)),
    "notification-history": ("/alerting/notification-history", tuple(SIZES)),
}
"""The address of each screenshot, and its widths."""


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
            "cfg:egress.allow_loopback=true",
        )
        try:
            wait_until_healthy(product.url)
            with accepting() as answering, sync_playwright() as playwright:
                alert(playwright, product.url, answering)
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


def alert(playwright: Playwright, url: str, answering: str) -> None:
    """Policies, a silence, and rules of people beside those of the tour; waits for a message."""
    client = playwright.request.new_context(
        base_url=url,
        http_credentials={"username": "admin", "password": PASSWORD, "send": "always"},
        extra_http_headers={"X-Disable-Provenance": "true", "Origin": url},
    )

    def send(method: str, path: str, body: object) -> None:
        reply = client.fetch(path, method=method, data=body)
        assert reply.ok, reply.text()

    send("POST", "/api/folders", {"uid": "shop", "title": "Web shop"})
    address = {"name": "On call", "type": "webhook", "settings": {"url": answering}}
    send("POST", "/api/v1/provisioning/contact-points", address)
    send("PUT", "/api/v1/provisioning/policies", POLICIES)
    for uid, title, severity, limit in RULES:
        send("POST", "/api/v1/provisioning/alert-rules", rule(uid, title, severity, limit))
    repair = {"labels": {"alertname": "Cart is slow"}, "duration": "2h", "comment": "New disks"}
    send("POST", "/api/v1/alerting/silences", repair)
    deadline = time.monotonic() + _FIRES_SECONDS
    while not client.get("/api/v1/alerting/deliveries").json()["items"]:
        assert time.monotonic() < deadline, "No message was sent."
        time.sleep(0.5)
    client.dispose()


class Accepting(BaseHTTPRequestHandler):
    """Takes every message, and says nothing."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None: ...


@contextmanager
def accepting() -> Iterator[str]:
    """The address of a server that accepts messages."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Accepting)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/on-call"
    finally:
        server.shutdown()


def rule(uid: str, title: str, severity: str, limit: float) -> dict[str, object]:
    walk = {
        "scenarioId": "random_walk",
        "seriesCount": 3,
        "startValue": 240,
        "min": 180,
        "max": 460,
    }
    labels = {"labels": "region=eu-$seriesIndex", "spread": 7}
    reduce = {"type": "reduce", "expression": "A", "reducer": "last"}
    evaluator = {"type": "gt", "params": [limit]}
    threshold = {"type": "threshold", "expression": "B", "conditions": [{"evaluator": evaluator}]}
    asked = (
        ("A", SOURCE, {**walk, **labels}),
        ("B", "__expr__", reduce),
        ("C", "__expr__", threshold),
    )
    return {
        "uid": uid,
        "title": title,
        "folderUID": "shop",
        "ruleGroup": "latency",
        "condition": "C",
        "for": "0s",
        "data": [
            {
                "refId": ref_id,
                "datasourceUid": source,
                "relativeTimeRange": {"from": 600, "to": 0},
                "model": {"refId": ref_id, **model},
            }
            for ref_id, source, model in asked
        ],
        "labels": {"severity": severity, "team": "shop"},
        "annotations": {
            "summary": "{{ $labels.region }} answers in {{ humanize $values.B.Value }} ms.",
            "runbook_url": "https://example.com/runbooks/latency",
        },
    }


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
