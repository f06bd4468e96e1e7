"""Live connections: opened once, shared, renewed on change, closed in the end."""

import asyncio

import pytest
from msgspec.structs import replace
from tests.fixtures.http_server import says, server
from tests.unit.datasources.conftest import ADMIN, VIEWER

from vedette.access.evaluator import AccessDenied
from vedette.datasources.calls import SourceCalls
from vedette.datasources.errors import BadSettings, BadSource, ProxyRefused, SourceNotFound
from vedette.datasources.model import DataSourceDraft
from vedette.kernel.errors import BadGateway, Unprocessable
from vedette.sdk import Caller

DRAFT = DataSourceDraft(name="prom", type="alias-of-test", uid="prom", url="http://prom:9090")


async def ref_of(room, uid="prom"):
    return (await room.connections.find(1, [uid], []))[0]


async def test_a_source_is_opened_once_however_many_ask_at_once(room):
    await room.service.create(ADMIN, replace(DRAFT, secrets={"token": "hunter2"}))
    ref = await ref_of(room)
    assert (ref.kind, ref.name, ref.version) == ("test", "prom", 1)
    opened = await asyncio.gather(*(room.connections.connect(ref) for _ in range(20)))
    assert len(room.registry.opened) == 1
    assert set(map(id, opened)) == {id(room.registry.opened[0])}
    connection = opened[0].connection
    assert connection.secrets == {"token": "hunter2"}
    assert connection.settings.limit == 10


async def test_a_changed_source_is_opened_anew_and_the_old_one_closed_later(room):
    made = await room.service.create(ADMIN, DRAFT)
    old = await room.connections.connect(await ref_of(room))
    await room.service.update(ADMIN, made, replace(DRAFT, json_data={"limit": "7"}), None)
    new = await room.connections.connect(await ref_of(room))
    assert new is not old
    assert new.connection.settings.limit == 7
    assert not old.is_closed
    await room.connections.aclose()
    assert old.is_closed
    assert new.is_closed


async def test_sources_are_found_by_uid_and_by_number_in_one_go(room):
    first = await room.service.create(ADMIN, DRAFT)
    second = await room.service.create(ADMIN, DataSourceDraft(name="b", type="gone", uid="b"))
    found = await room.connections.find(1, ["prom", "nope"], [second.id, 999])
    assert {each.uid for each in found} == {"prom", "b"}
    assert {each.kind for each in found} == {"test", "gone"}
    assert await room.connections.find(1, [], []) == []
    assert await room.connections.find(2, [first.uid], [first.id]) == []


async def test_settings_of_a_wrong_type_are_named(room):
    await room.service.create(ADMIN, replace(DRAFT, json_data={"limit": "many"}))
    with pytest.raises(BadSettings, match=r"'prom' are not valid: .*limit"):
        await room.connections.connect(await ref_of(room))


async def test_a_source_that_went_meanwhile_is_not_found(room):
    made = await room.service.create(ADMIN, DRAFT)
    ref = await ref_of(room)
    await room.service.delete(ADMIN, made)
    with pytest.raises(SourceNotFound):
        await room.connections.connect(ref)


async def test_health_says_what_the_source_says_and_why_there_is_none(room):
    async with server(says()) as (port, _):
        draft = replace(DRAFT, url=f"http://127.0.0.1:{port}")
        health = await room.calls.health(await room.service.create(ADMIN, draft))
        assert (health.ok, health.message) == (True, "Answered 200.")
    dead = await room.service.create(
        ADMIN, DataSourceDraft(name="d", type="test", url="http://127.0.0.1:1")
    )
    assert "cannot be reached: connection refused" in (await room.calls.health(dead)).message
    empty = await room.service.create(ADMIN, DataSourceDraft(name="e", type="test"))
    assert "has no URL" in (await room.calls.health(empty)).message
    unknown = await room.service.create(ADMIN, DataSourceDraft(name="u", type="nope"))
    assert "No plugin nope" in (await room.calls.health(unknown)).message
    room.registry.failure = Unprocessable("The settings are incomplete.")
    broken = await room.service.create(ADMIN, DataSourceDraft(name="b", type="test"))
    health = await room.calls.health(broken)
    assert (health.ok, health.message) == (False, "The settings are incomplete.")


