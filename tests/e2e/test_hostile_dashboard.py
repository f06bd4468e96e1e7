"""Text is text: a dashboard of someone else's can say anything and do nothing."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Dialog, Page, expect
from tests.fixtures.browser import Product, Watched, open_page, sign_in, start_product

pytestmark = pytest.mark.browser
PASSWORD = "password-of-the-tests"
RUN = "window.hacked=1"

PAYLOADS = (
    f"<script>{RUN}</script>",
    f"</script><script>{RUN}</script>",
    f"</title><script>{RUN}</script>",
    f"</textarea><img src=x onerror={RUN}>",
    f"--><img src=x onerror={RUN}>",
    f"]]><img src=x onerror={RUN}>",
    f"<img src=x onerror={RUN}>",
    f'<img src="x" onerror="{RUN}">',
    f'<img src=x onerror="parent.{RUN}" //',
    f"<IMG SRC=x OnErRoR={RUN}>",
    f"<img/src=x/onerror={RUN}>",
    f"<img src=`x`onerror={RUN}>",
    f"<svg onload={RUN}>",
    f"<svg/onload={RUN}//",
    f"<svg><script>{RUN}</script></svg>",
    f"<svg><script xlink:href=data:,{RUN}></script></svg>",
    f"<svg><animate onbegin={RUN} attributeName=x dur=1s>",
    f"<svg><a xlink:href=javascript:{RUN}><text y=20>x</text></a></svg>",
    f"<svg><foreignObject><iframe srcdoc='<script>parent.{RUN}</script>'></foreignObject></svg>",
    f"<svg><use href='data:image/svg+xml,<svg id=x onload={RUN}>#x'/></svg>",
    "<math><mtext><table><mglyph><style><!--</style>"
    f"<img title='--&gt;&lt;img src=1 onerror={RUN}&gt;'>",
    f"<math href=javascript:{RUN}>x</math>",
    f"<iframe srcdoc='<script>parent.{RUN}</script>'></iframe>",
    f"<iframe src=javascript:parent.{RUN}></iframe>",
    f"<iframe onload={RUN}></iframe>",
    f"<object data=javascript:{RUN}></object>",
    f"<embed src=javascript:{RUN}>",
    f"<body onload={RUN}>",
    f"<input autofocus onfocus={RUN}>",
    f"<select autofocus onfocus={RUN}></select>",
    f"<details open ontoggle={RUN}>x</details>",
    f"<video><source onerror={RUN}></video>",
    f"<audio src=x onerror={RUN}>",
    f"<marquee onstart={RUN}>x</marquee>",
    f"<div onpointerover={RUN}>x</div>",
    f"<b onmouseover={RUN}>x</b>",
    f"<style>@keyframes x{{}}</style><b style=animation-name:x onanimationstart={RUN}>x</b>",
    f"<a href=javascript:{RUN}>x</a>",
    f"<a href='java\nscript:{RUN}'>x</a>",
    f"<a href='&#106;avascript:{RUN}'>x</a>",
    f"<a href='\x01javascript:{RUN}'>x</a>",
    f"<a href='data:text/html,<script>{RUN}</script>'>x</a>",
    f"<form action=javascript:{RUN}><button autofocus>x</button></form>",
    f"<form><button formaction=javascript:{RUN}>x</button></form>",
    "<base href=http://evil.test/>",
    f"<meta http-equiv=refresh content='0;url=javascript:{RUN}'>",
    "<meta http-equiv=refresh content='0;url=http://evil.test/'>",
    "<link rel=stylesheet href=http://evil.test/x.css>",
    "<style>@import 'http://evil.test/x.css';*{display:none!important}</style>",
    "<div style='background:url(http://evil.test/x.png)'>x</div>",
    "<img src=http://evil.test/pixel.gif>",
    f"<template><script>{RUN}</script></template>",
    f"<noscript><p title='</noscript><img src=x onerror={RUN}>'>",
    f"[x](javascript:{RUN})",
    f"![x](javascript:{RUN})",
    f"[x](<javascript:{RUN}>)",
    f'"><script>{RUN}</script>',
    f"'-{RUN}-'",
    f"\\u003cscript>{RUN}\\u003c/script>",
    "${constructor.constructor('window.hacked=1')()}",
    "{{constructor.constructor('window.hacked=1')()}}",
    "${__proto__.polluted}",
    "%3Cscript%3Ewindow.hacked=1%3C/script%3E",
    "&lt;img src=x onerror=window.hacked=1&gt;",
    f"javascript:{RUN}",
    "__proto__",
    "constructor",
)  # fmt: skip
LINKS = (
    f"javascript:{RUN}", f" javascript:{RUN}", f"JaVaScRiPt:{RUN}", f"java\tscript:{RUN}",
    f"java\nscript:{RUN}", f"\x01javascript:{RUN}", f"javascript&colon;{RUN}", "vbscript:msgbox(1)",
    f"data:text/html,<script>{RUN}</script>", "data:image/svg+xml,<svg onload=window.hacked=1>",
    "${hostile}", "blob:http://localhost/x", "view-source:http://localhost/", "file:///etc/passwd",
)  # fmt: skip
KINDS = (
    "timeseries", "stat", "gauge", "bargauge", "table", "barchart", "piechart", "heatmap", "logs",
    "state-timeline", "nothing<img>",
)  # fmt: skip

WATCH = """
window.violations = [];
addEventListener('securitypolicyviolation', (event) =>
  window.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
"""
DANGERS = """() => {
  const found = [];
  for (const element of document.querySelectorAll('*')) {
    const tag = element.tagName.toLowerCase();
    if ('iframe object embed base meta math marquee audio video'.split(' ').includes(tag)
      && !element.closest('head')) found.push(`<${tag}>`);
    if (tag === 'script' && !element.nonce) found.push('<script>');
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on')) found.push(`${tag} ${name}`);
      if (/^(href|src|action|formaction|data|xlink:href)$/.test(name)) {
        const url = URL.parse(value, document.baseURI);
        if (url === null || !/^(https?|mailto):$/.test(url.protocol)) found.push(`${tag} ${value}`);
      }
    }
  }
  if (document.baseURI !== location.href.split('#')[0]) found.push(`base ${document.baseURI}`);
  if ({}.polluted !== undefined) found.push('a polluted prototype');
  return [...found, ...window.violations, ...(window.hacked ? ['code ran'] : [])];
}"""


class Deal:
    """Hands out the payloads in turn."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self) -> str:
        self.count += 1
        return PAYLOADS[self.count % len(PAYLOADS)]

    def link(self) -> str:
        self.count += 1
        return LINKS[self.count % len(LINKS)]


