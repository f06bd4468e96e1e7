"""A page follows queries over a real WebSocket, and only what it may, for as long as it may."""

import asyncio
from collections.abc import Mapping
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from tests.api.live.conftest import Live, running
from tests.fixtures.app import start
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from vedette.db.settings import DatabaseSettings
from vedette.server.listen import Listener
from vedette.server.sections.process import ServerSettings


async def test_frames_arrive_as_they_are_made_until_the_page_has_enough(live: Live) -> None:
    async with live.browser() as page:
        await page.follow("a")
        assert await page.hear() == {"type": "subscribed", "id": "a"}
        times = []
        for _ in range(3):
            message = await page.hear("frames")
            assert message["id"] == "a"
            (frame,) = message["frames"]
            assert [field["name"] for field in frame["schema"]["fields"]][:2] == ["Time", "Value"]
            times += frame["data"]["values"][0]
        assert times == sorted(set(times)) and times[1] - times[0] == 20
        await page.say("unsubscribe", id="a")
        assert await page.hear("ended") == {"type": "ended", "id": "a"}
        await page.say("ping")
        assert await page.hear() == {"type": "pong"}


async def test_one_connection_carries_several_queries_log_lines_among_them(live: Live) -> None:
    """Proves CVE-2026-28379."""
    async with live.browser() as page:
        await page.follow("a")
        await page.follow("b", stream={"speed": 20, "type": "logs"})
        seen = {}
        while len(seen) < 2:
            message = await page.hear("frames")
            seen[message["id"]] = message["frames"][0]
        assert seen["b"]["schema"]["meta"]["preferredVisualisationType"] == "logs"


@pytest.mark.parametrize(
    ("uid", "query", "code"),
    [
        ("nothing", {}, "query.unknown_source"),
        ("test", {"scenarioId": "random_walk"}, "testdata.bad_scenario"),
        ("test", {"timeRange": {"from": "soon", "to": "now"}}, "time_range.bad"),
    ],
)
async def test_what_cannot_be_followed_is_an_error_of_its_subscription(
    live: Live, uid: str, query: dict, code: str
) -> None:
    async with live.browser() as page:
        await page.follow("a", uid, **query)
        message = await page.hear("error")
        assert (message["id"], message["code"]) == ("a", code)
        assert message["message"].endswith(".")
        await page.follow("a")
        assert (await page.hear("subscribed"))["id"] == "a"


async def test_a_source_that_does_not_stream_says_so(live: Live) -> None:
    body = {"name": "P", "type": "prometheus", "uid": "p", "url": "http://127.0.0.1:1"}
    assert (await live.clients.server_admin.post("/api/datasources", body)).status == 200
    async with live.browser() as page:
        await page.follow("a", "p")
        message = await page.hear("error")
        assert message["message"] == "P does not support live streaming."


DEEP = '{"type":"ping","x":' + "[" * 30_000
DEEP_QUERY = '{"type":"subscribe","id":"a","datasource":"test","query":' + '{"a":' * 9_000
DEEP_QUERY += "1" + "}" * 9_001


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"type":"shout"}', '{"type":"unsubscribe"}', DEEP, DEEP_QUERY, "[" * 60_000],
    ids=["empty", "list", "object", "type", "field", "deep", "deep query", "deep list"],
)
async def test_a_message_that_cannot_be_read_is_answered_and_harms_nothing(
    live: Live, text: str
) -> None:
    """T60: Neither nonsense nor deep nesting ends the connection or fills the log."""
    async with live.browser() as page:
        await page.socket.send(text)
        assert (await page.hear())["code"] == "live.bad_message"
        await page.say("ping")
        assert await page.hear() == {"type": "pong"}


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1", ""])
async def test_a_page_of_another_site_may_not_connect_with_the_users_cookie(
    live: Live, origin: str
) -> None:
    """Proves T60."""
    with pytest.raises(InvalidStatus) as refused:
        async with live.browser(origin=origin):
            pass
    assert refused.value.response.status_code == 403


