"""Who tries many passwords: how far one address comes, and who else is bothered by it."""

import asyncio
import logging
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from tests.fixtures.app import ADMIN_PASSWORD, Client, Clients, clients_of, start

from vedette.app.build import App
from vedette.db.settings import DatabaseSettings

RIGHT = {"user": "admin", "password": ADMIN_PASSWORD}


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    async with AsyncExitStack() as stack:
        yield await start(stack, DatabaseSettings(), tmp_path)


@pytest.fixture
async def clients(app: App) -> Clients:
    return await clients_of(app)


def basic(app: App, name: str, password: str, peer: str = "127.0.0.1") -> Client:
    sent = b64encode(f"{name}:{password}".encode()).decode()
    return Client(app, {"authorization": f"Basic {sent}"}, peer)


async def spray(app: App, peer: str, by_basic: bool = False) -> list[int]:
    """A hundred names, one wrong password each."""
    found = []
    for number in range(100):
        name = f"{peer}-{number}"
        if by_basic:
            reply = await basic(app, name, "wrong-password", peer).get("/api/user")
        else:
            body = {"user": name, "password": "wrong-password"}
            reply = await Client(app, peer=peer).post("/login", body)
        found.append(reply.status)
    return found


@pytest.mark.parametrize("by_basic", [False, True], ids=["page", "basic auth"])
async def test_one_address_soon_waits_between_names_and_others_do_not(
    app: App, by_basic: bool
) -> None:
    statuses = await spray(app, "203.0.113.9", by_basic)
    assert set(statuses) == {401, 429}
    assert statuses.count(401) < 70
    assert (await Client(app, peer="203.0.113.10").post("/login", RIGHT)).status == 200
    other = basic(app, "admin", ADMIN_PASSWORD, "203.0.113.10")
    assert (await other.get("/api/user")).status == 200


async def test_an_ipv6_host_does_not_get_a_new_start_with_each_of_its_addresses(app: App) -> None:
    statuses = []
    for number in range(100):
        client = Client(app, peer=f"2001:db8:0:1::{number:x}")
        body = {"user": f"six-{number}", "password": "wrong-password"}
        statuses.append((await client.post("/login", body)).status)
    assert statuses[-1] == 429
    neighbour = Client(app, peer="2001:db8:0:2::1")
    assert (await neighbour.post("/login", RIGHT)).status == 200


async def test_a_company_behind_one_address_signs_in_in_one_minute(app: App) -> None:
    client = Client(app, peer="203.0.113.9")
    statuses = [(await client.post("/login", RIGHT)).status for _ in range(150)]
    assert set(statuses) == {200}
    script = basic(app, "admin", ADMIN_PASSWORD, "203.0.113.9")
    replies = await asyncio.gather(*(script.get("/api/user") for _ in range(150)))
    assert {reply.status for reply in replies} == {200}


async def test_who_is_signed_in_stays_so_beside_somebody_who_guesses(
    app: App, clients: Clients
) -> None:
    peer = clients.viewer.peer
    assert 429 in await spray(app, peer)
    assert (await clients.viewer.get("/api/user")).status == 200
    rotated = await clients.viewer.post("/api/user/auth-tokens/rotate")
    assert rotated.status == 200
    script = basic(app, "viewer-user", "password-of-Viewer", peer)
    assert (await script.get("/api/user")).status == 200, "the page's guesses are its own"


@pytest.mark.parametrize("by_basic", [False, True], ids=["page", "basic auth"])
async def test_a_failed_login_leaves_one_line_with_name_and_address(
    app: App, caplog: pytest.LogCaptureFixture, by_basic: bool
) -> None:
    name = "Mallory\nlevel=info " + "x" * 500
    with caplog.at_level(logging.INFO, "vedette.identity"):
        if by_basic:
            await basic(app, name, "hunter2-hunter2", "203.0.113.9").get("/api/user")
        else:
            body = {"user": name, "password": "hunter2-hunter2"}
            await Client(app, peer="203.0.113.9").post("/login", body)
    (line,) = [each for each in caplog.records if each.name == "vedette.identity"]
    assert line.getMessage() == "A sign-in failed."
    said = vars(line)
    assert said["login"] == name[:100]
    assert said["address"] == "203.0.113.9"
    assert "hunter2" not in str(said)
