"""gzip for responses: not over loopback, not for small ones, and in a thread for large ones.

Streamed responses are compressed and sent part by part.
"""

import asyncio
import zlib
from collections.abc import AsyncIterator

from vedette.web.answer import ApiAnswer
from vedette.web.call import Call

_SMALLEST = 1_400
_IN_THREAD = 128 * 1024
_TYPES = ("application/json", "text/", "application/javascript", "image/svg+xml")


async def compressed(answer: ApiAnswer, call: Call) -> ApiAnswer:
    if (
        _size(answer) < _SMALLEST
        or not answer.content_type.startswith(_TYPES)
        or "Content-Encoding" in answer.headers
        or call.client_ip in ("127.0.0.1", "::1")
        or "gzip" not in call.header("accept-encoding")
    ):
        return answer
    if answer.stream is not None:
        answer.stream = _packed(answer.stream)
    else:
        answer.body = b"".join([piece async for piece in _packed(_once(answer.body))])
    kept = {name: text for name, text in answer.headers.items() if name != "Content-Length"}
    answer.headers = {**kept, "Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return answer


def _size(answer: ApiAnswer) -> int:
    """Return the size, or 0 for a stream of unknown length, whose parts must not be delayed."""
    if answer.stream is None:
        return len(answer.body)
    return int(answer.headers.get("Content-Length", 0))


async def _once(body: bytes) -> AsyncIterator[bytes]:
    yield body


async def _packed(pieces: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    packer = zlib.compressobj(1, zlib.DEFLATED, 31)
    async for piece in pieces:
        if len(piece) > _IN_THREAD:
            packed = await asyncio.to_thread(packer.compress, piece)
        else:
            packed = packer.compress(piece)
        if packed:
            yield packed
    yield packer.flush()
