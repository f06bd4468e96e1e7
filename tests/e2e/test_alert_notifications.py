"""Notification pages: contact points, policies, silences and history, in a real browser."""

import json
import re
import sqlite3
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.fixtures.browser import (
    Product,
    Watched,
    open_page,
    prefer_theme,
    sign_in,
    start_product,
    wait_until_healthy,
)
from tests.support.eventually import eventually

pytestmark = pytest.mark.browser

_AXE = Path(__file__).parents[2] / "ui/node_modules/axe-core/axe.min.js"
_POINTS = "/api/v1/alerting/contact-points"
_INTAKE = "/api/alertmanager/grafana/api/v2/alerts"
_SOON = 30_000


@dataclass
class Chat:
    """An HTTP server that keeps the requests it receives, and responds with `says`."""

    server: ThreadingHTTPServer
    taken: list[dict[str, Any]] = field(default_factory=list)
    status: int = 200
    says: str = "thank you"

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}/hook"


@pytest.fixture(scope="module")
def chat() -> Iterator[Chat]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            found.taken.append(json.loads(body))
            self.send_response(found.status)
            self.end_headers()
            self.wfile.write(found.says.encode())

        def log_message(self, *words: object) -> None:
            pass

    found = Chat(ThreadingHTTPServer(("127.0.0.1", 0), Handler))
    thread = threading.Thread(target=found.server.serve_forever, daemon=True)
    thread.start()
    yield found
    found.server.shutdown()
    found.server.server_close()
    thread.join(5)


@pytest.fixture(scope="module")
def product(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory, chat: Chat
) -> Iterator[Product]:
    home = tmp_path_factory.mktemp("notifications")
    data, files = home / "data", home / "provisioning/alerting"
    data.mkdir()
    files.mkdir(parents=True)
    settings = f"{{url: '{chat.url}'}}"
    (files / "contact.yaml").write_text(
        "apiVersion: 1\ncontactPoints:\n  - orgId: 1\n    name: from a file\n    receivers:\n"
        f"      - uid: of-a-file\n        type: webhook\n        settings: {settings}\n"
    )
    started = start_product(
        data,
        "cfg:security.admin_password=admin-password",
        f"cfg:paths.provisioning={home / 'provisioning'}",
    )
    wait_until_healthy(started.url)
    yield started
    assert started.stop() == 0


@pytest.fixture
def watched(browser: Browser, product: Product, chat: Chat) -> Iterator[Watched]:
    chat.taken.clear()
    chat.status, chat.says = 200, "thank you"
    opened = open_page(browser, product.url)
    sign_in(opened, "admin", "admin-password")
    yield opened
    opened.context.close()


def send(watched: Watched, method: str, path: str, body: Any = None, headers: Any = None) -> Any:
    url = watched.context.request.get("/api/health").url.removesuffix("/api/health")
    reply = watched.context.request.fetch(
        path, method=method, data=body, headers={"Origin": url, **(headers or {})}
    )
    assert reply.ok, reply.text()
    return reply.json() if reply.body() else None


def make_point(watched: Watched, chat: Chat, name: str, password: str = "") -> None:
    settings = {"url": chat.url, **({"username": "me", "password": password} if password else {})}
    body = {"integrations": [{"type": "webhook", "settings": settings}]}
    send(watched, "PUT", f"{_POINTS}/name/{name.replace(' ', '%20')}", body)


def put_policies(watched: Watched, *routes: dict[str, Any]) -> None:
    """Save policies with short intervals, so that notifications are sent quickly."""
    root = {"receiver": "grafana-default-email", "group_wait": "0s", "group_interval": "1s"}
    body = {**root, "group_by": ["alertname"], "routes": list(routes)}
    send(watched, "PUT", "/api/v1/alerting/policies", body)


def route(receiver: str, team: str) -> dict[str, Any]:
    return {"receiver": receiver, "object_matchers": [["team", "=", team]]}


