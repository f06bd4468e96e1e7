"""A mail server that greylists, refuses, disconnects or stalls, by recipient."""

import asyncio
import time
from dataclasses import dataclass, field
from typing import NamedTuple

from tests.reliability.rig.loop import RigLoop


class Mail(NamedTuple):
    arrived: float
    recipient: str
    text: str

    @property
    def message_id(self) -> str:
        for line in self.text.splitlines():
            if line.lower().startswith("message-id:"):
                return line.partition(":")[2].strip()
        return ""


@dataclass
class Mailbox:
    """Recipients named `grey*` get 451 twice, `no*` 550, `stall*` no response for a minute; all
    others are accepted."""

    rig: RigLoop
    port: int = 0
    mails: list[Mail] = field(default_factory=list)
    tries: list[tuple[float, str]] = field(default_factory=list)
    _server: asyncio.Server | None = None

    def start(self) -> "Mailbox":
        async def listen() -> None:
            self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
            self.port = self._server.sockets[0].getsockname()[1]

        self.rig.call(listen())
        return self

    def close(self) -> None:
        async def end() -> None:
            if self._server is not None:
                self._server.close()

        self.rig.call(end())

    def of(self, start: str) -> list[Mail]:
        return [mail for mail in self.mails if mail.recipient.startswith(start)]

    def tried(self, start: str) -> list[float]:
        return [when for when, recipient in self.tries if recipient.startswith(start)]

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        recipients: list[str] = []

        def say(text: str) -> None:
            writer.write(text.encode() + b"\r\n")

        say("220 rig")
        try:
            while line := (await reader.readline()).decode(errors="replace").strip():
                command = line.upper()
                if command.startswith("RCPT"):
                    address = line.partition("<")[2].partition(">")[0]
                    answer = await self._receive(address)
                    if answer.startswith("250"):
                        recipients.append(address)
                    say(answer)
                elif command == "DATA":
                    say("354 go on")
                    text = (await reader.readuntil(b"\r\n.\r\n")).decode(errors="replace")
                    self.mails += [Mail(time.time(), each, text) for each in recipients]
                    recipients = []
                    say("250 taken")
                elif command.startswith("QUIT"):
                    say("221 bye")
                    break
                else:
                    say("250 rig")
                await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def _receive(self, address: str) -> str:
        self.tries.append((time.time(), address))
        if address.startswith("grey") and len(self.tried(address)) <= 2:
            return "451 try again later"
        if address.startswith("no"):
            return "550 nobody of that name"
        if address.startswith("stall"):
            await asyncio.sleep(60)
        return "250 fine"
