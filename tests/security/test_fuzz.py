"""Whatever is sent to whatever address: an answer with a reason, never a 500."""

import types
import typing
from base64 import b64encode
from contextlib import AsyncExitStack
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

import msgspec
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from tests.fixtures.app import ADMIN_PASSWORD, Client, start

from vedette.app.build import App
from vedette.db.settings import DatabaseSettings

TEXTS = st.sampled_from(
    [
        "",
        " ",
        "a",
        "general",
        "now",
        "now-6h",
        "now-999999y/w",
        "0001-01-01T00:00:00+23:59",
        "-9999999999999999",
        "a\0b",
        "\x7f\n\r",
        "../../etc/passwd",
        "%00",
        "'; DROP TABLE dashboard; --",
        "${DS_X}",
        "{{7*7}}",
        "<script>alert(1)</script>",
        "é\u202e\U0001f600\ufeff\ufdd0",
        "²",
        "1e400",
        "x" * 300,
        "%" * 41,
        "_%",
        "\\",
        "prometheus",
        "grafana-testdata-datasource",
        "Admin",
        "http://127.0.0.1:1",
        "http://[::1",
        "javascript:alert(1)",
        "a@b",
        "5m",
        "999999999999y",
    ]
)
NUMBERS = st.sampled_from(
    [0, 1, -1, 255, 2**31, 2**53, 2**63, -(2**63) - 1, 2**64, 10**30, 0.5, 1e308, 5e-324]
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["uid", "type", "refId", "a\0", ""]), inner, max_size=3)
    ),
    max_leaves=6,
)
WORDS = (
    "0 2 3 -1 a general fuzz ² %C2%B2 %00 a%00b %0a %2e%2e %2f %ff % %zz .. * - a:b dashboards"
    " datasources folders default nothing"
)
SEGMENTS = st.sampled_from([*WORDS.split(), "9" * 18, "9" * 19, "9" * 400, "a" * 300])
NO_BODIES = st.sampled_from(
    [b"", b"null", b"[", b"\xff", b'"\\ud800"', b'{"a":1,"a":2}', b"NaN", b"{" * 100]
)
RESTS = st.sampled_from(
    ["", "/", "..", "../..", "%2e%2e/x", "//x", "api/v1/labels", "api/v1/query?query=1", "x%00"]
)
DASHBOARDS = st.fixed_dictionaries(
    {},
    optional={
        "title": TEXTS,
        "uid": TEXTS,
        "id": NUMBERS,
        "version": NUMBERS,
        "tags": VALUES,
        "panels": VALUES,
        "refresh": TEXTS,
        "templating": VALUES,
        "__inputs": VALUES,
        "schemaVersion": NUMBERS,
    },
)
QUERIES = st.fixed_dictionaries(
    {},
    optional={
        "refId": TEXTS,
        "datasource": st.fixed_dictionaries(
            {"uid": st.sampled_from(["test", "prom", "grafana", "nothing", "a\0"])}
        ),
        "maxDataPoints": NUMBERS,
        "intervalMs": NUMBERS,
        "scenarioId": st.sampled_from(
            ["random_walk", "csv_content", "logs", "predictable_pulse", "node_graph", "nothing"]
        ),
        "stringInput": TEXTS,
        "seriesCount": NUMBERS,
        "lines": NUMBERS,
        "csvContent": TEXTS,
        "expr": TEXTS,
        "queryType": TEXTS,
        "timeRange": VALUES,
    },
)


def of_kind(hint: Any) -> st.SearchStrategy[Any]:
    """Values that mostly fit a type, so that they get past the decoder to what is behind it."""
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if hint is str:
        return TEXTS
    if hint in (int, float):
        return NUMBERS
    if hint is bool:
        return st.booleans()
    if hint is msgspec.Raw:
        return DASHBOARDS
    if origin in (typing.Union, types.UnionType):
        return st.one_of([of_kind(part) for part in parts])
    if origin is list:
        return st.lists(QUERIES if _is_open(parts[0]) else of_kind(parts[0]), max_size=3)
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return of_struct(hint)
    if hint is type(None):
        return st.none()
    return VALUES


def _is_open(hint: Any) -> bool:
    return typing.get_origin(hint) is dict


