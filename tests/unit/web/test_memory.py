"""Requests give back what they held, however they end: T09."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

from tests.fixtures.app import clients_of, start

from vedette.db.settings import DatabaseSettings

SOURCE = {"name": "t", "uid": "t", "type": "grafana-testdata-datasource", "access": "proxy"}
QUERY = {"refId": "A", "datasource": {"uid": "t"}, "maxDataPoints": 11_000, "intervalMs": 1}
BODY = {"from": "now-1h", "to": "now", "queries": [QUERY]}
SMALL = ("cfg:query_memory.request_mb=8", "cfg:query_memory.user_mb=16")


async def test_what_requests_held_is_free_when_they_ended(tmp_path: Path) -> None:
    """T09: Neither answers nor refusals, nor those who leave, take memory from who comes later."""
    async with AsyncExitStack() as stack:
        app = await start(stack, DatabaseSettings(), tmp_path, *SMALL)
        client = (await clients_of(app)).server_admin
        assert (await client.post("/api/datasources", SOURCE)).status == 200
        ledger = app.application.memory
        for _ in range(3):
            assert (await client.post("/api/ds/query", BODY)).status == 200
            both = await asyncio.gather(*(client.post("/api/ds/query", BODY) for _ in range(2)))
            assert [each.status for each in both] == [200, 200]
        large = {**BODY, "queries": [{**QUERY, "seriesCount": 150}]}
        refused = await client.post("/api/ds/query", large)
        assert refused.status == 400
        assert "[query_memory] request_mb" in refused.json()["message"]
        slow = {**QUERY, "scenarioId": "slow_query", "stringInput": "20s"}
        left = asyncio.create_task(client.post("/api/ds/query", {**BODY, "queries": [slow]}))
        await asyncio.sleep(0.2)
        left.cancel()
        assert (await left).status == 503
        assert ledger.held == 0
