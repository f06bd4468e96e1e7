"""A secret in every secret setting of every receiver and data source: found in no answer."""

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.fixtures.app import Client, Clients, start

from vedette.app.build import App
from vedette.db.settings import DatabaseSettings
from vedette.sdk import Json, PluginKind, SettingField

CANARY = "c4n4ry-2b7e151628aed2a6"
NOWHERE = "http://127.0.0.1:9"
RECEIVERS: dict[str, dict[str, Any]] = {
    "prometheus-alertmanager": {"url": NOWHERE},
    "dingding": {},
    "discord": {},
    "email": {"addresses": "ops@example.org"},
    "googlechat": {},
    "jira": {"api_url": f"{NOWHERE}/rest/api/2", "project": "OPS", "issue_type": "Bug"},
    "kafka": {"kafkaTopic": "alerts"},
    "line": {},
    "mqtt": {"brokerUrl": "tcp://127.0.0.1:9", "topic": "alerts"},
    "oncall": {"url": NOWHERE},
    "opsgenie": {"apiUrl": NOWHERE},
    "pagerduty": {"url": NOWHERE},
    "pushover": {},
    "sensugo": {"url": NOWHERE},
    "slack": {"recipient": "ops", "endpointUrl": NOWHERE},
    "sns": {"topic_arn": "arn:aws:sns:eu-west-1:123456789012:alerts", "api_url": NOWHERE},
    "teams": {},
    "telegram": {"chatid": "5"},
    "victorops": {},
    "webex": {"room_id": "r", "api_url": NOWHERE},
    "webhook": {"url": NOWHERE},
    "wecom": {"corp_id": "c", "agent_id": "1"},
}
"""The public settings of receivers whose required fields do not suffice."""
ALONG: dict[tuple[str, str], dict[str, Any]] = {
    ("jira", "user"): {"password": CANARY},
    ("jira", "password"): {"user": CANARY},
    ("jira", "api_url"): {"api_token": CANARY},
    ("jira", "notAField"): {"api_token": CANARY},
    ("mqtt", "password"): {"username": "u"},
    ("slack", "endpointUrl"): {"token": CANARY},
    ("slack", "notAField"): {"token": CANARY},
    ("wecom", "notAField"): {"secret": CANARY},
}
"""What a setting does not go without."""
ADDRESSED = {
    ("webhook", "url"),
    ("oncall", "url"),
    ("prometheus-alertmanager", "url"),
    ("sensugo", "url"),
    ("pagerduty", "url"),
    ("opsgenie", "apiUrl"),
    ("jira", "api_url"),
    ("webex", "api_url"),
    ("sns", "api_url"),
    ("slack", "endpointUrl"),
    ("webhook", "http_config.oauth2.token_url"),
    ("mqtt", "brokerUrl"),
}
"""Public settings that are addresses, in which a login or a token may stand."""


def secret_value(field: SettingField) -> object:
    if field.kind == "pairs":
        return {"X-Key": CANARY}
    if field.kind == "list":
        return [CANARY]
    return f"{NOWHERE}/{CANARY}" if field.key in ("url", "kafkaRestProxy") else CANARY


def public_settings(type_: str, fields: Sequence[SettingField]) -> Json:
    """Settings without secrets that a receiver needs: of new ones, what its form requires."""
    found: dict[str, Any] = dict(RECEIVERS.get(type_, {}))
    for field in fields:
        if type_ not in RECEIVERS and field.required and not field.secret:
            address = NOWHERE if field.key.lower().endswith("url") else "x"
            example = next(
                filter(None, (field.placeholder, field.default, *field.choices)), address
            )
            found = merged(found, nested(field.key, example))
    return found


def nested(key: str, value: object) -> dict[str, Any]:
    for part in reversed(key.split(".")):
        value = {part: value}
    assert isinstance(value, dict)
    return value


def merged(one: Json, other: Json) -> dict[str, Any]:
    found = dict(one)
    for key, value in other.items():
        both = isinstance(found.get(key), dict) and isinstance(value, dict)
        found[key] = merged(found[key], value) if both else value
    return found


