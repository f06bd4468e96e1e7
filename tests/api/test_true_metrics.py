"""The numbers at `/metrics` follow what happens: each changes with the thing it counts."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families
from tests.api.querying.test_query import add_source, ask, walk
from tests.fixtures.app import Client, Clients, clients_of, start
from tests.fixtures.http_server import says, server
from tests.unit.alerting.rules.bodies import body as rule

from vedette.app.build import App
from vedette.db.settings import DatabaseSettings
from vedette.kernel.clock import SystemClock
from vedette.server.lifecycle import Service, run_until

OFTEN = (
    "cfg:metrics.interval_seconds=1",
    "cfg:metrics.total_stats_collector_interval_seconds=1",
    "cfg:egress.allow_loopback=true",
)
AMTOOL = {
    "matchers": [{"name": "a", "value": "b", "isRegex": False, "isEqual": True}],
    "startsAt": "2026-01-01T00:00:00Z",
    "endsAt": "2036-01-01T00:00:00Z",
    "createdBy": "me",
    "comment": "quiet",
}


class Quick(SystemClock):
    """Services wait a twentieth of what they would."""

    def monotonic(self) -> float:
        return super().monotonic() * 20

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds / 20)


@pytest.fixture
async def app(database_settings: DatabaseSettings, tmp_path: Path) -> AsyncIterator[App]:
    """With housekeeping under way, which takes the measured numbers."""
    async with AsyncExitStack() as stack:
        words = (*OFTEN, "cfg:database.max_open_conn=3")
        started = await start(stack, database_settings, tmp_path, *words, clock=Quick())
        stop = asyncio.Event()
        services = [each for each in started.services if each.name == "housekeeping"]
        working = asyncio.create_task(run_until(stop, services, started.supervisor))
        yield started
        stop.set()
        await working


async def numbers(client: Client) -> dict[str, float]:
    """By name and labels, as the page writes them."""
    text = (await client.get("/metrics")).body.decode()
    return {
        f"{sample.name}{dict(sorted(sample.labels.items())) or ''}": sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


async def stored(client: Client) -> dict[str, float]:
    prefix = "vedette_stat_totals{'kind': '"
    found = await numbers(client)
    return {
        name.removeprefix(prefix)[:-2]: value
        for name, value in found.items()
        if name.startswith(prefix)
    }


async def becomes(client: Client, wanted: Mapping[str, float]) -> None:
    found: dict[str, float] = {}
    for _ in range(100):
        found = await stored(client)
        if found == wanted:
            return
        await asyncio.sleep(0.05)
    assert found == wanted


async def made(reply: Any) -> Any:
    got = await reply
    assert got.status in (200, 201, 202), got.body
    return got.json()


async def test_stored_things_are_counted_when_they_come_and_go(clients: Clients) -> None:
    """The organization's first contact point comes with the default one."""
    admin, base = clients.admin, "/api/v1/provisioning"
    first = {"name": "first", "type": "webhook", "settings": {"url": "http://192.0.2.1/"}}
    await made(admin.post(f"{base}/contact-points", first))
    async with asyncio.timeout(10):
        while not (before := await stored(admin)) or before["contact_points"] != 2:
            await asyncio.sleep(0.05)
    assert (before["users"], before["sessions"]) == (4, 4)
    await made(admin.post("/api/folders", {"uid": "infra", "title": "Infra"}))
    await made(admin.post("/api/dashboards/db", {"dashboard": {"title": "A", "uid": "a"}}))
    await made(admin.post("/api/user/stars/dashboard/uid/a"))
    await add_source(admin, "made-up", "testdata")
    query = {"title": "Mine", "queries": [walk()], "datasourceUid": "made-up"}
    await made(admin.post("/api/saved-queries", query))
    link = {"targetUID": "made-up", "config": {"type": "query", "field": "x", "target": {}}}
    await made(admin.post("/api/datasources/uid/made-up/correlations", link))
    account = await made(admin.post("/api/serviceaccounts", {"name": "ci"}))
    await made(admin.post(f"/api/serviceaccounts/{account['id']}/tokens", {"name": "t"}))
    person = {"login": "p", "password": "password-of-p", "name": "P"}
    user = await made(clients.server_admin.post("/api/admin/users", person))
    await made(
        admin.post(
            f"{base}/alert-rules", rule(uid="r", title="R", folderUID="infra", ruleGroup="g")
        )
    )
    await made(admin.post(f"{base}/contact-points", {**first, "name": "second"}))
    await made(admin.post(f"{base}/mute-timings", {"name": "nights", "time_intervals": [{}]}))
    await made(admin.put(f"{base}/templates/t", {"template": '{{ define "t" }}x{{ end }}'}))
    await made(admin.post("/api/alertmanager/grafana/api/v2/silences", AMTOOL))
    kinds = (
        *("dashboards", "folders", "datasources", "correlations", "saved_queries", "stars"),
        *("users", "service_accounts", "api_tokens", "alert_rules", "contact_points"),
        *("mute_timings", "message_templates", "silences"),
    )
    await becomes(admin, {**before, **{kind: before[kind] + 1 for kind in kinds}})
    for path in (
        "/api/dashboards/uid/a",
        f"{base}/alert-rules/r",
        f"/api/serviceaccounts/{account['id']}",
        "/api/datasources/uid/made-up",
        "/api/folders/infra",
    ):
        assert (await admin.delete(path)).status in (200, 204), path
    assert (await clients.server_admin.delete(f"/api/admin/users/{user['id']}")).status == 200
    rest = (
        *("contact_points", "mute_timings", "message_templates", "silences", "saved_queries"),
        "deleted_dashboards",
    )
    await becomes(admin, {**before, **{kind: before[kind] + 1 for kind in rest}})


