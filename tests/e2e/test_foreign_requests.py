"""What users write makes no browser contact another host: not by a request, not by a look-up."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, sync_playwright
from tests.e2e.test_hostile_dashboard import KINDS, Deal, look_around, panel, send
from tests.fixtures.browser import (
    FLAGS,
    Product,
    Watched,
    open_page,
    sign_in,
    start_product,
)

pytestmark = pytest.mark.browser
PASSWORD = "password-of-the-tests"
FOREIGN = (
    "http://{}.evil.test/", "//{}.evil.test/x.png", "url(http://{}.evil.test/c)",
    "<img src=http://{}.evil.test/p.gif>", "<img src=//{}.evil.test/p.gif>",
    "<img srcset='http://{}.evil.test/p.gif 2x'>", "![x](http://{}.evil.test/p.gif)",
    "[x](http://{}.evil.test/l)", "<a href=http://{}.evil.test/ ping=http://{}.evil.test/>x</a>",
    "<link rel=dns-prefetch href=//{}.evil.test>", "<link rel=preconnect href=http://{}.evil.test>",
    "<link rel=prefetch href=http://{}.evil.test>", "<link rel=icon href=http://{}.evil.test/i>",
    "<style>@import 'http://{}.evil.test/x.css';</style>", "<base href=http://{}.evil.test/>",
    "<div style='background:url(http://{}.evil.test/x.png)'>x</div>",
    "<div style='background-image:image-set(\"http://{}.evil.test/x.png\" 1x)'>x</div>",
    "<svg><image href=http://{}.evil.test/x /><use href=http://{}.evil.test/x#a /></svg>",
    "<svg><rect fill='url(http://{}.evil.test/x#a)'/></svg>",
    "<table background=http://{}.evil.test/x><tr><td background=http://{}.evil.test/y>",
    "<video poster=http://{}.evil.test/x src=http://{}.evil.test/v></video>",
    "<iframe src=http://{}.evil.test/></iframe>", "<object data=http://{}.evil.test/></object>",
    "<input type=image src=http://{}.evil.test/x>", "<body background=http://{}.evil.test/b>",
    "<meta http-equiv=refresh content='0;url=http://{}.evil.test/'>",
    "<meta http-equiv=x-dns-prefetch-control content=on>", "http:{}.evil.test", "{}.evil.test",
)  # fmt: skip


class ForeignDeal(Deal):
    """Hands out texts that name a host, each of them its own, so that a finding says where."""

    def __init__(self, place: str) -> None:
        super().__init__()
        self.place = place

    def __call__(self) -> str:
        self.count += 1
        number = self.count % len(FOREIGN)
        return FOREIGN[number].replace("{}", f"{self.place}{self.count}-{number}")

    def link(self) -> str:
        self.count += 1
        return f"http://{self.place}{self.count}-link.evil.test/"


def dashboard() -> dict[str, Any]:
    deal = ForeignDeal("d")
    panels = [panel(number, kind, deal) for number, kind in enumerate(KINDS, start=1)]
    markup = "\n\n".join(deal() for _ in FOREIGN)
    for number, mode in ((40, "html"), (41, "markdown")):
        text = panel(number, "text", deal)
        text["options"] = {"mode": mode, "content": markup}
        panels.append(text)
    for each in panels:
        defaults = each["fieldConfig"]["defaults"]
        defaults["color"]["fixedColor"] = f"url(http://color{each['id']}.evil.test/)"
        defaults["thresholds"]["steps"].append(
            {"color": f"url(http://step{each['id']}.evil.test/)", "value": 1}
        )
        each["repeat"] = None
    return {
        "title": deal(),
        "uid": "foreign",
        "tags": [deal()[:90] for _ in FOREIGN[:6]],
        "description": deal(),
        "time": {"from": "2023-11-14T22:13:00Z", "to": "2023-11-14T22:17:00Z"},
        "links": [
            {"type": "link", "title": deal(), "url": deal.link(), "tooltip": deal(), "icon": deal()}
            for _ in range(4)
        ],
        "annotations": {
            "list": [
                {
                    "name": deal(),
                    "enable": True,
                    "iconColor": "url(http://annotation.evil.test/i)",
                    "datasource": {"uid": "foreign-data"},
                    "target": {"refId": "Anno", "scenarioId": "annotations", "lines": 5},
                }
            ]
        },
        "templating": {
            "list": [
                {"name": "hostile", "label": deal(), "type": "textbox", "query": deal()},
                {"name": "fixed", "label": deal(), "type": "constant", "query": deal()},
            ]
        },
        "panels": panels,
    }


@pytest.fixture
def product(tmp_path: Path) -> Iterator[Product]:
    data = tmp_path / "data"
    data.mkdir()
    password = f"cfg:security.admin_password={PASSWORD}"
    started = start_product(data, password, "cfg:tour.enabled=false")
    yield started
    assert started.stop() == 0


def fill(watched: Watched, product: Product) -> None:
    deal = ForeignDeal("n")
    made = json.loads(json.dumps(dashboard()).replace("hostile-data", "foreign-data"))
    source = {"name": deal(), "uid": "foreign-data", "type": "grafana-testdata-datasource"}
    send(watched, product, "POST", "/api/datasources", {**source, "access": "proxy"})
    for number in range(8):
        folder = send(watched, product, "POST", "/api/folders", {"title": deal()})
        user = {"name": deal(), "login": deal(), "email": f"{number}@evil.test"}
        send(watched, product, "POST", "/api/admin/users", {**user, "password": "a long password"})
        send(watched, product, "POST", "/api/serviceaccounts", {"name": deal()})
    me = {"name": deal(), "login": "admin", "email": "admin@localhost"}
    send(watched, product, "PUT", "/api/user", me)
    stored = {"dashboard": made, "folderUid": folder["uid"], "message": deal()}
    send(watched, product, "POST", "/api/dashboards/db", stored)
    send(watched, product, "POST", "/api/user/stars/dashboard/uid/foreign", {})


PAGES = (
    "/", "/dashboards", "/datasources", "/datasources/edit/foreign-data", "/admin/users",
    "/admin/service-accounts", "/admin/provisioning", "/profile", "/alerting", "/explore",
    "/datasources/correlations", "/nothing/http://path.evil.test/",
    "/login?redirectTo=//redirect.evil.test/", "/d/foreign?var-hostile=url(http://var.evil.test/)",
)  # fmt: skip


def visit(page: Page) -> None:
    page.goto("/d/foreign")
    page.wait_for_selector("[data-panel]")
    look_around(page)
    for path in PAGES:
        page.goto(path)
        page.wait_for_load_state("networkidle")
        for link in page.locator("a[href*='evil.test']").all()[:5]:
            if link.is_visible():
                link.hover(force=True)
    page.wait_for_timeout(300)


CONTACTS = ("HOST_RESOLVER", "URL_REQUEST", "SOCKET_POOL", "HTTP_STREAM", "TCP", "TRANSPORT")


def contacted(log: Path, own: str) -> set[str]:
    """Everything in the browser's network log that names a foreign host, with the kind of event.

    The server's own address may have such a name in its path.
    """
    text = log.read_text()
    logged = json.loads(text if text.rstrip().endswith("}") else text.rstrip().rstrip(",") + "]}")
    kinds = {number: name for name, number in logged["constants"]["logEventTypes"].items()}
    found = set()
    for event in logged["events"]:
        said = json.dumps(event.get("params", {}))
        kind = kinds[event["type"]]
        foreign = re.sub(re.escape(own) + r"[^\s\"]*", "", said)
        if kind.startswith(CONTACTS) and "evil.test" in foreign:
            found.add(f"{kind} {said[:300]}")
    return found


def test_no_text_of_a_user_makes_the_browser_contact_another_host(
    product: Product, tmp_path: Path
) -> None:
    """CVE-2026-76154: The browser's own log of its network names no host but the server, neither
    for a request nor for a look-up of a name."""
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("Chromium is not installed (Debian package chromium)")
    log = tmp_path / "net.json"
    flags = [*FLAGS, f"--log-net-log={log}", "--host-resolver-rules=MAP *.evil.test 127.0.0.1:9"]
    requested: list[str] = []
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=flags)
        watched = open_page(started, product.url, height=1400)
        watched.context.on("request", lambda request: requested.append(request.url))
        sign_in(watched, "admin", PASSWORD)
        fill(watched, product)
        visit(watched.page)
        started.close()
    assert requested
    assert [url for url in requested if not url.startswith(product.url)] == []
    assert contacted(log, product.url) == set()
