"""Text is text: what a data source or another server says of itself runs nowhere."""

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.test_hostile_dashboard import PAYLOADS, expect_harmless, product, send, watched
from tests.fixtures.browser import Product, Watched

__all__ = ["product", "watched"]
pytestmark = pytest.mark.browser

TEXTS = [text for text in PAYLOADS if "\n" not in text and "\x01" not in text]


def labels(number: int) -> dict[str, str]:
    return {"__name__": "up", "job": TEXTS[number], "instance": TEXTS[-number]}


def answer(path: str) -> Any:
    """Return what a hostile Prometheus says at `path`."""
    if path.endswith("/metadata"):
        return {"up": [{"type": TEXTS[0], "help": "\n".join(TEXTS), "unit": TEXTS[1]}]}
    if path.endswith("/labels"):
        return ["__name__", "job", "instance", *TEXTS[:5]]
    if path.endswith("/values"):
        return ["up", *TEXTS]
    if path.endswith("/series"):
        return [labels(number) for number in range(20)]
    if path.endswith("/query_range"):
        values = [[1_700_000_000 + step, str(step)] for step in range(0, 600, 60)]
        result = [{"metric": labels(number), "values": values} for number in range(20)]
        return {"resultType": "matrix", "result": result}
    if path.endswith("/query"):
        vector = [{"metric": labels(n), "value": [1_700_000_000, str(n)]} for n in range(20)]
        return {"resultType": "vector", "result": vector}
    return []


class Hostile(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.rfile.read(int(self.headers.get("content-length") or 0))
        body = json.dumps({"status": "success", "data": answer(urlsplit(self.path).path)}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def hostile_prometheus() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Hostile) as listener:
        thread = Thread(target=listener.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{listener.server_port}"
        listener.shutdown()
        thread.join()


def explore(mode: str) -> str:
    query = {"refId": "A", "expr": "up", "editorMode": mode, "range": True, "instant": True}
    moments = {"from": "1699999000000", "to": "1700000600000"}
    pane = {"datasource": "hostile-prometheus", "queries": [query], "range": moments}
    return f"/explore?schemaVersion=1&panes={quote(json.dumps({'a': pane}))}"


def open_everything(page: Page) -> None:
    """Open each chooser of the page, read it and close it again."""
    for role in ("combobox", "button"):
        for control in page.get_by_role(role).all():
            if control.get_attribute("aria-haspopup") and control.is_visible():
                control.click()
                page.wait_for_timeout(150)
                page.keyboard.press("Escape")


@pytest.mark.parametrize("mode", ["code", "builder"])
def test_metadata_of_a_hostile_source_is_text(
    watched: Watched, product: Product, hostile_prometheus: str, mode: str
) -> None:
    """CVE-2018-1000816, CVE-2023-1410, CVE-2020-13430, T21: Names, labels, values and help texts
    of a data source are text in editors, completion, legends and tables."""
    source = {"name": "Hostile", "uid": "hostile-prometheus", "type": "prometheus"}
    body = {**source, "access": "proxy", "url": hostile_prometheus}
    if not watched.context.request.get("/api/datasources/uid/hostile-prometheus").ok:
        send(watched, product, "POST", "/api/datasources", body)
    page = watched.page
    page.goto(explore(mode))
    expect(page.locator('[data-panel-state="done"]').first).to_be_visible(timeout=15_000)
    if mode == "code":
        editor = page.locator(".cm-content").first
        editor.click()
        for typed in ("{job=", '"', "}"):
            page.keyboard.type(typed)
            page.keyboard.press("Control+Space")
            page.wait_for_timeout(300)
            expect_harmless(watched)
    open_everything(page)
    assert page.get_by_text(TEXTS[3][:12]).count() > 0, "the hostile texts are shown"
    expect_harmless(watched)


def test_alerts_of_another_server_are_shown_as_text(watched: Watched, product: Product) -> None:
    """CVE-2022-31097, CVE-2025-41117, T21: Labels, annotations and addresses of alerts run
    nothing on the pages of alerting."""
    alerts = [
        {
            "labels": {"alertname": text, "severity": TEXTS[-number], "team": text},
            "annotations": {"summary": text, "description": text, "runbook_url": text},
            "generatorURL": text if text.startswith("http") else "http://localhost/x",
        }
        for number, text in enumerate(TEXTS)
    ]
    path = "/api/alertmanager/grafana/api/v2/alerts"
    reply = watched.context.request.post(
        path, data=alerts, headers={"Origin": product.url.rstrip("/")}
    )
    assert reply.ok, reply.text()
    silence = {"comment": TEXTS[0], "createdBy": TEXTS[1], "matchers": [
        {"name": "team", "value": TEXTS[2], "isRegex": False, "isEqual": True}],
        "startsAt": "2020-01-01T00:00:00Z", "endsAt": "2099-01-01T00:00:00Z"}  # fmt: skip
    send(watched, product, "POST", "/api/alertmanager/grafana/api/v2/silences", silence)
    page = watched.page
    for address in (
        "/alerting/groups",
        "/alerting/silences",
        "/alerting/notification-history",
        "/alerting/list",
    ):
        page.goto(address)
        page.wait_for_load_state("networkidle")
        open_everything(page)
        expect_harmless(watched)
    page.goto("/alerting/groups")
    page.wait_for_load_state("networkidle")
    for opener in page.locator("[aria-expanded=false]").all()[:10]:
        if opener.is_visible():
            opener.click()
    expect(page.get_by_text(TEXTS[5]).first).to_be_visible()
    expect_harmless(watched)


def test_annotations_are_text_in_their_tooltips(watched: Watched, product: Product) -> None:
    """CVE-2020-12052, T21: Titles, texts and tags of annotations run nothing in tooltips."""
    moments = [1_700_000_000_000 + 30_000 * number for number in range(len(TEXTS))]
    fields = [{"name": "time", "type": "time", "values": moments}]
    fields += [
        {"name": name, "type": "string", "values": TEXTS} for name in ("title", "text", "tags")
    ]
    frame = json.dumps([{"fields": fields}])
    query = {"refId": "Anno", "scenarioId": "raw_frame", "rawFrameContent": frame}
    source = {"uid": "hostile-data", "type": "testdata"}
    model = {
        "title": "Annotations",
        "uid": "hostile-annotations",
        "time": {"from": "2023-11-14T22:10:00Z", "to": "2023-11-14T22:50:00Z"},
        "annotations": {
            "list": [{"name": "A", "enable": True, "datasource": source, "target": query}]
        },
        "panels": [
            {
                "id": 1,
                "type": "timeseries",
                "datasource": source,
                "gridPos": {"x": 0, "y": 0, "w": 24, "h": 12},
                "targets": [{"refId": "A", "scenarioId": "random_walk"}],
            }
        ],
    }
    send(watched, product, "POST", "/api/dashboards/db", {"dashboard": model})
    page = watched.page
    page.goto("/d/hostile-annotations")
    marks = page.locator(".vd-plot-mark")
    expect(marks.nth(20)).to_be_attached(timeout=15_000)
    for number in range(marks.count()):
        marks.nth(number).focus()
    expect(page.get_by_text(TEXTS[-1]).first).to_be_visible()
    expect_harmless(watched)
