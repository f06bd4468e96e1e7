"""Every route for every kind of caller, compared with a file that a person reviewed.

The matrix asks whether a caller gets past the route's own permission. What is behind it (is there
such a dashboard, is the body complete) does not count: only 401 and 403 are refusals.

`make docs` writes the file anew; read its diff before you commit it.
"""

from pathlib import Path

import pytest
from tests.fixtures.app import Client, Clients

from vedette.access.evaluator import AccessDenied
from vedette.kernel.errors import Unauthorized
from vedette.web.call import Call
from vedette.web.routes import Route

REVIEWED = Path(__file__).with_name("matrix.txt")
ROLES = ("anonymous", "viewer", "editor", "admin", "server_admin")


async def may(client: Client, route: Route) -> bool:
    headers = [(k.encode(), v.encode()) for k, v in client.headers.items()]
    scope = {"type": "http", "method": "GET", "headers": headers, "query_string": b""}

    async def receive() -> dict[str, str]:
        return {"type": "http.disconnect"}

    call = Call(scope, receive, {}, "matrix")
    try:
        if route.policy.identifies:
            call.principal = await client.app.authenticate(call)
        await route.policy.admit(call)
    except (Unauthorized, AccessDenied):
        return False
    return True


async def matrix(clients: Clients) -> str:
    lines = [f"{'':64} {' '.join(f'{role:12}' for role in ROLES)} permission"]
    for route in sorted(clients.viewer.app.routes, key=lambda r: (r.path, r.method)):
        cells = ["yes" if await may(getattr(clients, role), route) else "-" for role in ROLES]
        row = f"{route.method:6} {route.path:57} {' '.join(f'{cell:12}' for cell in cells)}"
        lines.append(f"{row} {route.policy.name}")
    return "\n".join(lines) + "\n"


async def test_every_route_lets_in_exactly_those_the_reviewed_matrix_names(
    clients: Clients,
) -> None:
    """Proves T42, CVE-2019-15043, CVE-2021-28148, CVE-2023-2183, CVE-2024-8118, CVE-2025-3260."""
    assert await matrix(clients) == REVIEWED.read_text()


@pytest.mark.parametrize("path", ["/api/org/users", "/api/users", "/api/user", "/api/search"])
async def test_a_refusal_says_401_to_strangers_and_403_to_members(
    clients: Clients, path: str
) -> None:
    assert (await clients.anonymous.get(path)).status == 401
    reply = await clients.viewer.get(path)
    assert reply.status in (200, 403)
    assert reply.status == 200 or "message" in reply.json()


async def test_the_roles_hold_exactly_what_the_specification_gives_them(clients: Clients) -> None:
    async def held(client: Client) -> set[str]:
        return set((await client.get("/api/user")).json()["permissions"])

    verbs = ("read", "write", "delete")
    kinds = ("org.users", "dashboards", "datasources", "alerting")
    assert await held(clients.admin) == {f"{kind}:{verb}" for kind in kinds for verb in verbs}
    assert await held(clients.editor) == {
        "dashboards:read",
        "dashboards:write",
        "datasources:read",
        "alerting:read",
        "alerting:write",
    }
    assert await held(clients.viewer) == {"dashboards:read", "datasources:read", "alerting:read"}


async def test_openapi_describes_every_route_with_its_permission(clients: Clients) -> None:
    described = (await clients.anonymous.get("/api/openapi.json")).json()
    operations = {
        (method.upper(), path): operation
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
    }
    for route in clients.viewer.app.routes:
        parts = [
            "{" + part[1:] + "}" if part[:1] in (":", "*") else part
            for part in route.path.split("/")
        ]
        operation = operations[(route.method, "/".join(parts))]
        assert operation["x-permission"] == route.policy.name
        assert operation["summary"]
