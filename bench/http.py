"""CPU time of small requests beside a bare server: what routing, login and permission cost.

Sixteen clients ask at once, as many browsers do. With one, most of what is measured is how the
system puts a process to sleep and wakes it, which costs several times as much as the request.
"""

import asyncio
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from bench.client import Connection, connect
from bench.product import SignedIn, running_product, sign_in
from bench.report import Result, paired

_CLIENTS, _REQUESTS = 16, 250
_SMALL_GATE, _DASHBOARD_GATE, _BARE_COST = 60.0, 200.0, 20.0
"""Microseconds on the machine the figures were made for, where the bare server takes the last.
The gates are on the ratios, which hold on other machines too."""
_BARE = """
import uvicorn

async def app(scope, receive, send):
    await send({"type": "http.response.start", "status": 200,
                "headers": [(b"content-type", b"application/json"), (b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"{}"})

server = uvicorn.Server(uvicorn.Config(
    app, host="127.0.0.1", port=0, loop="uvloop", http="httptools", lifespan="off",
    log_level="critical", timeout_keep_alive=75))

async def announce():
    import asyncio
    while not server.started:
        await asyncio.sleep(0.01)
    print(server.servers[0].sockets[0].getsockname()[1], flush=True)

async def main():
    import asyncio
    task = asyncio.create_task(announce())
    await server.serve()
    await task

import uvloop
uvloop.run(main())
"""


def run(rounds: int) -> list[Result]:
    return asyncio.run(_run(rounds))


async def _run(rounds: int) -> list[Result]:
    with (
        tempfile.TemporaryDirectory() as directory,
        running_product(Path(directory) / "data") as url,
        _BareServer() as (bare_url, pid),
    ):
        ours = await sign_in(url)
        clients = [await connect(url) for _ in range(_CLIENTS)]
        bare = [await connect(bare_url) for _ in range(_CLIENTS)]
        saved = await ours.send("POST", "/api/dashboards/db", {"dashboard": _dashboard()})
        uid = saved["uid"]
        paths = {
            "small authenticated GET": ("/api/login/ping", _SMALL_GATE),
            "dashboard by uid (9 KB)": (f"/api/dashboards/uid/{uid}", _DASHBOARD_GATE),
        }
        found: dict[str, list[float]] = {name: [] for name in paths}
        reference: list[float] = []
        for _ in range(max(rounds, 5)):
            reference.append(await _cost(_times(bare, "/"), lambda: _cpu_of(pid)))
            for name, (path, _gate) in paths.items():
                work = _times(clients, path, ours.headers)
                found[name].append(await _cost(work, lambda: _cpu_of_product(ours)))
    return [
        paired(
            f"http {name}",
            found[name],
            reference,
            unit="us CPU",
            gate=gate / _BARE_COST,
            note=f"{gate:g} us where the bare server takes {_BARE_COST:g} us",
        )
        for name, (_, gate) in paths.items()
    ]


def _times(
    clients: Sequence[Connection], path: str, headers: dict[str, str] | None = None
) -> Callable[[], Awaitable[None]]:
    async def ask(connection: Connection) -> None:
        for _ in range(_REQUESTS):
            reply = await connection.send("GET", path, headers=headers)
            if reply.status != 200:
                raise RuntimeError(f"{path}: {reply.status} {reply.body[:200]!r}")

    async def work() -> None:
        await asyncio.gather(*map(ask, clients))

    return work


async def _cost(work: Callable[[], Awaitable[None]], cpu: Callable[[], Awaitable[float]]) -> float:
    """Microseconds of the server's CPU for one request."""
    before = await cpu()
    await work()
    return (await cpu() - before) / (_CLIENTS * _REQUESTS) * 1e6


async def _cpu_of(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


async def _cpu_of_product(ours: SignedIn) -> float:
    reply = await ours.connection.send("GET", "/metrics")
    for line in reply.body.decode().splitlines():
        if line.startswith("process_cpu_seconds_total "):
            return float(line.split()[1])
    raise RuntimeError("the product tells no CPU time")


class _BareServer:
    def __enter__(self) -> tuple[str, int]:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _BARE], stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        port = self._process.stdout.readline().strip()
        return f"http://127.0.0.1:{port}", self._process.pid

    def __exit__(self, *error: object) -> None:
        self._process.terminate()
        self._process.wait(10)


def _dashboard() -> dict[str, Any]:
    panels = [
        {
            "id": number,
            "type": "timeseries",
            "title": f"Panel {number}",
            "gridPos": {"x": 0, "y": number * 8, "w": 12, "h": 8},
            "targets": [{"refId": "A", "expr": f"rate(metric_{number}[5m])" + " " * 250}],
        }
        for number in range(20)
    ]
    return {"title": "Nine kilobytes", "panels": panels, "schemaVersion": 38}