def of_struct(kind: type) -> st.SearchStrategy[dict[str, Any]]:
    hints = typing.get_type_hints(kind)
    required, optional = {}, {}
    for each in msgspec.structs.fields(kind):
        into = required if each.required else optional
        into[each.encode_name] = of_kind(hints[each.name])
    return st.fixed_dictionaries(required, optional=optional)


class Shape(NamedTuple):
    """What requests to a route look like, whatever its handler."""

    method: str
    path: str
    body: Any
    query: Any


def path_of(route: Shape, draw: Any) -> str:
    parts = []
    for part in route.path.split("/"):
        if part.startswith(":"):
            is_source = part == ":uid" and "datasources" in route.path
            part = draw(st.sampled_from(["test", "prom"]) | SEGMENTS if is_source else SEGMENTS)
        elif part.startswith("*"):
            part = draw(RESTS)
        parts.append(part)
    return "/".join(parts)


def query_of(route: Shape, draw: Any) -> str:
    if route.query is None:
        return draw(st.sampled_from(["", "x=%00", "&" * 600, "orgId=%B2", "orgId=" + "9" * 30]))
    values = draw(of_struct(route.query))
    return urlencode(values, doseq=True, quote_via=quote)


def body_of(route: Shape, draw: Any) -> tuple[bytes, str]:
    kind = draw(st.sampled_from(["application/json"] * 9 + ["text/plain"]))
    if route.method in ("GET", "HEAD"):
        return b"", kind
    if route.body is None or draw(st.integers(0, 9)) == 0:
        return draw(NO_BODIES), kind
    strategy = of_kind(route.body) if draw(st.integers(0, 9)) else VALUES
    return msgspec.json.encode(draw(strategy)), kind


class Shape(NamedTuple):
    """What the requests to a route look like, whatever its handler."""

    method: str
    path: str
    body: Any
    query: Any


@cache
def plan(shapes: tuple[Shape, ...]) -> list[tuple[Shape, str, str, bytes, str]]:
    """The same requests in every run: where to, path, query string, body and its type."""
    wanted: list[tuple[Shape, str, str, bytes, str]] = []

    def collect(shape: Shape) -> None:
        @settings(
            max_examples=12,
            derandomize=True,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(st.data())
        def draw(data: Any) -> None:
            path, query = path_of(shape, data.draw), query_of(shape, data.draw)
            wanted.append((shape, path, query, *body_of(shape, data.draw)))

        draw()

    for shape in shapes:
        collect(shape)
    return wanted


async def prepared(app: App) -> Client:
    """A server admin who stays signed in whatever happens to sessions, and two sources."""
    login = b64encode(f"admin:{ADMIN_PASSWORD}".encode()).decode()
    client = Client(app, {"authorization": f"Basic {login}"})
    for uid, kind in (("test", "grafana-testdata-datasource"), ("prom", "prometheus")):
        body = {"name": uid, "uid": uid, "type": kind, "access": "proxy"}
        body["url"] = "http://127.0.0.1:1"
        assert (await client.post("/api/datasources", body)).status == 200
    saved = await client.post("/api/dashboards/db", {"dashboard": {"title": "f", "uid": "fuzz"}})
    assert saved.status == 200
    return client


async def test_no_request_is_answered_with_a_500(
    database_settings: DatabaseSettings, tmp_path: Path
) -> None:
    """Proves T42, T53."""
    async with AsyncExitStack() as stack:
        unguarded = "cfg:security.disable_brute_force_login_protection=true"
        app = await start(stack, database_settings, tmp_path, unguarded)
        client = await prepared(app)
        shapes = tuple(Shape(r.method, r.path, r.body, r.query) for r in app.routes)
        seen, broken = set(), []
        for route, path, query, body, kind in plan(shapes):
            reply = await client.send(
                route.method, f"{path}?{query}", body, headers={"content-type": kind}
            )
            asked = f"{route.method} {path}?{query[:200]} {body!r} -> {reply.body[:300]!r}"
            seen.add(route)
            if reply.status == 500:
                broken.append(asked)
            elif reply.status >= 400:
                assert reply.json()["message"], asked
        assert broken == []
        assert seen == set(shapes)
