"""What is said of answers and bodies is what is sent: clients are generated from it."""

import re
from typing import Any, get_args, get_type_hints

import msgspec
from tests.fixtures.app import Client, Clients

from vedette.web.answer import ApiAnswer
from vedette.web.routes import Route

SOURCE = {"name": "tests", "uid": "tests", "type": "testdata"}
QUERY = {"refId": "A", "datasource": {"uid": "tests"}, "scenarioId": "random_walk"}


def route_of(client: Client, method: str, path: str) -> Route:
    (found,) = [r for r in client.app.routes if (r.method, r.path) == (method, path)]
    return found


async def described(clients: Clients) -> Any:
    return (await clients.anonymous.get("/api/openapi.json")).json()


async def test_what_is_handed_on_as_it_came_is_described_as_a_body(clients: Clients) -> None:
    paths = (await described(clients))["paths"]
    raw = [route for route in clients.viewer.app.routes if route.raw]
    assert len(raw) > 5
    for path in (
        "/api/datasources/proxy/uid/{uid}/{rest}",
        "/api/datasources/uid/{uid}/resources/{rest}",
        "/api/convert/prometheus/config/v1/rules",
    ):
        assert paths[path]["post"]["requestBody"]["content"] == {"*/*": {}}


PASSED_ON = re.compile(
    r"\w+ /api/datasources/(uid/:uid|:id)/resources/"  # What the source answers, of any type.
    r"|\w+ /api/datasources/proxy/"
    r"|\w+ /api/alertmanager/:uid/api/v2/"
    r"|\w+ /api/prometheus/:source/api/v1/"
    r"|POST /api/ruler/:source/api/v1/rules/:namespace$"  # Each ruler adds keys of its own.
    r"|GET /api/live/ws$"  # Answers a WebSocket only.
    r"|GET /api/openapi.json$"  # Its type is OpenAPI's own.
    r"|POST /api/alertmanager/grafana/api/v2/alerts$"  # 200 without a body, by its API.
)
"""Routes that pass on what another server defines, or that a standard describes."""
NO_BODY = (204, 302)


def all_routes(clients: Clients) -> list[Route]:
    return [
        route
        for route in clients.viewer.app.routes
        if not PASSED_ON.match(f"{route.method} {route.path}")
    ]


async def test_every_route_names_the_type_of_its_answer(clients: Clients) -> None:
    """Clients generated from the OpenAPI document know what every route sends."""
    untyped = [
        f"{route.method} {route.path}"
        for route in all_routes(clients)
        if (route.answer is None) == (route.status not in NO_BODY)
        or msgspec.json.schema(route.answer) in ({}, {"type": "object"}, {"type": "array"})
    ]
    assert untyped == []


async def test_a_handler_returns_the_type_that_its_route_names(clients: Clients) -> None:
    wrong = []
    for route in all_routes(clients):
        returned = get_type_hints(route.handler)["return"]
        parts = [part for part in get_args(returned) if part is not ApiAnswer]
        is_union = ApiAnswer in get_args(returned)
        returned = parts[0] if is_union and len(parts) == 1 else returned
        if returned is not ApiAnswer and returned != route.answer:
            wrong.append(f"{route.method} {route.path}: {returned} is not {route.answer}")
    assert wrong == []


async def test_operations_are_described_completely(clients: Clients) -> None:
    paths = (await described(clients))["paths"]
    for route in all_routes(clients):
        operation = paths[re.sub(r"[:*](\w+)", r"{\1}", route.path)][route.method.lower()]
        assert operation["summary"].endswith("."), route.path
        assert operation["tags"] and operation["operationId"], route.path
        named = {(each["in"], each["name"]) for each in operation["parameters"]}
        wanted = {("path", name) for name in re.findall(r"[:*](\w+)", route.path)}
        if route.query is not None:
            fields = msgspec.structs.fields(route.query)
            wanted |= {("query", field.encode_name) for field in fields}
        assert named == wanted, route.path
        if route.body is not None:
            content = operation["requestBody"]["content"]["application/json"]
            assert content["schema"] not in ({}, {"type": "object"}), route.path
        assert {"400", "401", "403", "404"} < set(operation["responses"])


