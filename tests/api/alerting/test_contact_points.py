"""Contact points over the provisioning API: what is kept, and what never shows."""

import asyncio
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import orjson
import pytest
from tests.fixtures.app import Client, Clients, start
from tests.fixtures.http_server import says, server

from vedette.alerting.contacts.errors import BadContact
from vedette.alerting.contacts.model import IntegrationDraft
from vedette.alerting.model.provenance import FILE
from vedette.app.build import App
from vedette.db.settings import DatabaseSettings

BASE = "/api/v1/provisioning/contact-points"
POLICIES = "/api/v1/provisioning/policies"
SECRET = "s3cret-pass-word"


@pytest.fixture
async def app(database_settings: DatabaseSettings, tmp_path: Path) -> AsyncIterator[App]:
    """It may reach servers on this machine, as the collectors of these tests are."""
    async with AsyncExitStack() as stack:
        yield await start(stack, database_settings, tmp_path, "cfg:egress.allow_loopback=true")


def webhook(name: str = "hook", **settings: Any) -> dict[str, Any]:
    wanted = {"url": "http://127.0.0.1:9/in", "username": "u", "password": SECRET, **settings}
    return {"name": name, "type": "webhook", "settings": wanted}


async def make(client: Client, body: dict[str, Any], **headers: str) -> dict[str, Any]:
    reply = await client.post(BASE, body, **headers)
    assert reply.status == 202, reply.body
    return dict(reply.json())


async def listed(client: Client, **query: str) -> list[dict[str, Any]]:
    reply = await client.get(BASE, **query)
    assert reply.status == 200, reply.body
    return list(reply.json())


async def names(client: Client) -> list[str]:
    return [each["name"] for each in await listed(client)]


async def secrets_of(app: App, uid: str) -> dict[str, str]:
    """What is stored, in clear."""
    drafts, service = app.alerting.contacts.drafts, app.alerting.contacts.service
    integration = await service.integration(1, uid)
    async with app.database.reading() as tx:
        return await drafts.secrets(tx, integration)


async def test_an_organization_begins_with_a_contact_point(clients: Clients) -> None:
    (first,) = await listed(clients.viewer)
    assert first["name"] == "grafana-default-email"
    assert first["type"] == "email"
    assert first["settings"] == {"addresses": "<example@email.com>"}
    assert (await listed(clients.admin))[0]["uid"] == first["uid"]


async def test_one_name_groups_integrations(clients: Clients) -> None:
    made = await make(clients.editor, webhook("ops"))
    mail = {"name": "ops", "type": "email", "settings": {"addresses": "ops@example.org"}}
    await make(clients.editor, {**mail, "uid": "own-uid", "disableResolveMessage": True})
    assert set(made) >= {"uid", "name", "type", "settings", "disableResolveMessage", "provenance"}
    first, second = await listed(clients.viewer, name="ops")
    assert (first["type"], second["type"]) == ("webhook", "email")
    assert second["uid"] == "own-uid" and second["disableResolveMessage"]
    assert second["provenance"] == "api"
    again = await clients.editor.post(BASE, {**mail, "uid": "own-uid"})
    assert again.status == 409


async def test_a_secret_is_sealed_and_shown_to_nobody(clients: Clients, app: App) -> None:
    """Proves T10, CVE-2024-11741."""
    made = await make(clients.editor, webhook())
    uid = made["uid"]
    answers = [orjson.dumps(made)]
    for client in (clients.viewer, clients.editor, clients.admin, clients.server_admin):
        for path in (BASE, "/api/alertmanager/grafana/config/api/v1/receivers"):
            answers.append((await client.get(path)).body)
    assert all(SECRET.encode() not in each for each in answers)
    assert made["settings"]["password"] == "[REDACTED]"
    async with app.database.reading() as tx:
        row = await tx.one("SELECT * FROM contact_integration WHERE uid = :uid", {"uid": uid})
    assert row is not None
    assert SECRET not in row["settings"] + row["secure_settings"]
    assert await secrets_of(app, uid) == {"password": SECRET}


