"""The numbers of alerting follow an alert from its rule to its receiver."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.api.test_true_metrics import made, numbers
from tests.fixtures.app import ADMIN_PASSWORD, Client, sign_in, start
from tests.fixtures.http_server import says, server
from tests.support.eventually import eventually_async

from vedette.db.settings import DatabaseSettings

P = "vedette_alerting_"
WORDS = (
    "cfg:egress.allow_loopback=true",
    "cfg:unified_alerting.min_interval=1s",
    "cfg:unified_alerting.lease=3s",
)


@pytest.fixture
async def admin(database_settings: DatabaseSettings, tmp_path: Path) -> AsyncIterator[Client]:
    """Of an application whose services run."""
    async with AsyncExitStack() as stack:
        app = await start(stack, database_settings, tmp_path, *WORDS)
        tasks = [asyncio.create_task(each.run()) for each in app.services]
        yield await sign_in(app, "admin", ADMIN_PASSWORD)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def until(client: Client, check: Callable[[dict[str, float]], bool]) -> dict[str, float]:
    async def find() -> dict[str, float] | None:
        found = await numbers(client)
        return found if check(found) else None

    found = await eventually_async(find, "the metrics", seconds=30, every=0.1)
    assert found is not None
    return found


async def add_rule(admin: Client, uid: str, query: dict[str, Any]) -> None:
    await admin.post("/api/folders", {"uid": "infra", "title": "Infra"})
    rule = {"uid": uid, "title": uid, "for": "0s", "condition": "A", "data": [query]}
    group = {"title": uid, "folderUid": "infra", "interval": 1, "rules": [rule]}
    await made(admin.put(f"/api/v1/provisioning/folder/infra/rule-groups/{uid}", group))


def always() -> dict[str, Any]:
    model = {"refId": "A", "type": "math", "expression": "1"}
    return {"refId": "A", "datasourceUid": "__expr__", "model": model}


async def notify(admin: Client, port: int) -> None:
    """Sends notifications to this port at once, again every second."""
    settings = {"url": f"http://127.0.0.1:{port}/"}
    point = {"name": "hook", "type": "webhook", "settings": settings}
    await made(admin.post("/api/v1/provisioning/contact-points", point))
    times = {"group_wait": "0s", "group_interval": "1s", "repeat_interval": "1s"}
    await made(admin.put("/api/v1/provisioning/policies", {"receiver": "hook", **times}))


async def test_an_alert_is_counted_on_its_whole_way(admin: Client) -> None:
    """While the receiver does not answer, the notification is seen waiting."""
    arrived, may_answer = asyncio.Event(), asyncio.Event()

    async def slowly(head: bytes, reader: Any, writer: Any) -> None:
        arrived.set()
        await may_answer.wait()
        await says()(head, reader, writer)

    async with server(slowly) as (port, _):
        await notify(admin, port)
        await add_rule(admin, "always", always())
        firing = await until(admin, lambda n: n.get(f"{P}alerts{{'state': 'alerting'}}") == 1)
        assert firing[f"{P}rule_evaluations_total"] >= 1
        assert firing[f"{P}rule_evaluations_expected_total"] >= 1
        assert firing[f"{P}rule_evaluation_duration_seconds_count"] >= 1
        await asyncio.wait_for(arrived.wait(), 20)
        waiting = await until(admin, lambda n: n[f"{P}outbox_depth"] >= 1)
        assert waiting[f"{P}alerts_routed_total"] >= 1
        assert waiting[f"{P}group_flushes_total"] >= 1
        assert await until(admin, lambda n: n[f"{P}deliveries_in_flight"] == 1)
        assert await until(admin, lambda n: n[f"{P}outbox_oldest_age_seconds"] > 0)
        may_answer.set()
        hook = "{'integration': 'webhook'}"
        sent = await until(admin, lambda n: n.get(f"{P}notifications_total{hook}", 0) >= 1)
        assert sent[f"{P}notification_latency_seconds_count{hook}"] >= 1
        assert sent[f"{P}notification_delay_seconds_count{hook}"] >= 1


async def test_a_refused_notification_is_counted_as_failed_and_given_up(admin: Client) -> None:
    async with server(says(b"no", b"400 Bad Request")) as (port, _):
        await notify(admin, port)
        await add_rule(admin, "always", always())

        def counted(found: dict[str, float]) -> bool:
            parts = (f"{P}notifications_failed_total", f"{P}notifications_given_up_total")
            return all(any(n.startswith(p) and v >= 1 for n, v in found.items()) for p in parts)

        await until(admin, counted)


async def test_an_evaluation_that_takes_long_is_seen_under_way(admin: Client) -> None:
    may_answer = asyncio.Event()

    async def slowly(head: bytes, reader: Any, writer: Any) -> None:
        await may_answer.wait()
        await says(b"{}", b"500 No")(head, reader, writer)

    async with server(slowly) as (port, _):
        source = {"name": "slow", "uid": "slow", "type": "prometheus", "access": "proxy"}
        await made(admin.post("/api/datasources", {**source, "url": f"http://127.0.0.1:{port}"}))
        model = {"refId": "A", "expr": "up", "instant": True}
        times = {"from": 60, "to": 0}
        query = {"refId": "A", "datasourceUid": "slow", "relativeTimeRange": times, "model": model}
        await add_rule(admin, "slow", query)
        await until(admin, lambda n: n[f"{P}leases_held"] == 1)
        may_answer.set()
        failures = f"{P}rule_evaluation_failures_total"
        await until(admin, lambda n: any(k.startswith(failures) and v for k, v in n.items()))


async def test_posted_alerts_are_counted_and_so_are_those_that_are_wrong(admin: Client) -> None:
    path = "/api/alertmanager/grafana/api/v2/alerts"
    before = await numbers(admin)
    await admin.post(path, [{"labels": {"alertname": "posted"}}])
    await admin.post(path, [{"labels": {}}])
    after = await numbers(admin)
    received = f"{P}alerts_received_total{{'status': 'firing'}}"
    assert after[received] - before.get(received, 0) == 1
    invalid = f"{P}alerts_invalid_total"
    assert after[invalid] - before[invalid] == 1
