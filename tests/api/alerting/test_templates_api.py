"""Templates of messages over the provisioning API, and what they would print."""

import pytest
from tests.fixtures.app import Client, Clients, Reply

from vedette.alerting.model.provenance import FILE
from vedette.app.build import App

BASE = "/api/v1/provisioning/templates"
TEST = "/api/alertmanager/grafana/config/api/v1/templates/test"
TITLE = '{{ define "our.title" }}{{ .Status | toUpper }}: {{ .GroupLabels.alertname }}{{ end }}'


async def put(client: Client, name: str, text: str, **headers: str) -> Reply:
    return await client.put(f"{BASE}/{name}", {"template": text}, **headers)


async def test_templates_are_made_changed_listed_and_deleted(clients: Clients) -> None:
    assert (await clients.viewer.get(BASE)).json() == []
    made = await put(clients.editor, "ours", TITLE)
    assert made.status == 202
    expected = {"name": "ours", "template": TITLE, "provenance": "api", "version": "1"}
    assert made.json() == expected
    assert (await clients.viewer.get(BASE)).json() == [expected]
    assert (await clients.viewer.get(f"{BASE}/ours")).json() == expected
    assert (await put(clients.editor, "ours", TITLE + " ")).json()["version"] == "2"
    assert (await clients.admin.delete(f"{BASE}/ours")).status == 204
    assert (await clients.admin.delete(f"{BASE}/ours")).status == 204
    assert (await clients.viewer.get(f"{BASE}/ours")).status == 404
    assert (await clients.editor.post(BASE, {"template": TITLE})).status == 404


async def test_a_text_that_defines_nothing_becomes_the_template_of_its_name(
    clients: Clients,
) -> None:
    made = await put(clients.editor, "short", "hello {{ .Status }}")
    assert made.json()["template"] == '{{ define "short" }}\n  hello {{ .Status }}\n{{ end }}'


@pytest.mark.parametrize(
    ("text", "line"),
    [("one\ntwo {{ .x ", 2), ("{{ nope }}", 1), ("\n\n{{ if }}{{ end }}", 3)],
)
async def test_a_text_that_cannot_be_read_is_refused_with_its_line(
    clients: Clients, text: str, line: int
) -> None:
    refused = await put(clients.editor, "bad", text)
    assert refused.status == 400
    assert f"line {line}" in refused.json()["message"]
    assert refused.json()["line"] == line
    assert (await clients.viewer.get(BASE)).json() == []


async def test_empty_and_endless_texts_are_refused(clients: Clients) -> None:
    assert (await put(clients.editor, "empty", "  ")).status == 400
    assert (await put(clients.editor, "long", "x" * 300_000)).status == 400
    assert (await put(clients.editor, "n" * 191, "x")).status == 400


async def test_a_change_of_what_somebody_else_changed_is_refused(clients: Clients) -> None:
    await put(clients.editor, "ours", TITLE)
    stale = await clients.editor.put(f"{BASE}/ours", {"template": TITLE, "version": "7"})
    assert stale.status == 409
    fresh = await clients.editor.put(f"{BASE}/ours", {"template": TITLE, "version": "1"})
    assert fresh.status == 202


async def test_viewers_read_only_and_files_stay_owned(clients: Clients, app: App) -> None:
    assert (await put(clients.viewer, "ours", TITLE)).status == 403
    assert (await clients.viewer.post(TEST, {"template": TITLE})).status == 403
    await app.alerting.contacts.templates.put(1, "filed", TITLE, FILE)
    assert (await put(clients.admin, "filed", TITLE)).status == 409
    assert (await clients.admin.delete(f"{BASE}/filed")).status == 409


async def test_a_preview_prints_what_the_alerts_sent_would_give(clients: Clients) -> None:
    alerts = [
        {
            "labels": {"alertname": "Disk", "host": "a"},
            "annotations": {"summary": "full"},
            "startsAt": "2026-05-04T12:00:00Z",
        },
        {"labels": {"alertname": "Disk", "host": "b"}, "status": "resolved"},
    ]
    reply = await clients.editor.post(TEST, {"name": "ours", "template": TITLE, "alerts": alerts})
    assert reply.status == 200, reply.body
    (result,) = reply.json()["results"]
    assert (result["name"], result["text"]) == ("our.title", "FIRING: Disk")
    assert reply.json()["errors"] == []
    text = "{{ len .Alerts.Firing }}/{{ len .Alerts.Resolved }} {{ .CommonLabels }}"
    plain = await clients.editor.post(TEST, {"template": text, "alerts": alerts})
    assert plain.json()["results"][0]["text"] == "1/1 alertname=Disk"


async def test_a_preview_without_alerts_uses_a_sample_and_saved_templates(
    clients: Clients,
) -> None:
    await put(clients.editor, "ours", TITLE)
    text = '{{ define "inner" }}x{{ end }}{{ define "a" }}{{ template "our.title" . }}'
    text += '{{ template "inner" . }}{{ end }}'
    reply = await clients.editor.post(TEST, {"template": text})
    assert [each["text"] for each in reply.json()["results"]] == ["FIRING: TestAlertx"]


async def test_a_preview_says_what_is_wrong_and_where(clients: Clients) -> None:
    unread = (await clients.editor.post(TEST, {"name": "t", "template": "a\n{{ if }}"})).json()
    assert unread["errors"][0]["kind"] == "invalid_template"
    assert unread["errors"][0]["line"] == 2
    fails = (await clients.editor.post(TEST, {"template": "{{ .Nope }}"})).json()
    assert fails["errors"][0]["kind"] == "execution_error"
    assert fails["results"] == []


async def test_what_is_saved_is_used_by_messages_at_once(clients: Clients, app: App) -> None:
    engine = await app.alerting.contacts.texts.engine(1)
    await put(clients.editor, "ours", TITLE)
    changed = await app.alerting.contacts.texts.engine(1)
    assert changed is not engine
    assert "our.title" in changed.read("x").defined()


async def test_default_texts_can_be_read(clients: Clients) -> None:
    found = (await clients.viewer.get("/api/v1/alerting/templates/defaults")).json()
    assert 'define "default.message"' in found["template"]