async def test_a_redacted_secret_stays_and_a_new_one_replaces_it(
    clients: Clients, app: App
) -> None:
    made = await make(clients.editor, webhook())
    path = f"{BASE}/{made['uid']}"
    changed = {**made, "settings": {**made["settings"], "message": "new text"}}
    assert (await clients.editor.put(path, changed)).json() == {"message": "contactpoint updated"}
    assert await secrets_of(app, made["uid"]) == {"password": SECRET}
    assert (await clients.editor.put(path, webhook(password="other"))).status == 202
    assert await secrets_of(app, made["uid"]) == {"password": "other"}
    without = webhook()
    del without["settings"]["password"]
    assert (await clients.editor.put(path, without)).status == 202
    assert await secrets_of(app, made["uid"]) == {}


async def test_a_secret_does_not_follow_an_edit_to_another_server(
    clients: Clients, app: App
) -> None:
    """Proves T11, CVE-2026-21724."""
    made = await make(clients.editor, webhook())
    path = f"{BASE}/{made['uid']}"
    stolen = await clients.editor.put(
        path, webhook(url="http://evil.example.org/in", password="[REDACTED]")
    )
    assert stolen.status == 400
    assert "Enter again: password." in stolen.json()["message"]
    tried = await clients.editor.post(
        "/api/v1/alerting/contact-points/test",
        {"uid": made["uid"], **webhook(url="http://evil.example.org/in", password="[REDACTED]")},
    )
    assert tried.status == 400 and "Enter again: password." in tried.json()["message"]
    other_path = webhook(url="http://127.0.0.1:9/other", password="[REDACTED]")
    assert (await clients.editor.put(path, other_path)).status == 202
    assert await secrets_of(app, made["uid"]) == {"password": SECRET}


async def test_a_type_may_be_written_in_capitals(clients: Clients, app: App) -> None:
    made = await make(clients.editor, {**webhook(), "type": "Webhook"})
    assert made["type"] == "Webhook", "it comes back as it was written"
    kept = {**webhook(password="[REDACTED]"), "type": "WEBHOOK"}
    assert (await clients.editor.put(f"{BASE}/{made['uid']}", kept)).status == 202
    assert await secrets_of(app, made["uid"]) == {"password": SECRET}
    line = {"name": "l", "type": "LINE", "settings": {"token": SECRET}}
    assert (await make(clients.editor, line))["type"] == "LINE"
    assert SECRET not in (await clients.viewer.get(BASE)).body.decode()
    exported = await clients.admin.get(f"{BASE}/export", format="hcl")
    assert "  line {" in exported.body.decode()


@pytest.mark.parametrize(
    ("body", "says_"),
    [
        (webhook(maxAlerts="many"), "maxAlerts"),
        (webhook(url=""), "url"),
        ({"name": "x", "type": "carrier-pigeon", "settings": {}}, "'carrier-pigeon'"),
        ({"name": "x", "type": "prometheus", "settings": {}}, "'prometheus'"),
        ({"name": "x", "settings": {}}, "The type of the contact point is missing."),
        (
            {"name": " ", "type": "email", "settings": {"addresses": "a@b.org"}},
            "1 to 190 characters",
        ),
        (webhook(url="http://169.254.169.254/latest"), "169.254.169.254"),
        ({**webhook(), "uid": "not a uid"}, "uid"),
        (
            {"name": "x", "type": "sns", "settings": {"topic": "a:b:c:d", "auth_provider": "arn"}},
            "Contact point 'x', sns: AWS SNS cannot use the auth_provider 'arn': ",
        ),
    ],
)
async def test_what_cannot_be_used_is_refused_in_one_sentence(
    clients: Clients, body: dict[str, Any], says_: str
) -> None:
    reply = await clients.editor.post(BASE, body)
    assert reply.status == 400, reply.body
    message = reply.json()["message"]
    assert says_ in message and SECRET not in message and "\n" not in message
    assert message.count("Contact point ") <= 1
    assert await names(clients.editor) == ["grafana-default-email"]