async def test_sessions_and_active_users_are_counted(app: App, clients: Clients) -> None:
    users = "vedette_active_users_total"
    async with asyncio.timeout(10):
        while (await numbers(clients.viewer))[users] != 4:
            await asyncio.sleep(0.05)
        async with app.database.transaction() as tx:
            await tx.execute("UPDATE account SET last_seen = 1 WHERE login <> 'admin'")
        while (await numbers(Client(app)))[users] != 1:
            await asyncio.sleep(0.05)
        before = (await stored(Client(app)))["sessions"]
        await clients.viewer.get("/logout")
        while (await stored(Client(app)))["sessions"] != before - 1:
            await asyncio.sleep(0.05)


async def test_requests_queries_and_panels_are_counted_where_they_happen(
    app: App, clients: Clients
) -> None:
    async with server(says(b"{}", b"500 Internal Server Error")) as (port, _):
        await add_source(clients.admin, "made-up", "testdata")
        await add_source(clients.admin, "prom", "prometheus", f"http://127.0.0.1:{port}")
        before = await numbers(clients.viewer)
        assert (await ask(clients.viewer, walk())).status == 200
        failing = {"refId": "A", "datasource": {"uid": "prom"}, "expr": "up"}
        assert (await ask(clients.viewer, failing)).status == 400
        panel = {"panels": [{"type": kind, "seconds": 2} for kind in ("stat", "nodeGraph")]}
        assert (await clients.viewer.post("/api/frontend-metrics", panel)).status == 204
        assert (await clients.viewer.get("/api/nothing")).status == 404
        after = await numbers(clients.viewer)

    def grew(name: str) -> float:
        return after[name] - before.get(name, 0)

    def request(method: str, handler: str, status: str) -> str:
        labels = {"handler": handler, "method": method, "status": status, "status_code": status}
        return f"vedette_http_request_duration_seconds_count{labels}"

    assert grew(request("POST", "/api/ds/query", "200")) == 1
    assert grew(request("POST", "/api/ds/query", "400")) == 1
    assert grew(request("GET", "unmatched", "404")) == 1
    for kind, outcome in (("testdata", "ok"), ("prometheus", "error")):
        labels = {"kind": kind, "outcome": outcome}
        assert grew(f"vedette_query_duration_seconds_count{labels}") == 1
    sent = {"kind": "prometheus", "outcome": "500"}
    assert grew(f"vedette_datasource_request_duration_seconds_count{sent}") >= 1
    for kind in ("stat", "nodeGraph"):
        assert grew(f"vedette_panel_load_time_seconds_sum{{'type': '{kind}'}}") == 2


