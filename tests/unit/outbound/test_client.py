"""Requests to sources: sent as asked, bounded, and failing in one sentence."""

import asyncio
import gzip
import socket
import tracemalloc
import zlib

import pytest
from tests.fixtures.http_server import says, server

from vedette.kernel.own_ports import OwnPorts
from vedette.kernel.secret import Secret
from vedette.outbound.errors import (
    BadAddress,
    EgressRefused,
    ResponseTooLarge,
    TimedOut,
    Unreachable,
)
from vedette.outbound.limits import AnswerLimit, answers_within
from vedette.outbound.tls import TlsOptions

NAME = "data source prom"


async def fetch(client, path="/x", **more):
    async with client.request("GET", path, **more) as response:
        return response.status, await response.read()


async def test_a_request_carries_login_and_configured_headers_and_nothing_else(make_client):
    async with server(says(b'{"a":1}')) as (port, seen):
        client = make_client(
            f"http://127.0.0.1:{port}/base/",
            user="me",
            password=Secret("pass"),
            headers={"X-Scope-OrgID": "7"},
        )
        assert await fetch(client, "/api?x=1", params={"q": "a b"}) == (200, b'{"a":1}')
    lines = seen[0].decode().split("\r\n")
    assert lines[0] == "GET /base/api?x=1&q=a+b HTTP/1.1"
    assert sorted(line.partition(":")[0].lower() for line in lines[1:] if line) == [
        "accept",
        "accept-encoding",
        "authorization",
        "host",
        "user-agent",
        "x-scope-orgid",
    ]
    assert "Authorization: Basic bWU6cGFzcw==" in lines
    assert "Accept-Encoding: identity" in lines


async def test_a_form_is_posted(make_client):
    bodies = []

    async def answer(head, reader, writer):
        length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
        bodies.append(await reader.readexactly(length))
        await says()(head, reader, writer)

    async with server(answer) as (port, seen):
        client = make_client(f"http://127.0.0.1:{port}")
        async with client.request("POST", "/q", form=[("query", "up{a='b'}")]) as response:
            assert response.status == 200
    assert bodies == [b"query=up%7Ba%3D%27b%27%7D"]
    assert b"Content-Type: application/x-www-form-urlencoded" in seen[0]


async def test_a_connection_is_used_again(make_client):
    connections = set()

    async def answer(head, reader, writer):
        connections.add(writer.get_extra_info("peername"))
        await says()(head, reader, writer)

    async with server(answer) as (port, _):
        client = make_client(f"http://127.0.0.1:{port}")
        for _ in range(5):
            await fetch(client)
    assert len(connections) == 1


async def test_credentials_stay_with_the_source_when_a_plugin_asks_elsewhere(make_client):
    async with server(says()) as (port, _), server(says()) as (other, seen):
        client = make_client(f"http://127.0.0.1:{port}", user="me", password=Secret("pass"))
        await fetch(client, f"http://127.0.0.1:{other}/y")
    assert b"Authorization" not in seen[0]


async def test_a_header_of_ones_own_replaces_ours_in_whatever_case_it_is_written(make_client):
    async with server(says()) as (port, seen):
        own = {"authorization": "Bearer x", "accept": "a/b", "host": "h", "content-length": "9"}
        client = make_client(
            f"http://127.0.0.1:{port}", user="me", password=Secret("pass"), headers=own
        )
        async with client.request("GET", "/", headers={"ACCEPT": "c/d"}) as response:
            assert response.status == 200
    lines = sorted(line.lower() for line in seen[0].split(b"\r\n")[1:] if line)
    assert [line for line in lines if not line.startswith((b"user-agent", b"accept-enc"))] == [
        b"accept: c/d",
        b"authorization: bearer x",
        b"host: h",
    ]


async def test_a_redirect_is_an_answer_and_is_not_followed(make_client):
    """Proves T01, CVE-2022-29170."""
    async with server(says()) as (sink, sunk):
        location = b"Location: http://127.0.0.1:%d/latest/meta-data" % sink
        async with server(says(b"", b"302 Found", location)) as (port, _):
            status, _ = await fetch(make_client(f"http://127.0.0.1:{port}"))
    assert status == 302
    assert sunk == []


