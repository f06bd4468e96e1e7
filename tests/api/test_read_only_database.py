"""The database can be read and not written: pages go on, changes are refused with the cause."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from tests.database.alerting.read_only import set_read_only
from tests.fixtures.app import ADMIN_PASSWORD, Client, sign_in, start

from vedette.app.build import App
from vedette.db.errors import DatabaseReadOnly
from vedette.db.settings import DatabaseSettings


@pytest.fixture
async def read_only(
    database_settings: DatabaseSettings, tmp_path: Path
) -> AsyncIterator[tuple[App, Client]]:
    async with AsyncExitStack() as stack:
        app = await start(stack, database_settings, tmp_path)
        client = await sign_in(app, "admin", ADMIN_PASSWORD)
        assert (
            await client.post("/api/folders", {"title": "Before", "uid": "before"})
        ).status == 200
        await set_read_only(app.database.inner, database_settings, is_on=True)
        yield app, client
        await set_read_only(app.database.inner, database_settings, is_on=False)


async def test_changes_get_503_with_the_cause_and_reads_go_on(
    read_only: tuple[App, Client],
) -> None:
    """R-24: A client learns what failed, that it may try again, and when."""
    _, client = read_only
    refused = await client.post("/api/folders", {"title": "Later"})
    assert refused.status == 503
    assert int(refused.headers["retry-after"]) > 0
    assert "cannot be written" in refused.json()["message"]
    assert "read-only" in refused.json()["message"]
    found = await client.get("/api/folders")
    assert [each["uid"] for each in found.json()] == ["before"]
    assert (await client.get("/api/v1/alerting/ledger")).status == 200


async def test_health_and_a_metric_say_that_alerting_runs_from_memory(
    read_only: tuple[App, Client],
) -> None:
    """R-24: Whoever watches the server sees it, and that it is over."""
    app, client = read_only
    working = app.alerting.alerting_database
    with pytest.raises(DatabaseReadOnly):
        async with working.transaction() as tx:
            await tx.execute("UPDATE org SET updated = updated")
    await working.enter_memory()
    health = await client.get("/api/health")
    assert "Alerting has run from memory since" in " ".join(health.json()["warnings"])
    assert await _in_memory(client) == "1.0"
    await working.return_to_database()
    assert working.is_in_memory


async def _in_memory(client: Client) -> str:
    metrics = (await client.get("/metrics")).body.decode()
    return next(
        line.rpartition(" ")[2]
        for line in metrics.splitlines()
        if line.startswith("vedette_alerting_runs_from_memory ")
    )


async def test_services_outlive_a_database_that_cannot_be_written(
    read_only: tuple[App, Client],
) -> None:
    """R-24: None crashes, as repeated crashes of a vital one would end the process."""
    app, _ = read_only
    tasks = {each.name: asyncio.create_task(each.run()) for each in app.services}
    try:
        await asyncio.sleep(1)
        ended = [name for name, task in tasks.items() if task.done()]
        assert ended == []
        async with asyncio.timeout(20):
            while not app.alerting.alerting_database.is_in_memory:
                await asyncio.sleep(0.05)
    finally:
        for task in tasks.values():
            task.cancel()
        await asyncio.gather(*tasks.values(), return_exceptions=True)
