"""Finding the handler of an address, and refusing tables that would be unsafe."""

import asyncio
from collections.abc import Iterable

import pytest

from vedette.access.guard import PUBLIC, needs
from vedette.web.call import Call
from vedette.web.routes import AccessPolicy, RateLimit, Route, RouteGroup, RouteTable


async def handler(call: Call) -> None: ...


def table(*rows: tuple[str, str]) -> RouteTable:
    return RouteTable(Route(method, path, handler, PUBLIC) for method, path in rows)


def found(routes: RouteTable, path: str) -> tuple[str, dict[str, str]] | None:
    match = routes.find(path)
    return match and (next(iter(match[0].values())).path, match[1])


def test_a_fixed_segment_wins_over_a_parameter() -> None:
    routes = table(("GET", "/api/users/:id"), ("GET", "/api/users/search"))
    assert found(routes, "/api/users/search") == ("/api/users/search", {})
    assert found(routes, "/api/users/7") == ("/api/users/:id", {"id": "7"})


def test_a_parameter_is_tried_where_the_fixed_segment_leads_nowhere() -> None:
    routes = table(("GET", "/a/b/c"), ("GET", "/a/:x/d"))
    assert found(routes, "/a/b/d") == ("/a/:x/d", {"x": "b"})


def test_each_segment_is_decoded_once_and_an_encoded_slash_stays_inside_it() -> None:
    routes = table(("GET", "/api/name/:name"))
    assert found(routes, "/api/name/a%2Fb%2520c") == ("/api/name/:name", {"name": "a/b%20c"})


def test_the_rest_of_a_path_is_handed_on_as_it_was_sent() -> None:
    routes = table(("GET", "/proxy/:uid/*path"))
    match = found(routes, "/proxy/u/api//x%2f..")
    assert match == ("/proxy/:uid/*path", {"uid": "u", "path": "api//x%2f.."})


@pytest.mark.parametrize("path", ["/api//users", "/api/users//", "//api/users/1", "/api/users/"])
def test_doubled_slashes_and_empty_parameters_find_nothing(path: str) -> None:
    assert found(table(("GET", "/api/users/:id")), path) is None


def test_a_closing_slash_is_forgiven() -> None:
    assert found(table(("GET", "/api/search")), "/api/search/") == ("/api/search", {})


def test_a_route_without_a_policy_does_not_start() -> None:
    """Proves T42."""

    class Nameless:
        name, identifies = "", True

        async def admit(self, call: Call) -> None: ...

    policy: AccessPolicy = Nameless()
    with pytest.raises(ValueError, match="has no policy"):
        RouteTable([Route("GET", "/api/open", handler, policy)])
    with pytest.raises(ValueError, match="has no policy"):
        RouteTable([Route("GET", "/api/open", handler, None)])  # type: ignore[arg-type]


def test_an_action_outside_the_vocabulary_does_not_start() -> None:
    with pytest.raises(ValueError, match="is not an action"):
        needs("dashboards:everything")


def test_two_routes_on_one_address_do_not_start() -> None:
    with pytest.raises(ValueError, match="twice"):
        table(("GET", "/api/a"), ("GET", "/api/a"))


class Counted:
    """A group whose routes are counted each time that a table takes them."""

    def __init__(self, *paths: str, prefixes: Iterable[str], rate: RateLimit | None = None) -> None:
        self.taken = 0
        self._routes = [Route("GET", path, handler, PUBLIC, rate=rate) for path in paths]
        self.group = RouteGroup(tuple(prefixes), (), self._take)

    def _take(self) -> list[Route]:
        self.taken += 1
        return self._routes


@pytest.mark.parametrize("path", ["/api/users", "/api/users/7", "/api/users/"])
async def test_a_request_loads_the_group_below_whose_prefix_it_is(path: str) -> None:
    users = Counted("/api/users", "/api/users/:id", prefixes=["/api/users"])
    boards = Counted("/api/boards", prefixes=["/api/boards"])
    routes = RouteTable([], [users.group, boards.group])
    await routes.load_below(path)
    assert found(routes, path) is not None
    assert (users.taken, boards.taken) == (1, 0)


@pytest.mark.parametrize("path", ["/", "/api", "/api/user", "/api/usersandmore", "/d/users"])
async def test_an_unknown_address_loads_nothing(path: str) -> None:
    users = Counted("/api/users", prefixes=["/api/users"])
    routes = RouteTable([], [users.group])
    await routes.load_below(path)
    assert users.taken == 0
    assert found(routes, path) is None


async def test_groups_with_one_prefix_are_loaded_together() -> None:
    """A fixed segment of one wins over a parameter of the other, whichever came first."""
    users = Counted("/api/users/:id", prefixes=["/api/users"])
    stars = Counted("/api/users/stars", prefixes=["/api/users/stars"])
    routes = RouteTable([], [users.group, stars.group])
    await routes.load_below("/api/users/stars")
    assert found(routes, "/api/users/stars") == ("/api/users/stars", {})


async def test_requests_at_the_same_time_load_a_group_once() -> None:
    users = Counted("/api/users", prefixes=["/api/users"])
    group = RouteGroup(("/api/users",), ("this",), users.group.routes)
    routes = RouteTable([], [group])
    await asyncio.gather(*(routes.load_below("/api/users") for _ in range(3)), routes.load_all())
    assert users.taken == 1


async def test_a_group_that_could_not_be_loaded_is_loaded_again() -> None:
    users = Counted("/api/users", prefixes=["/api/users"])
    outcomes = iter([OSError("Too many open files"), None])

    def routes_of() -> list[Route]:
        if error := next(outcomes):
            raise error
        return [*users.group.routes()]

    routes = RouteTable([], [RouteGroup(("/api/users",), (), routes_of)])
    with pytest.raises(OSError):
        await routes.load_below("/api/users")
    assert found(routes, "/api/users") is None
    await routes.load_below("/api/users")
    assert found(routes, "/api/users") is not None


async def test_a_group_with_a_rate_limit_without_a_setting_is_refused() -> None:
    dear = Counted("/api/dear", prefixes=["/api"], rate=RateLimit("dear", burst_seconds=2))
    await RouteTable([], [dear.group], rates={"dear"}).load_all()
    with pytest.raises(ValueError, match="/api/dear has a rate limit without a setting"):
        await RouteTable([], [dear.group], rates={"cheap"}).load_all()