def post_alert(watched: Watched, name: str, **labels: str) -> None:
    alert = {
        "labels": {"alertname": name, **labels},
        "annotations": {"summary": f"{name} needs attention"},
    }
    send(watched, "POST", _INTAKE, [alert])


def item(page: Page, list_name: str, text: str) -> Any:
    return page.get_by_role("list", name=list_name).get_by_role("listitem").filter(has_text=text)


def test_a_contact_point_is_created_tested_and_saved(watched: Watched, chat: Chat) -> None:
    page = watched.page
    page.goto("/alerting/notifications")
    page.get_by_role("link", name="New contact point").click()
    page.get_by_label("Name", exact=True).fill("night shift")
    page.get_by_role("button", name="Type:").click()
    page.get_by_role("option", name=re.compile("^Webhook")).click()
    page.get_by_role("button", name="Save contact point").click()
    expect(page.get_by_text("Enter a value for “URL”.")).to_be_visible()
    page.get_by_label("URL", exact=False).first.fill(chat.url)
    page.get_by_label("User name").fill("me")
    page.get_by_label("Password", exact=False).first.fill("canary-4711")
    page.get_by_role("button", name="Send test notification").click()
    expect(page.get_by_text("Sent in")).to_contain_text("thank you")
    assert chat.taken[-1]["alerts"][0]["labels"]["alertname"] == "TestAlert"
    chat.status, chat.says = 403, "the channel is archived"
    page.get_by_role("button", name="Send test notification").click()
    expect(page.get_by_text("Failed after")).to_contain_text("the channel is archived")
    page.get_by_role("button", name="Save contact point").click()
    expect(item(page, "Contact points", "night shift")).to_contain_text("No notifications yet")
    page.get_by_role("link", name="night shift").click()
    expect(page.get_by_text("Set", exact=True)).to_be_visible()
    assert "canary-4711" not in page.content()
    page.get_by_label("User name").fill("you")
    page.get_by_role("button", name="Save contact point").click()
    expect(page.get_by_role("heading", name="Contact points")).to_be_visible()
    point = send(watched, "GET", f"{_POINTS}/name/night%20shift")
    assert point["integrations"][0]["settings"]["username"] == "you"
    assert point["integrations"][0]["settings"]["password"] == "[REDACTED]"


def test_a_provisioned_contact_point_is_read_only(watched: Watched) -> None:
    page = watched.page
    page.goto("/alerting/notifications")
    page.get_by_role("link", name="from a file").click()
    expect(page.get_by_text("A provisioning file defines this contact point.")).to_be_visible()
    expect(page.get_by_label("Name", exact=True)).to_be_disabled()
    expect(page.get_by_role("button", name="Save contact point")).to_have_count(0)
    watched.expect_no_errors()


def test_a_contact_point_shows_where_it_is_used_before_it_is_deleted(
    watched: Watched, chat: Chat
) -> None:
    make_point(watched, chat, "in use")
    put_policies(watched, route("in use", "web"))
    page = watched.page
    page.goto("/alerting/notifications")
    page.get_by_role("button", name="Delete in use").click()
    expect(page.get_by_role("dialog")).to_contain_text("policy 1")
    page.get_by_role("dialog").get_by_role("button", name="Close").last.click()
    put_policies(watched)
    page.reload()
    page.get_by_role("button", name="Delete in use").click()
    page.get_by_role("button", name="Delete contact point").click()
    expect(page.get_by_role("link", name="in use")).to_have_count(0)
    watched.expect_no_errors()


def test_what_pages_show_is_exported_from_them(watched: Watched, chat: Chat) -> None:
    make_point(watched, chat, "carried away", "secret words")
    put_policies(watched, route("carried away", "files"))
    page = watched.page
    for path, button, text in (
        ("notifications", "Export all contact points", "- orgId: 1"),
        ("notifications", "Export carried away", "name: carried away"),
        ("routes", "Export the notification policies", "receiver: carried away"),
    ):
        page.goto(f"/alerting/{path}")
        page.get_by_role("button", name=button).click()
        shown = page.get_by_role("dialog", name=button)
        expect(shown.get_by_label(re.compile("as YAML$"))).to_contain_text(text)
        expect(shown).not_to_contain_text("secret words")
    watched.expect_no_errors()


