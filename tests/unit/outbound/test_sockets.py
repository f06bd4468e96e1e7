"""WebSockets to sources go where requests may go, and cost no more than allowed."""

import asyncio
from contextlib import asynccontextmanager

import pytest
from tests.fixtures.http_server import says, server
from websockets.asyncio.server import serve

from vedette.outbound.errors import EgressRefused, ResponseTooLarge, TimedOut, Unreachable


@asynccontextmanager
async def talker(handler, tls=None):
    """A real WebSocket server; yields its port and the requests it got."""
    requests = []

    async def handle(socket):
        requests.append(socket.request)
        await handler(socket)

    async with serve(handle, "127.0.0.1", 0, ssl=tls) as listener:
        yield listener.sockets[0].getsockname()[1], requests


async def says_three(socket):
    for text in ("one", "two", b"three"):
        await socket.send(text)


async def listen(client, path="/tail", **options):
    async with client.websocket(path, **options) as socket:
        return [message async for message in socket.messages()]


async def said(client, text):
    async with client.websocket("/") as socket:
        await socket.send(text)
        return [message async for message in socket.messages()]


async def test_messages_arrive_until_the_server_closes(make_client):
    async with talker(says_three) as (port, requests):
        client = make_client(f"http://127.0.0.1:{port}/sub", user="me")
        found = await listen(client, params={"query": '{a="b"}'}, headers={"X-Scope-OrgID": "7"})
    assert found == [b"one", b"two", b"three"]
    assert requests[0].path == "/sub/tail?query=%7Ba%3D%22b%22%7D"
    assert requests[0].headers["Authorization"].startswith("Basic ")
    assert requests[0].headers["X-Scope-OrgID"] == "7"


async def test_what_is_sent_arrives(make_client):
    async def echo(socket):
        await socket.send(await socket.recv())

    async with talker(echo) as (port, _):
        client = make_client(f"http://127.0.0.1:{port}")
        assert await said(client, "hello") == [b"hello"]


async def test_certificates_are_checked_and_may_be_our_own(make_client, authority, server_tls):
    from vedette.outbound.tls import TlsOptions

    async with talker(says_three, server_tls("127.0.0.1")) as (port, _):
        url = f"https://127.0.0.1:{port}"
        with pytest.raises(Unreachable, match="certificate"):
            await listen(make_client(url))
        assert len(await listen(make_client(url, tls=TlsOptions(ca=authority.pem)))) == 3


async def test_the_policy_holds_for_sockets_too(make_client):
    """Proves T02."""
    async with talker(says_three) as (port, requests):
        client = make_client(f"http://localhost:{port}", by_default=False)
        with pytest.raises(EgressRefused):
            await listen(client)
    assert requests == []


async def test_a_redirect_is_not_followed(make_client):
    async with talker(says_three) as (port, requests):
        moved = says(b"", b"302 Found", b"Location: http://127.0.0.1:%d/" % port)
        async with server(moved) as (first, _):
            with pytest.raises(Unreachable, match="302, a redirect"):
                await listen(make_client(f"http://127.0.0.1:{first}"))
    assert requests == []


@pytest.mark.parametrize("status", [b"400 Bad Request", b"200 OK", b"503 Busy"])
async def test_a_refused_web_socket_is_reported_with_its_status(make_client, status):
    async with server(says(b"no", status)) as (port, _):
        with pytest.raises(Unreachable) as refused:
            await listen(make_client(f"http://127.0.0.1:{port}"))
    assert refused.value.detail["upstreamStatus"] == int(status[:3])
    assert "refused the live connection" in refused.value.public


async def test_a_message_past_the_limit_ends_the_connection(make_client):
    async def shouts(socket):
        await socket.send("x" * 2_000)
        await socket.wait_closed()

    async with talker(shouts) as (port, _):
        client = make_client(f"http://127.0.0.1:{port}", dataproxy={"response_limit": 1_000})
        with pytest.raises(ResponseTooLarge):
            await listen(client)


async def test_a_connection_that_breaks_is_distinguished_from_one_that_ends(make_client):
    async def breaks(socket):
        await socket.send("one")
        socket.transport.abort()

    async def fails(socket):
        await socket.close(1011, "no more")

    for handler in (breaks, fails):
        async with talker(handler) as (port, _):
            with pytest.raises(Unreachable, match="live connection"):
                await listen(make_client(f"http://127.0.0.1:{port}"))


async def test_why_a_server_breaks_off_is_passed_on(make_client):
    async def fails(socket):
        await socket.close(1011, "too many\ntails")

    async with talker(fails) as (port, _):
        with pytest.raises(Unreachable, match=r"\(1011: too many tails\)"):
            await listen(make_client(f"http://127.0.0.1:{port}"))


async def test_a_server_that_does_not_answer_is_not_waited_for(make_client):
    async def hangs(head, reader, writer):
        await asyncio.sleep(5)

    async with server(hangs) as (port, _):
        with pytest.raises(TimedOut):
            await listen(make_client(f"http://127.0.0.1:{port}", timeout=0.2))


async def test_nobody_at_the_address_is_one_sentence(make_client):
    with pytest.raises(Unreachable, match="connection refused"):
        await listen(make_client("http://127.0.0.1:9"))
