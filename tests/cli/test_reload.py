"""SIGHUP: what takes effect at once, what is named for a restart, and that nothing ends."""

import base64
import json
import os
import signal
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from cryptography import x509
from tests.fixtures.browser import wait_until_healthy
from tests.fixtures.certificates import Authority
from tests.fixtures.postgres import PostgresServer, free_port
from tests.support.eventually import eventually

_PASSWORD = "long-enough-for-a-test"
_AUTHORITY = Authority()


@dataclass
class Server:
    """`vedette serve` with a configuration file that tests rewrite."""

    directory: Path
    port: int = field(default_factory=free_port)
    process: "subprocess.Popen[bytes]" = field(init=False)

    def configure(self, text: str = "", protocol: str = "http") -> None:
        base = f"[server]\nhttp_addr = 127.0.0.1\nhttp_port = {self.port}\nprotocol = {protocol}\n"
        base += "[tour]\nenabled = false\n[paths]\nprovisioning = provisioning\n"
        base += f"[security]\nadmin_password = {_PASSWORD}\n"
        (self.directory / "vedette.ini").write_text(base + text)

    def launch(self) -> None:
        command = [str(Path(sys.executable).with_name("vedette")), "serve"]
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("VEDETTE_", "GF_"))}
        with (self.directory / "out").open("wb") as out:
            self.process = subprocess.Popen(
                [*command, "--config", "vedette.ini"],
                cwd=self.directory, env=clean, stdout=out, stderr=out,
            )  # fmt: skip

    def start(self) -> "Server":
        self.launch()
        eventually(lambda: "listens on" in self.printed, "it listens")
        return self

    def hang_up(self) -> None:
        self.process.send_signal(signal.SIGHUP)

    def reload(self) -> str:
        """What it printed during a reload."""
        before = len(self.printed)
        self.hang_up()
        eventually(lambda: "were reloaded" in self.printed[before:], self.printed)
        return self.printed[before:]

    @property
    def printed(self) -> str:
        return (self.directory / "out").read_text()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def get(self, path: str) -> int:
        credentials = base64.b64encode(f"admin:{_PASSWORD}".encode()).decode()
        headers = {"Authorization": f"Basic {credentials}"}
        request = urllib.request.Request(self.url + path, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=10) as reply:
                return int(reply.status)
        except urllib.error.HTTPError as error:
            with error:
                return error.code

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(20)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path)
    made.configure()
    yield made
    if made.process.poll() is None:
        made.process.kill()
        made.process.wait(10)


def test_levels_take_effect_and_what_waits_for_a_restart_is_named(server: Server) -> None:
    """A reload names each setting that it applied, and each that it could not."""
    server.start()
    server.configure(
        "[log]\nlevel = debug\nfilters = db:error\n[database]\nmax_idle_conn = 7\n"
        "[security]\ncookie_secure = true\n[smtp]\npassword = hunter2\n"
    )
    printed = server.reload()
    assert "Applied changed settings: [log] level, [log] filters." in printed
    [waiting] = [line for line in printed.splitlines() if "after a restart" in line]
    named = ("[database] max_idle_conn", "[security] cookie_secure", "[smtp] password")
    assert all(name in waiting for name in named), waiting
    assert "hunter2" not in printed
    again = server.reload()
    assert "Applied changed settings" not in again
    assert "[database] max_idle_conn" in again, "it still waits"
    server.configure()
    printed = server.reload()
    assert "Applied changed settings: [log] level, [log] filters." in printed
    assert "after a restart" not in printed
    assert server.stop() == 0


@pytest.mark.parametrize(
    "broken",
    ["[log\nlevel = debug\n", "[log]\nlevel = loud\n", "[log]\nfilters = db=debug\n", None],
)
def test_a_broken_configuration_is_named_and_the_old_settings_stay(
    server: Server, broken: str | None
) -> None:
    server.start()
    if broken is None:
        (server.directory / "vedette.ini").unlink()
    else:
        server.configure(broken)
    printed = server.reload()
    [named] = [line for line in printed.splitlines() if "not reloaded" in line]
    assert "vedette.ini" in named or "[log] filters" in named
    assert "Applied" not in printed and "Traceback" not in printed
    assert server.get("/healthz") == 200
    server.configure("[log]\nlevel = warn\n")
    server.hang_up()
    eventually(lambda: server.get("/healthz") == 200, "it serves")
    assert server.stop() == 0