async def test_cookies_of_a_source_are_forgotten(make_client):
    async with server(says(b"", b"200 OK", b"Set-Cookie: a=b")) as (port, seen):
        client = make_client(f"http://127.0.0.1:{port}")
        await fetch(client)
        await fetch(client)
    assert b"cookie" not in seen[1].lower()


async def test_a_compressed_answer_is_decoded_even_if_unasked(make_client):
    for body, encoding in (
        (gzip.compress(b"hello" * 1000), b"gzip"),
        (zlib.compress(b"hello" * 1000), b"deflate"),
        (gzip.compress(b"hello" * 400) + gzip.compress(b"hello" * 600), b"gzip"),
    ):
        async with server(says(body, b"200 OK", b"Content-Encoding: " + encoding)) as (port, _):
            _, text = await fetch(make_client(f"http://127.0.0.1:{port}"))
        assert text == b"hello" * 1000


async def test_a_decompression_bomb_is_refused_long_before_it_is_whole(make_client):
    """Proves T09."""
    body = gzip.compress(bytes(64 * 1024 * 1024))
    async with server(says(body, b"200 OK", b"Content-Encoding: gzip")) as (port, _):
        with pytest.raises(ResponseTooLarge, match="200 times"):
            await fetch(make_client(f"http://127.0.0.1:{port}"))


async def test_a_truncated_or_damaged_compressed_answer_is_an_error(make_client):
    for body in (gzip.compress(b"x" * 10_000)[:-9], b"not gzip at all"):
        async with server(says(body, b"200 OK", b"Content-Encoding: gzip")) as (port, _):
            with pytest.raises(Unreachable):
                await fetch(make_client(f"http://127.0.0.1:{port}"))


async def test_an_endless_answer_ends_at_the_limit(make_client):
    """Proves T09."""

    async def endless(head, reader, writer):
        writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        while True:
            writer.write(b"4000\r\n" + b"x" * 0x4000 + b"\r\n")
            await writer.drain()

    async with server(endless) as (port, _):
        client = make_client(f"http://127.0.0.1:{port}", dataproxy={"response_limit": 1_000_000})
        with pytest.raises(ResponseTooLarge, match="larger than 976 KiB"):
            await fetch(client)


async def test_a_slow_drip_ends_at_the_time_limit(make_client):
    """Proves T09."""

    async def drip(head, reader, writer):
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
        while True:
            writer.write(b"x")
            await writer.drain()
            await asyncio.sleep(0.02)

    async with server(drip) as (port, _):
        client = make_client(f"http://127.0.0.1:{port}", timeout=0.2)
        with pytest.raises(TimedOut, match="data source prom did not respond in time"):
            await fetch(client)


async def test_a_silent_server_ends_at_the_time_limit_of_the_request(make_client):
    async def silence(head, reader, writer):
        await asyncio.sleep(3600)

    async with server(silence) as (port, _):
        with pytest.raises(TimedOut):
            await fetch(make_client(f"http://127.0.0.1:{port}"), timeout=0.1)


async def test_leaving_early_closes_the_connection(make_client):
    closed = asyncio.Event()

    async def endless(head, reader, writer):
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n")
        try:
            while True:
                writer.write(b"x" * 65536)
                await writer.drain()
        except ConnectionError:
            closed.set()
            raise

    async with server(endless) as (port, _):
        client = make_client(f"http://127.0.0.1:{port}")
        async with client.request("GET", "/") as response:
            async for _ in response.chunks():
                break
        await asyncio.wait_for(closed.wait(), 5)


async def _nothing(head, reader, writer):
    writer.close()


async def _half(head, reader, writer):
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
    writer.close()


