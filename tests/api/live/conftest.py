"""An application behind its real listener, a source that streams, and WebSocket clients."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
import pytest
from tests.fixtures.app import Client, Clients, clients_of, start
from websockets.asyncio.client import ClientConnection, connect

from vedette.app.build import App
from vedette.db.settings import DatabaseSettings
from vedette.server.listen import Listener
from vedette.server.sections.process import ServerSettings


@dataclass
class Browser:
    """The WebSocket of one page."""

    socket: ClientConnection

    async def say(self, type_: str, **fields: Any) -> None:
        await self.socket.send(orjson.dumps({"type": type_, **fields}).decode())

    async def hear(self, *types: str) -> dict[str, Any]:
        """The next message, of these types where any are named."""
        async with asyncio.timeout(10):
            while True:
                message: dict[str, Any] = orjson.loads(await self.socket.recv())
                if not types or message["type"] in types:
                    return message

    async def follow(self, id_: str, uid: str = "test", **query: Any) -> None:
        model = {"refId": "A", "scenarioId": "live", "stream": {"speed": 20}, **query}
        await self.say("subscribe", id=id_, datasource=uid, query=model)


@dataclass
class Live:
    """A running server."""

    app: App
    clients: Clients
    port: int

    @asynccontextmanager
    async def browser(self, client: Client | None = None, **headers: str) -> AsyncIterator[Browser]:
        """A page of this server, of the viewer where nobody else is named."""
        own = {"origin": f"http://127.0.0.1:{self.port}", **headers}
        sent = {**(client or self.clients.viewer).headers, **own}
        url = f"ws://127.0.0.1:{self.port}/api/live/ws"
        kept = {name: value for name, value in sent.items() if value}
        async with connect(url, additional_headers=kept, proxy=None) as socket:
            yield Browser(socket)

    def service(self, name: str) -> Callable[[], Any]:
        return next(each.run for each in self.app.services if each.name == name)


@asynccontextmanager
async def running(app: App) -> AsyncIterator[Live]:
    listener = Listener(app.application, ServerSettings(http_addr="127.0.0.1", http_port=0))
    serving = asyncio.create_task(listener.run())
    try:
        clients = await clients_of(app)
        made = await clients.server_admin.post(
            "/api/datasources", {"name": "Made up", "type": "testdata", "uid": "test"}
        )
        assert made.status == 200, made.body
        yield Live(app, clients, listener.port)
    finally:
        listener.stop()
        await serving


@pytest.fixture
async def live(database_settings: DatabaseSettings, tmp_path: Path) -> AsyncIterator[Live]:
    async with AsyncExitStack() as stack:
        words = (
            "cfg:live.allowed_origins=https://*.example.org",
            "cfg:live.max_connections=3",
            "cfg:egress.allow_loopback=true",
        )
        app = await start(stack, database_settings, tmp_path, *words)
        yield await stack.enter_async_context(running(app))
