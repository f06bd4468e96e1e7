"""A started server answers its first requests as it answers later ones."""

import base64
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from tests.fixtures.app import ADMIN_PASSWORD, start

from vedette.app.build import App
from vedette.db.settings import DatabaseSettings


@pytest.fixture
async def fresh(tmp_path: Path) -> AsyncIterator[App]:
    """An application that nobody has sent a request to."""
    async with AsyncExitStack() as stack:
        yield await start(stack, DatabaseSettings(), tmp_path)


async def first(app: App, method: str, path: str, **headers: str) -> tuple[int, bytes]:
    """Status and body, from the application itself: the client of the tests loads all routes."""
    messages = []

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, object]) -> None:
        messages.append(message)

    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 50_000),
    }
    await app.application(scope, receive, send)  # type: ignore[arg-type]
    body = b"".join(each.get("body", b"") for each in messages[1:])  # type: ignore[misc]
    return int(messages[0]["status"]), body  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/nothing", 404),
        ("GET", "/api/usersandmore", 404),
        ("GET", "/api/user/nothing", 404),
        ("GET", "/api/user", 401),
        ("GET", "/api/folders/some", 401),
        ("GET", "/api/v1/provisioning/alert-rules", 401),
        ("DELETE", "/api/search", 404),
        ("GET", "/login", 200),
        ("GET", "/nothing", 404),
        ("GET", "/api/openapi.json", 200),
        ("GET", "/metrics", 200),
    ],
)
async def test_the_first_request_gets_the_answer_of_later_ones(
    fresh: App, method: str, path: str, status: int
) -> None:
    assert (await first(fresh, method, path))[0] == status
    assert fresh.routes
    assert (await first(fresh, method, path))[0] == status


async def test_a_first_request_may_carry_credentials(fresh: App) -> None:
    word = base64.b64encode(f"admin:{ADMIN_PASSWORD}".encode()).decode()
    status, _ = await first(fresh, "GET", "/api/user", authorization=f"Basic {word}")
    assert status == 200


async def test_a_request_from_before_the_metrics_were_loaded_is_counted(fresh: App) -> None:
    await first(fresh, "GET", "/api/health")
    _, page = await first(fresh, "GET", "/metrics")
    assert b'handler="/api/health"' in page


async def test_the_prefixes_of_a_group_cover_its_routes(fresh: App) -> None:
    """A route outside them would be unknown until a request to another one loads the group."""
    routes = [(group, route) for group in fresh.route_groups() for route in group.routes()]
    assert len(routes) > 200
    assert [route.path for group, route in routes if not group.covers(route.path)] == []