async def test_configured_origins_and_programs_with_a_login_may_connect(live: Live) -> None:
    async with live.browser(origin="https://wiki.example.org"):
        pass
    basic = "Basic YWRtaW46YWRtaW4tb2YtdGhlLXRlc3Rz"
    async with live.browser(origin="", cookie="", authorization=basic) as program:
        await program.say("ping")
        assert await program.hear() == {"type": "pong"}


async def test_pages_connect_by_the_rule_by_which_they_write(
    database_settings: DatabaseSettings, tmp_path: Path
) -> None:
    """Behind a proxy that ends TLS, and under addresses beside the public one."""
    words = (
        "cfg:server.root_url=https://board.example.org/",
        "cfg:security.csrf_trusted_origins=https://portal.example.org:443",
    )
    async with AsyncExitStack() as stack:
        app = await start(stack, database_settings, tmp_path, *words)
        live = await stack.enter_async_context(running(app))
        for origin, host, is_ours in (
            ("https://board.example.org", "board.example.org", True),
            ("https://board.example.org", "board.example.org:443", True),
            ("http://board.example.org", "board.example.org", False),
            ("https://board.example.org:8443", "board.example.org", False),
            ("http://10.0.0.7:3000", "10.0.0.7:3000", True),
            ("https://portal.example.org", "board.example.org", True),
            ("http://portal.example.org", "board.example.org", False),
        ):
            page = {**live.clients.viewer.headers, "origin": origin, "host": host}
            assert await opens(live.port, page) is is_ours, (origin, host)
            written = await live.clients.viewer.put(
                "/api/user/preferences", {}, origin=origin, host=host
            )
            assert (written.status == 200) is is_ours, (origin, host)


