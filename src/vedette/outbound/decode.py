"""Decode response bodies with limits on compressed size, decompressed size and their ratio."""

import zlib
from collections.abc import AsyncIterator, Awaitable, Callable

from vedette.outbound.errors import ResponseTooLarge, Unreachable
from vedette.outbound.limits import AnswerLimit

_PIECE = 256 * 1024
_RATIO, _RATIO_FROM = 200, 8 * 1024 * 1024


async def bounded(
    wire: AsyncIterator[bytes],
    encoding: str,
    limit: AnswerLimit,
    name: str,
    pause: Callable[[], Awaitable[None]],
) -> AsyncIterator[bytes]:
    """Yield decoded parts; `pause` lets other tasks run in between.

    Raises `ResponseTooLarge` before the limit is exceeded, and `Unreachable` for an encoding that
    was not requested or for damaged data.
    """
    encoding = encoding.strip().lower()
    if encoding in ("", "identity"):
        total = 0
        async for piece in wire:
            total += len(piece)
            if total > limit.bytes:
                raise _too_large(limit, name)
            yield piece
        return
    if encoding not in ("gzip", "x-gzip", "deflate"):
        raise Unreachable(
            f"{name} responded with the encoding {encoding[:20]!r}, which was not requested."
        )
    async for piece in _inflated(wire, limit, name, pause):
        yield piece


async def _inflated(
    wire: AsyncIterator[bytes],
    limit: AnswerLimit,
    name: str,
    pause: Callable[[], Awaitable[None]],
) -> AsyncIterator[bytes]:
    decoder = zlib.decompressobj(wbits=47)  # gzip or zlib, detected by the header
    received = total = 0
    async for piece in wire:
        received += len(piece)
        while piece:
            try:
                decoded = decoder.decompress(piece, _PIECE)
            except zlib.error as error:
                raise Unreachable(f"{name} sent a damaged compressed response.") from error
            total += len(decoded)
            if total > limit.bytes or received > limit.bytes:
                raise _too_large(limit, name)
            if total > _RATIO_FROM and total > received * _RATIO:
                raise ResponseTooLarge(
                    f"The response of {name} was refused: it becomes more than {_RATIO} times "
                    "larger when decompressed."
                )
            if decoded:
                yield decoded
                await pause()  # A small part can decompress to many large ones.
            piece = decoder.unconsumed_tail
            if decoder.eof and decoder.unused_data:  # A gzip file can have several members.
                piece, decoder = decoder.unused_data, zlib.decompressobj(wbits=47)
    if not decoder.eof:
        raise Unreachable(f"{name} sent an incomplete compressed response.")


def _too_large(limit: AnswerLimit, name: str) -> ResponseTooLarge:
    return ResponseTooLarge(
        f"The response of {name} is larger than {_size(limit.bytes)}. Request less data, or "
        f"increase {limit.setting}."
    )


def _size(count: int) -> str:
    return f"{count // 1024} KiB" if count % (1024 * 1024) else f"{count // (1024 * 1024)} MiB"
