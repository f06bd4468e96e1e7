"""A webhook receiver that records requests and sends scripted responses."""

import asyncio
import json
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from aiohttp import web

from tests.reliability.rig.checker import Message, NotifiedAlert
from tests.reliability.rig.loop import RigLoop
from tests.reliability.rig.origins import Origins
from tests.reliability.rig.script import Key

_SEQUENCE_HEADERS = ("X-Vedette-Sequence", "Sequence", "X-Sequence")


@dataclass(frozen=True)
class Answer:
    """`cut` accepts the request and closes the connection without a response; `delay` comes
    first."""

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    delay: float = 0.0
    cut: bool = False

    @property
    def accepts(self) -> bool:
        return self.cut or 200 <= self.status < 300


OK = Answer()


@dataclass(frozen=True)
class Arrival:
    arrived: float
    hook: str
    instance: str
    headers: Mapping[str, str]
    body: Any
    answer: Answer
    concurrent: int
    """The number of concurrent requests about the same group, including this one."""

    @property
    def idempotency(self) -> str:
        return self.headers.get("idempotency-key", "")

    @property
    def group(self) -> str:
        return str(self.body.get("groupKey", ""))

    @property
    def sequence(self) -> int | None:
        for name in _SEQUENCE_HEADERS:
            if (text := self.headers.get(name.lower(), "")).isdigit():
                return int(text)
        return None

    @property
    def alerts(self) -> Sequence[Mapping[str, Any]]:
        return self.body.get("alerts", [])

    def message(self) -> Message:
        alerts = [
            NotifiedAlert(
                Key(alert["labels"].get("rule", ""), alert["labels"].get("series", "")),
                alert["status"],
                _seconds(alert["startsAt"]),
            )
            for alert in self.alerts
        ]
        group = f"{self.hook} {self.group}"
        # The order of alerts inside a notification has no meaning.
        ordered = tuple(sorted(alerts))
        return Message(self.arrived, self.idempotency, group, ordered, self.sequence)


class Collector:
    def __init__(self, rig: RigLoop, origins: Origins, log: Path) -> None:
        self.arrivals: list[Arrival] = []
        self.port = 0
        self._rig = rig
        self._origins = origins
        self._log = log.open("a", buffering=1)
        self._scripts: dict[str, list[Answer]] = {}
        self._busy: dict[tuple[str, str], int] = defaultdict(int)
        self._held: dict[str, asyncio.Event] = {}
        self._runner: web.AppRunner | None = None

    def start(self) -> "Collector":
        async def listen() -> None:
            app = web.Application(client_max_size=64 * 1024 * 1024)
            app.router.add_route("*", "/hook/{name:.*}", self._take)
            self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)
            await self._runner.setup()
            site = web.TCPSite(self._runner, "127.0.0.1", 0)
            await site.start()
            self.port = self._runner.addresses[0][1]

        self._rig.call(listen())
        return self

    def close(self) -> None:
        if self._runner is not None:
            self._rig.call(self._runner.cleanup())
        self._log.close()

    def answer(self, hook: str, *answers: Answer) -> None:
        """Return the scripted responses one after the other, then the last one."""
        self._scripts[hook] = list(answers)

    def of(self, hook: str) -> list[Arrival]:
        return [arrival for arrival in self.arrivals if arrival.hook == hook]

    def accepted(self, hook: str) -> list[Arrival]:
        return [arrival for arrival in self.of(hook) if arrival.answer.accepts]

    def messages(self, hook: str) -> list[Message]:
        return [arrival.message() for arrival in self.accepted(hook)]

    async def _take(self, request: web.Request) -> web.StreamResponse:
        arrived = time.time()
        hook = request.match_info["name"]
        answer = self._next(hook)
        raw = await request.read()
        try:
            body = json.loads(raw)
        except ValueError:
            body = {"unreadable": raw[:1000].decode("latin-1")}
        group = (hook, str(body.get("groupKey", "")) if isinstance(body, dict) else "")
        self._busy[group] += 1
        peer = request.transport.get_extra_info("peername") if request.transport else None
        headers = {name.lower(): value for name, value in request.headers.items()}
        origin = self._origins.of(peer[1]) if peer else ""
        arrival = Arrival(arrived, hook, origin, headers, body, answer, self._busy[group])
        self.arrivals.append(arrival)
        line = {"arrived": arrived, "hook": hook, "instance": origin, "status": answer.status}
        line |= {"cut": answer.cut, "key": arrival.idempotency, "body": body}
        self._log.write(json.dumps(line) + "\n")
        try:
            if answer.delay:
                await asyncio.sleep(answer.delay)
            if answer.cut and request.transport is not None:
                request.transport.abort()
            return web.Response(status=answer.status, headers=answer.headers, text="taken")
        finally:
            self._busy[group] -= 1

    def _next(self, hook: str) -> Answer:
        script = self._scripts.get(hook)
        if not script:
            return OK
        return script.pop(0) if len(script) > 1 else script[0]


def _seconds(text: str) -> float:
    if "." in text:
        head, _, tail = text.partition(".")
        digits = "".join(each for each in tail if each.isdigit())
        zone = tail[len(digits) :]
        text = f"{head}.{digits[:6]:0<6}{zone}"
    return datetime.fromisoformat(text).timestamp()