async def test_answers_of_the_most_used_operations_are_what_they_are_said_to_be(
    clients: Clients,
) -> None:
    admin, described_paths = clients.server_admin, (await described(clients))["paths"]

    async def check(method: str, path: str, body: Any = None, query: str = "", **names: Any) -> Any:
        route = route_of(admin, method, path)
        content = described_paths[path.replace(":uid", "{uid}").replace(":id", "{id}")]
        said = content[method.lower()]["responses"][str(route.status)]["content"]
        assert said["application/json"]["schema"] not in ({}, None)
        address = path
        for name, value in names.items():
            address = address.replace(f":{name}", str(value))
        reply = await admin.send(method, address + query, body)
        assert reply.status == route.status, reply.body
        answer = reply.json()
        converted = msgspec.convert(answer, route.answer)
        assert msgspec.to_builtins(converted) == answer, "an answer has keys that are not said"
        return answer

    source = (await check("POST", "/api/datasources", SOURCE))["id"]
    await check("GET", "/api/datasources")
    await check("GET", "/api/datasources/uid/:uid", uid="tests")
    await check("GET", "/api/datasources/:id", id=source)
    await check("PUT", "/api/datasources/uid/:uid", SOURCE, uid="tests")
    await check("GET", "/api/datasources/uid/:uid/health", uid="tests")
    asked = {"from": "now-5m", "to": "now", "queries": [QUERY]}
    await check("POST", "/api/ds/query", asked)
    await check("POST", "/api/folders", {"title": "Above", "uid": "above"})
    below = {"title": "Below", "uid": "below", "parentUid": "above"}
    number = (await check("POST", "/api/folders", below))["id"]
    for uid in ("general", "above", "below"):
        await check("GET", "/api/folders/:uid", uid=uid)
    await check("GET", "/api/folders/id/:id", id=number)
    await check("GET", "/api/folders", query="?parentUid=above")
    renamed = {"title": "Under", "overwrite": True}
    await check("PUT", "/api/folders/:uid", renamed, uid="below")
    await check("POST", "/api/folders/:uid/move", {"parentUid": ""}, uid="below")
    await check("GET", "/api/folders/:uid/counts", uid="above")
    model = {"title": "T", "uid": "t", "tags": ["a"]}
    await check("POST", "/api/dashboards/db", {"dashboard": model, "folderUid": "above"})
    await check("POST", "/api/dashboards/import", {"dashboard": {"title": "I"}})
    await check("GET", "/api/dashboards/uid/:uid", uid="t")
    await check("GET", "/api/dashboards/tags")
    await check("GET", "/api/dashboards/uid/:uid/versions", uid="t")
    await check("POST", "/api/dashboards/uid/:uid/restore", {"version": 1}, uid="t")
    await check("GET", "/api/search")
    await check("DELETE", "/api/dashboards/uid/:uid", uid="t")
    await check("DELETE", "/api/folders/:uid", uid="below")
    await check("DELETE", "/api/datasources/uid/:uid", uid="tests")
    user = {"login": "ada", "password": "long enough", "email": "ada@example.org"}
    user_id = (await check("POST", "/api/admin/users", user))["id"]
    for path in ("/api/users", "/api/users/search", "/api/org/users", "/api/org/users/search"):
        await check("GET", path)
    await check("GET", "/api/users/:id", id=user_id)
    await check("GET", "/api/users/lookup", query="?loginOrEmail=ada")
    await check("GET", "/api/users/:id/orgs", id=user_id)
    await check("PUT", "/api/users/:id", {"name": "Ada", "login": "ada"}, id=user_id)
    await check("DELETE", "/api/admin/users/:id", id=user_id)
    for path in ("/api/org", "/api/orgs", "/api/user/orgs"):
        await check("GET", path)
    await check("GET", "/api/orgs/:id", id=1)
    await check("GET", "/api/org/quotas")
    await check("GET", "/api/orgs/:id/quotas", id=1)
    await check("GET", "/api/admin/stats")
    account = (await check("POST", "/api/serviceaccounts", {"name": "ci"}))["id"]
    await check("GET", "/api/serviceaccounts/search")
    await check("GET", "/api/serviceaccounts/:id", id=account)
    await check("PATCH", "/api/serviceaccounts/:id", {"role": "Editor"}, id=account)
    for life in (0, 60):
        token = {"name": f"of {life} s", "secondsToLive": life}
        await check("POST", "/api/serviceaccounts/:id/tokens", token, id=account)
    await check("GET", "/api/serviceaccounts/:id/tokens", id=account)
    await check("DELETE", "/api/serviceaccounts/:id", id=account)
    for life in (0, 60):
        key = {"name": f"of {life} s", "role": "Viewer", "secondsToLive": life}
        made = await check("POST", "/api/auth/keys", key)
    await check("GET", "/api/auth/keys")
    await check("DELETE", "/api/auth/keys/:id", id=made["id"])