async def test_only_editors_change_and_admins_delete(clients: Clients) -> None:
    made = await make(clients.editor, webhook())
    path = f"{BASE}/{made['uid']}"
    assert (await clients.anonymous.get(BASE)).status == 401
    for reply in (
        await clients.viewer.post(BASE, webhook()),
        await clients.viewer.put(path, webhook()),
        await clients.editor.delete(path),
        await clients.viewer.post("/api/v1/alerting/contact-points/test", webhook()),
        await clients.viewer.post(
            "/api/alertmanager/grafana/config/api/v1/receivers/test", {"receivers": []}
        ),
    ):
        assert reply.status == 403, reply.body
    assert (await clients.admin.delete(path)).status == 202
    assert (await clients.admin.delete(path)).status == 202
    assert (await clients.editor.put(path, webhook())).status == 404


async def test_one_that_a_policy_names_stays_and_says_where(clients: Clients) -> None:
    made = await make(clients.editor, webhook("pager"))
    tree = {"receiver": "pager", "routes": []}
    assert (await clients.editor.put(POLICIES, tree)).status == 202
    refused = await clients.admin.delete(f"{BASE}/{made['uid']}")
    assert refused.status == 409
    assert "still used: the default policy" in refused.json()["message"]
    second = await make(clients.editor, webhook("pager"))
    assert (await clients.admin.delete(f"{BASE}/{second['uid']}")).status == 202
    default = (await listed(clients.admin, name="grafana-default-email"))[0]["uid"]
    assert (await clients.admin.delete(f"{BASE}/{default}")).status == 202


async def test_policies_follow_a_new_name(clients: Clients) -> None:
    made = await make(clients.editor, webhook("pager"))
    await clients.editor.put(POLICIES, {"receiver": "pager", "routes": []})
    path = f"{BASE}/{made['uid']}"
    renamed = webhook("night shift", password="[REDACTED]")
    assert (await clients.editor.put(path, renamed)).status == 202
    assert (await clients.viewer.get(POLICIES)).json()["receiver"] == "night shift"
    assert await names(clients.viewer) == ["grafana-default-email", "night shift"]


async def test_rules_that_name_it_themselves_follow_and_keep_it(clients: Clients, app: App) -> None:
    made = await make(clients.editor, webhook("pager"))
    folder = await clients.editor.post("/api/folders", {"title": "Hosts", "uid": "hosts"})
    assert folder.status == 200, folder.body
    rule = {
        "uid": "disk",
        "title": "Disk",
        "folderUID": "hosts",
        "ruleGroup": "g",
        "condition": "A",
        "data": [
            {
                "refId": "A",
                "datasourceUid": "__expr__",
                "relativeTimeRange": {"from": 600, "to": 0},
                "model": {"type": "math", "expression": "1 > 0", "refId": "A"},
            }
        ],
        "for": "1m",
        "notification_settings": {"receiver": "pager"},
    }
    created = await clients.editor.post("/api/v1/provisioning/alert-rules", rule)
    assert created.status == 201, created.body
    refused = await clients.admin.delete(f"{BASE}/{made['uid']}")
    assert refused.status == 409 and "'Disk'" in refused.json()["message"]
    renamed = webhook("night shift", password="[REDACTED]")
    moved = await clients.editor.put(f"{BASE}/{made['uid']}", renamed)
    assert moved.status == 202, moved.body
    kept = (await clients.viewer.get("/api/v1/provisioning/alert-rules/disk")).json()
    assert kept["notification_settings"]["receiver"] == "night shift"
    assert kept["provenance"] == "api"


async def test_an_integration_moves_between_contact_points(clients: Clients) -> None:
    await make(clients.editor, webhook("a"))
    moving = await make(clients.editor, webhook("a"))
    path = f"{BASE}/{moving['uid']}"
    assert (await clients.editor.put(path, webhook("b"))).status == 202
    assert await names(clients.viewer) == ["a", "b", "grafana-default-email"]
    assert (await clients.editor.put(path, webhook("a"))).status == 202
    assert await names(clients.viewer) == ["a", "a", "grafana-default-email"]


