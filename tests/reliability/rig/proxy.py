"""A TCP proxy whose links fail on demand."""

import asyncio
import random
from dataclasses import dataclass, field
from typing import Literal

from tests.reliability.rig.loop import RigLoop
from tests.reliability.rig.origins import Origins

Mode = Literal["pass", "refuse", "blackhole", "latency", "slow", "truncate", "cut_reply"]
_CHUNK = 65_536
_FIRST_LOOK = 0.05


@dataclass
class Link:
    """From a port of its own to `upstream`. What a mode's number means:

    latency: milliseconds each way, more or less a fifth; slow: bytes a second; truncate: bytes of
    the answer after which the connection is cut. `blackhole` keeps what was sent and delivers it
    once the link is well again, long after the sender gave up: that is a fault of real networks.
    `cut_reply` delivers and cuts the connection instead of the answer.
    """

    upstream: tuple[str, int]
    rig: RigLoop
    origins: Origins
    port: int = 0
    mode: Mode = "pass"
    number: float = 0.0
    accepted: int = 0
    _open: set[asyncio.Transport] = field(default_factory=set)
    _server: asyncio.Server | None = None

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def start(self) -> "Link":
        async def listen() -> None:
            self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
            self.port = self._server.sockets[0].getsockname()[1]

        self.rig.call(listen())
        return self

    def set(self, mode: Mode, number: float = 0.0) -> None:
        """Set the mode. `refuse` also closes open connections."""

        async def change() -> None:
            self.mode, self.number = mode, number
            if mode == "refuse":
                self._cut()

        self.rig.call(change())

    def drop_connections(self) -> None:
        async def drop() -> None:
            self._cut()

        self.rig.call(drop())

    def close(self) -> None:
        async def end() -> None:
            if self._server is not None:
                self._server.close()
            self._cut()

        self.rig.call(end())

    def _cut(self) -> None:
        for transport in list(self._open):
            transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.accepted += 1
        near = writer.transport
        if self.mode == "refuse":
            near.abort()
            return
        name = self.origins.of(writer.get_extra_info("peername")[1])
        try:
            up_reader, up_writer = await asyncio.open_connection(*self.upstream)
        except OSError:
            near.abort()
            return
        self.origins.pass_on(up_writer.get_extra_info("sockname")[1], name)
        pair = {near, up_writer.transport}
        self._open |= pair
        pumps = {
            asyncio.ensure_future(self._pump(reader, up_writer, near, is_reply=False)),
            asyncio.ensure_future(self._pump(up_reader, writer, near, is_reply=True)),
        }
        try:
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._open -= pair
            for transport in pair:
                transport.close()
            for pump in pumps:
                pump.cancel()
            await asyncio.gather(*pumps, return_exceptions=True)

    async def _pump(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        near: asyncio.Transport,
        *,
        is_reply: bool,
    ) -> None:
        passed = 0
        try:
            while data := await reader.read(_CHUNK):
                while self.mode == "blackhole":
                    await asyncio.sleep(_FIRST_LOOK)
                if self.mode == "latency":
                    await asyncio.sleep(self.number / 1000 * random.uniform(0.8, 1.2))
                elif self.mode == "slow":
                    await asyncio.sleep(len(data) / max(self.number, 1))
                elif self.mode == "cut_reply" and is_reply:
                    near.abort()
                    return
                elif self.mode == "truncate" and is_reply:
                    data = data[: max(0, int(self.number) - passed)]
                    passed += len(data)
                    writer.write(data)
                    if passed >= self.number:
                        writer.close()
                        return
                    continue
                writer.write(data)
                await writer.drain()
        except (ConnectionError, RuntimeError, OSError):
            near.abort()