def test_a_policy_is_added_and_routing_is_previewed(watched: Watched, chat: Chat) -> None:
    make_point(watched, chat, "payments")
    put_policies(watched)
    page = watched.page
    page.goto("/alerting/routes")
    page.get_by_role("button", name="Add nested policy").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Label 1").fill("team")
    dialog.get_by_label("Value 1").fill("payments")
    dialog.get_by_role("button", name="Contact point:").click()
    page.get_by_role("option", name="payments").click()
    dialog.get_by_label("Repeat interval").fill("soon")
    dialog.get_by_role("button", name="Save policy").click()
    expect(dialog.get_by_text("Enter a duration such as 30s")).to_be_visible()
    dialog.get_by_label("Repeat interval").fill("12h")
    dialog.get_by_role("button", name="Save policy").click()
    expect(dialog).to_have_count(0)
    page.get_by_label("Labels of an alert").fill("team=payments severity=critical")
    policy = page.locator("[data-policy='0']")
    expect(policy).to_contain_text("Match")
    expect(policy).to_contain_text("Repeat interval12h")
    expect(policy).to_contain_text("inherited")
    expect(page.get_by_text("Policy 1 routes the alert to payments")).to_be_visible()
    page.get_by_label("Labels of an alert").fill("team=web")
    expect(page.locator("[data-policy='']")).to_contain_text("Match")
    watched.expect_no_errors()


def test_policies_are_moved_and_deleted(watched: Watched, chat: Chat) -> None:
    make_point(watched, chat, "payments")
    put_policies(watched, route("payments", "a"), route("payments", "b"))
    page = watched.page
    page.goto("/alerting/routes")
    first = page.locator("[data-policy='0']")
    expect(first).to_contain_text("team=a")
    first.get_by_role("button", name="More actions").click()
    page.get_by_role("menuitem", name="Move down").click()
    expect(first).to_contain_text("team=b")
    first.get_by_role("button", name="More actions").click()
    page.get_by_role("menuitem", name="Delete").click()
    page.get_by_role("button", name="Delete policy").click()
    expect(first).to_contain_text("team=a")
    expect(page.locator("[data-policy='1']")).to_have_count(0)
    watched.expect_no_errors()


def test_an_inhibition_rule_is_added_and_deleted(watched: Watched) -> None:
    page = watched.page
    send(watched, "PUT", "/api/v1/alerting/inhibit-rules", {"inhibit_rules": []})
    page.goto("/alerting/routes")
    page.get_by_role("button", name="Add inhibition rule").click()
    source, target = (
        page.get_by_role("group", name=name, exact=True).last
        for name in ("Source matchers", "Target matchers")
    )
    source.get_by_label("Label 1").fill("alertname")
    source.get_by_label("Value 1").fill("ClusterDown")
    target.get_by_label("Label 1").fill("severity")
    target.get_by_label("Value 1").fill("warning")
    page.get_by_role("button", name="Save inhibition rule").click()
    shown = item(page, "Inhibition rules", "ClusterDown")
    expect(shown).to_contain_text('While alertname="ClusterDown" fires, severity="warning"')
    page.get_by_role("button", name="Delete inhibition rule 1").click()
    expect(shown).to_have_count(0)
    watched.expect_no_errors()


@pytest.fixture
def built_in_alertmanager(watched: Watched) -> Iterator[None]:
    """Restore the built-in Alertmanager and delete Alertmanager data sources after a test."""
    yield
    send(watched, "POST", "/api/v1/ngalert/admin_config", {"alertmanagersChoice": "internal"})
    for source in send(watched, "GET", "/api/datasources"):
        if source["type"] == "alertmanager":
            send(watched, "DELETE", f"/api/datasources/uid/{source['uid']}")