async def test_what_a_file_owns_is_left_alone(clients: Clients, app: App) -> None:
    draft = IntegrationDraft("filed", "webhook", webhook()["settings"], uid="filed")
    await app.alerting.contacts.service.replace_point(1, "filed", [draft], FILE)
    for headers in ({}, {"x_disable_provenance": "true"}):
        changed = await clients.admin.put(f"{BASE}/filed", webhook("filed"), **headers)
        assert changed.status == 409 and "file" in changed.json()["message"]
        added = await clients.admin.post(BASE, webhook("filed"), **headers)
        assert added.status == 409
    deleted = await clients.admin.delete(f"{BASE}/filed")
    assert deleted.status == 409
    assert "cannot delete with provided provenance 'api', needs 'file'" in deleted.json()["message"]


async def test_the_header_leaves_an_object_to_people(clients: Clients) -> None:
    made = await make(clients.editor, webhook(), x_disable_provenance="true")
    assert "provenance" not in made


async def test_organizations_do_not_see_each_other(clients: Clients, app: App) -> None:
    made = await make(clients.editor, webhook())
    service = app.alerting.contacts.service
    created = await clients.server_admin.post("/api/orgs", {"name": "Other"})
    other = created.json()["orgId"] if created.status == 200 else None
    if other is not None:
        assert [each.name for each in await service.points(other)] == ["grafana-default-email"]
    async with app.database.reading() as tx:
        found = await tx.value(
            "SELECT COUNT(*) FROM contact_integration WHERE org_id <> 1 AND uid = :uid",
            {"uid": made["uid"]},
        )
    assert found == 0


async def test_a_whole_contact_point_is_replaced_at_once(app: App) -> None:
    service = app.alerting.contacts.service
    first = IntegrationDraft("ops", "webhook", webhook()["settings"], uid="a")
    second = IntegrationDraft("ops", "email", {"addresses": "a@b.org"}, uid="b")
    await service.replace_point(1, "ops", [first, second], FILE)
    await service.replace_point(
        1, "ops", [second, IntegrationDraft("ops", "email", second.settings)], FILE
    )
    found = await service.of_point(1, "ops")
    assert [each.type for each in found] == ["email", "email"]
    assert found[0].uid == "b"
    await service.replace_point(1, "other", [second], FILE)
    assert [each.uid for each in await service.of_point(1, "other")] == ["b"]
    assert len(await service.of_point(1, "ops")) == 1


async def test_a_file_read_again_changes_nothing(app: App) -> None:
    service = app.alerting.contacts.service
    drafts = [
        IntegrationDraft("ops", "webhook", webhook()["settings"], uid="a"),
        IntegrationDraft("ops", "email", {"addresses": "a@b.org"}, uid="b"),
    ]
    first = await service.replace_point(1, "ops", drafts, FILE)
    before = await app.alerting.contacts.templates.version(1)
    again = await service.replace_point(1, "ops", drafts, FILE)
    assert [each.version for each in again] == [1, 1]
    assert [each.sealed for each in again] == [each.sealed for each in first]
    assert await app.alerting.contacts.templates.version(1) == before
    turned = await service.replace_point(1, "ops", drafts[::-1], FILE)
    assert [(each.uid, each.position) for each in turned] == [("b", 0), ("a", 1)]
    with pytest.raises(BadContact, match="one uid"):
        await service.replace_point(1, "ops", [drafts[0], drafts[0]], FILE)


async def test_messages_go_out_with_the_stored_secret(clients: Clients, app: App) -> None:
    async with server(says(b"thanks")) as (port, heads):
        url = f"http://127.0.0.1:{port}/in/?key=a%2Fb"
        made = await make(clients.editor, webhook(url=url))
        body = {**made, "settings": {**made["settings"], "password": "[REDACTED]"}}
        reply = await clients.editor.post("/api/v1/alerting/contact-points/test", body)
        assert reply.status == 200, reply.body
        assert reply.json()["status"] == "ok", reply.body
        assert reply.json()["answer"]
        (head,) = heads
        assert head.startswith(b"POST /in/?key=a%2Fb HTTP/1.1")
        assert b64encode(f"u:{SECRET}".encode()) in head
        live = await app.alerting.contacts.live.open(1, made["uid"])
        assert live is await app.alerting.contacts.live.open(1, made["uid"])
        await clients.editor.put(f"{BASE}/{made['uid']}", body)
        assert live is await app.alerting.contacts.live.open(1, made["uid"]), "nothing changed"
        body["settings"]["maxAlerts"] = 5
        await clients.editor.put(f"{BASE}/{made['uid']}", body)
        assert live is not await app.alerting.contacts.live.open(1, made["uid"])


