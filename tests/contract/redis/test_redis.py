"""The shared cache on a real Redis: what it keeps, what it refuses, and what its absence costs."""

import asyncio
import logging
import time

import pytest
import redis.asyncio
from tests.fixtures.redis import PASSWORD, RedisServer

from vedette.cache.redis import RedisCache, RedisOptions
from vedette.kernel.clock import SystemClock
from vedette.kernel.secret import Secret


class Seen(list):
    """Whether Redis could be reached, change by change."""

    def __call__(self, available):
        self.append(available)


@pytest.fixture
async def cache_of():
    made = []

    def make(server: RedisServer, seen=None, secret=b"our secret", **options) -> RedisCache:
        given = {"password": Secret(PASSWORD), "connect_seconds": 0.3, "call_seconds": 0.3}
        chosen = RedisOptions(port=server.port, **{**given, **options})
        cache = RedisCache(chosen, secret, SystemClock(), Seen() if seen is None else seen)
        made.append(cache)
        return cache

    yield make
    for cache in made:
        await cache.aclose()


@pytest.fixture
async def raw(redis_server):
    client = redis.asyncio.Redis(port=redis_server.port, password=PASSWORD)
    yield client
    await client.aclose()


async def test_a_value_is_there_for_every_instance_and_for_its_time(cache_of, redis_server):
    one, two = cache_of(redis_server), cache_of(redis_server)
    await one.put("a", bytes(range(256)) * 100, 0.3)
    assert await two.get("a") == bytes(range(256)) * 100
    assert await two.get("b") is None
    await asyncio.sleep(0.35)
    assert await two.get("a") is None


async def test_keys_have_the_prefix_and_live_in_the_chosen_database(cache_of, redis_server, raw):
    cache = cache_of(redis_server, prefix="mine", db=2)
    await cache.put("a", b"value", 60)
    assert await raw.dbsize() == 0
    await raw.execute_command("SELECT", 2)
    assert await raw.keys() == [b"mine:a"]
    assert 0 < await raw.pttl("mine:a") <= 60_000


async def test_what_somebody_else_wrote_or_moved_is_not_read(cache_of, redis_server, raw):
    """Proves T59."""
    cache = cache_of(redis_server)
    await cache.put("a", b"for those who may see a", 60)
    stored = await raw.get("vedette:a")
    poisons = [b"", b"short", stored[:-1] + b"!", b"\0" * 32 + b"made up", b"cposix\nsystem\n."]
    for poison in poisons:
        await raw.set("vedette:b", poison)
        assert await cache.get("b") is None
    await raw.set("vedette:b", stored)
    assert await cache.get("b") is None
    await raw.lpush("vedette:list", "not a value")
    assert await cache.get("list") is None
    stranger = cache_of(redis_server, secret=b"another secret")
    assert await stranger.get("a") is None
    assert await cache_of(redis_server).get("a") == b"for those who may see a"


async def test_a_wrong_password_is_a_miss(cache_of, redis_server, caplog):
    cache = cache_of(redis_server, password=Secret("wrong"))
    await cache.put("a", b"value", 60)
    assert await cache.get("a") is None
    assert "wrong" not in caplog.text.replace("WRONGPASS", "")


async def test_it_recovers_by_itself_and_each_change_is_logged_once(cache_of, redis_server, caplog):
    caplog.set_level(logging.INFO, "vedette.cache")
    seen = Seen()
    cache = cache_of(redis_server, seen)
    await cache.put("a", b"value", 60)
    redis_server.kill()
    found = await asyncio.gather(*(cache.get("a") for _ in range(50)))
    assert found == [None] * 50
    for _ in range(20):
        await cache.put("b", b"value", 60)
    redis_server.start()
    deadline = time.monotonic() + 10
    while seen[-1] is False and time.monotonic() < deadline:
        await cache.put("a", b"again", 60)
        await asyncio.sleep(0.05)
    assert await cache.get("a") == b"again"
    assert seen == [True, False, True]
    assert [record.levelname for record in caplog.records] == ["WARNING", "INFO"]