@pytest.mark.usefixtures("built_in_alertmanager")
def test_the_alertmanager_of_rules_is_chosen(watched: Watched, chat: Chat) -> None:
    page = watched.page
    page.goto("/alerting/routes")
    card = page.get_by_role("region", name="Alertmanager", exact=True)
    expect(card).to_contain_text("No external Alertmanager receives alerts", timeout=_SOON)
    source = {"name": "Central", "uid": "central", "type": "alertmanager", "access": "proxy"}
    receives = {"url": chat.url, "jsonData": {"handleGrafanaManagedAlerts": True}}
    send(watched, "POST", "/api/datasources", source | receives)
    page.reload()
    expect(card).to_contain_text("Receive alerts is on in one data source", timeout=_SOON)
    choice = card.get_by_label("Alertmanager", exact=True).and_(page.locator("select"))
    choice.select_option(label="Built-in and external")
    central = item(page, "External Alertmanagers", "Central")
    expect(central).to_contain_text("Receives alerts", timeout=_SOON)
    choice.select_option(label="Only external")
    expect(
        page.get_by_text("Alerts of rules are sent only to external Alertmanagers and bypass")
    ).to_be_visible()
    choice.select_option(label="Built-in")
    expect(central).to_have_count(0, timeout=_SOON)
    watched.expect_no_errors()


def test_a_link_in_a_notification_silences_on_a_phone(browser: Browser, product: Product) -> None:
    watched = open_page(browser, product.url, width=360, height=740)
    sign_in(watched, "admin", "admin-password")
    post_alert(watched, "Disk is full", team="phone", host="db 1")
    page = watched.page
    link = "/alerting/silence/new?alertmanager=grafana&matcher=alertname%3DDisk%20is%20full"
    page.goto(f"{link}&matcher=team%3Dphone")
    matchers = page.get_by_role("region", name="Matchers")
    expect(matchers).to_contain_text("Disk is full")
    matchers.get_by_role("button", name="Edit").click()
    expect(page.get_by_label("Label 1")).to_be_focused()
    expect(page.get_by_label("Value 1")).to_have_value("Disk is full")
    expect(item(page, "Matching alerts", "Disk is full")).to_contain_text("host=db 1")
    silence = page.get_by_role("button", name="Create silence")
    duration = page.get_by_role("button", name="30 min")
    for control in (silence, duration):
        box = control.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
    expect(silence).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    duration.click()
    page.get_by_label("Comment").fill("on my way")
    silence.click()
    made = item(page, "active silences", "on my way")
    expect(made).to_contain_text("alertname=Disk is full")
    expect(made).to_contain_text("1 alert", timeout=_SOON)
    made.get_by_role("button", name="Expire").click()
    page.get_by_role("button", name="Expire silence").click()
    page.get_by_role("tab", name="Expired").click()
    expect(item(page, "expired silences", "on my way")).to_be_visible()
    watched.expect_no_errors()
    watched.context.close()


def test_a_silence_of_all_alerts_is_refused(watched: Watched) -> None:
    page = watched.page
    page.goto("/alerting/silence/new?matcher=team%3D~.*")
    page.get_by_role("button", name="Create silence").click()
    expect(page.get_by_text("These matchers would silence all alerts.")).to_be_visible()
    watched.expect_no_errors()


def test_a_silence_can_recur(watched: Watched) -> None:
    page = watched.page
    page.goto("/alerting/silence/new?matcher=team%3Dbatch")
    page.get_by_text("Recurring silence").click()
    page.get_by_role("button", name="Add an interval").click()
    page.get_by_role("button", name="Sat").click()
    page.get_by_role("button", name="Sun").click()
    expect(page.get_by_text("Saturday to Sunday (UTC)")).to_be_visible()
    page.get_by_role("button", name="1 week").click()
    page.get_by_role("button", name="Create silence").click()
    expect(page.get_by_role("heading", name="Silences")).to_be_visible()
    silences = send(watched, "GET", "/api/alertmanager/grafana/api/v2/silences")
    (made,) = [each for each in silences if each["matchers"][0]["value"] == "batch"]
    assert made["recurring"] == [{"weekdays": ["sunday", "saturday"]}]
    send(watched, "DELETE", f"/api/alertmanager/grafana/api/v2/silence/{made['id']}")
    watched.expect_no_errors()


