"""Alert rules as people write, watch and change them, in a real browser."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Response, expect
from tests.fixtures.browser import (
    Product,
    Watched,
    open_page,
    prefer_theme,
    sign_in,
    start_product,
    wait_until_healthy,
)

pytestmark = pytest.mark.browser

_AXE = Path(__file__).parents[2] / "ui/node_modules/axe-core/axe.min.js"
_RULES = "/api/v1/provisioning/alert-rules"
_AS_PERSON = {"X-Disable-Provenance": "true"}
_SOON = 40_000
"""A rule is evaluated every 10 seconds at most."""


@pytest.fixture(scope="module")
def product(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    data = tmp_path_factory.mktemp("rules") / "data"
    data.mkdir()
    started = start_product(
        data,
        "cfg:security.admin_password=admin-password",
        "cfg:quota.org_alert_rule=2000",
        "cfg:tour.enabled=false",
    )
    wait_until_healthy(started.url)
    watched = open_page(browser, started.url)
    sign_in(watched, "admin", "admin-password")
    source = {"name": "Made up", "uid": "made-up", "type": "testdata", "isDefault": True}
    send(watched, "POST", "/api/datasources", source)
    send(watched, "POST", "/api/folders", {"uid": "pay", "title": "Payments"})
    watched.context.close()
    yield started
    assert started.stop() == 0


@pytest.fixture
def watched(browser: Browser, product: Product) -> Iterator[Watched]:
    opened = open_page(browser, product.url)
    opened.page.on("response", lambda reply: note_refused(opened, reply))
    sign_in(opened, "admin", "admin-password")
    yield opened
    opened.context.close()


def note_refused(watched: Watched, reply: Response) -> None:
    if reply.status >= 400:
        watched.errors.append(f"{reply.status} {reply.url}")


def expect_no_defects(watched: Watched) -> None:
    """What the browser notes of refused requests says no address; what we note of them does."""
    assert [text for text in watched.errors if "Failed to load resource" not in text] == []


def send(watched: Watched, method: str, path: str, body: Any = None, headers: Any = None) -> Any:
    url = watched.context.request.get("/api/health").url.removesuffix("/api/health")
    reply = watched.context.request.fetch(
        path, method=method, data=body, headers={"Origin": url, **(headers or {})}
    )
    assert reply.ok, reply.text()
    return reply.json() if reply.body() else None


def queries(limit: float) -> list[dict[str, Any]]:
    """Three series that end with 10, 50 and 90; a threshold over the last values."""
    asked = {"refId": "A", "scenarioId": "csv_metric_values", "stringInput": "1,20,90"}
    reduce = {"refId": "B", "type": "reduce", "reducer": "last", "expression": "A"}
    evaluator = {"type": "gt", "params": [limit]}
    threshold = {
        "refId": "C",
        "type": "threshold",
        "expression": "B",
        "conditions": [{"evaluator": evaluator}],
    }
    span = {"from": 600, "to": 0}
    return [
        {"refId": "A", "datasourceUid": "made-up", "relativeTimeRange": span, "model": asked},
        {"refId": "B", "datasourceUid": "__expr__", "model": reduce},
        {"refId": "C", "datasourceUid": "__expr__", "model": threshold},
    ]


def make(watched: Watched, title: str, *, limit: float = 50, **more: Any) -> str:
    """Makes a rule that fires where the limit is below 90; gives its uid."""
    forget(watched, title)
    headers = more.pop("headers", _AS_PERSON)
    body = {
        "title": title,
        "folderUID": "pay",
        "ruleGroup": title,
        "condition": "C",
        "data": queries(limit),
        "noDataState": "NoData",
        "execErrState": "Error",
        "for": "0s",
        **more,
    }
    made = send(watched, "POST", _RULES, body, headers)
    group = send(watched, "GET", f"/api/v1/provisioning/folder/pay/rule-groups/{title}")
    if group["interval"] != 10:
        path = f"/api/v1/provisioning/folder/pay/rule-groups/{title}"
        send(watched, "PUT", path, {**group, "interval": 10}, headers)
    return str(made["uid"])


def forget(watched: Watched, title: str) -> None:
    """Of a run before this one."""
    for rule in send(watched, "GET", _RULES):
        if rule["title"] == title:
            headers = {} if rule.get("provenance") else _AS_PERSON
            send(watched, "DELETE", f"{_RULES}/{rule['uid']}", None, headers)


def row(page: Page, title: str) -> Any:
    return page.get_by_role("listitem").filter(has=page.get_by_role("link", name=title, exact=True))


def choose(page: Page, button: str, option: str) -> None:
    page.get_by_role("button", name=re.compile(f"^{re.escape(button)}:")).click()
    page.get_by_role("option", name=re.compile(f"^{re.escape(option)}")).first.click()


def test_a_rule_is_written_fires_and_is_looked_at(watched: Watched) -> None:
    forget(watched, "Queue is long")
    for folder in send(watched, "GET", "/api/folders"):
        if folder["title"] == "Queues":
            send(watched, "DELETE", f"/api/folders/{folder['uid']}")
    page = watched.page
    page.goto("/alerting/list")
    page.get_by_role("link", name="New alert rule").first.click()
    save = page.get_by_role("button", name="Save rule")
    save.click()
    expect(page.get_by_text("Enter a name.")).to_be_visible()
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    page.get_by_label("Name", exact=True).fill("Queue is long")
    page.get_by_role("button", name="New", exact=True).click()
    page.get_by_role("dialog").get_by_label("Title").fill("Queues")
    page.get_by_role("dialog").get_by_role("button", name="Create folder").click()
    expect(page.get_by_role("button", name="Folder: Queues")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Group:")).click()
    page.get_by_role("combobox", name="Search Group").fill("queues")
    page.keyboard.press("Enter")
    page.get_by_label("Evaluation interval").fill("15s")
    save.click()
    expect(page.get_by_text("Use a multiple of 10 seconds.").first).to_be_visible()
    page.get_by_label("Evaluation interval").fill("10s")
    page.get_by_label("Threshold", exact=True).fill("-1000")
    page.get_by_label("Pending period").fill("")
    page.get_by_role("button", name="Add label").click()
    page.get_by_label("Label 1, name").fill("team")
    page.get_by_label("Label 1, value").fill("queues")
    page.get_by_label("Summary").fill("It is {{ $values.B.Value }} long")
    page.get_by_label("Runbook").fill("https://example.org/runbook")
    save.click()
    expect(page).to_have_url(re.compile("/alerting/grafana/[^/]+/view"))
    expect(page.get_by_role("heading", name="Queue is long")).to_be_visible()
    series = page.get_by_role("table", name="Series")
    expect(series.get_by_text("Firing")).to_be_visible(timeout=_SOON)
    expect(series.get_by_text(re.compile(r"It is [-\d.]+ long"))).to_be_visible()
    expect(page.get_by_text(re.compile(r"\d+ s ago"))).to_be_visible()
    runbook = page.get_by_role("link", name="Runbook", exact=True)
    expect(runbook).to_have_attribute("href", "https://example.org/runbook")
    timeline = page.get_by_role("region", name="State history")
    expect(timeline.get_by_role("group", name=re.compile("State timeline"))).to_be_visible()
    stored = send(watched, "GET", f"{_RULES}/{page.url.split('/')[-2]}")
    assert stored["for"] == "0s"
    assert stored["labels"] == {"team": "queues"}
    assert "provenance" not in stored
    expect_no_defects(watched)


def test_the_list_is_searched_and_rules_are_paused_and_deleted(watched: Watched) -> None:
    make(watched, "Loud", labels={"severity": "critical"})
    make(watched, "Quiet", limit=1_000)
    page = watched.page
    page.goto("/alerting/list")
    expect(row(page, "Loud").get_by_text("Firing", exact=True)).to_be_visible(timeout=_SOON)
    expect(row(page, "Loud").get_by_text("1 firing")).to_be_visible()
    expect(row(page, "Quiet").get_by_text("Normal", exact=True)).to_be_visible(timeout=_SOON)
    page.get_by_label("Search alert rules").fill("severity=critical")
    expect(row(page, "Loud")).to_be_visible()
    expect(row(page, "Quiet")).to_have_count(0)
    expect(page).to_have_url(re.compile("search=severity"))
    page.get_by_label("Search alert rules").fill("nothing like it")
    page.get_by_role("button", name="Show all rules").click()
    page.get_by_label("State").select_option("normal")
    expect(row(page, "Loud")).to_have_count(0)
    page.get_by_label("State").select_option("")

    row(page, "Loud").get_by_role("button", name="Pause Loud").click()
    expect(row(page, "Loud").get_by_text("Paused")).to_be_visible()
    row(page, "Loud").get_by_role("button", name="Resume Loud").click()
    expect(row(page, "Loud").get_by_text("Firing", exact=True)).to_be_visible(timeout=_SOON)

    row(page, "Quiet").get_by_role("button", name="Menu of Quiet").click()
    page.get_by_role("menuitem", name="Export").click()
    exported = page.get_by_role("dialog", name="Export Quiet")
    expect(exported.get_by_label("Quiet as YAML")).to_contain_text("title: Quiet")
    exported.get_by_role("tab", name="Terraform (HCL)").click()
    expect(exported.get_by_label("Quiet as HCL")).to_contain_text("resource")
    exported.get_by_role("button", name="Close").click()
    row(page, "Quiet").get_by_role("button", name="Menu of Quiet").click()
    page.get_by_role("menuitem", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete alert rule").click()
    expect(row(page, "Quiet")).to_have_count(0)
    expect_no_defects(watched)


def test_an_edit_is_a_version_that_can_be_compared_and_brought_back(watched: Watched) -> None:
    uid = make(watched, "Edited")
    page = watched.page
    page.goto(f"/alerting/grafana/{uid}/edit")
    page.get_by_label("Threshold", exact=True).fill("70")
    preview = page.get_by_role("region", name="Preview")
    preview.get_by_role("button", name="Preview").click()
    expect(preview.get_by_text("1 of 1 series would fire.")).to_be_visible()
    expect(preview.get_by_role("row", name=re.compile("Firing.*90"))).to_be_visible()
    graph = page.get_by_role("group", name="query A", exact=True)
    expect(graph.locator("canvas").first).to_be_visible()
    page.get_by_label("Threshold", exact=True).fill("95")
    preview.get_by_role("button", name="Preview").click()
    expect(preview.get_by_text("0 of 1 series would fire.")).to_be_visible()
    page.get_by_label("Threshold", exact=True).fill("70")
    page.get_by_role("link", name="Dashboards", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(page.get_by_label("Threshold", exact=True)).to_have_value("70")
    page.keyboard.press("Control+s")
    expect(page).to_have_url(re.compile(f"{uid}/view"))
    page.get_by_role("tab", name="Versions").click()
    saved = page.get_by_text(re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d · admin"))
    expect(saved.first).to_be_visible()
    page.get_by_role("button", name="Compare").first.click()
    changes = page.get_by_role("list", name=re.compile("From version"))
    expect(changes).to_contain_text("evaluator.params[0]")
    expect(changes).to_contain_text("70")
    page.get_by_role("button", name="Restore").first.click()
    page.get_by_role("dialog").get_by_role("button", name="Restore").click()
    expect(page.get_by_text("Version restored")).to_be_visible()
    stored = send(watched, "GET", f"{_RULES}/{uid}")
    assert stored["data"][2]["model"]["conditions"][0]["evaluator"]["params"] == [50]
    expect_no_defects(watched)


def test_a_backtest_tells_what_a_rule_would_have_done_and_told(watched: Watched) -> None:
    uid = make(watched, "Tried")
    page = watched.page
    page.goto(f"/alerting/grafana/{uid}/edit")
    card = page.get_by_role("region", name="Backtest")
    card.get_by_label("Backtest time range").select_option("Last hour")
    page.get_by_label("Evaluation interval").fill("1m")
    card.get_by_role("button", name="Run backtest").click()
    expect(card.get_by_text(re.compile(r"\d+ evaluations, 1 state changes"))).to_be_visible(
        timeout=_SOON
    )
    expect(card.get_by_role("row", name=re.compile("grafana-default-email")).first).to_be_visible()
    expect(card.get_by_role("group", name=re.compile("Backtest: 1 rows"))).to_be_visible()
    expect_no_defects(watched)


def test_severities_are_stored_and_alerts_carry_them(watched: Watched) -> None:
    uid = make(watched, "Levels")
    page = watched.page
    page.goto(f"/alerting/grafana/{uid}/edit")
    page.get_by_role("switch", name="Several severities").check()
    second = page.get_by_role("group", name="Severity 2", exact=True)
    second.get_by_label("Threshold", exact=True).fill("20")
    page.get_by_role("group", name="Severity 1", exact=True).get_by_label(
        "Threshold", exact=True
    ).fill("80")
    page.get_by_role("button", name="Save rule").click()
    expect(page).to_have_url(re.compile(f"{uid}/view"))
    stored = send(watched, "GET", f"{_RULES}/{uid}")
    assert [level["evaluator"]["params"] for level in stored["thresholds"]["levels"]] == [
        [80],
        [20],
    ]
    series = page.get_by_role("table", name="Series")
    expect(series.get_by_text("severity=critical")).to_be_visible(timeout=_SOON)
    page.goto(f"/alerting/grafana/{uid}/edit")
    expect(page.get_by_role("switch", name="Several severities")).to_be_checked()


def test_what_a_tool_keeps_is_only_read_here(watched: Watched) -> None:
    uid = make(watched, "Of a tool", headers={})
    page = watched.page
    page.goto(f"/alerting/grafana/{uid}/view")
    expect(page.get_by_text("This rule was created with the provisioning API")).to_be_visible()
    expect(page.get_by_role("link", name="Edit", exact=True)).to_have_count(0)
    page.goto(f"/alerting/grafana/{uid}/edit")
    expect(page.get_by_role("button", name="Save rule")).to_have_count(0)
    expect(page.get_by_text("This rule was created with the provisioning API")).to_be_visible()


def test_a_panel_makes_a_rule_and_shows_its_state(watched: Watched) -> None:
    target = {"refId": "A", "scenarioId": "csv_metric_values", "stringInput": "1,$most"}
    panels = [
        {
            "id": 1,
            "type": "timeseries",
            "title": "Load to $most",
            "datasource": {"type": "testdata", "uid": "made-up"},
            "targets": [target],
            "gridPos": {"x": 0, "y": 0, "w": 12, "h": 8},
        },
        {
            "id": 2,
            "type": "alertlist",
            "title": "Alerts",
            "gridPos": {"x": 12, "y": 0, "w": 12, "h": 8},
            "options": {"dashboardAlerts": True},
        },
    ]
    variable = {"type": "custom", "name": "most", "query": "90,7", "current": {"value": "90"}}
    model = {
        "uid": "load",
        "title": "Load",
        "panels": panels,
        "templating": {"list": [variable]},
        "schemaVersion": 39,
    }
    forget(watched, "Load to 90")
    body = {"dashboard": model, "folderUid": "pay", "overwrite": True}
    send(watched, "POST", "/api/dashboards/db", body)
    page = watched.page
    page.goto("/d/load")
    page.get_by_role("button", name="Menu of Load to 90").click()
    page.get_by_role("menuitem", name="New alert rule").click()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Load to 90")
    page.get_by_role("button", name=re.compile("^Group:")).click()
    page.get_by_role("combobox", name="Search Group").fill("load")
    page.keyboard.press("Enter")
    page.get_by_label("Evaluation interval").fill("10s")
    page.get_by_label("Pending period").fill("")
    page.get_by_role("button", name="Save rule").click()
    expect(page).to_have_url(re.compile("/d/load"))
    [stored] = [r for r in send(watched, "GET", _RULES) if r["title"] == "Load to 90"]
    assert stored["data"][0]["model"]["stringInput"] == "1,90"
    assert stored["annotations"] == {"__dashboardUid__": "load", "__panelId__": "1"}
    mark = page.get_by_role("link", name="Firing: Load to 90")
    expect(mark).to_be_visible(timeout=_SOON)
    alerts = page.locator('[data-panel-id="2"]')
    expect(alerts.get_by_role("link", name="Load to 90")).to_be_visible()
    expect(alerts.get_by_text("1 firing")).to_be_visible()
    page.reload()
    region = page.locator('[data-panel-id="1"]').get_by_text("Load to 90", exact=True)
    expect(region.last).to_be_visible(timeout=_SOON)
    mark.click()
    expect(page.get_by_role("heading", name="Load to 90")).to_be_visible()
    expect_no_defects(watched)


@pytest.fixture
def thousand_rules(watched: Watched) -> Iterator[None]:
    """The folder `many` with a thousand paused rules, deleted afterwards."""
    send(watched, "POST", "/api/folders", {"uid": "many", "title": "Many"})
    try:
        for number in range(10):
            rules = [
                {
                    "title": f"Rule {number}-{each}",
                    "condition": "C",
                    "data": queries(50),
                    "isPaused": True,
                }
                for each in range(100)
            ]
            path = f"/api/v1/provisioning/folder/many/rule-groups/group-{number}"
            send(watched, "PUT", path, {"interval": 3600, "rules": rules}, _AS_PERSON)
        yield
    finally:
        send(watched, "DELETE", "/api/folders/many?forceDeleteRules=true")


@pytest.mark.usefixtures("thousand_rules")
def test_a_thousand_rules_are_listed_and_few_of_them_are_in_the_document(
    watched: Watched,
) -> None:
    page = watched.page
    page.goto("/alerting/list?search=Many")
    expect(page.get_by_role("status").filter(has_text=re.compile("1,0.. rules"))).to_be_visible()
    expect(row(page, "Rule 0-0")).to_be_visible()
    assert page.locator("[data-rule]").count() < 100
    page.keyboard.press("End")
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    expect(row(page, "Rule 9-99")).to_be_visible()
    page.get_by_label("Search alert rules").fill('"Rule 7-42"')
    expect(row(page, "Rule 7-42")).to_be_visible()
    expect(page.locator("[data-rule]")).to_have_count(1)
    expect_no_defects(watched)


@pytest.mark.parametrize(("theme", "width"), [("dark", 1440), ("light", 360)])
def test_the_pages_of_rules_have_no_defects_that_keep_people_out(
    browser: Browser, product: Product, theme: str, width: int
) -> None:
    """axe-core finds nothing, and a phone scrolls in one direction only."""
    watched = open_page(browser, product.url, theme=theme, width=width)
    page = watched.page
    sign_in(watched, "admin", "admin-password")
    prefer_theme(watched, product.url, theme)
    uid = make(watched, f"Seen in {theme}", annotations={"summary": "It is seen"})
    addresses = {
        "/alerting/list": "Payments",
        f"/alerting/grafana/{uid}/view": "State history",
        f"/alerting/grafana/{uid}/view?tab=versions": "Newest",
        f"/alerting/grafana/{uid}/edit": "Other annotations",
        "/alerting/new": "Other annotations",
    }
    for address, text in addresses.items():
        page.goto(address)
        expect(page.get_by_text(text, exact=True).first).to_be_visible()
        # The page's policy forbids scripts of others; the debugger's evaluation is not bound by it.
        page.evaluate(_AXE.read_text())
        found = page.evaluate(
            "axe.run(document, {resultTypes: ['violations']}).then(({violations}) => "
            "violations.map(({id, nodes}) => [id, nodes.slice(0, 3).map(({html}) => html)]))"
        )
        assert found == [], f"{address}: {json.dumps(found, indent=1)}"
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address
    watched.context.close()
