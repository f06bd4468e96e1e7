"""The product as a process of its own, and a signed-in way to talk to it."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import orjson

from bench.client import Connection, connect

PASSWORD = "password-of-the-bench"


def environment(directory: Path) -> dict[str, str]:
    """An installed product has its bytecode; here it is kept below `directory`."""
    kept = {name: text for name, text in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(directory / "bytecode")}


@contextmanager
def running_product(data: Path, *overrides: str) -> Iterator[str]:
    """Starts `vedette serve` on a free port with an empty store; gives its address."""
    data.mkdir(parents=True, exist_ok=True)
    command = [str(Path(sys.executable).with_name("vedette")), "serve"]
    command += [f"cfg:paths.data={data}", "cfg:server.http_addr=127.0.0.1"]
    command += ["cfg:server.http_port=0", f"cfg:security.admin_password={PASSWORD}", *overrides]
    with (data.parent / "product.log").open("w") as log:
        process = subprocess.Popen(
            command,
            cwd=data,
            env=environment(data.parent),
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
    try:
        yield _address(process, data.parent / "product.log")
    finally:
        process.terminate()
        process.wait(timeout=20)


def _address(process: "subprocess.Popen[str]", log: Path) -> str:
    assert process.stdout is not None
    for line in process.stdout:
        found = re.search(r"listens on (http\S+?)/?$", line.strip())
        if found:
            return found[1]
    raise RuntimeError(f"vedette did not start: {log.read_text()[-2000:]}")


def product_id() -> int:
    """Return the process id of the running product, which is a child of this process."""
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            text = status.read_text()
            command = status.with_name("cmdline").read_bytes()
        except OSError:
            continue
        if f"PPid:\t{os.getpid()}\n" in text and b"serve" in command.split(b"\0"):
            return int(status.parent.name)
    raise RuntimeError("the product does not run")


class SignedIn:
    """A connection with the administrator's session."""

    def __init__(self, url: str, connection: Connection, cookie: str) -> None:
        self._url = url
        self.connection = connection
        self.headers = {"Content-Type": "application/json", "Cookie": cookie, "Origin": url}

    async def send(self, method: str, path: str, body: Any = None) -> Any:
        content = b"" if body is None else orjson.dumps(body)
        if self.connection.is_closed:
            self.connection = await connect(self._url)
        reply = await self.connection.send(method, path, content, self.headers)
        if reply.status >= 300:
            raise RuntimeError(f"{method} {path}: {reply.status} {reply.body[:300]!r}")
        return orjson.loads(reply.body) if reply.body else None


async def sign_in(url: str, login: str = "admin") -> SignedIn:
    connection = await connect(url)
    body = orjson.dumps({"user": login, "password": PASSWORD})
    headers = {"Content-Type": "application/json"}
    reply = await connection.send("POST", "/login", body, headers)
    if reply.status != 200:
        raise RuntimeError(f"sign-in: {reply.status} {reply.body[:300]!r}")
    cookies = [value.split(";")[0] for name, value in reply.headers if name == "set-cookie"]
    return SignedIn(url, connection, "; ".join(cookies))
