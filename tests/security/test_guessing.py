"""Who tries many passwords: how far one address comes, and who else is bothered by it."""

import asyncio
import logging
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from tests.fixtures.app import ADMIN_PASSWORD, Client, Clients, clients_of, sign_in, start
from tests.fixtures.clocks import StoppedClock

from vedette.app.build import App
from vedette.crypto.passwords import PasswordHashes
from vedette.db.settings import DatabaseSettings

RIGHT = {"user": "admin", "password": ADMIN_PASSWORD}


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock()


@pytest.fixture
async def app(tmp_path: Path, clock: StoppedClock) -> AsyncIterator[App]:
    async with AsyncExitStack() as stack:
        yield await start(stack, DatabaseSettings(), tmp_path, clock=clock)


@pytest.fixture
async def clients(app: App) -> Clients:
    return await clients_of(app)


def basic(app: App, name: str, password: str, peer: str = "127.0.0.1") -> Client:
    sent = b64encode(f"{name}:{password}".encode()).decode()
    return Client(app, {"authorization": f"Basic {sent}"}, peer)


async def sign_in_as(
    app: App, name: str, password: str, peer: str, *, by_basic: bool = False
) -> int:
    """The status of the answer."""
    if by_basic:
        return (await basic(app, name, password, peer).get("/api/user")).status
    reply = await Client(app, peer=peer).post("/login", {"user": name, "password": password})
    return reply.status


async def spray(app: App, peer: str, *, by_basic: bool = False) -> list[int]:
    """A hundred names, one wrong password each."""
    return [
        await sign_in_as(app, f"{peer}-{number}", "wrong-password", peer, by_basic=by_basic)
        for number in range(100)
    ]


WAYS = pytest.mark.parametrize("by_basic", [False, True], ids=["page", "basic auth"])


@WAYS
async def test_one_address_soon_waits_between_names_and_others_do_not(
    app: App, clock: StoppedClock, by_basic: bool
) -> None:
    """Proves T30, T40."""
    peer = "203.0.113.9"
    assert await spray(app, peer, by_basic=by_basic) == [401] * 60 + [429] * 40
    clock.seconds += 10
    assert await spray(app, peer, by_basic=by_basic) == [401] * 10 + [429] * 90
    assert (await Client(app, peer="203.0.113.10").post("/login", RIGHT)).status == 200
    other = basic(app, "admin", ADMIN_PASSWORD, "203.0.113.10")
    assert (await other.get("/api/user")).status == 200


async def test_an_ipv6_host_does_not_get_a_new_start_with_each_of_its_addresses(app: App) -> None:
    """Proves T30."""
    statuses = [
        await sign_in_as(app, f"six-{number}", "wrong-password", f"2001:db8:0:1::{number:x}")
        for number in range(100)
    ]
    assert statuses == [401] * 60 + [429] * 40
    neighbour = Client(app, peer="2001:db8:0:2::1")
    assert (await neighbour.post("/login", RIGHT)).status == 200


@WAYS
async def test_many_people_behind_one_address_sign_in_at_the_same_moment(
    app: App, by_basic: bool
) -> None:
    """T30: Each with a password of their own: what is being checked is no wrong one yet."""
    admin = await sign_in(app, "admin", ADMIN_PASSWORD)
    for number in range(90):
        person = {"login": f"person-{number}", "password": f"password-of-{number}"}
        assert (await admin.post("/api/admin/users", person)).status == 200
    statuses = await asyncio.gather(
        *(
            sign_in_as(app, f"person-{n}", f"password-of-{n}", "203.0.113.9", by_basic=by_basic)
            for n in range(90)
        )
    )
    assert set(statuses) == {200}


