"""Kept and shared answers through the whole application, counted where the queries arrive."""

import asyncio
import re
import urllib.request
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from tests.api.querying.test_query import add_source, ask
from tests.fixtures.app import Client, Clients, clients_of, start
from tests.fixtures.prometheus import PrometheusServer
from tests.fixtures.redis import PASSWORD, RedisServer

from vedette.app.build import App
from vedette.db.settings import DatabaseSettings

MEMORY = ("cfg:cache.enabled=true", "cfg:caching.ttl=1m")


def on(redis: RedisServer):
    where = f"addr={redis.address},pool_size=10,db=1,ssl=false,password={PASSWORD}"
    return (*MEMORY, "cfg:cache.backend=redis", f"cfg:cache.backend_config={where}")


class Instances:
    """Applications on one database, each with the roles' clients."""

    def __init__(self, stack: AsyncExitStack, database: DatabaseSettings, data: Path) -> None:
        self._stack, self._database, self._data = stack, database, data

    async def start(self, *words: str) -> Clients:
        return await clients_of(await self.another(*words))

    async def another(self, *words: str) -> App:
        words = ("cfg:egress.allow_loopback=true", *words)
        return await start(self._stack, self._database, self._data, *words)


@pytest.fixture
async def instances(database_settings: DatabaseSettings, tmp_path: Path):
    async with AsyncExitStack() as stack:
        yield Instances(stack, database_settings, tmp_path / "data")


class Counter:
    """How many ranges a Prometheus was asked for since this was made."""

    def __init__(self, server: PrometheusServer) -> None:
        self._url = f"{server.url}/metrics"
        self._before = self._count()

    def __call__(self) -> int:
        return self._count() - self._before

    def _count(self) -> int:
        with urllib.request.urlopen(self._url) as reply:
            text = reply.read().decode()
        rows = re.findall(
            r'^prometheus_http_requests_total\{.*handler="/api/v1/query_range".*\} (\S+)$',
            text,
            re.MULTILINE,
        )
        return round(sum(map(float, rows)))


async def own_number(client: Client, name: str) -> float:
    text = (await client.get("/metrics")).body.decode()
    return sum(float(line.rsplit(" ", 1)[1]) for line in text.splitlines() if line.startswith(name))


def panel(ref_id: str = "A", **more):
    return {"refId": ref_id, "datasource": {"uid": "prom"}, "expr": "demo_cpu", **more}


async def test_viewers_of_one_panel_cost_the_store_one_query(
    instances: Instances, prometheus_server: PrometheusServer
):
    clients = await instances.start(*MEMORY)
    await add_source(clients.admin, "prom", "prometheus", prometheus_server.url)
    asked = Counter(prometheus_server)
    first = await ask(clients.viewer, panel())
    others = await asyncio.gather(*(ask(clients.editor, panel()) for _ in range(30)))
    assert asked() == 1
    assert first.headers["x-cache"] == "MISS"
    assert {reply.headers["x-cache"] for reply in others} == {"HIT"}
    data = [reply.json()["results"]["A"]["frames"] for reply in (first, others[0])]
    about = data[1][0]["schema"]["meta"].pop("cache")
    assert about["status"] == "HIT"
    assert data[0][0]["schema"]["meta"].pop("cache") == {"status": "MISS"}
    assert data[0] == data[1]
    kinds = 'vedette_query_cache_requests_total{kind="prometheus",outcome='
    assert await own_number(clients.admin, f'{kinds}"hit"}}') == 30
    assert await own_number(clients.admin, f'{kinds}"miss"}}') == 1
    assert await own_number(clients.admin, "vedette_query_cache_saved_seconds_total") > 0


async def test_without_a_cache_equal_queries_at_the_same_moment_are_one(instances: Instances):
    clients = await instances.start()
    await add_source(clients.admin, "made-up", "testdata")
    slow = {
        "refId": "A",
        "datasource": {"uid": "made-up"},
        "scenarioId": "slow_query",
        "stringInput": "300ms",
    }
    replies = await asyncio.gather(*(ask(clients.viewer, slow) for _ in range(20)))
    assert {reply.status for reply in replies} == {200}
    assert len({reply.body for reply in replies}) == 1
    assert all("x-cache" not in reply.headers for reply in replies)
    assert await own_number(clients.admin, "vedette_query_duration_seconds_count") == 1
    assert (await ask(clients.viewer, slow)).status == 200
    assert await own_number(clients.admin, "vedette_query_duration_seconds_count") == 2


@pytest.mark.parametrize("header", [{"cache_control": "no-cache"}, {"x_cache_skip": "true"}])
async def test_a_refresh_by_hand_asks_the_store(
    instances: Instances, prometheus_server: PrometheusServer, header
):
    clients = await instances.start(*MEMORY)
    await add_source(clients.admin, "prom", "prometheus", prometheus_server.url)
    asked = Counter(prometheus_server)
    await ask(clients.viewer, panel())
    body = {"queries": [panel()], "from": "1790000000000", "to": "1790003600000"}
    assert (await clients.viewer.post("/api/ds/query", body)).headers["x-cache"] == "MISS"
    reply = await clients.viewer.post("/api/ds/query", body, **header)
    assert (reply.headers["x-cache"], asked()) == ("BYPASS", 3)
    assert (await clients.viewer.post("/api/ds/query", body)).headers["x-cache"] == "HIT"


