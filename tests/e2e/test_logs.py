"""Log lines in a real browser: made-up ones, and those of a real Loki."""

import json
import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.fixtures.browser import (
    Product,
    Watched,
    open_page,
    prefer_theme,
    sign_in,
    start_product,
    wait_until_healthy,
)
from tests.fixtures.stores import LokiServer
from tests.shop.fill import Shop
from tests.shop.send import post

pytestmark = pytest.mark.browser

_AXE = Path(__file__).parents[2] / "ui/node_modules/axe-core/axe.min.js"
_PASSWORD = "cfg:security.admin_password=admin-password"
_SECOND = 10**9


@pytest.fixture(scope="module")
def product(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    data = tmp_path_factory.mktemp("logs") / "data"
    data.mkdir()
    started = start_product(data, _PASSWORD, "cfg:egress.allow_loopback=true")
    wait_until_healthy(started.url)
    add_source(browser, started, "made-up", "testdata", isDefault=True)
    yield started
    assert started.stop() == 0


@pytest.fixture
def watched(browser: Browser, product: Product) -> Iterator[Watched]:
    opened = open_page(browser, product.url, height=1200)
    sign_in(opened, "admin", "admin-password")
    yield opened
    opened.context.close()


def add_source(browser: Browser, product: Product, uid: str, kind: str, **more: Any) -> None:
    signed_in = open_page(browser, product.url)
    sign_in(signed_in, "admin", "admin-password")
    body = {"name": uid, "uid": uid, "type": kind, "access": "proxy", **more}
    headers = {"Origin": product.url}
    reply = signed_in.context.request.post("/api/datasources", data=body, headers=headers)
    assert reply.ok, reply.text()
    signed_in.context.close()


def address(source: str, **query: Any) -> str:
    pane = {
        "datasource": source,
        "queries": [{"refId": "A", **query}],
        "range": {"from": "now-1h", "to": "now"},
    }
    return f"/explore?schemaVersion=1&panes={quote(json.dumps({'a': pane}))}"


def asked(page: Page) -> dict[str, Any]:
    """The first query of the first pane, as the address tells it."""
    panes = json.loads(parse_qs(urlsplit(page.url).query)["panes"][0])
    query: dict[str, Any] = next(iter(panes.values()))["queries"][0]
    return query


def shown(page: Page) -> Locator:
    lines = page.get_by_role("list", name="Logs", exact=True)
    lines.wait_for(timeout=20_000)
    return lines.get_by_role("listitem")


def open_line(line: Locator) -> None:
    line.get_by_role("button", name=re.compile("Details of line")).click()


def push(loki: LokiServer, labels: dict[str, str], *lines: tuple[int, str]) -> None:
    values = [[str(at), text] for at, text in lines]
    body = json.dumps({"streams": [{"stream": labels, "values": values}]}).encode()
    post(f"{loki.url}/loki/api/v1/push", body, {"Content-Type": "application/json"})


def test_lines_are_searched_by_text_and_by_expression(watched: Watched) -> None:
    page = watched.page
    page.goto(address("made-up", scenarioId="logs", lines=200))
    lines = shown(page)
    box = page.get_by_label("Search displayed lines")
    box.fill("PAYMENT refused")
    search = page.get_by_role("search").filter(has=box)
    expect(search.get_by_role("status")).to_have_text(re.compile(r"^\d+ lines?$"))
    box.press("Enter")
    expect(search.get_by_role("status")).to_have_text(re.compile(r"^1 of \d+$"))
    expect(page.locator("mark[data-found]").first).to_have_text("payment refused")
    box.press("Enter")
    expect(search.get_by_role("status")).to_have_text(re.compile(r"^2 of \d+$"))
    page.get_by_role("button", name="Matches only").click()
    expect(lines.filter(has_not_text="payment refused")).to_have_count(0)

    page.get_by_role("button", name="Regular expression").click()
    box.fill(r"path=/\w+")
    expect(search.get_by_role("status")).to_have_text(re.compile(r"^\d+ lines?$"))
    box.fill("(")
    expect(search.get_by_role("alert")).to_contain_text("Invalid regular expression")
    watched.expect_no_errors()


def test_an_expression_that_takes_for_ever_is_given_up_and_the_page_goes_on(
    watched: Watched,
) -> None:
    """Proves T55."""
    page = watched.page
    page.goto(address("made-up", scenarioId="logs", lines=50))
    shown(page)
    page.get_by_role("button", name="Regular expression").click()
    page.get_by_label("Search displayed lines").fill(r"^(\S+\s?)+!$")
    expect(page.get_by_role("alert")).to_contain_text("The search timed out", timeout=10_000)
    page.get_by_label("Search displayed lines").fill(r"host=srv\d+")
    expect(page.locator("mark[data-found]").first).to_have_text(re.compile(r"^host=srv\d+$"))
    watched.expect_no_errors()


def test_levels_are_counted_and_chosen_and_lines_drawn_as_wanted(watched: Watched) -> None:
    page = watched.page
    page.goto(address("made-up", scenarioId="logs", lines=300))
    lines = shown(page)
    chip = page.get_by_role("button", name=re.compile(r"^ERROR \d"))
    chip.click()
    expect(lines.filter(has_not_text="ERROR")).to_have_count(0)
    count = int(chip.inner_text().split()[-1])
    expect(lines.first).to_have_attribute("aria-setsize", str(count))
    chip.click()

    newest = lines.first.inner_text()
    page.get_by_role("button", name="Order: newest first").click()
    expect(lines.first).not_to_have_text(newest)
    page.get_by_role("button", name="View", exact=True).click()
    page.get_by_role("menuitemcheckbox", name="Nanosecond timestamps").click()
    expect(lines.first.locator("time")).to_have_text(re.compile(r"\.\d{9}$"))
    page.get_by_role("button", name="View", exact=True).click()
    page.get_by_role("menuitemcheckbox", name="Same punctuation").click()
    expect(page.get_by_title(re.compile("similar lines follow")).first).to_be_visible()

    with page.expect_download() as caught:
        page.get_by_role("button", name="Download").click()
        page.get_by_role("menuitem", name="CSV").click()
    text = Path(caught.value.path()).read_text(encoding="utf-8-sig")
    assert text.startswith("timestamp,level,line,")
    watched.expect_no_errors()


def test_a_line_is_opened_with_the_keyboard_and_shows_one_field_in_its_place(
    watched: Watched,
) -> None:
    page = watched.page
    page.goto(address("made-up", scenarioId="logs", lines=50))
    lines = shown(page)
    page.get_by_role("group", name="Lines of Logs").focus()
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    second = lines.nth(1)
    expect(second.get_by_role("button", name="Details of line 2")).to_have_attribute(
        "aria-expanded", "true"
    )
    second.get_by_role("button", name="Values of host", exact=True).click()
    values = second.get_by_role("group", name="Values of host in the displayed lines")
    expect(values).to_contain_text("50 of 50 lines have host")
    second.get_by_role("button", name="Show took instead of the line").click()
    expect(lines.first).to_have_text(re.compile(r"\d+ms$"))
    page.get_by_role("button", name="Displayed fields: took").click()
    expect(lines.first).to_contain_text("msg=")
    page.keyboard.press("/")
    watched.expect_no_errors()


def test_five_thousand_lines_scroll_smoothly(watched: Watched) -> None:
    page = watched.page
    page.goto(address("made-up", scenarioId="logs", lines=5000))
    lines = shown(page)
    assert lines.first.get_attribute("aria-setsize") == "5000"
    page.get_by_role("group", name="Lines of Logs").hover()
    page.evaluate(
        "window.paces = []; let last = performance.now(); requestAnimationFrame(function next(now)"
        " { window.paces.push(now - last); last = now; requestAnimationFrame(next); })"
    )
    for _ in range(30):
        page.mouse.wheel(0, 3000)
        page.wait_for_timeout(16)
    assert lines.count() < 120
    frames = sorted(page.evaluate("window.paces.slice()"))
    assert frames[len(frames) // 2] < 50, "half of the frames come in time, on a busy machine"
    watched.expect_no_errors()


def test_a_tail_stands_still_while_it_is_read_and_goes_on_after(watched: Watched) -> None:
    page = watched.page
    stream = {"type": "logs", "speed": 30}
    page.goto(address("made-up", scenarioId="streaming_client", stream=stream))
    page.get_by_role("button", name="Live", exact=True).click()
    lines = shown(page)
    expect(page.get_by_role("status").filter(has_text="Live")).to_be_visible()
    expect(lines.nth(25)).to_be_visible(timeout=20_000)
    page.get_by_role("group", name="Lines of Logs").hover()
    page.mouse.wheel(0, 200)
    fresh = page.get_by_role("button", name=re.compile(r"^\d+ new lines?$"))
    fresh.wait_for()
    page.wait_for_timeout(500)  # The wheel's own motion is over.
    read, before = lines.nth(8).inner_text(), fresh.inner_text()
    expect(fresh).not_to_have_text(before)
    assert lines.nth(8).inner_text() == read
    fresh.click()
    expect(fresh).to_have_count(0)
    newest = lines.first.inner_text()
    expect(lines.first).not_to_have_text(newest)
    watched.expect_no_errors()


def test_a_tail_goes_on_where_it_was_when_the_server_was_restarted(
    browser: Browser, tmp_path: Path, loki_server: LokiServer
) -> None:
    """No line is lost and none comes twice: those written meanwhile are there afterwards."""
    data = tmp_path / "data"
    data.mkdir()
    port = free_port()
    words = (_PASSWORD, "cfg:egress.allow_loopback=true", f"cfg:server.http_port={port}")
    app = f"restart-{time.time_ns()}"
    opened = open_page(browser, f"http://127.0.0.1:{port}")
    page = opened.page
    with numbered_lines(loki_server, app):
        with running(data, *words) as first:
            add_source(browser, first, "loki", "loki", url=loki_server.url)
            sign_in(opened, "admin", "admin-password")
            page.goto(address("loki", expr=f'{{app="{app}"}}', queryType="range"))
            shown(page)
            page.get_by_role("button", name="Live", exact=True).click()
            page.get_by_role("status").filter(has_text="Live").wait_for()
            page.wait_for_timeout(1500)
        page.get_by_role("status").filter(has_text="Connecting").wait_for()
        page.wait_for_timeout(1500)
        with running(data, *words):
            page.get_by_role("status").filter(has_text="Live").wait_for(timeout=30_000)
            page.wait_for_timeout(2000)
            page.get_by_role("button", name="Stop").click()
    with page.expect_download() as caught:
        page.get_by_role("button", name="Download").click()
        page.get_by_role("menuitem", name="JSON").click()
    rows = json.loads(Path(caught.value.path()).read_text())
    numbers = [int(row["line"].partition("number=")[2]) for row in reversed(rows)]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    assert len(numbers) > 60
    opened.context.close()


@contextmanager
def running(data: Path, *words: str) -> Iterator[Product]:
    started = start_product(data, *words)
    try:
        wait_until_healthy(started.url)
        yield started
    finally:
        assert started.stop() == 0


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


@contextmanager
def numbered_lines(loki: LokiServer, app: str) -> Iterator[None]:
    """Writes one each 50 ms, the first ones at once."""
    stop = threading.Event()

    def write() -> None:
        number = 0
        while not stop.wait(0.05):
            number += 1
            push(loki, {"app": app}, (time.time_ns(), f"level=info number={number}"))

    thread = threading.Thread(target=write, daemon=True)
    thread.start()
    time.sleep(0.5)
    yield
    stop.set()
    thread.join()


def test_what_surrounds_a_line_is_in_the_order_of_nanoseconds(
    browser: Browser, product: Product, watched: Watched, loki_server: LokiServer
) -> None:
    """Three hundred lines, a hundred of them of one moment, and none is lost or told twice."""
    add_source(browser, product, "moments", "loki", url=loki_server.url)
    app = f"moments-{time.time_ns()}"
    start = time.time_ns() // _SECOND * _SECOND - 120 * _SECOND
    times = [start + row for row in range(100)]
    times += [start + 100] * 100 + [start + 1 + row for row in range(100, 200)]
    push(
        loki_server,
        {"app": app},
        *((at, f"level=info number={row}") for row, at in enumerate(times)),
    )
    page = watched.page
    page.goto(address("moments", expr=f'{{app="{app}"}} |= "number=250"', queryType="range"))
    line = shown(page).first
    open_line(line)
    line.get_by_role("button", name="Log context", exact=True).click()
    around = page.get_by_role("region", name="Log context")
    marked = around.locator("[aria-current]")
    expect(marked).to_contain_text("number=250")
    for name in ("older", "newer"):
        more = around.get_by_role("button", name=f"Load {name} lines")
        end = around.get_by_text(f"No {name} lines")
        expect(more.or_(end)).to_be_visible()
        while more.is_visible():
            more.click()
            expect(around.get_by_role("button", name="Loading…")).to_have_count(0)
    found = [int(each) for each in re.findall(r"number=(\d+)", around.inner_text())]
    assert found[:100] == list(range(100))
    assert sorted(found[100:200]) == list(range(100, 200)), "Loki mixes the lines of one moment"
    assert found[200:] == list(range(200, 300))
    page.keyboard.press("Escape")
    expect(around).to_have_count(0)
    watched.expect_no_errors()


def test_lines_of_the_shop_are_filtered_by_their_fields_and_lead_to_their_trace(
    browser: Browser, product: Product, watched: Watched, shop: Shop
) -> None:
    derived = {
        "name": "traceID",
        "matcherRegex": r'traceID"?[=:]\s*"?(\w+)',
        "url": "${__value.raw}",
        "urlDisplayLabel": "Trace",
        "datasourceUid": "shop-traces",
    }
    add_source(browser, product, "shop-traces", "tempo", url=shop.tempo)
    logs = {"url": shop.loki, "jsonData": {"derivedFields": [derived]}}
    add_source(browser, product, "shop-logs", "loki", **logs)
    page = watched.page
    page.goto(address("shop-logs", expr='{namespace="shop"}', queryType="range"))
    lines = shown(page)
    expect(page.get_by_role("group", name="Log volume", exact=True)).to_be_visible()

    failed = lines.filter(has_text="ERROR").first
    page.get_by_role("button", name=re.compile(r"^ERROR \d")).click()
    open_line(failed)
    failed.get_by_role("button", name=re.compile("Filter for service_name = ")).click()
    expect(page).to_have_url(re.compile("service_name"))
    service = re.search(r'service_name="(\w+)"', asked(page)["expr"])
    assert service
    expect(page.get_by_role("group", name="Lines of Logs")).to_be_visible()
    trace = failed.get_by_role("button", name=re.compile("Filter for trace_id = "))
    trace_id = (trace.get_attribute("aria-label") or "").rpartition(" ")[2]
    trace.click()
    expect(page).to_have_url(re.compile("trace_id"))
    assert asked(page)["expr"].endswith(f'| trace_id="{trace_id}"')
    own = [line for request in shop.requests for line in request.lines if line.trace == trace_id]
    expected = sum(line.service == service[1] for line in own)
    expect(lines.first).to_have_attribute("aria-setsize", str(expected))

    lines.first.get_by_role("link", name="Trace").first.click()
    expect(page.locator("[data-pane]")).to_have_count(2)
    trace_view = page.get_by_role("group", name="Trace", exact=True)
    expect(trace_view.get_by_role("treeitem").first).to_be_visible(timeout=20_000)
    watched.expect_no_errors()


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("width", [1440, 390])
def test_everybody_can_use_the_lines(
    browser: Browser, product: Product, theme: str, width: int
) -> None:
    """axe-core finds nothing in them, with a line open and a search going on."""
    watched = open_page(browser, product.url, theme=theme, width=width, height=1200)
    page = watched.page
    sign_in(watched, "admin", "admin-password")
    prefer_theme(watched, product.url, theme)
    page.goto(address("made-up", scenarioId="logs", lines=100))
    lines = shown(page)
    open_line(lines.nth(2))
    lines.nth(2).get_by_role("button", name="Values of level").first.click()
    page.get_by_label("Search displayed lines").fill("took")
    page.get_by_role("button", name="Next match").click()
    page.mouse.move(0, 0)
    page.evaluate(_AXE.read_text())
    found = page.evaluate(
        "axe.run(document, {resultTypes: ['violations']}).then(({violations}) => "
        "violations.map(({id, nodes}) => [id, nodes.slice(0, 3).map(({html}) => html)]))"
    )
    assert found == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    watched.expect_no_errors()
    watched.context.close()