def frames(kind: str, deal: Deal) -> list[dict[str, Any]]:
    moments = [1_700_000_000_000 + 60_000 * step for step in range(4)]
    texts = [deal() for _ in moments]
    labels = {"name": deal(), "host": deal()}
    if kind == "logs":
        lines = {"name": "body", "type": "string", "values": texts}
        named = {"name": "labels", "type": "other", "values": [labels] * 4}
        return [{"fields": [{"name": "time", "type": "time", "values": moments}, lines, named]}]
    fields: list[dict[str, Any]] = [{"name": "time", "type": "time", "values": moments}]
    fields += [
        {"name": deal(), "type": "number", "values": [1, 2, 3, 4], "labels": labels | {"x": deal()}}
        for _ in range(4)
    ]
    if kind in ("table", "barchart", "piechart", "state-timeline"):
        fields.insert(1, {"name": deal(), "type": "string", "values": texts})
    return [{"name": deal(), "fields": fields}]


def panel(number: int, kind: str, deal: Deal) -> dict[str, Any]:
    links = [{"title": deal(), "url": deal.link(), "targetBlank": True} for _ in range(3)]
    defaults = {
        "unit": f"prefix:{deal()}" if number % 2 else f"suffix:{deal()}",
        "displayName": f"{deal()} ${{__field.labels.host}}" if number % 3 else None,
        "description": deal(),
        "noValue": deal(),
        "links": links,
        "color": {"mode": "fixed", "fixedColor": "red;background:url(http://evil.test/c)"},
        "thresholds": {"mode": "absolute", "steps": [{"color": deal(), "value": None}]},
        "mappings": [
            {"type": "value", "options": {"1": {"text": deal(), "color": deal(), "index": 0}}},
            {"type": "regex", "options": {"pattern": ".*img.*", "result": {"text": deal()}}},
        ],
    }
    legend = {"showLegend": True, "displayMode": "table", "calcs": ["max"]}
    options: dict[str, Any] = {"legend": legend}
    if kind == "text":
        mode = "html" if number % 2 else "markdown"
        options = {"mode": mode, "content": "\n\n".join((*PAYLOADS, "$hostile", "${hostile:raw}"))}
    if kind == "logs":
        options = {"showLabels": True, "showTime": True, "enableLogDetails": True}
    if kind == "table":
        defaults["custom"] = {"cellOptions": {"type": "image" if number % 2 else "auto"}}
    return {
        "id": number,
        "type": kind,
        "title": f"{deal()} $hostile",
        "description": deal(),
        "gridPos": {"x": 12 * (number % 2), "y": number * 4, "w": 12, "h": 8},
        "links": links,
        "repeat": "hostile" if number == 2 else None,
        "maxPerRow": 2,
        "datasource": {"uid": "hostile-data"},
        "fieldConfig": {"defaults": defaults, "overrides": []},
        "options": options,
        "targets": [
            {
                "refId": "A",
                "scenarioId": "raw_frame",
                "rawFrameContent": json.dumps(frames(kind, deal)),
            }
        ],
    }