async def test_resources_reach_the_plugin_without_the_callers_login(room):
    source = await room.service.create(ADMIN, DRAFT)
    headers = {"authorization": "Bearer canary", "x-dashboard-uid": "abc"}
    answer = await room.calls.resource(
        VIEWER, source, "POST", "api/v1/labels", {"match[]": ["up"]}, b"x", headers
    )
    assert answer == {
        "method": "POST",
        "path": "api/v1/labels",
        "params": {"match[]": ["up"]},
        "body": "x",
        "headers": {"x-dashboard-uid": "abc"},
    }
    with pytest.raises(BadSource):
        await room.calls.resource(VIEWER, source, "GET", "api/../x", {}, b"", {})


async def proxied(room, answer, method="GET", path="api/v1/labels", who=VIEWER, **more):
    async with server(answer) as (port, seen):
        draft = replace(DRAFT, url=f"http://127.0.0.1:{port}/base", **more.pop("draft", {}))
        source = await room.service.create(ADMIN, draft)
        arguments = {"raw_query": "", "body": b"", "headers": {}, **more}
        given = await room.calls.proxy(who, source, method, path, **arguments)
    return given, seen[0].decode()


async def test_the_proxy_sends_what_it_checked_with_the_sources_own_login(room):
    given, head = await proxied(
        room,
        says(b'{"data":[]}', b"200 OK", b"Content-Type: application/json; charset=utf-8"),
        path="api/v1/label/a%20b/values",
        raw_query="match[]=up%7B%7D&auth_token=canary",
        headers={
            "cookie": "vedette_session=canary",
            "authorization": "Bearer canary",
            "x-forwarded-for": "canary",
            "accept": "application/json",
            "via": "1.0 edge",
        },
        draft={
            "is_basic_auth": True,
            "basic_auth_user": "me",
            "secrets": {"basicAuthPassword": "pass"},
        },
    )
    assert (given.status, given.body, given.is_json) == (200, b'{"data":[]}', True)
    assert head.startswith("GET /base/api/v1/label/a%20b/values?match[]=up%7B%7D HTTP/1.1\r\n")
    assert "Authorization: Basic bWU6cGFzcw==" in head
    assert "Via: 1.0 edge, 1.1 vedette" in head
    assert head.lower().count("\r\naccept:") == 1
    assert "Accept: application/json\r\n" in head
    assert "canary" not in head


async def test_the_proxy_gives_back_no_page_and_no_header(room):
    given, _ = await proxied(
        room,
        says(b"<script>", b"200 OK", b"Content-Type: text/html", b"Set-Cookie: a=b"),
    )
    assert (given.body, given.is_json) == (b"<script>", False)


@pytest.mark.parametrize("status", [b"302 Found", b"401 Unauthorized", b"304 Not Modified"])
async def test_redirects_and_refused_logins_of_a_source_are_no_answers(status, room):
    with pytest.raises(BadGateway, match="'prom'"):
        await proxied(room, says(b"", status, b"Location: javascript:alert(1)"))


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "api/v1/admin/tsdb/snapshot"),
        ("POST", "api/v1/labels"),
        ("GET", "api/v1/query"),
        ("GET", ""),
        ("DELETE", "api/v1/labels"),
    ],
)
async def test_paths_that_the_kind_does_not_open_are_refused(method, path, room):
    with pytest.raises(ProxyRefused):
        await proxied(room, says(), method=method, path=path)


async def test_a_route_can_ask_for_more_than_reading(room):
    with pytest.raises(AccessDenied):
        await proxied(room, says(), method="POST", path="api/v1/admin")
    source = await room.service.by_uid(ADMIN, "prom")
    await room.service.delete(ADMIN, source)
    given, _ = await proxied(room, says(), method="POST", path="api/v1/admin", who=ADMIN)
    assert given.status == 200


async def test_a_circle_of_proxies_ends(room):
    with pytest.raises(ProxyRefused, match="loop"):
        await proxied(room, says(), headers={"via": ", ".join(["1.1 vedette"] * 3)})


async def test_the_whitelist_names_the_only_servers(room):
    room.calls = SourceCalls(room.connections, room.permissions, ["prom.example:9090"])
    with pytest.raises(ProxyRefused, match="whitelist"):
        await proxied(room, says())


async def test_forwarded_headers_are_filtered_for_queries_too(room):
    await room.service.create(ADMIN, DRAFT)
    ref = await ref_of(room)
    caller = Caller(1, "vic", {"authorization": "canary", "x-dashboard-uid": "abc"})
    assert room.connections.caller(ref, caller).forwarded_headers == {}
    await room.connections.connect(ref)
    assert room.connections.caller(ref, caller).forwarded_headers == {"x-dashboard-uid": "abc"}