def test_provisioning_files_are_read_at_once(server: Server) -> None:
    """R-70: A broken file among them is named; the others are applied."""
    server.start()
    wait_until_healthy(server.url)
    sources = server.directory / "provisioning" / "datasources"
    sources.mkdir(parents=True)
    (sources / "given.yaml").write_text(
        "apiVersion: 1\ndatasources:\n"
        "  - {name: Given, uid: given, type: prometheus, url: http://localhost:9}\n"
    )
    (sources / "broken.yaml").write_text("datasources: [")
    assert "broken.yaml" in server.reload()
    assert server.get("/api/datasources/uid/given") == 200
    assert server.stop() == 0


def _write_certificate(server: Server, name: str) -> int:
    """Its serial number."""
    pair = _AUTHORITY.issue("localhost")
    (server.directory / f"{name}.crt").write_text(pair.certificate)
    (server.directory / f"{name}.key").write_text(pair.key)
    return x509.load_pem_x509_certificate(pair.certificate.encode()).serial_number


def _served(server: Server) -> int:
    pem = ssl.get_server_certificate(("127.0.0.1", server.port), timeout=10)
    return x509.load_pem_x509_certificate(pem.encode()).serial_number


def test_a_renewed_certificate_serves_new_connections(server: Server) -> None:
    files = "[server]\ncert_file = {0}.crt\ncert_key = {0}.key\n"
    first = _write_certificate(server, "a")
    server.configure(files.format("a"), "https")
    server.start()
    assert _served(server) == first
    renewed = _write_certificate(server, "a")
    server.reload()
    assert _served(server) == renewed
    other = _write_certificate(server, "b")
    server.configure(files.format("b"), "https")
    assert "[server] cert_file, [server] cert_key" in server.reload()
    assert _served(server) == other
    _write_certificate(server, "c")
    (server.directory / "b.key").write_bytes((server.directory / "c.key").read_bytes())
    assert "does not belong" in server.reload()
    assert _served(server) == other, "the old one serves"
    assert server.stop() == 0


def test_a_changed_database_password_serves_new_connections(
    server: Server, postgres_server: PostgresServer
) -> None:
    """R-21: A password that is rotated by its file needs no restart."""
    name = f"rotated_{os.getpid()}"
    execute = postgres_server.execute
    execute(f"CREATE ROLE {name} LOGIN PASSWORD 'first'")
    execute(f"CREATE DATABASE {name} OWNER {name}")
    (server.directory / "password").write_text("first")
    server.configure(
        f"secret_key = {'k' * 40}\n"
        f"[database]\ntype = postgres\nhost = 127.0.0.1:{postgres_server.port}\nname = {name}\n"
        f"user = {name}\npassword = $__file{{password}}\n"
    )
    try:
        server.start()
        wait_until_healthy(server.url)
        execute(f"ALTER ROLE {name} PASSWORD 'second'")
        (server.directory / "password").write_text("second")
        assert "Applied changed settings: [database] password." in server.reload()
        execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            f" WHERE usename = '{name}' AND pid <> pg_backend_pid()"
        )
        eventually(lambda: server.get("/api/org") == 200, "it connects again", seconds=20)
        assert server.stop() == 0
    finally:
        execute(f"DROP DATABASE {name} WITH (FORCE)")
        execute(f"DROP ROLE {name}")


def _handles_hangups(process: "subprocess.Popen[bytes]") -> bool:
    status = Path(f"/proc/{process.pid}/status").read_text()
    caught = int(next(line for line in status.splitlines() if "SigCgt" in line).split()[1], 16)
    return bool(caught >> (signal.SIGHUP - 1) & 1)


def test_no_sighup_ends_the_process_at_its_start_its_work_or_its_end(server: Server) -> None:
    """A reload that is asked for too early, too often or too late does no harm."""
    server.launch()
    eventually(lambda: _handles_hangups(server.process), "it handles SIGHUP", seconds=10)
    while "listens on" not in server.printed:
        server.hang_up()
        assert server.process.poll() is None, server.printed
        time.sleep(0.005)
    eventually(lambda: "were reloaded" in server.printed, "the early one is heard")
    for _ in range(200):
        server.hang_up()
        time.sleep(0.002)
    wait_until_healthy(server.url)
    assert json.loads(urllib.request.urlopen(f"{server.url}/api/health").read())["database"] == "ok"
    server.process.send_signal(signal.SIGTERM)
    while server.process.poll() is None:
        server.hang_up()
        time.sleep(0.001)
    assert server.process.returncode == 0, server.printed
    assert "Traceback" not in server.printed