def texts() -> dict[str, Any]:
    """Markdown and HTML, which become markup on purpose; they are sanitised first."""
    hostile = {"name": "hostile", "type": "textbox", "query": PAYLOADS[6]}
    return {
        "title": "Texts",
        "uid": "hostile-text",
        "panels": [panel(number, "text", Deal()) for number in (1, 3)],
        "templating": {"list": [hostile]},
    }


def dashboard() -> dict[str, Any]:
    deal = Deal()
    panels = [panel(number, kind, deal) for number, kind in enumerate(KINDS, start=1)]
    failing = panel(len(panels) + 1, "timeseries", deal)
    failing["targets"] = [{"refId": deal(), "scenarioId": deal()}]
    elsewhere = panel(len(panels) + 2, "stat", deal)
    elsewhere["datasource"] = {"uid": deal(), "type": deal()}
    row = {"id": 90, "type": "row", "title": deal(), "gridPos": {"x": 0, "y": 0, "w": 24, "h": 1}}
    words = [payload for payload in PAYLOADS if "," not in payload][:12]
    return {
        "title": PAYLOADS[2],
        "uid": "hostile",
        "tags": [deal()[:90] for _ in range(5)],
        "description": deal(),
        "time": {"from": "2023-11-14T22:13:00Z", "to": "2023-11-14T22:17:00Z"},
        "links": [
            {"type": "link", "title": deal(), "url": url, "tooltip": deal(), "icon": deal()}
            for url in LINKS
        ],
        "annotations": {
            "list": [
                {
                    "name": deal(),
                    "enable": True,
                    "iconColor": "red;background:url(http://evil.test/i)",
                    "datasource": {"uid": "hostile-data"},
                    "target": {"refId": "Anno", "scenarioId": "annotations", "lines": 5},
                }
            ]
        },
        "templating": {
            "list": [
                {
                    "name": "hostile",
                    "label": deal(),
                    "description": deal(),
                    "type": "custom",
                    "multi": True,
                    "includeAll": True,
                    "query": ",".join(words),
                    "current": {"text": words[:2], "value": words[:2]},
                },
                {"name": "typed", "label": deal(), "type": "textbox", "query": deal()},
                {"name": "fixed", "label": deal(), "type": "constant", "query": deal()},
            ]
        },
        "panels": [row, *panels, failing, elsewhere],
    }


