"""Answers that no store should give, for the raw HTTP server of the tests."""

import asyncio
import zlib
from asyncio import StreamReader, StreamWriter
from collections.abc import Awaitable, Callable

Answering = Callable[[bytes, StreamReader, StreamWriter], Awaitable[None]]

_MIB = 1024 * 1024


def half(body: bytes) -> Answering:
    """Promises a whole body, sends the first half and hangs up."""

    async def answer(head: bytes, reader: StreamReader, writer: StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n")
        writer.write(b"Content-Length: %d\r\n\r\n" % len(body) + body[: len(body) // 2])
        await writer.drain()
        writer.close()

    return answer


async def silence(head: bytes, reader: StreamReader, writer: StreamWriter) -> None:
    """Takes the request and never answers."""
    await asyncio.Event().wait()


async def drip(head: bytes, reader: StreamReader, writer: StreamWriter) -> None:
    """Keeps the connection busy with a byte now and then, without an end."""
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
    while True:
        writer.write(b" ")
        await writer.drain()
        await asyncio.sleep(0.05)


async def no_http(head: bytes, reader: StreamReader, writer: StreamWriter) -> None:
    writer.write(b"220 mail.example ESMTP ready\r\n")
    await writer.drain()
    writer.close()


def bomb(start: bytes) -> Answering:
    """10 MB of gzip that open to 10 GB: `start`, and spaces that any JSON may hold."""
    packer = zlib.compressobj(9, wbits=31)
    head_block = packer.compress(start) + packer.flush(zlib.Z_FULL_FLUSH)
    # After a full flush a block refers to nothing before it, so that it may be repeated.
    ten_mib = packer.compress(b" " * 10 * _MIB) + packer.flush(zlib.Z_FULL_FLUSH)

    async def answer(head: bytes, reader: StreamReader, writer: StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n")
        writer.write(b"Content-Length: %d\r\n\r\n" % (len(head_block) + 1_000 * len(ten_mib)))
        writer.write(head_block)
        for _ in range(1_000):
            writer.write(ten_mib)
            await writer.drain()

    return answer
