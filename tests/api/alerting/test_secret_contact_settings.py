"""Settings of contact points that became secret: sealed at an upgrade, kept by edits."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import orjson
import pytest
from tests.fixtures.app import Client, Clients, clients_of, start

from vedette.app.build import App
from vedette.db.settings import DatabaseSettings

BASE = "/api/v1/provisioning/contact-points"
CONFIG = "/api/alertmanager/grafana/config/api/v1/alerts"
HISTORY = "/api/alertmanager/grafana/config/history"
TOKEN = "c4n4ry-9f86d081884c7d65"
SETTINGS: dict[str, Any] = {
    "url": f"http://127.0.0.1:9/hooks/{TOKEN}",
    "headers": {"Authorization": f"Bearer {TOKEN}"},
    "http_config": {
        "oauth2": {
            "client_id": "id",
            "client_secret": TOKEN,
            "token_url": "http://127.0.0.1:9/token",
            "endpoint_params": {"audience": TOKEN},
        }
    },
    "payload": {"template": "{{ .Vars.key }}", "vars": {"key": TOKEN}},
    "title": "Look here",
}
SECRET_KEYS = {
    "url",
    "headers",
    "http_config.oauth2.client_secret",
    "http_config.oauth2.endpoint_params",
    "payload.vars",
}


@pytest.fixture
async def app(database_settings: DatabaseSettings, tmp_path: Path) -> AsyncIterator[App]:
    async with AsyncExitStack() as stack:
        yield await start(stack, database_settings, tmp_path, "cfg:egress.allow_loopback=true")


async def make(client: Client, **settings: Any) -> dict[str, Any]:
    body = {"uid": "hook", "name": "hook", "type": "webhook", "settings": {**SETTINGS, **settings}}
    reply = await client.post(BASE, body)
    assert reply.status == 202, reply.body
    return dict(reply.json())


async def whole(app: App) -> dict[str, Any]:
    """The settings that the receiver is opened with."""
    contacts = app.alerting.contacts
    integration = await contacts.service.integration(1, "hook")
    async with app.database.reading() as tx:
        return await contacts.drafts.whole_settings(tx, integration)


async def test_headers_parameters_variables_and_token_addresses_are_write_only(
    clients: Clients, app: App
) -> None:
    """T10, CVE-2025-3415: What may hold a token is sealed and shown as [REDACTED] to every role."""
    made = await make(clients.editor)
    assert TOKEN not in orjson.dumps(made).decode()
    assert made["settings"]["url"] == made["settings"]["headers"] == "[REDACTED]"
    assert made["settings"]["payload"] == {"template": "{{ .Vars.key }}", "vars": "[REDACTED]"}
    assert made["settings"]["http_config"]["oauth2"]["token_url"] == "http://127.0.0.1:9/token"
    config = (await clients.admin.get(CONFIG)).json()["alertmanager_config"]
    (shown,) = [
        each
        for receiver in config["receivers"]
        for each in receiver["grafana_managed_receiver_configs"]
        if each["uid"] == "hook"
    ]
    assert set(shown["secureFields"]) == SECRET_KEYS
    assert await whole(app) == SETTINGS


async def test_what_is_sent_back_as_it_was_shown_stays(clients: Clients, app: App) -> None:
    """T10: Saving what was read keeps each secret, over the provisioning and the config API."""
    made = await make(clients.editor)
    changed = {**made, "settings": {**made["settings"], "title": "Another"}}
    assert (await clients.editor.put(f"{BASE}/hook", changed)).status == 202
    assert await whole(app) == {**SETTINGS, "title": "Another"}
    config = (await clients.admin.get(CONFIG)).json()
    reply = await clients.admin.post(CONFIG, config)
    assert reply.status == 202, reply.body
    assert await whole(app) == {**SETTINGS, "title": "Another"}
    replaced = {**made["settings"], "headers": {"X-New": "1"}}
    assert (await clients.editor.put(f"{BASE}/hook", {**made, "settings": replaced})).status == 202
    assert (await whole(app))["headers"] == {"X-New": "1"}
    assert (await whole(app))["payload"]["vars"] == {"key": TOKEN}


async def test_rows_and_history_of_an_earlier_version_are_sealed_at_the_start(
    clients: Clients, app: App
) -> None:
    """T10: An upgrade seals contact points and takes secrets out of earlier configurations."""
    await make(clients.admin)
    assert (await clients.admin.get(HISTORY)).status == 200
    plain = orjson.dumps(SETTINGS).decode()
    async with app.database.transaction() as tx:
        await tx.execute(
            "UPDATE contact_integration SET settings = :plain, secure_settings = '{}'"
            " WHERE uid = 'hook'",
            {"plain": plain},
        )
        kept = await tx.all("SELECT id, configuration FROM alerting_configuration")
        for row in kept:
            config = orjson.loads(row["configuration"])
            for receiver in config["alertmanager_config"]["receivers"]:
                for each in receiver["grafana_managed_receiver_configs"]:
                    if each["uid"] == "hook":
                        each |= {"settings": SETTINGS, "secureFields": {}}
            await tx.execute(
                "UPDATE alerting_configuration SET configuration = :text, is_sealed = FALSE"
                " WHERE id = :id",
                {"text": orjson.dumps(config).decode(), "id": row["id"]},
            )
    states = []
    for _ in range(2):
        await app.alerting.sealing.run()
        async with app.database.reading() as tx:
            tables = ("contact_integration", "alerting_configuration")
            rows = [row for table in tables for row in await tx.all(f"SELECT * FROM {table}")]
            states.append([dict(row) for row in rows])
    assert states[0] == states[1] and TOKEN not in str(states[0])
    assert await whole(app) == SETTINGS
    assert TOKEN not in (await clients.admin.get(HISTORY)).body.decode()
    oldest = (await clients.admin.get(HISTORY)).json()[-1]
    back = await clients.admin.post(f"{HISTORY}/{oldest['id']}/_activate")
    assert back.status == 202, back.body
    assert await whole(app) == SETTINGS, "secrets of today stay"


async def test_a_secret_address_gives_no_more_rights_to_a_trial(
    database_settings: DatabaseSettings, tmp_path: Path
) -> None:
    """T10: A trial with another address than the file's is bound by the egress policy."""
    folder = tmp_path / "provisioning" / "alerting"
    folder.mkdir(parents=True)
    (folder / "points.yaml").write_text(
        "apiVersion: 1\ncontactPoints:\n  - name: filed\n    receivers:\n"
        "      - uid: filed\n        type: slack\n"
        f"        settings: {{url: 'http://10.255.255.1/{TOKEN}'}}\n"
    )
    async with AsyncExitStack() as stack:
        forbid = ("cfg:egress.allow_loopback=false", "cfg:egress.allow_private=false")
        app = await start(stack, database_settings, tmp_path, *forbid)
        clients = await clients_of(app)
        reply = await clients.server_admin.post("/api/admin/provisioning/alerting/reload")
        assert reply.status in (200, 202), reply.body
        body = {
            "uid": "filed",
            "name": "filed",
            "type": "slack",
            "settings": {"url": "http://127.0.0.1:9/steal"},
        }
        tried = await clients.admin.post("/api/v1/alerting/contact-points/test", body)
    assert "are refused" in tried.body.decode(), tried.body
