"""From Loki to a browser: lines are pushed over the live connection as they come in."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from tests.api.live.conftest import Browser, Live, running
from tests.contract.loki.conftest import push
from tests.fixtures.app import start
from tests.fixtures.stores import LokiServer

from vedette.db.settings import DatabaseSettings


@pytest.fixture
async def live(
    database_settings: DatabaseSettings, tmp_path: Path, loki_server: LokiServer
) -> AsyncIterator[Live]:
    async with AsyncExitStack() as stack:
        words = ("cfg:egress.allow_loopback=true",)
        app = await start(stack, database_settings, tmp_path, *words)
        made = await stack.enter_async_context(running(app))
        body = {"name": "Logs", "type": "loki", "uid": "logs", "url": loki_server.url}
        reply = await made.clients.server_admin.post("/api/datasources", body)
        assert reply.status == 200, reply.body
        yield made


async def lines_until(page: Browser, wanted: str) -> list[str]:
    found: list[str] = []
    while wanted not in found:
        message = await page.hear()
        assert message["type"] == "frames", message
        (frame,) = message["frames"]
        names = [field["name"] for field in frame["schema"]["fields"]]
        found += frame["data"]["values"][names.index("Line")]
    return found


async def test_a_page_sees_lines_moments_after_they_were_written(
    live: Live, loki_server: LokiServer, request: pytest.FixtureRequest
) -> None:
    app = f"live-{abs(hash(request.node.name)) % 10**6}"
    query = {"refId": "A", "expr": f'{{app="{app}"}}', "queryType": "stream"}

    async def write(text: str) -> None:
        entry = (time.time_ns(), text, {})
        await asyncio.to_thread(push, loki_server.url, {"app": app}, [entry])

    await write("before")
    async with live.browser() as page:
        await page.say("subscribe", id="tail", datasource="logs", query=query)
        assert (await page.hear())["type"] == "subscribed"
        assert await lines_until(page, "before") == ["before"]
        for text in ("one", "two", "three"):
            await write(text)
            assert await lines_until(page, text) == [text]
        await page.say("unsubscribe", id="tail")
        await page.hear("ended")


@pytest.mark.parametrize(
    ("expr", "told"),
    [
        ('{app="x', "Loki answered 400: parse error at line 1, col 6"),
        ('rate({app="x"}[1m])', "Only log lines can be followed"),
    ],
)
async def test_a_query_that_cannot_be_followed_says_why(live: Live, expr: str, told: str) -> None:
    async with live.browser() as page:
        query = {"refId": "A", "expr": expr, "queryType": "stream"}
        await page.say("subscribe", id="tail", datasource="logs", query=query)
        message = await page.hear("error")
        assert told in message["message"]


async def test_a_source_that_was_changed_is_followed_no_longer(
    live: Live, loki_server: LokiServer
) -> None:
    async with live.browser() as page:
        query = {"refId": "A", "expr": '{app="x"}', "queryType": "stream"}
        await page.say("subscribe", id="tail", datasource="logs", query=query)
        await page.hear("subscribed")
        body = {"name": "Other", "type": "loki", "uid": "logs", "url": loki_server.url}
        changed = await live.clients.server_admin.put("/api/datasources/uid/logs", body)
        assert changed.status == 200, changed.body
        me = (await live.clients.viewer.get("/api/user")).json()
        await live.clients.server_admin.patch(f"/api/org/users/{me['id']}", {"role": "Editor"})
        assert (await page.hear("error"))["code"] == "query.source_changed"
