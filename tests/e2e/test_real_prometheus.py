"""A provisioned dashboard on a real Prometheus that scrapes a real machine, seen in a browser."""

import json
import math
import os
import re
import urllib.parse
import urllib.request
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, Response, expect
from tests.fixtures.browser import Product, Watched, open_page, sign_in
from tests.fixtures.dashboards import public_dashboard
from tests.fixtures.monitored import PASSWORD
from tests.fixtures.prometheus import PrometheusServer

pytestmark = [pytest.mark.browser, pytest.mark.prometheus]


@dataclass
class Exchanges:
    """Every answer to `/api/ds/query` that the page received."""

    found: list[tuple[dict[str, Any], dict[str, Any]]] = field(default_factory=list)

    def note(self, response: Response) -> None:
        if response.url.endswith("/api/ds/query") and response.ok:
            self.found.append((json.loads(response.request.post_data or "{}"), response.json()))


def open_dashboard(
    browser: Browser, monitored_product: Product, path: str
) -> tuple[Watched, Exchanges]:
    watched = open_page(browser, monitored_product.url, height=1200)
    sign_in(watched, "admin", PASSWORD)
    exchanges = Exchanges()
    watched.page.on("response", exchanges.note)
    watched.page.goto(path)
    watched.page.wait_for_selector("[data-panel]")
    return watched, exchanges


def walk_through(watched: Watched) -> dict[str, list[str]]:
    """Scrolls over every panel until none waits; titles by the state they ended in."""
    page = watched.page
    states: dict[str, list[str]] = {}
    panels = page.locator("[data-panel]")
    for index in range(panels.count()):
        panel = panels.nth(index)
        panel.scroll_into_view_if_needed()
        settled = panel.locator('[data-panel-state]:not([data-panel-state="waiting"])')
        expect(settled).to_have_count(1, timeout=30_000)
        state = settled.get_attribute("data-panel-state") or ""
        states.setdefault(state, []).append(panel.inner_text().split("\n")[0])
    return states


def expect_equal_numbers(exchanges: Exchanges, prometheus: str) -> int:
    """Every series that reached the browser is what Prometheus answers itself; their number."""
    compared = 0
    for sent, received in exchanges.found:
        queries = {query["refId"]: query for query in sent["queries"]}
        for ref_id, result in received["results"].items():
            for frame in result["frames"]:
                if queries[ref_id].get("format") == "heatmap" or not frame["schema"]["fields"]:
                    continue
                compared += expect_equal_frame(frame, queries[ref_id], prometheus)
    return compared


def expect_equal_frame(frame: dict[str, Any], query: dict[str, Any], prometheus: str) -> int:
    meta = frame["schema"]["meta"]
    if meta.get("dataTopic") == "annotations" or "Expr" not in meta.get("executedQueryString", ""):
        return 0
    columns = frame["data"]["values"]
    if not columns[0]:
        return 0
    if meta.get("type") == "table":
        return expect_equal_table(frame, prometheus)
    times, values = columns
    expression = meta["executedQueryString"].split("\nStep:")[0].removeprefix("Expr: ")
    labels = frame["schema"]["fields"][1].get("labels", {})
    kind = meta["custom"]["resultType"]
    if kind == "vector":
        asked = {"query": expression, "time": times[0] / 1000}
        answer = ask(prometheus, "query", asked)
        own = {key(each["metric"]): [each["value"]] for each in answer}
    else:
        step = re.search(r"Step: (\S+)", meta["executedQueryString"])
        assert step
        asked = {
            "query": expression,
            "start": times[0] / 1000,
            "end": times[-1] / 1000,
            "step": step[1],
        }
        answer = ask(prometheus, "query_range", asked)
        own = {key(each["metric"]): each["values"] for each in answer}
    expected = {round(time * 1000): float(value) for time, value in own[key(labels)]}
    entities = (frame["data"].get("entities") or [None, None])[1] or {}
    for row, (time, value) in enumerate(zip(times, values, strict=True)):
        if value is None:
            name = next(name for name, rows in entities.items() if row in rows)
            value = {"NaN": math.nan, "Inf": math.inf, "NegInf": -math.inf}[name]
        value = float(value)
        same = value == expected[time] or (math.isnan(value) and math.isnan(expected[time]))
        assert same, f"{expression} at {time}: {value} is not {expected[time]}"
    return 1


def expect_equal_table(frame: dict[str, Any], prometheus: str) -> int:
    """One row a series: time, a column a label, value."""
    expression = frame["schema"]["meta"]["executedQueryString"].split("\nStep:")[0]
    times, *labels, values = frame["data"]["values"]
    names = [each["name"] for each in frame["schema"]["fields"]][1:-1]
    asked = {"query": expression.removeprefix("Expr: "), "time": times[0] / 1000}
    own = {key(each["metric"]): float(each["value"][1]) for each in ask(prometheus, "query", asked)}
    for row, value in enumerate(values):
        pairs = {name: column[row] for name, column in zip(names, labels, strict=True)}
        present = {name: text for name, text in pairs.items() if text}
        assert own[key(present)] == float(value), (
            f"{expression}: {value} is not {own[key(present)]}"
        )
    return len(values)


def key(labels: dict[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(labels.items()))


def ask(prometheus: str, what: str, parameters: dict[str, Any]) -> list[dict[str, Any]]:
    url = f"{prometheus}/api/v1/{what}?{urllib.parse.urlencode(parameters)}"
    with urllib.request.urlopen(url, timeout=20) as reply:
        return list(json.load(reply)["data"]["result"])


def test_our_node_overview_is_drawn_with_prometheus_own_numbers(
    browser: Browser, monitored_product: Product, node_prometheus: PrometheusServer
) -> None:
    watched, exchanges = open_dashboard(
        browser, monitored_product, "/d/node-overview?from=now-5m&to=now"
    )
    states = walk_through(watched)
    assert set(states) <= {"done", "empty"}, states
    assert len(states["done"]) >= 15, states
    assert expect_equal_numbers(exchanges, node_prometheus.url) >= 40
    cores = watched.page.locator("[data-panel]").filter(has_text="Size").first
    expect(cores).to_contain_text(str(os.cpu_count()))
    watched.expect_no_errors()
    watched.context.close()


def test_node_exporter_full_is_imported_and_drawn_with_prometheus_own_numbers(
    browser: Browser, monitored_product: Product, node_prometheus: PrometheusServer
) -> None:
    model = json.loads(public_dashboard("node-exporter/node-exporter-full.json").read_text())
    watched = open_page(browser, monitored_product.url)
    sign_in(watched, "admin", PASSWORD)
    imported = watched.context.request.post(
        "/api/dashboards/import",
        data={"dashboard": model, "overwrite": True, "inputs": []},
        headers={"Origin": monitored_product.url},
    )
    assert imported.ok, imported.text()
    path = f"/d/{imported.json()['uid']}?from=now-5m&to=now"
    watched.context.close()
    watched, exchanges = open_dashboard(browser, monitored_product, path)
    watched.page.keyboard.press("d")
    watched.page.keyboard.press("Shift+E")
    states = walk_through(watched)
    assert set(states) <= {"done", "empty"}, states
    assert len(states["done"]) >= 40, states
    assert expect_equal_numbers(exchanges, node_prometheus.url) >= 100
    watched.expect_no_errors()
    watched.context.close()