async def _nonsense(head, reader, writer):
    writer.write(b"SSH-2.0-OpenSSH\r\n\r\n")
    writer.close()


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (_nothing, "closed the connection before its response was complete"),
        (_half, "closed the connection before its response was complete"),
        (_nonsense, "did not return a valid HTTP response"),
        (
            says(b"x", b"200 OK", b"Content-Encoding: br"),
            "responded with the encoding 'br', which was not requested",
        ),
    ],
)
async def test_broken_answers_are_named(answer, words, make_client):
    async with server(answer) as (port, _):
        with pytest.raises(Unreachable) as caught:
            await fetch(make_client(f"http://127.0.0.1:{port}"))
    assert caught.value.public.startswith(NAME)
    assert words in caught.value.public


async def test_a_closed_port_and_an_unknown_host_are_distinguished(make_client):
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
        with pytest.raises(Unreachable) as caught:
            await fetch(make_client(f"http://127.0.0.1:{port}"))
    assert caught.value.public == f"{NAME} cannot be reached: connection refused."
    with pytest.raises(Unreachable, match="cannot be reached: its host name is unknown"):
        await fetch(make_client("http://no-such-host.invalid"))


async def test_a_certificate_of_a_known_authority_is_accepted(make_client, authority, server_tls):
    async with server(says(), server_tls("127.0.0.1")) as (port, _):
        client = make_client(f"https://127.0.0.1:{port}", tls=TlsOptions(ca=authority.pem))
        assert (await fetch(client))[0] == 200


async def test_an_unknown_authority_or_a_wrong_name_is_refused(make_client, authority, server_tls):
    """Proves T08."""
    async with server(says(), server_tls("other.example")) as (port, seen):
        with pytest.raises(Unreachable, match="shows a certificate that is not valid"):
            await fetch(make_client(f"https://127.0.0.1:{port}"))
        by_name = TlsOptions(ca=authority.pem)
        with pytest.raises(Unreachable, match="shows a certificate that is not valid"):
            await fetch(make_client(f"https://127.0.0.1:{port}", tls=by_name))
        named = TlsOptions(ca=authority.pem, server_name="other.example")
        assert (await fetch(make_client(f"https://127.0.0.1:{port}", tls=named)))[0] == 200
        unchecked = TlsOptions(skip_verify=True)
        assert (await fetch(make_client(f"https://127.0.0.1:{port}", tls=unchecked)))[0] == 200
    assert len(seen) == 2


async def test_we_show_a_certificate_where_the_source_has_one(make_client, authority, server_tls):
    cert, key = authority.issue("client")
    tls = TlsOptions(ca=authority.pem, client_cert=cert, client_key=Secret(key))
    async with server(says(), server_tls("127.0.0.1", ask_client=True)) as (port, _):
        assert (await fetch(make_client(f"https://127.0.0.1:{port}", tls=tls)))[0] == 200
        with pytest.raises(Unreachable):
            await fetch(make_client(f"https://127.0.0.1:{port}", tls=TlsOptions(ca=authority.pem)))


async def test_https_to_a_plain_server_is_named(make_client):
    async def plain(reader, writer):
        await reader.read(1)
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    listener = await asyncio.start_server(plain, "127.0.0.1", 0)
    port = listener.sockets[0].getsockname()[1]
    with pytest.raises(Unreachable, match="Check that it serves HTTPS"):
        await fetch(make_client(f"https://127.0.0.1:{port}"))
    listener.close()


async def test_certificates_that_are_none_are_named_and_their_key_is_not(make_client):
    client = make_client(
        "https://127.0.0.1:1",
        tls=TlsOptions(ca="", client_cert="nonsense", client_key=Secret("hunter2")),
    )
    with pytest.raises(BadAddress, match="TLS settings of data source prom") as caught:
        await fetch(client)
    assert "hunter2" not in caught.value.public


async def test_a_literal_address_is_checked_before_anything_is_sent(make_client):
    """Proves T01."""
    with pytest.raises(EgressRefused):
        make_client("http://169.254.169.254/latest/meta-data")
    client = make_client("http://93.184.216.34")
    with pytest.raises(EgressRefused):
        await fetch(client, "http://169.254.169.254/x")


