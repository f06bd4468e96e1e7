"""Our own database goes and comes back; the engine waits, and loses and invents nothing."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import pytest
from tests.database.alerting.engine import Rig
from tests.support.eventually import eventually_async

from vedette.db.settings import DatabaseSettings


@asynccontextmanager
async def closed(url: str) -> AsyncIterator[None]:
    """Cuts every connection to the database and lets nobody in."""
    address, _, name = url.rpartition("/")
    connection = await asyncpg.connect(f"{address}/postgres")
    try:
        await connection.execute(f'ALTER DATABASE "{name}" WITH ALLOW_CONNECTIONS false')
        await connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", name
        )
        yield
        await connection.execute(f'ALTER DATABASE "{name}" WITH ALLOW_CONNECTIONS true')
    finally:
        await connection.close()


@pytest.fixture
def url(database_settings: DatabaseSettings) -> str:
    if database_settings.is_embedded:
        pytest.skip("SQLite is in this process.")
    return database_settings.url.reveal()


async def test_the_loop_outlives_an_outage_and_evaluates_again(rig: Rig, url: str) -> None:
    await rig.rule()
    engine = rig.engine()
    running = [asyncio.create_task(each.run()) for each in engine.services]

    async def evaluated() -> bool:
        return rig.number("rule_evaluations_total") > before

    before = 0.0
    await eventually_async(evaluated)
    for _ in range(3):
        async with closed(url):
            await asyncio.sleep(0.7)
            assert not any(task.done() for task in running)
        before = rig.number("rule_evaluations_total")
        await rig.time.advance(10)
        await eventually_async(evaluated)
    assert [check() for check in engine.checks] == [None, None]
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)


async def test_a_result_is_stored_once_the_database_is_back(rig: Rig, url: str) -> None:
    rule = await rig.rule()
    await rig.evaluate()
    rig.source.series = {"a": 11.0}
    rig.source.gate = asyncio.Event()
    await rig.time.advance(10)
    await rig.engine().scheduler.start_due()
    await asyncio.sleep(0.1)
    async with closed(url):
        rig.source.gate.set()
        await asyncio.sleep(0.3)
    await rig.engine().scheduler.drain()
    assert await rig.states(rule) == {"a": "firing"}
    assert len(await rig.history(rule)) == 1
    assert set(rig.source.asked.values()) == {1}


async def test_an_outage_of_ours_is_no_failure_of_the_rule(rig: Rig, url: str) -> None:
    rule = await rig.rule()
    rig.source.series = {"a": 11.0}
    await rig.evaluate()
    await rig.time.advance(10)
    async with closed(url):
        with pytest.raises(Exception, match="cannot be used"):
            await rig.engine().scheduler.start_due()
    await rig.tick()
    assert await rig.states(rule) == {"a": "firing"}
    assert (await rig.evaluation(rule)).health == "ok"
    assert len(await rig.history(rule)) == 1