async def test_guesses_that_come_at_once_are_checked_in_turns_and_counted_alike(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of three passwords that the server checks at once, somebody else's is always one."""
    verify, under_way, most = PasswordHashes.verify, 0, 0

    async def counting(self: PasswordHashes, stored: str | None, password: str) -> bool:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        try:
            await asyncio.sleep(0.02)
            return await verify(self, stored, password)
        finally:
            under_way -= 1

    monkeypatch.setattr(PasswordHashes, "verify", counting)
    statuses = await asyncio.gather(
        *(sign_in_as(app, f"name-{n}", "wrong-password", "203.0.113.9") for n in range(300))
    )
    assert statuses.count(401) + statuses.count(429) == 300
    assert 60 <= statuses.count(401) <= 61
    assert most == 2


async def test_a_name_is_closed_after_five_guesses_that_come_at_once_from_everywhere(
    app: App,
) -> None:
    """Proves T30."""
    statuses = await asyncio.gather(
        *(sign_in_as(app, "admin", f"guess-{n}", f"203.0.113.{n % 20}") for n in range(100))
    )
    assert statuses.count(401) == 5
    assert statuses.count(429) == 95


async def test_a_guess_whose_answer_nobody_waits_for_counts(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = asyncio.Event()

    async def slow(self: PasswordHashes, stored: str | None, password: str) -> bool:
        begun.set()
        await asyncio.Event().wait()
        return False

    monkeypatch.setattr(PasswordHashes, "verify", slow)
    for number in range(60):
        asked = asyncio.create_task(
            sign_in_as(app, f"name-{number}", "wrong-password", "203.0.113.9")
        )
        await begun.wait()
        begun.clear()
        asked.cancel()
        await asyncio.wait([asked])
    async with asyncio.timeout(10):
        assert await sign_in_as(app, "one-more", "wrong-password", "203.0.113.9") == 429


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


@WAYS
async def test_a_failed_login_leaves_one_line_with_name_and_address(
    app: App, caplog: pytest.LogCaptureFixture, by_basic: bool
) -> None:
    name = "Mallory\nlevel=info " + "x" * 500
    with caplog.at_level(logging.INFO, "vedette.identity"):
        await sign_in_as(app, name, "hunter2-hunter2", "203.0.113.9", by_basic=by_basic)
    (line,) = [each for each in caplog.records if each.name == "vedette.identity"]
    assert line.getMessage() == "A login failed."
    said = vars(line)
    assert said["login"] == name[:100]
    assert said["address"] == "203.0.113.9"
    assert "hunter2" not in str(said)


@WAYS
async def test_login_and_email_and_their_variants_share_one_counter(
    app: App, clients: Clients, by_basic: bool
) -> None:
    """T30: Five guesses close an account, however its names are written."""
    person = {"login": "jos\u00e9", "email": "jose@example.org", "password": "password-of-jose"}
    assert (await clients.server_admin.post("/api/admin/users", person)).status == 200
    names = (
        *("jos\u00e9", "JOSE\u0301", "jose@example.org", " Jose@Example.ORG ", "jos\uff25\u0301"),
        *("jos\u00e9", "jose@example.org"),
    )
    statuses = [
        await sign_in_as(app, name, "wrong-password", f"203.0.113.{n}", by_basic=by_basic)
        for n, name in enumerate(names)
    ]
    assert statuses == [401] * 5 + [429] * 2
    assert await sign_in_as(app, "jos\u00e9", "password-of-jose", "203.0.113.99") == 429


async def test_names_without_an_account_are_closed_alike(app: App) -> None:
    """T30: The answers do not tell which names exist."""
    for name in ("admin", "nobody-here"):
        peers = [f"203.0.113.{n}" for n in range(7)]
        statuses = [await sign_in_as(app, name, "wrong-password", peer) for peer in peers]
        assert statuses == [401] * 5 + [429] * 2, name


@WAYS
async def test_strangers_do_not_lock_out_who_is_signed_in_elsewhere(
    app: App, clock: StoppedClock, by_basic: bool
) -> None:
    """T30: The owner's own addresses have a counter of their own, which strangers cannot fill."""
    home, neighbour = "2001:db8:0:1::5", "2001:db8:0:1:9::9"
    assert (await Client(app, peer=home).post("/login", RIGHT)).status == 200
    for number in range(8):
        await sign_in_as(app, "admin", f"guess-{number}", f"203.0.113.{number}")
    assert await sign_in_as(app, "admin", ADMIN_PASSWORD, "203.0.113.200") == 429
    assert await sign_in_as(app, "admin", ADMIN_PASSWORD, neighbour, by_basic=by_basic) == 200
    for number in range(8):
        await sign_in_as(app, "admin", f"guess-{number}", f"203.0.113.{number}")
    guesses = [await sign_in_as(app, "admin", f"guess-{n}", home) for n in range(7)]
    assert guesses == [401] * 5 + [429] * 2, "a known address has five guesses, not more"
    clock.seconds += 301
    assert await sign_in_as(app, "admin", ADMIN_PASSWORD, "203.0.113.200") == 200


@WAYS
async def test_a_right_password_gives_nobody_else_new_guesses(
    app: App, clock: StoppedClock, by_basic: bool
) -> None:
    """T30: Who guesses does not start anew each time the owner or a script signs in."""
    home = "198.51.100.1"
    statuses = []
    for number in range(8):
        assert await sign_in_as(app, "admin", f"typo-{number}", home) == 401
        assert await sign_in_as(app, "admin", ADMIN_PASSWORD, home) == 200
        clock.seconds += 31
        guess = f"guess-{number}"
        statuses.append(await sign_in_as(app, "admin", guess, "203.0.113.1", by_basic=by_basic))
    assert statuses == [401] * 5 + [429] * 3


async def test_a_refusal_says_how_long_to_wait(app: App) -> None:
    for peer in ("203.0.113.1", "203.0.113.2"):
        statuses = {await sign_in_as(app, "admin", f"guess-{n}", peer) for n in range(5)}
    assert statuses == {429}
    refused = await Client(app).post("/login", RIGHT)
    assert (refused.status, refused.headers["retry-after"]) == (429, "300")
    assert "Too many failed logins" in refused.json()["message"]


async def test_settings_say_how_much_guessing_is_too_much(
    tmp_path: Path, clock: StoppedClock
) -> None:
    words = (
        "cfg:security.brute_force_login_protection_max_attempts=2",
        "cfg:security.brute_force_login_protection_window=10m",
        "cfg:security.brute_force_login_protection_max_attempts_per_address=6",
    )
    async with AsyncExitStack() as stack:
        app = await start(stack, DatabaseSettings(), tmp_path, *words, clock=clock)
        admin = [await sign_in_as(app, "admin", "wrong-password", "203.0.113.1") for _ in range(3)]
        assert admin == [401, 401, 429]
        clock.seconds += 301
        assert await sign_in_as(app, "admin", ADMIN_PASSWORD, "203.0.113.2") == 429
        clock.seconds += 300
        assert await sign_in_as(app, "admin", ADMIN_PASSWORD, "203.0.113.2") == 200
        assert (await spray(app, "203.0.113.3")).count(401) == 6


@pytest.mark.parametrize(
    "word", ["disable_brute_force_login_protection=true", "max_attempts_per_address=0"]
)
async def test_protection_can_be_switched_off(
    tmp_path: Path, clock: StoppedClock, word: str
) -> None:
    prefix = "" if word.startswith("disable") else "brute_force_login_protection_"
    async with AsyncExitStack() as stack:
        started = start(
            stack, DatabaseSettings(), tmp_path, f"cfg:security.{prefix}{word}", clock=clock
        )
        app = await started
        assert set(await spray(app, "203.0.113.3")) == {401}


async def test_instances_count_guesses_together(
    database_settings: DatabaseSettings, tmp_path: Path, clock: StoppedClock
) -> None:
    """T30: Of guesses that three instances get at the same moment, five are answered for a name,
    and 60 a minute for an address."""
    async with AsyncExitStack() as stack:
        apps = [
            await start(stack, database_settings, tmp_path / f"{number}", clock=clock)
            for number in range(3 if database_settings.type == "postgres" else 1)
        ]
        statuses = await asyncio.gather(
            *(
                sign_in_as(apps[n % len(apps)], "admin", f"guess-{n}", f"203.0.113.{n % 30}")
                for n in range(120)
            )
        )
        assert (statuses.count(401), statuses.count(429)) == (5, 115)
        statuses = await asyncio.gather(
            *(
                sign_in_as(apps[n % len(apps)], f"name-{n}", "wrong-password", "198.51.100.7")
                for n in range(150)
            )
        )
        assert (statuses.count(401), statuses.count(429)) == (60, 90)
