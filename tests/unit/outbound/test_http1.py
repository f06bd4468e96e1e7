"""HTTP/1.1 on one connection: whatever way an answer is cut, it is whole, or it is an error."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fixtures.http_server import says, server

from vedette.outbound.errors import BadAddress, Unreachable
from vedette.outbound.http1 import EndedEarly, Http1Connection, NotHttp, request_bytes


class Wire:
    """A transport without a network."""

    def __init__(self) -> None:
        self.written = b""
        self.is_paused = self.is_aborted = False

    def write(self, data: bytes) -> None:
        self.written += data

    def pause_reading(self) -> None:
        self.is_paused = True

    def resume_reading(self) -> None:
        self.is_paused = False

    def abort(self) -> None:
        self.is_aborted = True


def connected():
    connection, wire = Http1Connection(), Wire()
    connection.connection_made(wire)
    return connection, wire


async def answered(pieces, method="GET", *, ends=True):
    """Status, headers and body of an answer that comes in these pieces."""
    connection, _ = connected()
    sending = asyncio.ensure_future(connection.send(method, b"request"))
    await asyncio.sleep(0)
    for piece in pieces:
        connection.data_received(piece)
    if ends:
        connection.connection_lost(None)
    await sending
    body = b"".join([piece async for piece in connection.chunks()])
    return connection, body


CHUNKED = (
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-A: 1\r\n\r\n"
    b"5\r\nhello\r\n1;extension=1\r\n \r\n5\r\nworld\r\n0\r\nTrailer: 1\r\n\r\n"
)
SIZED = b"HTTP/1.1 200 OK\r\nContent-Length: 11\r\nX-A: 1\r\n\r\nhello world"
TO_THE_END = b"HTTP/1.0 200 OK\r\nX-A: 1\r\n\r\nhello world"
AFTER_HINTS = b"HTTP/1.1 103 Early Hints\r\nX-A: 0\r\n\r\n" + SIZED


@given(st.sampled_from((CHUNKED, SIZED, TO_THE_END, AFTER_HINTS)), st.data())
async def test_an_answer_is_the_same_however_the_network_cuts_it(whole, data):
    cuts = sorted(data.draw(st.lists(st.integers(1, len(whole) - 1), max_size=8)))
    pieces = [whole[a:b] for a, b in zip([0, *cuts], [*cuts, len(whole)], strict=True) if a < b]
    connection, body = await answered(pieces)
    assert (connection.status, connection.headers["x-a"], body) == (200, "1", b"hello world")


@given(st.sampled_from((CHUNKED, SIZED)), st.data())
async def test_half_an_answer_is_an_error_and_never_a_short_answer(whole, data):
    cut = data.draw(st.integers(1, len(whole) - 1))
    with pytest.raises(EndedEarly):
        await answered([whole[:cut]])


@pytest.mark.parametrize("line", [b"X-More: 1\r\n", b"X" * 13])
async def test_what_follows_a_body_has_an_end_and_says_nothing(line):
    start = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n"
    with pytest.raises(NotHttp):
        await answered([start, *[line * 1000] * 6])
    connection, body = await answered([start, b"X-More: 1\r\n\r\n"])
    assert (body, "x-more" in connection.headers) == (b"x", False)


@given(st.binary(min_size=1, max_size=300))
async def test_bytes_that_are_no_http_are_refused(noise):
    with pytest.raises((NotHttp, EndedEarly)):
        await answered([b"\x00" + noise])


async def test_headers_are_found_in_any_case_and_repeated_ones_are_joined():
    head = b"HTTP/1.1 204 No Content\r\nVary: a\r\nvary: b\r\nContent-TYPE: x\r\n\r\n"
    connection, body = await answered([head], ends=False)
    assert connection.headers["Vary"] == "a, b"
    assert connection.headers.get("content-type") == "x"
    assert "CONTENT-type" in connection.headers
    assert body == b""
    assert connection.is_reusable


@pytest.mark.parametrize(
    ("head", "stays"),
    [
        (SIZED, True),
        (CHUNKED, True),
        (SIZED.replace(b"X-A: 1", b"Connection: close"), False),
        (SIZED.replace(b"HTTP/1.1", b"HTTP/1.0"), False),
        (SIZED + b"HTTP/1.1 200 OK\r\n", False),
    ],
)
async def test_a_connection_stays_only_where_both_sides_know_where_the_answer_ended(head, stays):
    connection, body = await answered([head], ends=False)
    assert body == b"hello world"
    assert connection.is_reusable is stays


async def test_what_comes_unasked_ends_the_connection():
    connection, _ = await answered([SIZED], ends=False)
    wire = connection._transport
    connection.data_received(b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil")
    assert wire.is_aborted


async def test_headers_without_an_end_are_refused():
    with pytest.raises(NotHttp):
        await answered([b"HTTP/1.1 200 OK\r\n", *[b"X-Pad: " + b"x" * 8_000 + b"\r\n"] * 20])


async def test_an_answer_to_head_has_no_body_whatever_its_length_says():
    connection, body = await answered([SIZED.removesuffix(b"hello world")], "HEAD", ends=False)
    assert (connection.status, body, connection.is_reusable) == (200, b"", False)


async def test_a_fast_sender_waits_for_a_slow_reader():
    connection, wire = connected()
    sending = asyncio.ensure_future(connection.send("GET", b""))
    await asyncio.sleep(0)
    connection.data_received(b"HTTP/1.1 200 OK\r\nContent-Length: 2000000\r\n\r\n")
    await sending
    for _ in range(3):
        connection.data_received(b"x" * 200_000)
    assert wire.is_paused
    reading = connection.chunks()
    for _ in range(3):
        await anext(reading)
    assert not wire.is_paused


def test_a_request_has_its_length_where_it_has_a_body_and_where_one_is_expected():
    headers = [("Host", "a")]
    assert request_bytes("GET", "/", headers, None) == b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
    assert b"\r\nContent-Length: 0\r\n\r\n" in request_bytes("POST", "/", headers, None)
    assert request_bytes("POST", "/", headers, b"ab").endswith(b"\r\nContent-Length: 2\r\n\r\nab")


@pytest.mark.parametrize(
    ("method", "target", "header"),
    [
        ("GET", "/ HTTP/1.1\r\nX: 1", "v"),
        ("GET", "/a b", "v"),
        ("GET /x", "/", "v"),
        ("GET", "/", "v\r\nX: 1"),
        ("GET", "/", "v\nX: 1"),
        ("GET", "/", "v\rX: 1"),
        ("GET", "/", "v\0"),
    ],
)
def test_nothing_can_be_smuggled_into_a_request(method, target, header):
    """Proves T62."""
    with pytest.raises(
        ValueError, match=r"a line break in a request|a space in the URL of a request"
    ):
        request_bytes(method, target, [("Host", header)], None)


async def test_a_smuggled_line_is_refused_by_name_and_never_sent(make_client):
    async with server(says()) as (port, seen):
        client = make_client(f"http://127.0.0.1:{port}")
        with pytest.raises(BadAddress, match="data source prom"):
            async with client.request("GET", "/x", headers={"X-A": "1\r\nX-B: 2"}):
                pass
    assert seen == []


async def _after_one(head, reader, writer):
    """Answers once, and closes when the connection is used a second time."""
    if writer in _answered:
        writer.close()
        return
    _answered.add(writer)
    await says(b"once")(head, reader, writer)


_answered = set()


async def test_a_connection_that_was_closed_meanwhile_is_replaced_where_that_is_harmless(
    make_client,
):
    async with server(_after_one) as (port, _):
        client = make_client(f"http://127.0.0.1:{port}")
        for _ in range(3):
            async with client.request("GET", "/") as response:
                assert await response.read() == b"once"
        with pytest.raises(Unreachable, match="closed the connection"):
            async with client.request("POST", "/", body=b""):
                pass


async def test_connections_are_bounded_where_that_is_configured(make_client):
    at_once = most = 0

    async def answer(head, reader, writer):
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        await asyncio.sleep(0.02)
        at_once -= 1
        await says()(head, reader, writer)

    async def ask(client):
        async with client.request("GET", "/") as response:
            await response.read()

    async with server(answer) as (port, _):
        client = make_client(f"http://127.0.0.1:{port}", dataproxy={"max_conns_per_host": 2})
        await asyncio.gather(*(ask(client) for _ in range(8)))
    assert most == 2


async def test_an_unread_answer_costs_its_connection_and_nothing_else(make_client):
    connections = set()

    async def answer(head, reader, writer):
        connections.add(writer.get_extra_info("peername"))
        await says(b"x" * 3_000_000)(head, reader, writer)

    async with server(answer) as (port, _):
        client = make_client(f"http://127.0.0.1:{port}")
        for _ in range(2):
            async with client.request("GET", "/") as response:
                assert response.status == 200
    assert len(connections) == 2
