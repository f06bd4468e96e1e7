"""The product as a process, with a shell's way to it."""

import subprocess
import urllib.request
from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
import pytest
from tests.fixtures.browser import start_product, wait_until_healthy

PASSWORD = "secret-of-the-tests"


@dataclass(frozen=True)
class Server:
    url: str

    @property
    def host(self) -> str:
        return self.url.removeprefix("http://")

    @property
    def alertmanager_url(self) -> str:
        return f"http://admin:{PASSWORD}@{self.host}/api/alertmanager/grafana"

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        login = b64encode(f"admin:{PASSWORD}".encode()).decode()
        request = urllib.request.Request(
            self.url + path,
            None if body is None else orjson.dumps(body),
            {"Authorization": f"Basic {login}", "Content-Type": "application/json"},
            method=method,
        )
        with urllib.request.urlopen(request, timeout=10) as reply:
            text = reply.read()
        return orjson.loads(text) if text else None

    def amtool(self, *words: str, environ: Mapping[str, str] | None = None) -> str:
        """What it prints. Fails with what it says of an error."""
        done = subprocess.run(
            ["amtool", *words, f"--alertmanager.url={self.alertmanager_url}"],
            capture_output=True,
            text=True,
            timeout=30,
            env={"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "TZ": "UTC", **(environ or {})},
        )
        assert done.returncode == 0, f"amtool {' '.join(words)}: {done.stderr or done.stdout}"
        return done.stdout


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    data = tmp_path / "product"
    data.mkdir()
    product = start_product(
        data, f"cfg:security.admin_password={PASSWORD}", "cfg:tour.enabled=false"
    )
    try:
        wait_until_healthy(product.url)
        yield Server(product.url)
    finally:
        product.stop()