async def test_a_changed_source_is_asked_anew_and_a_deleted_one_not_at_all(
    instances: Instances, prometheus_server: PrometheusServer
):
    clients = await instances.start(*MEMORY)
    await add_source(clients.admin, "prom", "prometheus", prometheus_server.url)
    asked = Counter(prometheus_server)
    await ask(clients.viewer, panel())
    body = {"name": "prom", "type": "prometheus", "access": "proxy", "url": prometheus_server.url}
    assert (await clients.admin.put("/api/datasources/uid/prom", body)).status == 200
    assert (await ask(clients.viewer, panel())).headers["x-cache"] == "MISS"
    assert asked() == 2
    assert (await clients.admin.delete("/api/datasources/uid/prom")).status == 200
    assert (await ask(clients.viewer, panel())).status == 404


async def test_a_source_that_keeps_cookies_answers_each_person_alone(
    instances: Instances, prometheus_server: PrometheusServer
):
    """Proves T59, CVE-2022-23498."""
    clients = await instances.start(*MEMORY)
    await add_source(
        clients.admin,
        "prom",
        "prometheus",
        prometheus_server.url,
        jsonData={"keepCookies": ["tenant"]},
    )
    asked = Counter(prometheus_server)
    session = clients.viewer.headers["cookie"]
    for tenant in ("one", "two", "one"):
        clients.viewer.headers["cookie"] = f"{session}; tenant={tenant}"
        assert (await ask(clients.viewer, panel())).status == 200
    assert asked() == 2


async def test_who_may_not_ask_gets_nothing_that_was_kept_for_others(
    instances: Instances, prometheus_server: PrometheusServer
):
    """Proves T59."""
    clients = await instances.start(*MEMORY)
    await add_source(clients.admin, "prom", "prometheus", prometheus_server.url)
    assert (await ask(clients.viewer, panel())).status == 200
    assert (await ask(clients.anonymous, panel())).status == 401


async def test_errors_are_not_kept(instances: Instances):
    clients = await instances.start(*MEMORY)
    await add_source(clients.admin, "prom", "prometheus", "http://127.0.0.1:9")
    for _ in range(2):
        reply = await ask(clients.viewer, panel())
        assert reply.status == 400
        assert reply.headers.get("x-cache") in (None, "MISS")
    assert await own_number(clients.admin, "vedette_query_duration_seconds_count") == 2


async def test_instances_share_what_is_kept_in_redis(
    instances: Instances, prometheus_server: PrometheusServer, redis_server: RedisServer
):
    one = await instances.start(*on(redis_server))
    await add_source(one.admin, "prom", "prometheus", prometheus_server.url)
    asked = Counter(prometheus_server)
    assert (await ask(one.viewer, panel())).headers["x-cache"] == "MISS"
    another = await instances.another(*on(redis_server))
    viewer = Client(another, one.viewer.headers)
    assert (await ask(viewer, panel())).headers["x-cache"] == "HIT"
    assert asked() == 1


async def test_queries_go_on_while_redis_is_away_and_are_kept_again_when_it_is_back(
    instances: Instances, prometheus_server: PrometheusServer, redis_server: RedisServer
):
    clients = await instances.start(*on(redis_server))
    await add_source(clients.admin, "prom", "prometheus", prometheus_server.url)
    assert (await ask(clients.viewer, panel())).headers["x-cache"] == "MISS"
    assert (await ask(clients.viewer, panel())).headers["x-cache"] == "HIT"
    assert await own_number(clients.admin, "vedette_query_cache_available") == 1
    redis_server.kill()
    replies = [await ask(clients.viewer, panel()) for _ in range(10)]
    assert {(reply.status, reply.headers["x-cache"]) for reply in replies} == {(200, "MISS")}
    assert await own_number(clients.admin, "vedette_query_cache_available") == 0
    redis_server.start()
    async with asyncio.timeout(10):
        while (await ask(clients.viewer, panel())).headers["x-cache"] != "HIT":
            await asyncio.sleep(0.05)
    assert await own_number(clients.admin, "vedette_query_cache_available") == 1


async def test_a_source_may_say_that_nothing_of_it_is_kept(
    instances: Instances, prometheus_server: PrometheusServer
):
    clients = await instances.start(*MEMORY)
    await add_source(
        clients.admin,
        "prom",
        "prometheus",
        prometheus_server.url,
        jsonData={"queryCachingTTL": 0},
    )
    asked = Counter(prometheus_server)
    for count in (1, 2):
        assert "x-cache" not in (await ask(clients.viewer, panel())).headers
        assert asked() == count
    kept = await ask(clients.viewer, panel(queryCachingTTL=60_000))
    assert kept.headers["x-cache"] == "MISS"


async def test_tables_of_one_panel_keep_their_names_when_they_are_kept(
    instances: Instances, prometheus_server: PrometheusServer
):
    clients = await instances.start(*MEMORY)
    await add_source(clients.admin, "prom", "prometheus", prometheus_server.url)

    async def names(*ref_ids: str) -> list[str]:
        tables = [panel(ref_id, format="table", range=True) for ref_id in ref_ids]
        results = (await ask(clients.viewer, *tables)).json()["results"]
        return [results[ref_id]["frames"][0]["schema"]["fields"][-1]["name"] for ref_id in ref_ids]

    for _ in range(2):
        assert await names("A") == ["Value"]
        assert await names("A", "B") == ["Value #A", "Value #B"]
