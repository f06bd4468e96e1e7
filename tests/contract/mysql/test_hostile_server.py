"""A server that is not what it says: the password is not told to it."""

import asyncio
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest
from tests.fixtures.sql import open_sql, refusal, sql_host

from vedette_plugins.datasources.mysql import database
from vedette_plugins.datasources.mysql.datasource import PLUGIN

PASSWORD = "told-to-nobody"
_SPEAKS_41, _PLUGINS = 0x8200, 0x0008


def greeting(plugin: str) -> bytes:
    """The first packet of the protocol, version 10: no TLS, and that way to log in."""
    payload = b"\x0a5.7.0-hostile\0" + struct.pack("<I", 7) + b"12345678\0"
    payload += struct.pack("<HBHHB", _SPEAKS_41, 33, 2, _PLUGINS, 21) + bytes(10)
    payload += b"123456789012\0" + plugin.encode() + b"\0"
    return struct.pack("<I", len(payload))[:3] + b"\0" + payload


@asynccontextmanager
async def hostile(plugin: str, then: bytes = b"") -> AsyncIterator[tuple[int, bytearray]]:
    """Its port, and everything it is told."""
    heard, ended = bytearray(), asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(greeting(plugin))
        number = 2
        with suppress(ConnectionError):
            while chunk := await reader.read(4096):
                heard.extend(chunk)
                if then:
                    writer.write(struct.pack("<I", len(then))[:3] + bytes([number]) + then)
                    number += 2
        writer.close()
        ended.set()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1], heard
        await asyncio.wait_for(ended.wait(), 5)


@pytest.mark.parametrize(
    ("plugin", "then", "settings", "sentence"),
    [
        ("mysql_clear_password", b"", {}, "requests the password in clear text"),
        (
            "mysql_native_password",
            b"\xfemysql_clear_password\0",
            {},
            "requests the password in clear text",
        ),
        ("mysql_native_password", b"", {"tlsSkipVerify": True}, "does not speak TLS"),
    ],
)
async def test_no_password_in_clear_text_and_no_way_around_tls(
    plugin: str, then: bytes, settings: dict[str, bool], sentence: str
):
    async with hostile(plugin, then) as (port, heard):
        source = await open_sql(
            PLUGIN, sql_host(), f"127.0.0.1:{port}", "user", PASSWORD, **settings
        )
        assert sentence in await refusal(source, "SELECT 1")
        await source.aclose()
        assert PASSWORD.encode() not in heard


async def test_a_server_that_says_nothing_is_not_waited_for(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(database, "CONNECT_SECONDS", 0.2)
    silence = asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await silence.wait()
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        source = await open_sql(PLUGIN, sql_host(), f"127.0.0.1:{port}", "u")
        health = await asyncio.wait_for(source.check(), 5)
        assert not health.ok and "did not complete the login within 0.2 s" in health.message
        silence.set()
        await source.aclose()