async def test_a_redis_that_hangs_costs_one_short_wait():
    async def silent(reader, writer):
        await reader.read()
        writer.close()

    listener = await asyncio.start_server(silent, "127.0.0.1", 0)
    port = listener.sockets[0].getsockname()[1]
    cache = RedisCache(
        RedisOptions(port=port, connect_seconds=0.1, call_seconds=0.1), b"", SystemClock()
    )
    started = time.monotonic()
    await cache.get("a")
    waited = time.monotonic() - started
    for _ in range(100):
        await cache.get("a")
    assert waited < 1
    assert time.monotonic() - started - waited < 0.2
    await cache.aclose()
    listener.close()


async def test_tls_is_spoken_and_its_certificate_checked(cache_of, redis_with_tls):
    trusting = cache_of(redis_with_tls, is_tls=True, is_verified=False, connect_seconds=2.0)
    await trusting.put("a", b"value", 60)
    assert await trusting.get("a") == b"value"
    careful = cache_of(redis_with_tls, is_tls=True, connect_seconds=2.0)
    assert await careful.get("a") is None
    plain = cache_of(redis_with_tls)
    assert await plain.get("a") is None


async def until_kept(cache: RedisCache, key: str) -> None:
    async with asyncio.timeout(10):
        while await cache.get(key) is None:
            await cache.put(key, b"value", 60)
            await asyncio.sleep(0.05)


async def refused(raw) -> None:
    await raw.config_set("requirepass", "another")
    await raw.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")


async def accepted(raw) -> None:
    await raw.execute_command("AUTH", "another")
    await raw.config_set("requirepass", PASSWORD)


async def read_only(raw) -> None:
    """As after a failover that made it a replica; its primary is not reached."""
    await raw.execute_command("REPLICAOF", "127.0.0.1", "1")


async def writable(raw) -> None:
    await raw.execute_command("REPLICAOF", "NO", "ONE")


async def full(raw) -> None:
    await raw.config_set("maxmemory", "1")


async def roomy(raw) -> None:
    await raw.config_set("maxmemory", "0")


@pytest.mark.parametrize(
    ("begin", "end", "reason", "reads"),
    [
        (refused, accepted, "it does not accept the configured user or password", False),
        (read_only, writable, "it is read-only", True),
        (full, roomy, "its memory is full", True),
    ],
)
async def test_an_outage_of_any_kind_is_logged_once_and_ends_by_itself(
    cache_of, redis_server, raw, caplog, begin, end, reason, reads
):
    """R-16: Whatever becomes of Redis is a miss, one line in the log, and over by itself."""
    caplog.set_level(logging.INFO, "vedette.cache")
    seen = Seen()
    cache = cache_of(redis_server, seen)
    await cache.put("a", b"value", 60)
    async with raw.client() as admin:
        await admin.ping()
        await begin(admin)
        begun = time.monotonic()
        while time.monotonic() - begun < 3:
            await cache.put("b", b"value", 60)
            assert await cache.get("a") == (b"value" if reads else None)
            await asyncio.sleep(0.02)
        assert cache.outage is not None
        assert cache.outage.reason == reason
        await end(admin)
    await until_kept(cache, "c")
    async with asyncio.timeout(10):
        while cache.outage is not None:
            await cache.put("c", b"value", 60)
            await asyncio.sleep(0.05)
    assert seen == [True, False, True]
    assert [record.levelname for record in caplog.records] == ["WARNING", "INFO"]


async def test_a_flushed_redis_is_only_empty(cache_of, redis_server, raw):
    """R-16: Nothing but the kept answers is lost."""
    cache = cache_of(redis_server)
    await cache.put("a", b"value", 60)
    await raw.flushall()
    assert await cache.get("a") is None
    assert cache.outage is None
    await until_kept(cache, "a")


async def test_a_key_that_somebody_else_uses_is_no_outage(cache_of, redis_server, raw):
    cache = cache_of(redis_server)
    await raw.lpush("vedette:list", "not a value")
    assert await cache.get("list") is None
    assert cache.outage is None


async def test_a_redis_that_was_read_only_and_then_vanishes_costs_reads_nothing(
    cache_of, redis_server, raw
):
    cache = cache_of(redis_server)
    await cache.put("a", b"value", 60)
    async with raw.client() as admin:
        await read_only(admin)
        await cache.put("b", b"value", 60)
        assert await cache.get("a") == b"value"
    redis_server.kill()
    assert await cache.get("a") is None
    assert cache.outage is not None
    assert cache.outage.affects_reads
