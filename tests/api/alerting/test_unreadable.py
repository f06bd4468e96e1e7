"""Timings, silences and inhibitions that cannot be read: others go on, and people mend them."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from tests.fixtures.app import App, Clients

from vedette.alerting.alerts.version_store import bump

TIMINGS = "/api/v1/alerting/mute-timings"
SILENCES = "/api/alertmanager/grafana/api/v2/silences"
SILENCE = "/api/alertmanager/grafana/api/v2/silence"
INHIBITIONS = "/api/v1/alerting/inhibit-rules"
CONFIG = "/api/alertmanager/grafana/config/api/v1/alerts"
UNREADABLE = "/api/v1/alerting/unreadable"
NIGHTS = {"name": "nights", "time_intervals": [{"weekdays": ["saturday"]}]}
DAYS = {**NIGHTS, "name": "days"}


async def spoil(app: App, statement: str, **params: object) -> None:
    async with app.database.transaction() as tx:
        assert await tx.execute(statement, params) == 1
        await bump(tx, 1, "routing")


async def silence(clients: Clients, comment: str) -> str:
    now = datetime.now(UTC)
    body = {
        "matchers": [{"name": "a", "value": "b", "isRegex": False, "isEqual": True}],
        "startsAt": now.isoformat(),
        "endsAt": (now + timedelta(hours=1)).isoformat(),
        "createdBy": "ann",
        "comment": comment,
    }
    reply = await clients.editor.post(SILENCES, body)
    assert reply.status == 200, reply.body
    made: str = reply.json()["silenceID"]
    return made


async def told(clients: Clients) -> list[Any]:
    reply = await clients.viewer.get(UNREADABLE)
    assert reply.status == 200, reply.body
    found: list[Any] = reply.json()
    return found


@pytest.mark.parametrize("stored", ["x", "[7]", '[{"future": 1}]', "null"])
async def test_a_mute_timing_is_mended_beside_others(
    app: App, clients: Clients, stored: str
) -> None:
    for each in (NIGHTS, DAYS):
        assert (await clients.editor.post(TIMINGS, each)).status == 201
    await spoil(app, "UPDATE mute_timing SET intervals = :text WHERE name = 'nights'", text=stored)
    assert [each["name"] for each in (await clients.viewer.get(TIMINGS)).json()] == ["days"]
    one = await clients.viewer.get(f"{TIMINGS}/nights")
    assert one.status == 500
    assert "mute timing 'nights' cannot be read" in one.json()["message"]
    assert "save it anew, or delete it" in one.json()["message"]
    (found,) = await told(clients)
    assert (found["part"], found["name"]) == ("mute timing", "nights")
    assert found["message"] == one.json()["message"]
    assert (await clients.editor.post(TIMINGS, DAYS)).status == 400
    assert (await clients.editor.post(TIMINGS, NIGHTS)).status == 201
    assert (await clients.viewer.get(f"{TIMINGS}/nights")).json() == NIGHTS
    assert await told(clients) == []


async def test_a_mute_timing_that_can_not_be_read_is_deleted_or_changed(
    app: App, clients: Clients
) -> None:
    for verb in ("PUT", "DELETE"):
        assert (await clients.editor.post(TIMINGS, NIGHTS)).status in (201, 400)
        await spoil(app, "UPDATE mute_timing SET intervals = 'x' WHERE name = 'nights'")
        reply = await clients.admin.send(
            verb, f"{TIMINGS}/nights", NIGHTS if verb == "PUT" else None
        )
        assert reply.status in (202, 204), reply.body
        assert await told(clients) == []
    assert (await clients.viewer.get(TIMINGS)).json() == []


async def test_a_policy_keeps_a_mute_timing_that_can_not_be_read(
    app: App, clients: Clients
) -> None:
    path = "/api/v1/alerting/policies"
    assert (await clients.editor.post(TIMINGS, NIGHTS)).status == 201
    tree = (await clients.admin.get(path)).json()
    route = {"matchers": ['a="b"'], "mute_time_intervals": ["nights"]}
    tree = {key: tree[key] for key in ("receiver", "group_by") if key in tree}
    assert (await clients.admin.put(path, {**tree, "routes": [route]})).status in (200, 202)
    await spoil(app, "UPDATE mute_timing SET intervals = 'x' WHERE name = 'nights'")
    changed = {**route, "matchers": ['a="c"']}
    assert (await clients.admin.put(path, {**tree, "routes": [changed]})).status in (200, 202)
    assert (await clients.admin.delete(f"{TIMINGS}/nights")).status == 409


async def test_a_silence_that_can_not_be_read_is_ended_beside_others(
    app: App, clients: Clients
) -> None:
    kept, broken = await silence(clients, "kept"), await silence(clients, "broken")
    await spoil(app, "UPDATE silence SET matchers = '{' WHERE id = :id", id=broken)
    shown = (await clients.viewer.get(SILENCES)).json()
    assert [each["id"] for each in shown] == [kept]
    (found,) = await told(clients)
    assert (found["part"], found["name"]) == ("silence", broken)
    assert "the last readable version applies, if any; expire it" in found["message"]
    assert (await clients.viewer.get(f"{SILENCE}/{broken}")).json()["message"] == found["message"]
    assert (await clients.editor.delete(f"{SILENCE}/{broken}")).status == 200
    assert await told(clients) == []


async def test_inhibitions_that_can_not_be_read_are_saved_anew(app: App, clients: Clients) -> None:
    rule = {"source_matchers": ['a="b"'], "target_matchers": ['a="c"'], "equal": ["host"]}
    assert (await clients.admin.put(INHIBITIONS, {"inhibit_rules": [rule]})).status < 300
    await spoil(app, "UPDATE inhibit_rules SET rules = '[7]'")
    refused = await clients.viewer.get(INHIBITIONS)
    assert refused.status == 500
    assert "inhibition rules cannot be read" in refused.json()["message"]
    assert [each["part"] for each in await told(clients)] == ["inhibitions"]
    assert (await clients.admin.put(INHIBITIONS, {"inhibit_rules": [rule]})).status < 300
    assert await told(clients) == []


async def test_a_whole_configuration_says_what_of_it_can_not_be_read(
    app: App, clients: Clients
) -> None:
    assert (await clients.editor.post(TIMINGS, NIGHTS)).status == 201
    before = (await clients.admin.get(CONFIG)).json()
    await spoil(app, "UPDATE mute_timing SET intervals = 'x' WHERE name = 'nights'")
    for path in (CONFIG, "/api/v1/provisioning/mute-timings/export"):
        refused = await clients.admin.get(path)
        assert refused.status == 500
        assert "mute timing 'nights' cannot be read" in refused.json()["message"]
    assert (await clients.admin.post(CONFIG, before)).status == 202
    assert (await clients.admin.get(CONFIG)).json() == before


async def test_health_stays_good_and_warns_without_names(app: App, clients: Clients) -> None:
    assert (await clients.editor.post(TIMINGS, NIGHTS)).status == 201
    assert "warnings" not in (await clients.anonymous.get("/api/health")).json()
    await spoil(app, "UPDATE mute_timing SET intervals = 'x' WHERE name = 'nights'")
    assert len(await told(clients)) == 1
    reply = await clients.anonymous.get("/api/health")
    assert reply.status == 200
    (warning,) = reply.json()["warnings"]
    assert "1 part of the alerting configuration cannot be read" in warning
    assert UNREADABLE in warning
    assert "nights" not in json.dumps(reply.json())
    assert (await clients.editor.post(TIMINGS, NIGHTS)).status == 201
    assert await told(clients) == []
    assert "warnings" not in (await clients.anonymous.get("/api/health")).json()