def test_a_mute_timing_is_created_and_has_a_summary(watched: Watched) -> None:
    for timing in send(watched, "GET", "/api/v1/alerting/mute-timings"):
        if timing["name"] == "office hours":
            send(watched, "DELETE", "/api/v1/alerting/mute-timings/office%20hours")
    page = watched.page
    page.goto("/alerting/mute-timings")
    page.get_by_role("link", name="New mute timing").click()
    page.get_by_label("Name", exact=True).fill("office hours")
    for day in ("Mon", "Tue", "Wed"):
        page.get_by_role("button", name=day, exact=True).click()
    page.get_by_role("group", name="Times of day").get_by_role("button", name="Add").click()
    page.get_by_role("button", name="Time zone:").click()
    page.keyboard.type("Europe/Par")
    page.get_by_role("option", name="Europe/Paris").click()
    page.get_by_role("button", name="Save mute timing").click()
    shown = item(page, "Mute timings", "office hours")
    expect(shown).to_contain_text("Monday to Wednesday, 09:00 to 17:00 (Europe/Paris)")
    watched.expect_no_errors()


def test_unreadable_configuration_is_shown_and_removed(watched: Watched, product: Product) -> None:
    page = watched.page
    timing = {"name": "spoiled", "time_intervals": [{"weekdays": ["sunday"]}]}
    send(watched, "POST", "/api/v1/alerting/mute-timings", timing)
    silence = {"labels": {"team": "none"}, "duration": "1h", "comment": "spoiled"}
    send(watched, "POST", "/api/v1/alerting/silences", silence)
    with sqlite3.connect(product.printed.parent / "data" / "vedette.db", timeout=10) as stored:
        stored.execute("UPDATE mute_timing SET intervals = 'x' WHERE name = 'spoiled'")
        stored.execute("UPDATE silence SET matchers = 'x' WHERE comment = 'spoiled'")
        stored.execute("UPDATE alerting_version SET version = version + 1")
    stored.close()
    page.goto("/alerting/mute-timings")
    unreadable = item(page, "Unreadable configuration", "mute timing 'spoiled'")
    expect(unreadable).to_contain_text("again")
    page.get_by_role("button", name="Delete mute timing").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete mute timing").click()
    expect(unreadable).to_have_count(0)
    page.goto("/alerting/silences")
    unreadable = item(page, "Unreadable configuration", "silence")
    expect(unreadable).to_contain_text("expire it")
    page.get_by_role("button", name="Expire silence").click()
    expect(page.get_by_role("list", name="Unreadable configuration")).to_have_count(0)
    watched.expect_no_errors()


def test_a_template_is_previewed_while_it_is_edited(watched: Watched) -> None:
    page = watched.page
    page.goto("/alerting/templates/new")
    page.get_by_label("Name", exact=True).fill("house style")
    text = page.get_by_label("Content", exact=True)
    text.fill('{{ define "short" }}{{ .Status }} of {{ len .Alerts }}{{ end }}')
    expect(page.get_by_text("firing of 1")).to_be_visible()
    text.fill('{{ define "short" }}\n{{ .Nothing.Such | nope }}\n{{ end }}')
    expect(page.get_by_role("button", name="Line 2")).to_be_visible()
    text.fill('{{ define "short" }}{{ .Status | toUpper }}{{ end }}')
    expect(page.get_by_text("FIRING", exact=True)).to_be_visible()
    page.get_by_role("button", name="Save template").click()
    expect(item(page, "Notification templates", "house style")).to_contain_text("Defines short")
    page.get_by_role("button", name="Delete house style").click()
    page.get_by_role("button", name="Delete template").click()
    expect(page.get_by_role("link", name="house style")).to_have_count(0)
    watched.expect_no_errors()


