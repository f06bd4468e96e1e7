"""Exports: what is stored, as files that make the same again."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.api.provisioning.alerting_files import NO_TOUR, WHOLE, read, reload
from tests.fixtures.app import Client, Clients, start

from vedette.app.build import App
from vedette.db.settings import DatabaseSettings

BASE = "/api/v1/provisioning"
EXPORTS = ("alert-rules", "contact-points", "policies", "mute-timings", "templates")


@pytest.fixture
async def app(
    database_settings: DatabaseSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[App]:
    monkeypatch.setenv("MAIL", "ops@example.org")
    async with AsyncExitStack() as stack:
        yield await start(stack, database_settings, tmp_path, NO_TOUR)


@pytest.fixture
async def directory(tmp_path: Path, clients: Clients) -> Path:
    """All of alerting was made by one file."""
    root = tmp_path / "provisioning" / "alerting"
    root.mkdir(parents=True)
    (root / "a.yaml").write_text(WHOLE)
    assert await reload(clients) == []
    return root


async def text(client: Client, path: str, **query: str) -> str:
    reply = await client.get(f"{BASE}/{path}/export", **query)
    assert reply.status == 200, reply.body
    return reply.body.decode()


async def rows(app: App) -> list[Any]:
    async with app.database.reading() as tx:
        found = []
        for table in (
            "alert_rule", "contact_integration", "notification_policy", "mute_timing",
            "message_template", "inhibit_rules", "alerting_version",
        ):  # fmt: skip
            found += [dict(row) for row in await tx.all(f"SELECT * FROM {table}")]
        return found


@pytest.mark.parametrize(("form", "secrets"), [("yaml", "false"), ("json", "true")])
async def test_an_export_read_back_changes_nothing(
    directory: Path, clients: Clients, app: App, form: str, secrets: str
) -> None:
    before = await rows(app)
    exported = {
        path: await text(
            clients.admin,
            path,
            format=form,
            **({"decrypt": secrets} if path == "contact-points" else {}),
        )
        for path in EXPORTS
    }
    assert ("p$$1" in exported["contact-points"]) is (secrets == "true")
    assert ("[REDACTED]" in exported["contact-points"]) is (secrets == "false")
    (directory / "a.yaml").unlink()
    for path, content in exported.items():
        (directory / f"{path}.{form}").write_text(content)
    # The point that an organization begins with is exported too, and its file keeps it from now on.
    assert await reload(clients) == []
    after = await rows(app)
    kept = [row for row in after if row.get("provenance") != "file" or row in before]
    changed = [row for row in after if row not in kept]
    assert [row.get("type") for row in changed] in ([], ["email"])
    assert await reload(clients) == []
    assert await rows(app) == after


async def test_secrets_are_shown_to_admins_who_ask(directory: Path, clients: Clients) -> None:
    for client, status in ((clients.viewer, 403), (clients.editor, 403), (clients.admin, 200)):
        reply = await client.get(f"{BASE}/contact-points/export?decrypt=true")
        assert reply.status == status
        hidden = await text(client, "contact-points", name="ops")
        assert "p$$1" not in hidden
        assert "[REDACTED]" in hidden
    assert "name: chat" not in await text(clients.viewer, "contact-points", name="ops")


async def test_the_query_decides_the_form_before_the_header(
    directory: Path, clients: Clients
) -> None:
    path = f"{BASE}/mute-timings/export"
    wants_json = {"accept": "application/json"}
    first = await clients.viewer.send("GET", path, headers=wants_json)
    assert first.json()["muteTimes"][0]["name"] == "nights"
    second = await clients.viewer.send("GET", path + "?format=yaml&download", headers=wants_json)
    assert second.body.startswith(b"apiVersion: 1\nmuteTimes:\n")
    assert second.headers["content-disposition"] == 'attachment; filename="export.yaml"'
    third = await clients.viewer.get(path)
    assert third.headers["content-type"].startswith("text/yaml")
    assert (await clients.viewer.get(path + "?format=xml")).status == 400
    assert (await clients.viewer.get(f"{BASE}/mute-timings/days/export")).status == 404
    assert (await clients.anonymous.get(path)).status == 401


async def test_rules_are_chosen_by_folder_group_and_uid(directory: Path, clients: Clients) -> None:
    folder = (await read(clients, "alert-rules/cpu"))["folderUID"]
    whole = await text(clients.viewer, "alert-rules", folderUid=folder, group="hosts")
    assert whole == await text(clients.viewer, f"folder/{folder}/rule-groups/hosts")
    assert "folder: Ops/Hosts\n" in whole
    assert "summary: '${HOME} {{ $labels.instance }} is at {{ $values.A }}'" in whole
    assert "[$__rate_interval]" in whole
    one = await text(clients.viewer, "alert-rules/cpu")
    assert one == await text(clients.viewer, "alert-rules", ruleUid="cpu")
    assert "Memory" not in one
    assert (await clients.viewer.get(f"{BASE}/alert-rules/export?group=hosts")).status == 400
    assert (await clients.viewer.get(f"{BASE}/alert-rules/none/export")).status == 404


async def test_terraform_gets_its_resources(directory: Path, clients: Clients) -> None:
    folder = (await read(clients, "alert-rules/cpu"))["folderUID"]
    rules = await text(clients.viewer, "alert-rules", format="hcl")
    for part in (
        'resource "grafana_rule_group" "rule_group_0000" {', f'folder_uid       = "{folder}"',
        "interval_seconds = 60", '= "CPU"', 'ref_id         = "A"',
        r'rate(x{a=\\\"$b\\\"}[$__rate_interval])', 'contact_point = "chat"',
        'summary = "$${HOME} {{ $labels.instance }} is at {{ $values.A }}"', '__panelId__ = "3"',
    ):  # fmt: skip
        assert part in rules, part
    points = await text(clients.viewer, "contact-points", format="hcl")
    assert 'addresses               = ["ops@example.org"]' in points
    assert 'basic_auth_password     = "[REDACTED]"' in points
    policies = await text(clients.viewer, "policies", format="hcl")
    assert 'resource "grafana_notification_policy"' in policies
    assert 'mute_timings  = ["nights"]' in policies
    assert 'value = "^a.*$"' in policies
    timings = await text(clients.viewer, "mute-timings", format="hcl")
    assert 'start = "22:00"' in timings
    templates = await text(clients.viewer, "templates", format="hcl")
    assert r"{{ define \"short\" }}" in templates


async def test_a_group_in_the_editor_is_exported_before_it_is_saved(
    directory: Path, clients: Clients
) -> None:
    folder = (await read(clients, "alert-rules/cpu"))["folderUID"]
    groups = (await clients.editor.get(f"/api/ruler/grafana/api/v1/rules/{folder}/hosts")).json()
    groups["rules"][0]["grafana_alert"]["title"] = "Not saved"
    path = f"/api/ruler/grafana/api/v1/rules/{folder}/export?format=json"
    reply = await clients.editor.post(path, groups)
    assert reply.status == 200, reply.body
    (group,) = reply.json()["groups"]
    assert (group["folder"], group["interval"]) == ("Ops/Hosts", "1m")
    assert [each["title"] for each in group["rules"]] == ["Not saved", "Memory"]
    assert (await read(clients, "alert-rules/cpu"))["title"] == "CPU"
    alert = groups["rules"][0]["grafana_alert"]
    for wrong in (
        {"data": ["A"]}, {"data": [{"refId": "A", "relativeTimeRange": "10m"}]},
        {"notification_settings": "ops"},
    ):  # fmt: skip
        rule = {"grafana_alert": {**alert, **wrong}}
        refused = await clients.editor.post(path, {"name": "hosts", "rules": [rule]})
        assert refused.status == 400, (wrong, refused.body)


SHAPE = """apiVersion: 1
groups:
    - orgId: 1
      name: g
      folder: Ops
      interval: 1m30s
      rules:
        - uid: u
          title: 'CPU {{ x }}'
          condition: A
          data:
            - refId: A
              relativeTimeRange:
                from: 600
                to: 0
              datasourceUid: __expr__
              model:
                expression: 1 > 0
                nested:
                    - a: 1
                      b: "12:30"
                    - "yes"
                type: math
          dashboardUid: d
          panelId: 4
          noDataState: OK
          execErrState: Error
          for: 5m
          annotations:
            __dashboardUid__: d
            __panelId__: "4"
            text: |-
                two
                lines
          labels:
            a: "1"
            b: $$x
          isPaused: false
          notification_settings:
            receiver: grafana-default-email
            group_wait: 1m30s
"""


async def test_an_export_has_the_layout_and_order_of_grafana(
    tmp_path: Path, clients: Clients
) -> None:
    root = tmp_path / "provisioning" / "alerting"
    root.mkdir(parents=True)
    (root / "a.yaml").write_text(SHAPE)
    assert await reload(clients) == []
    exported = await text(clients.viewer, "alert-rules")
    resolution = ("intervalMs", "maxDataPoints")
    lines = [line for line in exported.splitlines() if not line.strip().startswith(resolution)]
    assert "\n".join(lines) + "\n" == SHAPE
    assert (await clients.viewer.get(f"{BASE}/alert-rules/export?folderUid=none")).status == 404
    path = f"{BASE}/mute-timings/export?format=hcl"
    plain, download = (
        await clients.viewer.get(path), await clients.viewer.get(f"{path}&download=true")
    )  # fmt: skip
    assert plain.headers["content-type"] == "text/hcl; charset=utf-8"
    assert download.headers["content-type"] == "application/terraform+hcl; charset=utf-8"
    assert download.headers["content-disposition"] == 'attachment; filename="export.tf"'
