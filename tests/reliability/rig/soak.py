"""The load of months in minutes: refreshes, edits, connections, hostile sources."""

import random
import socket
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from tests.reliability.rig.cluster import Cluster

UPGRADE = (
    b"GET /api/live/ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
PIECES = (
    b"",
    b"GET / HTTP/1.1\r\nHo",
    b"POST /login HTTP/1.1\r\nHost: a\r\nContent-Length: 90\r\n\r\n{",
    b"nonsense\r\n\r\n",
    UPGRADE,
)
SMALL = ("error", "malformed", "bad", "empty", "ok")
LARGE = ("many", "bomb", "huge")
"""Modes of the hostile source, with small responses and with large ones."""


@dataclass
class Soak:
    """Loads the first instance of a cluster until `stop`. `done` counts operations; `ways` are the
    modes of the hostile source, one after the other."""

    cluster: Cluster
    source: str
    hostile: str
    ways: Sequence[str] = SMALL
    done: dict[str, int] = field(default_factory=dict)
    _stopped: threading.Event = field(default_factory=threading.Event)
    _threads: list[threading.Thread] = field(default_factory=list)

    def start(self) -> "Soak":
        kinds: list[tuple[Callable[[int], None], float]] = [
            (self._refresh, 0.1),
            (self._browse, 0.2),
            (self._edit, 0.5),
            (self.be_refused, 0.01),
            (self._break_off, 0.05),
            (self._follow, 0.6),
            (self.ask_hostile, 2.0),
        ]
        for work, pause in kinds:
            thread = threading.Thread(target=self._repeat, args=(work, pause), daemon=True)
            self._threads.append(thread)
            thread.start()
        return self

    def stop(self) -> None:
        self._stopped.set()
        for thread in self._threads:
            thread.join(30)

    def _repeat(self, work: Callable[[int], None], pause: float) -> None:
        number = 0
        while not self._stopped.wait(pause):
            with suppress(OSError, TimeoutError, WebSocketException):
                work(number)
            number += 1
            name = work.__name__.strip("_")
            self.done[name] = self.done.get(name, 0) + 1

    def _query(self, source: str) -> None:
        now = int(time.time() * 1000)
        query = {
            "refId": "A",
            "datasource": {"uid": source, "type": "prometheus"},
            "expr": f'sim{{rule="{source}"}}',
            "range": True,
            "intervalMs": 1000,
            "maxDataPoints": 300,
        }
        body = {"queries": [query], "from": str(now - 300_000), "to": str(now)}
        self.cluster.api("POST", "/api/ds/query", body)

    def _refresh(self, number: int) -> None:
        self._query(self.source)

    def ask_hostile(self, number: int) -> None:
        self.cluster.rig.simulator.behave(self.hostile, self.ways[number % len(self.ways)])
        self._query(self.hostile)

    def _browse(self, number: int) -> None:
        for path in (
            "/api/search?query=soak",
            "/api/health",
            "/",
            f"/api/dashboards/uid/s{number % 20}",
        ):
            self.cluster.api("GET", path)

    def _edit(self, number: int) -> None:
        text = random.Random(number).randbytes(2000).hex()
        panel = {"id": 1, "type": "text", "title": text}
        model = {"uid": f"s{number % 20}", "title": f"soak {number % 20}", "panels": [panel]}
        self.cluster.api("POST", "/api/dashboards/db", {"dashboard": model, "overwrite": True})

    def be_refused(self, number: int) -> None:
        with self._connected() as to:
            to.sendall(UPGRADE + b"\r\n")
            to.recv(4096)

    def _break_off(self, number: int) -> None:
        with self._connected() as to:
            to.sendall(PIECES[number % len(PIECES)])

    def _follow(self, number: int) -> None:
        url = self.cluster.live().url
        headers = {"Cookie": self.cluster.session, "Origin": url}
        live = url.replace("http", "ws") + "/api/live/ws"
        with connect(live, additional_headers=headers, proxy=None) as page:
            page.send("[" * 2000 if number % 3 == 0 else '{"type":"ping"}')
            page.recv(5)
            if number % 2:
                page.socket.shutdown(socket.SHUT_RDWR)

    def _connected(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.cluster.live().port), 5)