async def test_kinds_of_receivers_and_their_forms_are_listed(clients: Clients) -> None:
    notifiers = (await clients.viewer.get("/api/alert-notifiers")).json()
    forms = (await clients.viewer.get("/api/v1/alerting/receivers")).json()
    plugins = (await clients.viewer.get("/api/plugins", type="receiver")).json()
    for found in (
        {each["type"] for each in notifiers},
        {each["type"] for each in forms},
        {each["id"] for each in plugins},
    ):
        assert {"email", "slack", "pagerduty", "webhook"} <= found
    slack = next(each for each in notifiers if each["type"] == "slack")
    url = next(each for each in slack["options"] if each["propertyName"] == "url")
    assert url["secure"]


async def test_the_status_of_each_integration_is_shown(clients: Clients, app: App) -> None:
    made = await make(clients.editor, webhook())
    async with app.database.transaction() as tx:
        delivery = await tx.value(
            "INSERT INTO alert_delivery (org_id, delivery_key, group_key, receiver,"
            " integration_uid, integration_type, sequence, slot, reason, state, firing, resolved,"
            " message, attempts, created, outcome, epoch, last_owner) VALUES (1, 'k', 'g', 'hook',"
            " :uid, 'webhook', 1, 0, 'first', 'pending', '[]', '[]', '{}', 2, 1000, '', 0, '')"
            " RETURNING id",
            {"uid": made["uid"]},
        )
        for attempt, outcome in ((1, "sent"), (2, "try_later")):
            await tx.execute(
                "INSERT INTO alert_delivery_attempt (delivery_id, org_id, attempt, started,"
                " duration_ms, outcome, answer, instance) VALUES (:id, 1, :attempt,"
                " 1777896000000, 12, :outcome, 'It answered 503.', 'a')",
                {"id": delivery, "attempt": attempt, "outcome": outcome},
            )
    found = (await clients.viewer.get("/api/alertmanager/grafana/config/api/v1/receivers")).json()
    default, hook = found
    assert default["active"] and not hook["active"]
    assert hook["integrations"] == [
        {
            "uid": made["uid"],
            "name": "webhook",
            "sendResolved": True,
            "lastNotifyAttempt": "2026-05-04T12:00:00.000Z",
            "lastNotifyAttemptDuration": "12ms",
            "lastNotifyAttemptError": "It answered 503.",
        }
    ]
    assert default["integrations"][0]["lastNotifyAttempt"].startswith("0001-01-01")


async def test_a_whole_contact_point_is_saved_renamed_and_deleted(
    clients: Clients, app: App
) -> None:
    page = "/api/v1/alerting/contact-points"
    own = f"{page}/name"
    mail = {"type": "email", "settings": {"addresses": "ops@example.org"}}
    body = {"integrations": [webhook(), mail]}
    made = await clients.editor.put(f"{own}/ops", body)
    assert made.status == 200, made.body
    first, second = made.json()["integrations"]
    assert (first["type"], second["type"]) == ("webhook", "email")
    assert first["settings"]["password"] == "[REDACTED]"
    assert first["health"]["lastNotifyAttemptDuration"] == "0ms"
    await clients.editor.put(POLICIES, {"receiver": "ops", "routes": []})
    renamed = await clients.editor.put(
        f"{own}/ops", {"name": "night", "integrations": [second, first]}
    )
    assert renamed.status == 200, renamed.body
    assert [each["uid"] for each in renamed.json()["integrations"]] == [second["uid"], first["uid"]]
    assert renamed.json()["usedBy"]
    assert await secrets_of(app, first["uid"]) == {"password": SECRET}
    assert (await clients.viewer.get(POLICIES)).json()["receiver"] == "night"
    listed_ = (await clients.viewer.get(page)).json()
    assert [each["name"] for each in listed_] == ["grafana-default-email", "night"]
    assert (await clients.viewer.get(f"{own}/ops")).status == 404
    assert (await clients.viewer.put(f"{own}/night", body)).status == 403
    assert (await clients.admin.delete(f"{own}/night")).status == 409
    assert (await clients.admin.delete(f"{own}/grafana-default-email")).status == 204
    taken = await clients.editor.put(f"{own}/new", {"name": "other", "integrations": [mail]})
    assert taken.status == 404
    assert (await clients.editor.put(f"{own}/empty", {"integrations": []})).status == 400


