"""gzip for answers that travel: not over loopback, not below a packet, large ones in a thread."""

import asyncio
import zlib

from vedette.web.answer import Answer
from vedette.web.call import Call

_SMALLEST = 1_400
_IN_THREAD = 128 * 1024
_TYPES = ("application/json", "text/", "application/javascript", "image/svg+xml")


async def compressed(answer: Answer, call: Call) -> Answer:
    if (
        len(answer.body) < _SMALLEST
        or not answer.content_type.startswith(_TYPES)
        or "Content-Encoding" in answer.headers
        or call.client_ip in ("127.0.0.1", "::1")
        or "gzip" not in call.header("accept-encoding")
    ):
        return answer
    body = answer.body
    packed = await asyncio.to_thread(_gzip, body) if len(body) > _IN_THREAD else _gzip(body)
    answer.body = packed
    answer.headers = {**answer.headers, "Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return answer


def _gzip(body: bytes) -> bytes:
    packer = zlib.compressobj(1, zlib.DEFLATED, 31)
    return packer.compress(body) + packer.flush()
