"""Addresses of people behind load balancers: each has their own, and nobody invents one."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from tests.fixtures.app import ADMIN_PASSWORD, Client, sign_in, start
from tests.fixtures.clocks import StoppedClock

from vedette.app.build import App
from vedette.db.settings import DatabaseSettings
from vedette.server.listen import Listener
from vedette.server.sections import ALL_SECTIONS
from vedette.server.sections.process import ServerSettings
from vedette.settings import SettingsError, load

TRUSTED = "cfg:server.trusted_proxies=10.0.0.0/8"
INGRESS, STRANGER = "10.0.0.3", "203.0.113.9"


async def wrong_logins(app: App, peer: str, addresses: list[str]) -> list[int]:
    """One failed login for each address, every one under a name of its own."""
    statuses = []
    for number, address in enumerate(addresses):
        client = Client(app, {"x-forwarded-for": address}, peer)
        body = {"user": f"{peer}-{number}-{address}", "password": "wrong-password"}
        statuses.append((await client.post("/login", body)).status)
    return statuses


async def address_in_sessions(app: App, peer: str, forwarded: str) -> str:
    admin = await sign_in(app, "admin", ADMIN_PASSWORD)
    client = Client(app, {"x-forwarded-for": forwarded}, peer)
    reply = await client.post("/login", {"user": "admin", "password": ADMIN_PASSWORD})
    session = reply.cookies[0].partition(";")[0]
    admin.headers["cookie"] = session
    tokens = (await admin.get("/api/user/auth-tokens")).json()
    return next(each["clientIp"] for each in tokens if each["isActive"])


async def test_people_behind_a_trusted_proxy_have_their_own_address(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        app = await start(stack, DatabaseSettings(), tmp_path, TRUSTED, clock=StoppedClock())
        assert await address_in_sessions(app, INGRESS, "6.6.6.6, 198.51.100.4") == "198.51.100.4"
        sprayed = await wrong_logins(app, INGRESS, ["198.51.100.4"] * 100)
        assert sprayed == [401] * 60 + [429] * 40
        assert await wrong_logins(app, INGRESS, ["198.51.100.5"]) == [401]


async def test_an_address_that_a_stranger_claims_is_ignored(tmp_path: Path) -> None:
    """Proves T36."""
    invented = [f"198.51.100.{number}" for number in range(100)]
    async with AsyncExitStack() as stack:
        app = await start(stack, DatabaseSettings(), tmp_path, TRUSTED, clock=StoppedClock())
        assert await address_in_sessions(app, STRANGER, "198.51.100.4") == STRANGER
        assert await wrong_logins(app, STRANGER, invented) == [401] * 60 + [429] * 40


async def test_without_a_trusted_proxy_nobody_is_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even who connects from this machine, whatever the listener's library would do."""
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")
    seen = []

    async def application(scope, receive, send):
        seen.append(scope["client"][0])
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})

    words = ["cfg:server.http_port=0", "cfg:server.http_addr=127.0.0.1"]
    listener = Listener(application, load(ALL_SECTIONS, overrides=words)[ServerSettings])
    running = asyncio.create_task(listener.run())
    reader, writer = await asyncio.open_connection("127.0.0.1", listener.port)
    writer.write(b"GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 6.6.6.6\r\n\r\n")
    await reader.readline()
    writer.close()
    listener.stop()
    await running
    assert seen == ["127.0.0.1"]


async def test_what_is_no_network_ends_the_start_with_one_sentence(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        with pytest.raises(SettingsError, match=r"\[server\] trusted_proxies: .*'10.0.0.0/99'"):
            await start(
                stack, DatabaseSettings(), tmp_path, "cfg:server.trusted_proxies=10.0.0.0/99"
            )
