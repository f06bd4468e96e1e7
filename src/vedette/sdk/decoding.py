"""Decoding of large responses with memory accounting, without blocking other requests."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from vedette.kernel.memory import charge_objects
from vedette.sdk.http import HttpResponse

T = TypeVar("T")
LARGE = 256 * 1024
"""Size in bytes above which a response is decoded in a thread."""


async def decoded(body: bytes, decode: Callable[[bytes], T]) -> T:
    """Return `decode(body)`, calculated in a thread for large bodies. Raises the errors of
    `decode`."""
    return decode(body) if len(body) < LARGE else await asyncio.to_thread(decode, body)


async def joined(response: HttpResponse) -> bytes:
    """Return the whole body, for decoders that process it in parts and create few objects.

    Unlike `HttpResponse.read`, it charges only the size of the body. Raises the same errors.
    """
    pieces = []
    async for piece in response.chunks():
        charge_objects(len(piece))
        pieces.append(piece)
    return b"".join(pieces)