def planted(app: App) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Type, key and settings of a contact point for each place where a secret may stand."""
    for kind, key, settings in _planted(app):
        yield kind, key, merged(settings, ALONG.get((kind, key), {}))


def _planted(app: App) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for manifest in app.sources.registry.manifests(PluginKind.RECEIVER):
        fields = app.sources.registry.receiver(manifest.id).fields
        needed = public_settings(manifest.id, fields)
        for field in fields:
            if field.secret and field.required:
                needed = merged(needed, nested(field.key, secret_value(field)))
        secrets = [field for field in fields if field.secret]
        for field in secrets:
            yield manifest.id, field.key, merged(needed, nested(field.key, secret_value(field)))
        for field in fields:
            if (manifest.id, field.key) in ADDRESSED:
                scheme = "tcp" if manifest.id == "mqtt" else "http"
                for host, tail in ((f"u:{CANARY}@127.0.0.1:9", ""), ("127.0.0.1:9", f"/{CANARY}")):
                    address = f"{scheme}://{host}{tail}"
                    yield manifest.id, field.key, merged(needed, nested(field.key, address))
        yield manifest.id, "notAField", {**needed, "notAField": CANARY, "deep": {"er": [CANARY]}}


SOURCE = {
    "access": "proxy",
    "basicAuth": True,
    "basicAuthUser": "reader",
    "jsonData": {
        "httpHeaderName1": "Authorization",
        "customQueryParameters": f"token={CANARY}",
        "notASetting": CANARY,
        "deep": {"er": [CANARY]},
    },
    "secureJsonData": dict.fromkeys(
        ("basicAuthPassword", "httpHeaderValue1", "password", "sigV4SecretKey", "other"), CANARY
    ),
}


@pytest.fixture
async def app(database_settings: DatabaseSettings, tmp_path: Path) -> AsyncIterator[App]:
    """One that may reach servers of this machine, on either database."""
    async with AsyncExitStack() as stack:
        allowed = "cfg:egress.allow_loopback=true"
        yield await start(stack, database_settings, tmp_path, allowed)


async def crawl(app: App, clients: Clients) -> list[tuple[str, str, bytes]]:
    """Path, role and body of every GET route, for each role."""
    found = []
    roles: dict[str, Client] = {
        "viewer": clients.viewer,
        "editor": clients.editor,
        "admin": clients.admin,
        "server_admin": clients.server_admin,
    }
    paths = set()
    for route in app.routes:
        if route.method != "GET" or "logout" in route.path or "rotate" in route.path:
            continue
        for uid, name in (("prometheus", "webhook-0"), ("mysql", "slack-0"), ("webhook-0", "x")):
            path = route.path.replace(":uid", uid).replace(":name", name)
            path = path.replace(":id", "1").replace("*rest", "api/v1/labels")
            paths.add(path)
    paths |= {
        f"/api/v1/provisioning/contact-points/export?format={form}"
        for form in ("json", "yaml", "hcl")
    }
    paths.add("/")
    for path in sorted(paths):
        for role, client in roles.items():
            found.append((path, role, (await client.get(path)).body))
    return found


async def test_no_secret_of_a_contact_point_or_data_source_is_shown_anywhere(
    app: App, clients: Clients, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    """T10, CVE-2024-11741, CVE-2025-3415, CVE-2019-15635, CVE-2022-26148: Secrets are write-only:
    no role, export, page, log, metric, history or file of the database shows one."""
    caplog.set_level("DEBUG")
    seen: list[tuple[str, str, bytes]] = []
    refused: dict[tuple[str, str], str] = {}
    count: dict[str, int] = {}
    for kind, key, settings in planted(app):
        number = count[kind] = count.get(kind, -1) + 1
        body = {"name": f"{kind}-{number}", "type": kind, "settings": settings}
        body["uid"] = body["name"]
        reply = await clients.admin.post("/api/v1/provisioning/contact-points", body)
        seen.append(("made", key, reply.body))
        if reply.status != 202:
            refused[kind, key] = reply.json()["message"]
            continue
        if "127.0.0.1" in str(settings):  # Others send to a server outside.
            tried = await clients.editor.post("/api/v1/alerting/contact-points/test", body)
            seen.append(("tried", f"{kind} {key}", tried.body))
    assert {key.rpartition(".")[0] for _, key in refused} <= {
        "tlsConfig",
        "http_config.oauth2.tls_config",
    }, refused
    for manifest in app.sources.registry.manifests(PluginKind.DATASOURCE):
        url = "127.0.0.1:9" if manifest.category == "sql" else NOWHERE
        body = {**SOURCE, "type": manifest.id, "name": manifest.id, "uid": manifest.id, "url": url}
        reply = await clients.admin.post("/api/datasources", body)
        assert reply.status == 200, reply.body
        seen.append(("made", manifest.id, reply.body))
        query = {
            "refId": "A",
            "datasource": {"uid": manifest.id},
            "expr": "up",
            "rawSql": "SELECT 1",
        }
        asked = {"from": "now-1h", "to": "now", "queries": [query]}
        seen.append(
            ("query", manifest.id, (await clients.viewer.post("/api/ds/query", asked)).body)
        )
    seen += await crawl(app, clients)
    everything = b"".join(body for _, _, body in seen)
    assert b"prometheus" in everything and b"webhook-0" in everything
    assert [(path, role) for path, role, body in seen if CANARY.encode() in body] == []
    assert CANARY not in caplog.text
    for file in tmp_path.rglob("*"):
        assert not file.is_file() or CANARY.encode() not in file.read_bytes(), file
    async with app.database.reading() as tx:
        for table in ("contact_integration", "data_source", "alerting_configuration"):
            rows = await tx.all(f"SELECT * FROM {table}")
            assert rows and not any(CANARY in str(dict(row)) for row in rows), table
