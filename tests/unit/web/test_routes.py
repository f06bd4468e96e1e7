"""Finding the handler of an address, and refusing tables that would be unsafe."""

import pytest

from vedette.access.guard import PUBLIC, needs
from vedette.web.call import Call
from vedette.web.routes import AccessPolicy, Route, RouteTable


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