def test_an_alert_is_found_in_its_group_and_acknowledged(watched: Watched) -> None:
    put_policies(watched)
    post_alert(watched, "Queue is long", team="groups", queue="mail")
    page = watched.page
    page.goto("/alerting/groups?search=team%3Dgroups")
    alert = page.get_by_role("listitem").filter(has_text="Queue is long")
    expect(alert).to_contain_text("Firing")
    alert.get_by_role("button", name="Acknowledge").click()
    page.get_by_label("Comment").fill("looking at it")
    page.get_by_role("dialog").get_by_role("button", name="Acknowledge", exact=True).click()
    expect(alert).to_contain_text("Acknowledged by admin: looking at it")
    page.get_by_label("State").select_option("active")
    expect(alert).to_have_count(0)
    page.get_by_label("State").select_option("acknowledged")
    alert.get_by_role("button", name="Withdraw acknowledgement").click()
    expect(alert).to_have_count(0)
    watched.expect_no_errors()


def test_the_history_shows_a_failed_notification_and_sends_it_again(
    watched: Watched, chat: Chat
) -> None:
    make_point(watched, chat, "team chat")
    put_policies(watched, route("team chat", "history"))
    chat.status, chat.says = 400, "no such room"
    post_alert(watched, "Latency is high", team="history")
    failed = "/api/v1/alerting/deliveries?receiver=team%20chat&state=failed"
    eventually(lambda: send(watched, "GET", failed)["items"])
    page = watched.page
    page.goto("/alerting/ledger?receiver=team+chat")  # The address of earlier releases.
    expect(page).to_have_url(re.compile(r"/alerting/notification-history\?receiver=team"))
    entry = item(page, "Notification history", "Latency is high").filter(has_text="Failed after")
    expect(entry).to_contain_text("no such room")
    entry.get_by_role("button", name="Notification").click()
    expect(page.get_by_role("dialog")).to_contain_text("no such room")
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    entry.get_by_role("link", name="Latency is high").click()
    timeline = page.get_by_role("list", name="Timeline of Latency is high")
    expect(timeline).to_contain_text("Routed to the contact point team chat by policy 1")
    expect(page.get_by_role("status").filter(has_text="no such room")).to_be_visible()
    chat.status, chat.says = 200, "welcome"
    timeline.get_by_role("button", name="Send again").click()
    expect(page.get_by_role("status").filter(has_text="welcome")).to_be_visible(timeout=_SOON)
    assert chat.taken[-1]["alerts"][0]["labels"]["alertname"] == "Latency is high"
    watched.expect_no_errors()


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_notification_pages_are_accessible(
    browser: Browser, product: Product, chat: Chat, theme: str
) -> None:
    for width in (1440, 390):
        watched = open_page(browser, product.url, width=width, theme=theme)
        sign_in(watched, "admin", "admin-password")
        prefer_theme(watched, product.url, theme)
        make_point(watched, chat, "read", "secret")
        put_policies(watched, route("read", "readers"))
        post_alert(watched, "Read me", team="readers")
        for path in (
            "notifications",
            "notifications/receivers/edit?name=read",
            "routes?labels=team%3Dreaders",
            "silences",
            "silence/new?matcher=team%3Dreaders",
            "mute-timings/new",
            "templates/new",
            "groups",
            "notification-history",
        ):
            watched.page.goto(f"/alerting/{path}")
            expect(watched.page.get_by_role("heading", level=1)).to_be_visible()
            expect(watched.page.get_by_role("group", name="Loading")).to_have_count(0)
            assert found_by_axe(watched.page) == [], path
            assert watched.page.evaluate("document.documentElement.scrollWidth") <= width, path
        watched.expect_no_errors()
        watched.context.close()


def found_by_axe(page: Page) -> Any:
    page.evaluate(_AXE.read_text())
    return page.evaluate(
        "axe.run(document, {resultTypes: ['violations']}).then(({violations}) => "
        "violations.map(({id, nodes}) => [id, nodes.slice(0, 3).map(({html}) => html)]))"
    )
