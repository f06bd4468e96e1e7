"""Large answers: read and decoded so that memory is counted and others are not held up."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from vedette.kernel.memory import charge_objects
from vedette.sdk.http import HttpResponse

T = TypeVar("T")
LARGE = 256 * 1024
"""Bytes of an answer from which on it is worked on in a thread."""


async def decoded(body: bytes, decode: Callable[[bytes], T]) -> T:
    """`decode(body)`, in a thread where the body is large. Raises what `decode` raises."""
    return decode(body) if len(body) < LARGE else await asyncio.to_thread(decode, body)


async def joined(response: HttpResponse) -> bytes:
    """The whole body, for who decodes it piece by piece and keeps little of it as objects.

    `HttpResponse.read` counts what a body becomes when it is decoded as a whole. Raises as it does.
    """
    pieces = []
    async for piece in response.chunks():
        charge_objects(len(piece))
        pieces.append(piece)
    return b"".join(pieces)
