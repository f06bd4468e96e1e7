"""From starting the process to a healthy answer, and what it holds in memory when idle."""

import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

from bench.product import environment
from bench.report import Result, alternate, spread_of

_HEALTHY_GATE_MS, _IDLE_GATE_MB = 300.0, 90.0
_SETTLE_SECONDS = 3.0
_POLL_SECONDS = 0.002
_BARE = """
import asyncio
async def handle(reader, writer):
    await reader.readuntil(b"\\r\\n\\r\\n")
    writer.write(b"HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\nConnection: close\\r\\n\\r\\nok")
    await writer.drain()
    writer.close()
async def main():
    server = await asyncio.start_server(handle, "127.0.0.1", 0)
    print("listens on http://127.0.0.1:%d/" % server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()
asyncio.run(main())
"""


def run(rounds: int) -> list[Result]:
    with tempfile.TemporaryDirectory() as directory:
        data = Path(directory) / "data"
        command = [str(Path(sys.executable).with_name("vedette")), "serve"]
        command += [f"cfg:paths.data={data}", "cfg:server.http_addr=127.0.0.1"]
        command += ["cfg:server.http_port=0", "cfg:security.admin_password=password-of-the-bench"]
        memory: list[float] = []

        def ours() -> float:
            return _until_healthy(command, Path(directory), "/api/health")

        def bare() -> float:
            return _until_healthy([sys.executable, "-c", _BARE], Path(directory), "/")

        ours()
        times, floor = alternate(max(rounds, 5), ours, bare)
        _until_healthy(command, Path(directory), "/api/health", memory)
    return [
        Result(
            "start to healthy, SQLite, migrated",
            statistics.median(times) * 1000,
            "ms",
            reference=statistics.median(floor) * 1000,
            spread=spread_of(floor),
            gate=_HEALTHY_GATE_MS,
            rounds=len(times),
            note="reference: bare asyncio server",
        ),
        Result("idle memory", memory[0], "MB RSS", gate=_IDLE_GATE_MB, rounds=1),
    ]


def _until_healthy(
    command: list[str], directory: Path, path: str, memory: list[float] | None = None
) -> float:
    """Seconds; with `memory`, also its resident megabytes a little later."""
    started = time.perf_counter()
    process = subprocess.Popen(
        command,
        cwd=directory,
        env=environment(directory),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout is not None
        for line in process.stdout:
            if found := re.search(r"listens on (http\S+?)/?$", line.strip()):
                break
        else:
            raise RuntimeError("the process ended before it listened")
        while not _is_healthy(found[1] + path):
            time.sleep(_POLL_SECONDS)
        seconds = time.perf_counter() - started
        if memory is not None:
            time.sleep(_SETTLE_SECONDS)
            status = Path(f"/proc/{process.pid}/status").read_text()
            memory.append(int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024)  # type: ignore[index]
        return seconds
    finally:
        process.terminate()
        process.wait(20)


def _is_healthy(url: str) -> bool:
    """False while files are applied for the first time."""
    try:
        with urllib.request.urlopen(url, timeout=10) as reply:
            reply.read()
    except urllib.error.HTTPError as error:
        error.close()
        return False
    return True
