"""How often one caller may use what is expensive: each limit is a setting and can be off."""

import re
from contextlib import AsyncExitStack
from pathlib import Path

from tests.fixtures.app import Client, Clients, Reply, clients_of, start
from tests.fixtures.clocks import StoppedClock

from vedette.app.build import App
from vedette.db.settings import DatabaseSettings
from vedette.server.sections.limits import RateLimitsSettings
from vedette.web.routes import Route

LIMITS = tuple(RateLimitsSettings.declared)


def limited(app: App) -> dict[str, Route]:
    """One route for each limit."""
    return {route.rate.name: route for route in app.routes if route.rate is not None}


async def use(client: Client, route: Route) -> Reply:
    path = re.sub(r"[:*][A-Za-z]+", "1", route.path)
    return await client.send(route.method, path, {} if route.body else None)


async def clients_with(
    stack: AsyncExitStack, path: Path, clock: StoppedClock, per_minute: int
) -> Clients:
    words = [f"cfg:rate_limits.{name}={per_minute}" for name in LIMITS]
    return await clients_of(await start(stack, DatabaseSettings(), path, *words, clock=clock))


def test_every_limit_is_a_setting_and_every_setting_limits_something(app: App) -> None:
    assert set(limited(app)) == set(LIMITS)


async def test_a_limit_holds_for_each_caller_and_names_itself(tmp_path: Path) -> None:
    """T66, R-54: A 429 names the limit and says when to come again; other callers are not held."""
    clock = StoppedClock()
    async with AsyncExitStack() as stack:
        clients = await clients_with(stack, tmp_path, clock, 1)
        for name, route in limited(clients.viewer.app).items():
            assert (await use(clients.admin, route)).status != 429, name
            refused = await use(clients.admin, route)
            assert refused.status == 429, name
            assert refused.headers["retry-after"] in ("60", "61")
            body = refused.json()
            assert body["limit"] == name
            assert f"[rate_limits] {name} allows 1 per minute" in body["message"]
            if route.policy.identifies:
                assert (await use(clients.server_admin, route)).status != 429, name
        clock.seconds += 61
        for name, route in limited(clients.viewer.app).items():
            assert (await use(clients.admin, route)).status != 429, name


async def test_visitors_without_an_account_share_the_limit_of_their_address(
    tmp_path: Path,
) -> None:
    async with AsyncExitStack() as stack:
        clients = await clients_with(stack, tmp_path, StoppedClock(), 1)
        app = clients.viewer.app
        rotation = limited(app)["session_rotation"]
        peers = ("2001:db8:0:1::1", "2001:db8:0:1::2", "2001:db8:0:2::1", "203.0.113.1")
        statuses = [(await use(Client(app, peer=peer), rotation)).status for peer in peers]
        assert statuses == [401, 429, 401, 401]


async def test_zero_switches_a_limit_off(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        clients = await clients_with(stack, tmp_path, StoppedClock(), 0)
        for name, route in limited(clients.viewer.app).items():
            statuses = {(await use(clients.admin, route)).status for _ in range(5)}
            assert 429 not in statuses, name