async def opens(port: int, headers: Mapping[str, str]) -> bool:
    """Whether a WebSocket is accepted that comes with these headers alone."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = [
        "GET /api/live/ws HTTP/1.1",
        *(f"{name}: {value}" for name, value in headers.items()),
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]
    writer.write("\r\n".join([*head, "", ""]).encode())
    status = (await reader.readline()).split()[1]
    writer.close()
    assert status in (b"101", b"403")
    return status == b"101"


async def test_strangers_are_refused_and_so_is_a_plain_request(live: Live) -> None:
    with pytest.raises(InvalidStatus) as refused:
        async with live.browser(live.clients.anonymous, cookie=""):
            pass
    assert refused.value.response.status_code == 401
    assert (await live.clients.viewer.get("/api/live/ws")).status == 426


async def test_no_more_pages_connect_than_configured(live: Live) -> None:
    async with live.browser(), live.browser(), live.browser():
        numbers = (await live.clients.viewer.get("/metrics")).body
        assert b"vedette_live_connections 3.0" in numbers
        with pytest.raises(InvalidStatus) as refused:
            async with live.browser():
                pass
        assert refused.value.response.status_code == 503
    async with live.browser():
        pass


async def test_who_is_signed_out_elsewhere_is_disconnected_at_once(live: Live) -> None:
    """Proves T60."""
    async with live.browser() as page:
        await page.follow("a")
        await page.hear("frames")
        async with live.browser(live.clients.editor) as other:
            assert (await live.clients.viewer.get("/logout")).status == 302
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    await page.hear()
            assert closed.value.rcvd.code == 4401
            await other.say("ping")
            assert await other.hear() == {"type": "pong"}


async def test_a_session_that_rotates_stays_connected_and_signed_in(live: Live) -> None:
    async with live.browser() as page:
        for _ in range(2):
            rotated = await live.clients.viewer.post("/api/user/auth-tokens/rotate")
            assert rotated.status == 200, rotated.body
            live.clients.viewer.headers["cookie"] = rotated.cookies[0].partition(";")[0]
        me = (await live.clients.viewer.get("/api/user")).json()
        changed = await live.clients.server_admin.patch(
            f"/api/org/users/{me['id']}", {"role": "Editor"}
        )
        assert changed.status == 200
        await asyncio.sleep(0.1)
        await page.say("ping")
        assert await page.hear() == {"type": "pong"}
        assert (await live.clients.viewer.get("/api/user")).status == 200


async def test_a_role_that_may_query_nothing_any_more_ends_what_it_followed(live: Live) -> None:
    async with live.browser() as page:
        await page.follow("a")
        await page.hear("frames")
        me = (await live.clients.viewer.get("/api/user")).json()
        await live.clients.server_admin.patch(f"/api/org/users/{me['id']}", {"role": "None"})
        message = await page.hear("error")
        assert (message["id"], message["status"]) == ("a", 403)


async def test_too_many_subscriptions_are_refused_and_the_others_go_on(live: Live) -> None:
    """Proves T60."""
    async with live.browser() as page:
        for place in range(51):
            await page.follow(f"s{place}", stream={"speed": 60_000})
        message = await page.hear("error")
        assert message["code"] == "live.too_many_subscriptions"
        await page.follow("s0")
        assert (await page.hear("error"))["code"] == "live.already_subscribed"
        await page.say("unsubscribe", id="s1")
        await page.hear("ended")
        await page.follow("new", stream={"speed": 60_000})
        while (await page.hear("subscribed"))["id"] != "new":
            pass


async def test_a_message_of_more_than_64_kib_closes_the_connection(live: Live) -> None:
    """Proves T60, CVE-2026-28376."""
    async with live.browser() as page:
        await page.socket.send("x" * (64 * 1024 + 1))
        with pytest.raises(ConnectionClosed) as closed:
            await page.hear()
        assert closed.value.rcvd.code == 1009


async def test_a_flood_of_messages_closes_the_connection(live: Live) -> None:
    async with live.browser() as page:
        with pytest.raises(ConnectionClosed) as closed:
            for _ in range(500):
                await page.say("ping")
            while True:
                await page.hear()
        assert closed.value.rcvd.code == 1008


async def test_a_restart_closes_every_connection_with_its_reason(live: Live) -> None:
    service = asyncio.create_task(live.service("live")())
    async with live.browser() as page:
        await page.follow("a")
        await page.hear("frames")
        service.cancel()
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                await page.hear()
        assert closed.value.rcvd.code == 1012
    await asyncio.gather(service, return_exceptions=True)
    with pytest.raises(InvalidStatus):
        async with live.browser():
            pass


async def test_no_other_address_takes_a_websocket(live: Live) -> None:
    for path in ("/", "/api/health", "/api/ds/query"):
        with pytest.raises(InvalidStatus) as refused:
            async with connect(f"ws://127.0.0.1:{live.port}{path}", proxy=None):
                pass
        assert refused.value.response.status_code == 404


async def test_a_page_that_answers_no_ping_is_disconnected(
    database_settings: DatabaseSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Proves T60."""
    monkeypatch.setattr("vedette.server.listen._PING_SECONDS", 0.2)
    async with AsyncExitStack() as stack:
        app = await start(stack, database_settings, tmp_path)
        live = await stack.enter_async_context(running(app))
        reader, writer = await asyncio.open_connection("127.0.0.1", live.port)
        head = [
            "GET /api/live/ws HTTP/1.1",
            f"Host: 127.0.0.1:{live.port}",
            f"Origin: http://127.0.0.1:{live.port}",
            f"Cookie: {live.clients.viewer.headers['cookie']}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        ]
        writer.write("\r\n".join([*head, "", ""]).encode())
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        async with asyncio.timeout(5):
            rest = await reader.read()
        assert rest[0] == 0x89, "a ping came first"
        assert b"keepalive ping timeout" in rest
        writer.close()


async def test_under_another_name_no_socket_opens_where_one_name_is_enforced(
    database_settings: DatabaseSettings, tmp_path: Path
) -> None:
    async with AsyncExitStack() as stack:
        words = ("cfg:server.domain=board.example.org", "cfg:server.enforce_domain=true")
        app = await start(stack, database_settings, tmp_path, *words)
        listener = Listener(app.application, ServerSettings(http_addr="127.0.0.1", http_port=0))
        serving = asyncio.create_task(listener.run())
        url = f"ws://127.0.0.1:{listener.port}/api/live/ws"
        with pytest.raises(InvalidStatus) as refused:
            async with connect(url, proxy=None):
                pass
        assert refused.value.response.status_code == 404
        listener.stop()
        await serving
