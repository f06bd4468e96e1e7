"""What travels is small, and what is streamed stays streamed."""

import gzip
from collections.abc import AsyncIterator, Sequence

from vedette.web.answer import ApiAnswer
from vedette.web.call import Call
from vedette.web.compression import compressed

_PIECES = [b'{"values":[', b"1234567890," * 50_000, b"1]}"]


async def stream(pieces: Sequence[bytes]) -> AsyncIterator[bytes]:
    for piece in pieces:
        yield piece


def call(client: str = "10.0.0.1", encoding: bytes = b"gzip, br") -> Call:
    async def nothing_more() -> dict[str, str]:
        return {"type": "http.disconnect"}

    scope = {"headers": [(b"accept-encoding", encoding)], "client": (client, 5000)}
    return Call(scope, nothing_more, {}, "a-request")


def streamed() -> ApiAnswer:
    size = str(sum(map(len, _PIECES)))
    return ApiAnswer(200, b"", headers={"Content-Length": size}, stream=stream(_PIECES))


async def pieces_of(answer: ApiAnswer) -> list[bytes]:
    assert answer.stream is not None
    return [piece async for piece in answer.stream]


async def test_a_streamed_answer_is_compressed_as_it_goes() -> None:
    answer = await compressed(streamed(), call())
    pieces = await pieces_of(answer)
    assert answer.headers == {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    assert gzip.decompress(b"".join(pieces)) == b"".join(_PIECES)
    assert sum(map(len, pieces)) < sum(map(len, _PIECES)) / 50


async def test_nothing_is_compressed_for_a_client_on_this_machine_or_one_that_did_not_ask() -> None:
    for asked in (call("127.0.0.1"), call("::1"), call(encoding=b"")):
        answer = await compressed(streamed(), asked)
        assert "Content-Encoding" not in answer.headers
        assert await pieces_of(answer) == _PIECES


async def test_a_live_stream_holds_nothing_back() -> None:
    answer = await compressed(ApiAnswer(200, b"", stream=stream(_PIECES)), call())
    assert await pieces_of(answer) == _PIECES


async def test_a_whole_answer_is_compressed_with_its_new_length() -> None:
    answer = await compressed(ApiAnswer(200, b"0" * 300_000), call())
    assert gzip.decompress(answer.body) == b"0" * 300_000
    assert answer.headers["Content-Encoding"] == "gzip"
