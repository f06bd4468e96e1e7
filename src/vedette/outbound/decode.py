"""The body of an answer under three limits: bytes on the wire, bytes decoded, and their ratio."""

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
    """Decoded pieces; others run between decompressed ones, by `pause`.

    Raises `ResponseTooLarge` before more than the limit was handed out, and `Unreachable` for an
    encoding that nobody asked for or a stream that does not decode.
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
    decoder = zlib.decompressobj(wbits=47)  # gzip or zlib, told apart by the header
    received = total = 0
    async for piece in wire:
        received += len(piece)
        while piece:
            try:
                decoded = decoder.decompress(piece, _PIECE)
            except zlib.error as error:
                raise Unreachable(f"{name} sent a compressed answer that is damaged.") from error
            total += len(decoded)
            if total > limit.bytes or received > limit.bytes:
                raise _too_large(limit, name)
            if total > _RATIO_FROM and total > received * _RATIO:
                raise ResponseTooLarge(
                    f"The answer of {name} was refused: it grows more than {_RATIO} times when"
                    " decompressed."
                )
            if decoded:
                yield decoded
                await pause()  # A small piece may become many large ones.
            piece = decoder.unconsumed_tail
            if decoder.eof and decoder.unused_data:  # A gzip file may have several members.
                piece, decoder = decoder.unused_data, zlib.decompressobj(wbits=47)
    if not decoder.eof:
        raise Unreachable(f"{name} ended its compressed answer too early.")


def _too_large(limit: AnswerLimit, name: str) -> ResponseTooLarge:
    return ResponseTooLarge(
        f"The answer of {name} is larger than {_size(limit.bytes)}; ask for less, or raise"
        f" {limit.setting}."
    )


def _size(count: int) -> str:
    return f"{count // 1024} KiB" if count % (1024 * 1024) else f"{count // (1024 * 1024)} MiB"