async def test_a_name_is_refused_when_any_of_its_addresses_is(make_client, monkeypatch):
    """Proves T01, CVE-2025-8341."""
    async with server(says()) as (port, seen):
        client = make_client(f"http://two.example:{port}")
        await _resolve(client, monkeypatch, ["127.0.0.1", "169.254.169.254"])
        with pytest.raises(EgressRefused, match="Requests to data source prom are refused"):
            await fetch(client)
    assert seen == []


async def test_a_name_that_turns_to_loopback_later_is_refused_then(make_client, monkeypatch):
    """Proves T01."""
    async with server(says()) as (port, seen):
        client = make_client(f"http://re.example:{port}", by_default=False)
        await _resolve(client, monkeypatch, ["127.0.0.1"])
        with pytest.raises(EgressRefused):
            await fetch(client)
        trusted = make_client(f"http://re.example:{port}", by_default=False, is_trusted=True)
        await _resolve(trusted, monkeypatch, ["127.0.0.1"])
        assert (await fetch(trusted))[0] == 200
    assert f"Host: re.example:{port}".encode() in seen[0]


async def _resolve(client, monkeypatch, addresses):
    async def look_up(host, port):
        return tuple(addresses)

    monkeypatch.setattr(client._outbound.names, "addresses", look_up)


async def test_our_own_listener_is_refused(make_client):
    """Proves T07, CVE-2022-35957."""
    async with server(says()) as (port, seen):
        own_ports = OwnPorts([port])
        client = make_client(f"http://localhost:{port}", is_trusted=True, own_ports=own_ports)
        with pytest.raises(EgressRefused, match="it is this server"):
            await fetch(client)
    assert seen == []


async def test_each_request_is_counted_with_its_outcome(make_client):
    counted = []
    async with server(says(b"", b"503 Busy")) as (port, _):
        client = make_client(f"http://127.0.0.1:{port}")
        client._outbound.observe = lambda *each: counted.append(each)
        await fetch(client)
    await client.aclose()
    with pytest.raises(Unreachable):
        await fetch(client)
    assert [each[:2] for each in counted] == [("prometheus", "503"), ("prometheus", "error")]


SENT = [
    "/api/v1/label/a%20b/values",
    "/a~b!c$d&e'f(g)h*i+j,k=l:m@n",
    "/%41%c3%a9%7E",
    "/x?q=a+b%20c&match[]={a=~%22x|y%22}&e=%00&empty=&q=2",
    '/x?q={}|^`"<>[]',
    "/x?a=b/c?d",
]


@pytest.mark.parametrize("path", SENT)
async def test_a_path_is_sent_byte_for_byte(path, make_client):
    async with server(says()) as (port, seen):
        await fetch(make_client(f"http://127.0.0.1:{port}/base"), path)
    assert seen[0].split(b" ")[1] == b"/base" + path.encode()


async def test_who_is_given_less_names_the_setting_that_gives_more(make_client):
    body = bytes(3 * 1024 * 1024)
    async with server(says(body)) as (port, _):
        client = make_client(f"http://127.0.0.1:{port}")
        with (
            answers_within(AnswerLimit(2 * 1024 * 1024, "[some] setting")),
            pytest.raises(
                ResponseTooLarge, match=r"larger than 2 MiB. .* increase \[some\] setting\."
            ),
        ):
            await fetch(client)
        async with client.request("GET", "/") as response:
            assert await response.read() == body


async def test_nobody_is_given_more_than_the_limit_of_all(make_client):
    async with server(says(bytes(2_000_000))) as (port, _):
        client = make_client(f"http://127.0.0.1:{port}", dataproxy={"response_limit": 1_000_000})
        with (
            answers_within(AnswerLimit(3_000_000, "[some] setting")),
            pytest.raises(ResponseTooLarge, match="response_limit"),
        ):
            await fetch(client)


async def test_a_large_answer_is_held_once(make_client):
    body = bytes(32 * 1024 * 1024)
    async with server(says(body)) as (port, _):
        client = make_client(f"http://127.0.0.1:{port}")
        async with client.request("GET", "/") as response:
            tracemalloc.start()
            found = await response.read()
            _, most = tracemalloc.get_traced_memory()
            tracemalloc.stop()
    assert len(found) == len(body)
    assert most < 1.5 * len(body)