async def test_what_the_api_keeps_is_not_changed_by_the_page(clients: Clients) -> None:
    await make(clients.editor, webhook("hook"))
    refused = await clients.editor.put(
        "/api/v1/alerting/contact-points/name/hook", {"integrations": [webhook()]}
    )
    assert refused.status == 409 and "provisioning API" in refused.json()["message"]


async def test_an_organization_gets_one_default_whoever_comes_first(app: App) -> None:
    service = app.alerting.contacts.service
    found = await asyncio.gather(*(service.integrations(1) for _ in range(6)))
    assert len({each.uid for one in found for each in one}) == 1


READING = (
    BASE,
    f"{BASE}/export",
    "/api/v1/alerting/contact-points",
    "/api/v1/alerting/contact-points/name/hook",
    "/api/alertmanager/grafana/config/api/v1/alerts",
)


async def test_who_may_only_read_sees_no_address_and_no_header_that_may_hold_a_token(
    clients: Clients,
) -> None:
    """T10: A token in an address, a header or an unknown setting is shown to no role."""
    token = "t0ken-in-plain-sight"
    await make(
        clients.admin,
        webhook(
            url=f"http://127.0.0.1:9/in/{token}",
            headers={"X-Key": token},
            ownKey=token,
            payload={"template": "{{ .Vars.key }}", "vars": {"key": token}},
            title="Look here",
        ),
    )
    icon = "https://icons.example.org/{{ .CommonLabels.team }}.png"
    slack = {"url": "http://127.0.0.1:9/in/", "icon_url": icon}
    await make(clients.admin, {"name": "chat", "type": "slack", "settings": slack})
    for path in READING:
        seen = await clients.viewer.get(path)
        assert seen.status == 200 and token not in seen.body.decode(), path
        assert "Look here" in seen.body.decode(), path
        assert "icons.example.org" not in seen.body.decode(), path
        edited = (await clients.editor.get(path)).body.decode()
        assert token not in edited, path
        assert path.endswith("/hook") or "icons.example.org" in edited, path


async def test_a_secret_address_that_changes_takes_no_kept_secret_along(clients: Clients) -> None:
    settings = {"kafkaRestProxy": "http://127.0.0.1:9", "kafkaTopic": "t", "username": "u"}
    body = {"name": "queue", "type": "kafka", "settings": {**settings, "password": SECRET}}
    uid = (await make(clients.editor, body))["uid"]
    kept = {**settings, "password": "[REDACTED]"}
    moved = {**body, "settings": {**kept, "kafkaRestProxy": "http://127.0.0.1:10"}}
    reply = await clients.editor.put(f"{BASE}/{uid}", moved)
    assert reply.status == 400 and "Enter again: password." in reply.json()["message"]
    test = {**moved, "uid": uid}
    reply = await clients.editor.post("/api/v1/alerting/contact-points/test", test)
    assert reply.status == 400 and "Enter again: password." in reply.json()["message"]
    path = {**body, "settings": {**kept, "kafkaRestProxy": "http://127.0.0.1:9/below"}}
    assert (await clients.editor.put(f"{BASE}/{uid}", path)).status == 202
