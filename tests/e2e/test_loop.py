"""The loop through the three stores of the shop: from a number to its trace, its lines, and back.

Sources and dashboard come from provisioning files, as users keep them. Every step is made by
clicks, and what it shows is compared with what the store itself answers.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.fixtures.browser import (
    DRAWN,
    Product,
    Watched,
    open_page,
    sign_in,
    start_product,
    wait_until_healthy,
)
from tests.fixtures.exchanges import Exchanges, expect_equal_numbers
from tests.shop.fill import Shop
from tests.shop.send import get
from tests.shop.traffic import Request, Span

pytestmark = pytest.mark.browser

PASSWORD = "admin-password"
LATENCY = (
    "histogram_quantile(0.95, sum by (le)"
    ' (rate(shop_request_duration_seconds_bucket{service="checkout"}[2m])))'
)
CALLS = 'sum(rate(traces_spanmetrics_calls_total{service="SERVICE"}[5m]))'
OF_SPAN = '$${__span.tags["service.name"]}'
"""In provisioning files `$$` is a dollar sign."""


def sources(shop: Shop) -> list[dict[str, Any]]:
    """As in the files of Grafana 10.4, every link between the stores by its documented key."""
    return [
        {
            "name": "Metrics of the shop",
            "uid": "prom",
            "type": "prometheus",
            "access": "proxy",
            "url": shop.prometheus,
            "isDefault": True,
            "jsonData": {
                "httpMethod": "POST",
                "exemplarTraceIdDestinations": [
                    {"name": "traceID", "datasourceUid": "tempo", "urlDisplayLabel": "Its trace"}
                ],
            },
        },
        {
            "name": "Gone metrics",
            "uid": "gone",
            "type": "prometheus",
            "access": "proxy",
            "url": "http://127.0.0.1:9",
        },
        {
            "name": "Logs of the shop",
            "uid": "loki",
            "type": "loki",
            "access": "proxy",
            "url": shop.loki,
            "jsonData": {
                "maxLines": 500,
                "derivedFields": [
                    {
                        "name": "traceID",
                        "matcherRegex": r"traceID\W+(\w+)",
                        "url": "$${__value.raw}",
                        "datasourceUid": "tempo",
                        "urlDisplayLabel": "Back to the trace",
                    }
                ],
            },
        },
        {
            "name": "Traces of the shop",
            "uid": "tempo",
            "type": "tempo",
            "access": "proxy",
            "url": shop.tempo,
            "jsonData": {
                "tracesToLogsV2": {
                    "datasourceUid": "loki",
                    "spanStartTimeShift": "-1m",
                    "spanEndTimeShift": "1m",
                    "tags": [{"key": "service.name", "value": "service_name"}],
                    "filterByTraceID": True,
                    "filterBySpanID": False,
                },
                "tracesToMetrics": {
                    "datasourceUid": "prom",
                    "spanStartTimeShift": "-10m",
                    "spanEndTimeShift": "10m",
                    "tags": [{"key": "service.name", "value": "service"}],
                    "queries": [
                        {"name": "Calls of the service", "query": CALLS.replace("SERVICE", OF_SPAN)}
                    ],
                },
                "serviceMap": {"datasourceUid": "prom"},
                "nodeGraph": {"enabled": True},
            },
        },
    ]


def faults() -> dict[str, Any]:
    """One panel of a store that is not there, one with a mistake, one that is well."""
    asked = [("gone", "vector(1)"), ("prom", "sum("), ("prom", "vector(1)")]
    panels = [
        {
            "id": number,
            "type": "timeseries",
            "title": f"Panel {number}",
            "gridPos": {"x": 8 * number, "y": 0, "w": 8, "h": 10},
            "datasource": {"type": "prometheus", "uid": uid},
            "targets": [{"refId": "A", "expr": expr, "range": True}],
        }
        for number, (uid, expr) in enumerate(asked)
    ]
    return {"uid": "faults", "title": "Faults", "schemaVersion": 39, "panels": panels}


def dashboard(shop: Shop) -> dict[str, Any]:
    target = {"refId": "A", "expr": LATENCY, "range": True, "exemplar": True}
    panel = {
        "id": 1,
        "type": "timeseries",
        "title": "Latency of checkout",
        "gridPos": {"x": 0, "y": 0, "w": 24, "h": 12},
        "datasource": {"type": "prometheus", "uid": "prom"},
        "fieldConfig": {"defaults": {"unit": "s"}, "overrides": []},
        "targets": [{**target, "legendFormat": "p95"}],
    }
    span = {"from": str(shop.start_ms), "to": str(shop.end_ms)}
    return {
        "uid": "shop",
        "title": "Shop",
        "schemaVersion": 39,
        "time": span,
        "panels": [panel],
    }


def provision(folder: Path, shop: Shop) -> None:
    boards = folder.parent / "boards"
    for made in (folder / "datasources", folder / "dashboards", boards):
        made.mkdir(parents=True)
    (boards / "shop.json").write_text(json.dumps(dashboard(shop)))
    (boards / "faults.json").write_text(json.dumps(faults()))
    files = {"apiVersion": 1, "providers": [{"name": "shop", "options": {"path": str(boards)}}]}
    (folder / "dashboards" / "shop.yaml").write_text(json.dumps(files))
    listed = {"apiVersion": 1, "datasources": sources(shop)}
    (folder / "datasources" / "shop.yaml").write_text(json.dumps(listed))


@pytest.fixture(scope="module")
def product(shop: Shop, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    root = tmp_path_factory.mktemp("loop")
    (root / "data").mkdir()
    provision(root / "provisioning", shop)
    started = start_product(
        root / "data",
        f"cfg:security.admin_password={PASSWORD}",
        f"cfg:paths.provisioning={root / 'provisioning'}",
    )
    wait_until_healthy(started.url)
    yield started
    assert started.stop() == 0


@dataclass
class Walk:
    """A page on its way, with what it was answered last."""

    watched: Watched
    shop: Shop
    exchanges: Exchanges

    @property
    def page(self) -> Page:
        return self.watched.page

    def pane(self, source: str) -> Locator:
        """The pane of Explore that asks a source, once it stands there."""
        sources = [each["datasource"] for each in self.panes()]
        return self.page.locator("[data-pane]").nth(sources.index(source))

    def panes(self) -> list[dict[str, Any]]:
        found: dict[str, Any] = json.loads(parse_qs(urlsplit(self.page.url).query)["panes"][0])
        return list(found.values())

    def opened(self, link: Locator, source: str) -> Locator:
        """Follow a link; return the pane of its source once all charts are drawn."""
        self.exchanges.found.clear()
        with self.page.expect_response("**/api/ds/query"):
            link.click()
        expect(self.page).to_have_url(re.compile(quote(f'"datasource":"{source}"')))
        pane = self.pane(source)
        expect(pane.locator('[data-panel-state="done"]')).not_to_have_count(0, timeout=30_000)
        return pane

    def series(self) -> list[list[float]]:
        """Values of the series that came last."""
        _, received = self.exchanges.found[-1]
        frames = [frame for each in received["results"].values() for frame in each["frames"]]
        return [frame["data"]["values"][1] for frame in frames if frame["data"]["values"]]


@pytest.fixture
def walk(browser: Browser, product: Product, shop: Shop) -> Iterator[Walk]:
    watched = open_page(browser, product.url, height=1200)
    sign_in(watched, "admin", PASSWORD)
    exchanges = Exchanges()
    watched.page.on("response", exchanges.note)
    yield Walk(watched, shop, exchanges)
    watched.expect_no_errors()
    watched.context.close()


def pinned_exemplar(walk: Walk) -> tuple[Locator, float, str]:
    """Points at a late exemplar of the panel and keeps it. The box, the value and the trace id."""
    sent, received = walk.exchanges.found[-1]
    frames = received["results"]["A"]["frames"]
    (frame,) = [each for each in frames if each["schema"]["meta"].get("dataTopic")]
    names = [field["name"] for field in frame["schema"]["fields"]]
    columns = dict(zip(names, frame["data"]["values"], strict=True))
    # Span metrics begin when the traces came in: a late request has some around it.
    row = max(range(len(columns["Time"])), key=lambda at: columns["Time"][at])
    over = walk.page.locator(".u-over").bounding_box()
    assert over
    start, end = int(sent["from"]), int(sent["to"])
    x = over["x"] + (columns["Time"][row] - start) / (end - start) * over["width"]
    trace = str(columns["traceID"][row])
    box = walk.page.get_by_text(trace)
    for y in range(int(over["height"]) - 5, 0, -4):
        walk.page.mouse.move(x, over["y"] + y)
        walk.page.evaluate(DRAWN)
        if box.count():
            walk.page.mouse.click(x, over["y"] + y)
            return walk.page.get_by_role("dialog"), float(columns["Value"][row]), trace
    raise AssertionError(f"No point of {trace} was found over {x}.")


def exemplars_in(shop: Shop) -> Mapping[str, float]:
    data = get(
        f"{shop.prometheus}/api/v1/query_exemplars",
        query=LATENCY,
        start=shop.start_ms // 1000,
        end=shop.end_ms // 1000,
    )["data"]
    found = [each for series in data for each in series["exemplars"]]
    return {each["labels"]["traceID"]: float(each["value"]) for each in found}


def spans_in(tempo: str, trace: str) -> list[str]:
    """`service operation` of each span, as Tempo itself tells."""
    found = []
    for batch in get(f"{tempo}/api/traces/{trace}")["batches"]:
        told = {each["key"]: each["value"] for each in batch["resource"]["attributes"]}
        service = told["service.name"]["stringValue"]
        spans = [span for scope in batch["scopeSpans"] for span in scope["spans"]]
        found += [f"{service} {span['name']}" for span in spans]
    return sorted(found)


def spans_shown(pane: Locator) -> list[str]:
    names = [row.locator("b").first.locator("..") for row in pane.get_by_role("treeitem").all()]
    return sorted(name.get_attribute("title") or "" for name in names)


def lines_in(shop: Shop, query: Mapping[str, Any], span: Mapping[str, str]) -> list[str]:
    """Newest first, as they are shown."""
    streams = get(
        f"{shop.loki}/loki/api/v1/query_range",
        query=query["expr"],
        start=int(span["from"]) * 10**6,
        end=int(span["to"]) * 10**6,
    )["data"]["result"]
    found = [(int(at), text) for stream in streams for at, text in stream["values"]]
    return [text for _, text in sorted(found, reverse=True)]


def rates_in(shop: Shop, metric: str, by: str, seconds: int, at_ms: int) -> Mapping[str, float]:
    answer = get(
        f"{shop.prometheus}/api/v1/query",
        query=f"sum by ({by}) (rate({metric}[{seconds}s]))",
        time=at_ms / 1000,
    )
    return {each["metric"][by]: float(each["value"][1]) for each in answer["data"]["result"]}


def test_the_loop_from_a_number_to_the_service_map_and_back_to_numbers(walk: Walk) -> None:
    page, shop = walk.page, walk.shop
    page.goto("/d/shop")
    expect(page.locator('[data-panel-state="done"]')).to_have_count(1, timeout=30_000)
    assert expect_equal_numbers(walk.exchanges, shop.prometheus) == 1

    box, value, trace = pinned_exemplar(walk)
    assert exemplars_in(shop)[trace] == value
    expect(box).to_contain_text(f"{value * 1000:.3g} ms")

    traces = walk.opened(box.get_by_role("link", name="Its trace"), "tempo")
    expect(traces.get_by_role("treeitem")).not_to_have_count(0)
    assert spans_shown(traces) == spans_in(shop.tempo, trace)

    request = next(each for each in shop.requests if each.trace == trace.rjust(32, "0"))
    span = served_by(request, "checkout")
    traces.get_by_role("treeitem", name=f"checkout {span.name},").first.click()
    detail = traces.get_by_role("region", name=f"Details of {span.name}")
    expect(detail).to_contain_text(span.id)
    logs = walk.opened(detail.get_by_role("link", name="Logs for this span"), "loki")
    asked = walk.panes()[1]
    expected = lines_in(shop, asked["queries"][0], asked["range"])
    assert expected == [line.text for line in request.lines if line.service == "checkout"]
    rows = logs.get_by_role("list", name="Logs").get_by_role("listitem")
    expect(rows).to_have_count(len(expected))
    for row, text in zip(rows.all(), expected, strict=True):
        expect(row).to_contain_text(text)

    rows.first.get_by_role("button", name=re.compile("^Details of line")).click()
    back = walk.opened(logs.get_by_role("link", name="Back to the trace").first, "tempo")
    assert walk.panes()[0]["queries"][0]["query"] == trace.rjust(32, "0")
    spans = spans_in(shop.tempo, trace)
    expect(back.get_by_text(f"Spans {len(spans)}", exact=True)).to_be_visible()
    assert set(spans_shown(back)) <= set(spans)

    if not detail.count():
        back.get_by_role("treeitem", name=f"checkout {span.name},").first.click()
    metrics = walk.opened(detail.get_by_role("link", name="Calls of the service"), "prom")
    expect(metrics.get_by_role("group", name="Graph", exact=True)).to_be_visible()
    assert walk.panes()[1]["queries"][0]["expr"] == CALLS.replace("SERVICE", "checkout")
    assert expect_equal_numbers(walk.exchanges, shop.prometheus) == 1
    assert max(walk.series()[0]) > 0

    back.get_by_role("tab", name="Service graph").click()
    back.get_by_role("button", name=re.compile(" to .* UTC")).click()
    page.get_by_role("button", name="Last 1 hour").click()
    graph = back.get_by_role("group", name=re.compile("^Node graph: "))
    expect(graph).to_be_visible(timeout=30_000)
    expect_map(walk, graph)

    graph.get_by_role("button", name=re.compile("^payment,")).click()
    menu = page.get_by_role("dialog", name="Node")
    expect(menu).to_contain_text(failed_share(walk, "payment"))
    walk.opened(menu.get_by_role("link", name="Request rate", exact=True), "prom")
    assert 'server="payment"' in walk.panes()[1]["queries"][0]["expr"]
    expect(metrics.get_by_text('server="payment"').first).to_be_visible()
    assert expect_equal_numbers(walk.exchanges, shop.prometheus) >= 1
    assert max(walk.series()[0]) > 0


def test_a_found_span_is_open_in_its_trace(walk: Walk) -> None:
    """From a search, whose table names traces and spans; ids may begin with zeros."""
    request = next(
        each
        for each in reversed(walk.shop.requests)
        if each.route == "/checkout" and each.status == 200 and each.trace.startswith("0")
    )
    span = served_by(request, "payment")
    found = '{ resource.service.name = "payment" && trace:id = "%s" && kind = server }'
    compared = request.trace.lstrip("0")  # As Tempo's `trace:id` writes it.
    query = {"refId": "A", "queryType": "traceql", "query": found % compared}
    asked = {
        "datasource": "tempo",
        "queries": [{**query, "tableType": "spans"}],
        "range": {"from": str(walk.shop.start_ms), "to": str(walk.shop.end_ms)},
    }
    panes = quote(json.dumps({"a": asked}))
    walk.page.goto(f"/explore?schemaVersion=1&panes={panes}")
    link = walk.page.get_by_role("link", name=re.compile(f"^0*{span.id.lstrip('0')}$"))
    link.click()
    detail = walk.page.get_by_role("region", name=f"Details of {span.name}")
    expect(detail).to_be_in_viewport(timeout=30_000)
    expect(detail).to_contain_text(span.id)
    expect(walk.page.get_by_role("region", name=re.compile("^Details of"))).to_have_count(1)


def test_a_panel_names_the_source_that_failed_and_leaves_the_others_alone(
    browser: Browser, product: Product
) -> None:
    watched = open_page(browser, product.url)
    sign_in(watched, "admin", PASSWORD)
    page = watched.page
    page.goto("/d/faults")
    expect(page.locator('[data-panel-state="done"]')).to_have_count(1, timeout=30_000)
    gone, mistake, well = (page.get_by_role("region", name=f"Panel {each}") for each in range(3))
    expect(gone).to_contain_text("No response from Gone metrics")
    expect(gone).to_contain_text("cannot be reached: connection refused.")
    expect(mistake).to_contain_text("Metrics of the shop returned status 400")
    expect(mistake).to_contain_text("parse error: ")
    expect(well.locator('[data-panel-state="done"]')).to_be_visible()
    watched.context.close()


def served_by(request: Request, service: str) -> Span:
    return next(each for each in request.spans if each.service == service and each.kind == "server")


def expect_map(walk: Walk, graph: Locator) -> None:
    """Every service and call that the metrics store knows, each with its rate."""
    edges = walk.shop.calls()
    services = {name for pair in edges for name in pair}
    expect(graph).to_have_accessible_name(f"Node graph: {len(services)} nodes, {len(edges)} edges")
    sent, received = walk.exchanges.found[-1]
    nodes, *_ = received["results"]["A"]["frames"]
    names = [field["name"] for field in nodes["schema"]["fields"]]
    columns = dict(zip(names, nodes["data"]["values"], strict=True))
    shown = dict(zip(columns["id"], columns["secondarystat"], strict=True))
    assert set(shown) == services
    seconds = (int(sent["to"]) - int(sent["from"])) // 1000
    metric = "traces_service_graph_request_total"
    own = rates_in(walk.shop, metric, "server", seconds, int(sent["to"]))
    assert {name: shown[name] for name in own} == pytest.approx(own)


def failed_share(walk: Walk, service: str) -> str:
    """As a node's menu shows it."""
    sent, _ = walk.exchanges.found[-1]
    end = int(sent["to"])
    seconds = (end - int(sent["from"])) // 1000
    total, failed = (
        rates_in(walk.shop, f"traces_service_graph_request{kind}_total", "server", seconds, end)
        for kind in ("", "_failed")
    )
    return f"{100 * failed[service] / total[service]:.1f} %"