async def test_process_numbers_are_those_of_this_process(clients: Clients) -> None:
    before = await numbers(clients.viewer)
    ballast = bytearray(64 * 1024 * 1024)
    ballast[::4096] = b"x" * len(ballast[::4096])
    after = await numbers(clients.viewer)
    name = "process_resident_memory_bytes"
    assert after[name] - before[name] > 48 * 1024 * 1024
    assert len(ballast)
    assert after["process_cpu_seconds_total"] >= before["process_cpu_seconds_total"]


async def test_database_connections_are_those_of_the_pool(app: App) -> None:
    async def until_in_use(count: int) -> None:
        async with asyncio.timeout(10):
            while True:
                found = await numbers(Client(app))
                states = [
                    found.get(f"vedette_database_connections{{'state': '{state}'}}", -1)
                    for state in ("open", "idle")
                ]
                if states[0] - states[1] == count and states[0] > 0:
                    return
                await asyncio.sleep(0.05)

    await until_in_use(0)
    async with app.database.transaction():
        await until_in_use(1)
    await until_in_use(0)


async def test_the_cache_in_memory_says_what_it_holds(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        without = await start(stack, DatabaseSettings(), tmp_path / "a")
        assert not [name for name in await numbers(Client(without)) if "cache_available" in name]
        words = ("cfg:cache.enabled=true", "cfg:caching.ttl=1m")
        clients = await clients_of(await start(stack, DatabaseSettings(), tmp_path / "b", *words))
        await add_source(clients.admin, "made-up", "testdata")
        names = ("available", "entries", "bytes")

        async def cache() -> list[float]:
            found = await numbers(clients.viewer)
            return [found[f"vedette_query_cache_{name}"] for name in names]

        assert await cache() == [1, 0, 0]
        assert (await ask(clients.viewer, walk())).headers["x-cache"] == "MISS"
        available, entries, held = await cache()
        assert (available, entries) == (1, 1)
        assert held > 100
        requests = "vedette_query_cache_requests_total{'kind': 'testdata', 'outcome': 'hit'}"
        assert (await ask(clients.viewer, walk())).headers["x-cache"] == "HIT"
        assert (await numbers(clients.viewer))[requests] == 1


async def test_files_that_cannot_be_applied_are_counted_until_they_are_mended(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "provisioning" / "datasources"
    folder.mkdir(parents=True)
    broken = folder / "broken.yaml"
    broken.write_text("apiVersion: 1\ndatasources: [{type: testdata}]\n")
    async with AsyncExitStack() as stack:
        app = await start(stack, DatabaseSettings(), tmp_path, *OFTEN)
        (files,) = (each for each in app.services if each.name == "provisioning")
        working = asyncio.create_task(files.run())
        name = "vedette_provisioning_errors{'kind': 'datasources'}"
        async with asyncio.timeout(20):
            while (await numbers(Client(app))).get(name) != 1:
                await asyncio.sleep(0.1)
            broken.write_text("apiVersion: 1\ndatasources: [{name: x, type: testdata}]\n")
            while (await numbers(Client(app))).get(name) != 0:
                await asyncio.sleep(0.1)
        working.cancel()
        await asyncio.wait([working])


async def test_a_service_that_is_restarted_is_counted(app: App) -> None:
    has_run_again = asyncio.Event()
    runs = 0

    async def fails_once() -> None:
        nonlocal runs
        runs += 1
        if runs == 1:
            raise RuntimeError("on purpose")
        has_run_again.set()
        await asyncio.Event().wait()

    stop = asyncio.Event()
    service = Service("made-up", fails_once)
    working = asyncio.create_task(run_until(stop, [service], app.supervisor))
    await asyncio.wait_for(has_run_again.wait(), 10)
    restarts = "vedette_service_restarts_total{'service': 'made-up'}"
    assert (await numbers(Client(app)))[restarts] == 1
    stop.set()
    await working
