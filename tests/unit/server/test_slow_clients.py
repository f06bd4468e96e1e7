"""Whoever sends slowly holds no connection; whoever waits for an answer keeps theirs."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from vedette.server.listen import Listener
from vedette.server.sections import ALL_SECTIONS
from vedette.server.sections.process import ServerSettings
from vedette.settings import load

LIMIT = 0.2


async def application(scope, receive, send):
    """Reads the body, and answers after many times the limit."""
    while (await receive()).get("more_body"):
        pass
    await asyncio.sleep(LIMIT * 5)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"done"})


@asynccontextmanager
async def serving(application=application) -> AsyncIterator[int]:
    overrides = ["http_port=0", "http_addr=127.0.0.1", f"read_timeout={LIMIT * 1000:.0f}ms"]
    settings = load(ALL_SECTIONS, overrides=[f"cfg:server.{each}" for each in overrides])
    listener = Listener(application, settings[ServerSettings])
    running = asyncio.create_task(listener.run())
    try:
        yield listener.port
    finally:
        listener.stop()
        await running


async def answer_to(sent: bytes, application=application) -> bytes:
    async with serving(application) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(sent)
        answer = await asyncio.wait_for(reader.read(), 20)
        writer.close()
        return answer


HEAD = b"POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 4\r\n"


@pytest.mark.parametrize(
    "sent", [b"GET / HT", HEAD, HEAD + b"\r\n12"], ids=["line", "head", "body"]
)
async def test_an_incomplete_request_gets_408_and_is_closed(sent: bytes) -> None:
    """Proves T67."""
    answer = await answer_to(sent)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b'"requestId"' in answer


async def test_a_connection_without_any_request_is_ended() -> None:
    """Proves T67."""
    assert await answer_to(b"") == b""


async def test_a_whole_request_waits_for_its_answer_as_long_as_that_takes() -> None:
    answer = await answer_to(HEAD + b"\r\n1234")
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert b"done" in answer


async def test_an_invalid_chunk_during_a_response_gets_400(caplog) -> None:
    kept = HEAD.replace(b"Connection: close\r\n", b"")
    answer = await answer_to(kept + b"\r\n1234nonsense\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert answer.count(b"HTTP/1.1 ") == 1
    assert not [each for each in caplog.records if each.levelname == "ERROR"]


async def half(scope, receive, send):
    """Reads nothing, and pauses in the middle of its answer."""
    head = [(b"content-length", b"600")]
    await send({"type": "http.response.start", "status": 200, "headers": head})
    await send({"type": "http.response.body", "body": b"x" * 300, "more_body": True})
    await asyncio.sleep(LIMIT * 10)
    await send({"type": "http.response.body", "body": b"y" * 300})


async def early(scope, receive, send):
    """Reads nothing, and answers at once."""
    await send({"type": "http.response.start", "status": 413, "headers": []})
    await send({"type": "http.response.body", "body": b"too large"})


GET = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"


@pytest.mark.parametrize(
    "sent",
    [b"nonsense\r\n\r\n", b"GET / HT", HEAD + b"\r\n12"],
    ids=["nonsense", "slow head", "slow body"],
)
async def test_a_refusal_is_not_taken_for_the_rest_of_an_answer(sent: bytes) -> None:
    """A client that counts to the length it was told of would read it as that."""
    async with serving(half) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(GET)
        await reader.readuntil(b"\r\n\r\n")
        writer.write(sent)
        assert await asyncio.wait_for(reader.read(), 20) == b"x" * 300
        writer.close()


async def test_who_was_answered_before_the_end_of_a_slow_request_gets_no_second_answer() -> None:
    kept = HEAD.replace(b"Connection: close\r\n", b"")
    answer = await answer_to(kept + b"\r\n12", early)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert answer.count(b"HTTP/1.1 ") == 1


async def test_nonsense_after_a_whole_answer_gets_one_of_its_own() -> None:
    async with serving(early) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(GET)
        first = await asyncio.wait_for(reader.readuntil(b"0\r\n\r\n"), 20)
        assert first.startswith(b"HTTP/1.1 413 ")
        writer.write(b"nonsense\r\n\r\n")
        assert (await asyncio.wait_for(reader.read(), 20)).startswith(b"HTTP/1.1 400 ")
        writer.close()