@pytest.fixture(scope="module")
def product(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    """Where whatever has a name has a hostile one."""
    data = tmp_path_factory.mktemp("hostile") / "data"
    data.mkdir()
    password = f"cfg:security.admin_password={PASSWORD}"
    started = start_product(data, password, "cfg:tour.enabled=false")
    watched = open_page(browser, started.url)
    sign_in(watched, "admin", PASSWORD)
    fill(watched, started)
    watched.context.close()
    yield started
    assert started.stop() == 0


@pytest.fixture
def watched(browser: Browser, product: Product) -> Iterator[Watched]:
    """Signed in; it remembers what should not have happened."""
    watched = open_page(browser, product.url, height=1400)
    watched.page.add_init_script(WATCH)
    watched.page.on("dialog", lambda dialog: answer(watched, dialog))
    watched.page.on("popup", lambda popup: watched.errors.append(f"popup: {popup.url}"))
    watched.page.on(
        "request",
        lambda request: (
            None if request.url.startswith(product.url) else watched.errors.append(request.url)
        ),
    )
    sign_in(watched, "admin", PASSWORD)
    yield watched
    watched.context.close()


def answer(watched: Watched, dialog: Dialog) -> None:
    """The product asks before it drops what was typed; nobody else asks anything."""
    if dialog.type != "beforeunload":
        watched.errors.append(f"dialog: {dialog.message}")
    dialog.accept()


def send(watched: Watched, product: Product, method: str, path: str, body: Any) -> Any:
    origin = product.url.rstrip("/")
    reply = watched.context.request.fetch(
        path, method=method, data=body, headers={"Origin": origin}
    )
    assert reply.ok, (path, reply.text())
    return reply.json()


def fill(watched: Watched, product: Product) -> None:
    source = {"name": PAYLOADS[7], "uid": "hostile-data", "type": "grafana-testdata-datasource"}
    send(watched, product, "POST", "/api/datasources", {**source, "access": "proxy"})
    folder = send(watched, product, "POST", "/api/folders", {"title": PAYLOADS[0]})
    send(
        watched, product, "POST", "/api/folders",
        {"title": PAYLOADS[12], "parentUid": folder["uid"]},
    )  # fmt: skip
    user = {"name": PAYLOADS[6], "login": PAYLOADS[13], "password": "a long password"}
    send(watched, product, "POST", "/api/admin/users", user)
    me = {"name": PAYLOADS[1], "login": "admin", "email": "admin@localhost"}
    send(watched, product, "PUT", "/api/user", me)
    for model in (dashboard(), texts()):
        stored = {"dashboard": model, "folderUid": folder["uid"], "message": PAYLOADS[9]}
        send(watched, product, "POST", "/api/dashboards/db", stored)


HARMLESS = (
    "the server responded with",
    "Executing inline event handler violates",
    "Setting the document's base URI to",
)


def expect_harmless(watched: Watched, *reported: str) -> None:
    """`reported` are violations that are expected: what the policy stopped while text was read."""
    page = watched.page
    page.wait_for_timeout(200)
    assert set(page.evaluate(DANGERS)) - set(reported) == set()
    harmless = HARMLESS if reported else HARMLESS[:1]
    assert [e for e in watched.errors if not any(word in e for word in harmless)] == []
    assert page.title().endswith(" · Vedette")


def look_around(page: Page) -> None:
    """Scrolls to every panel, points at it and opens what a pointer opens."""
    panels = page.locator("[data-panel]")
    for index in range(panels.count()):
        each = panels.nth(index)
        each.scroll_into_view_if_needed()
        expect(each.locator("[data-panel-state]")).to_have_count(1, timeout=15_000)
        box = each.bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.move(box["x"] + box["width"] / 3, box["y"] + box["height"] / 3)


def test_a_hostile_dashboard_is_drawn_as_the_text_that_it_is(watched: Watched) -> None:
    """Proves T21, CVE-2018-12099, CVE-2018-18624, CVE-2018-18625, CVE-2019-13068,
    CVE-2020-12245, CVE-2020-24303, CVE-2020-13430, CVE-2025-2703."""
    page = watched.page
    page.goto("/d/hostile")
    page.wait_for_selector("[data-panel]")
    look_around(page)
    expect_harmless(watched)
    states = page.locator("[data-panel-state=done]").count()
    assert states >= 10, "what is drawn is what was tested"
    assert PAYLOADS[2] in page.title()

    for tab in ("data", "json", "query"):
        page.goto(f"/d/hostile?inspect=5&inspectTab={tab}")
        page.get_by_role("dialog").wait_for()
        expect_harmless(watched)
    page.goto("/d/hostile?viewPanel=1")
    page.locator("[data-panel]").first.wait_for()
    look_around(page)
    expect_harmless(watched)


def test_markdown_and_html_are_shown_without_what_could_run(watched: Watched) -> None:
    """T21, CVE-2018-18623, CVE-2023-22462, CVE-2022-23552: The sanitiser reads markup in a
    document apart; the policy reports what it would stop."""
    page = watched.page
    page.goto("/d/hostile-text")
    look_around(page)
    expect(page.locator("[data-panel-state=done]")).to_have_count(2)
    expect_harmless(watched, "script-src-attr inline ", "base-uri http://evil.test/ ")


def test_the_code_editor_and_the_palette_keep_to_the_policy(watched: Watched) -> None:
    page = watched.page
    page.goto("/d/hostile")
    page.wait_for_selector("[data-panel]")
    page.keyboard.press("d")
    page.keyboard.press("s")
    expect(page.locator(".cm-content")).to_contain_text("hostile", timeout=15_000)
    page.locator(".cm-content").click()
    page.keyboard.type(PAYLOADS[6])
    expect_harmless(watched)
    page.goto("/dashboards")
    page.keyboard.press("Control+k")
    page.keyboard.type("<")
    page.wait_for_timeout(500)
    expect_harmless(watched)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/dashboards",
        "/datasources",
        "/datasources/edit/hostile-data",
        "/admin/users",
        "/profile",
    ],
)
def test_lists_show_hostile_names_as_text(watched: Watched, path: str) -> None:
    """Proves T21."""
    watched.page.goto(path)
    watched.page.wait_for_load_state("networkidle")
    expect_harmless(watched)


def test_addresses_carry_no_code(watched: Watched) -> None:
    """Proves T22, CVE-2021-41174."""
    for path in (
        f"/login?redirectTo=javascript:{RUN}",
        f"/d/hostile?var-hostile=%3Cscript%3E{RUN}%3C/script%3E&from=%3Cimg%3E&orgId=1",
        f"/dashboards?query=%3Cimg%20src%3Dx%20onerror%3D{RUN}%3E&tag=%3Csvg%20onload%3D{RUN}%3E",
        f"/nothing/%3Cscript%3E{RUN}%3C/script%3E",
        f"/d/none%3Csvg%20onload%3D{RUN}%3E",
    ):
        watched.page.goto(path)
        watched.page.wait_for_load_state("networkidle")
        expect_harmless(watched)
