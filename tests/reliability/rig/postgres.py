"""A PostgreSQL server of the rig, which tests can crash; commits survive that."""

import asyncio
import os
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import asyncpg

from tests.fixtures.postgres import free_port


def binaries() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)
    return found[0].parent if found else None


class RigPostgres:
    """Without fsync, because the machine does not crash; with synchronous commits, like the
    default. `options` are further settings, such as `-c max_connections=40`."""

    def __init__(self, options: str = "-c max_connections=300") -> None:
        programs = binaries()
        assert programs is not None
        self.root = Path(tempfile.mkdtemp(prefix="vedette-rig-"))
        self.port = free_port()
        self.password = "secret"
        self.data = self.root / "data"
        self._options = options
        self._number = 0
        self._programs = programs
        password = self.root / "password"
        password.write_text("secret")
        if os.geteuid() == 0:
            shutil.chown(self.root, "postgres")
            shutil.chown(password, "postgres")
        create = [str(programs / "initdb"), "-D", str(self.data), "-U", "vedette"]
        create += ["--pwfile", str(password), "-A", "scram-sha-256", "-E", "UTF8", "--locale=C"]
        _run([*create, "--no-sync"])
        self.start()

    def start(self) -> None:
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 {self._options}"
        options += f" -c unix_socket_directories={self.root} -c fsync=off"
        self._control("-l", str(self.root / "log"), "-o", options, "start")

    def stop(self, mode: str = "immediate") -> None:
        self._control("-m", mode, "stop")

    def reload(self) -> None:
        self._control("reload")

    def fail_over(self) -> None:
        """Promote a standby with all data, on another port; the primary is gone."""
        before = self.data
        self.data = self.root / f"data-{time.monotonic_ns()}"
        copy = [str(self._programs / "pg_basebackup"), "-D", str(self.data), "-d", self.url()]
        _run([*copy, "-R", "-X", "stream", "-c", "fast", "--no-sync"])
        self.port = free_port()
        self.start()
        _run([str(self._programs / "pg_ctl"), "-D", str(before), "-w", "-m", "fast", "stop"])
        self._control("promote")

    def use_certificate(self, certificate: str, key: str) -> None:
        """Use PEM files for new connections."""
        for name, text in (("server.crt", certificate), ("server.key", key)):
            file = self.root / name
            file.write_text(text)
            file.chmod(0o600)
            if os.geteuid() == 0:
                shutil.chown(file, "postgres")
        self.execute(f"ALTER SYSTEM SET ssl_cert_file = '{self.root}/server.crt'")
        self.execute(f"ALTER SYSTEM SET ssl_key_file = '{self.root}/server.key'")
        self.execute("ALTER SYSTEM SET ssl = on")
        self.reload()

    def url(self, database: str = "postgres") -> str:
        return f"postgres://vedette:{self.password}@127.0.0.1:{self.port}/{database}"

    def _control(self, *words: str) -> None:
        _run([str(self._programs / "pg_ctl"), "-D", str(self.data), "-w", *words])

    def restart(self) -> None:
        """Restart as after a crash."""
        self.stop()
        self.start()

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self.root, ignore_errors=True)

    def create(self, template: str = "template0") -> str:
        """Create a database and return its name."""
        self._number += 1
        name = f"rig_{self._number}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    def terminate_sessions(self, database: str) -> None:
        self.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            f" WHERE datname = '{database}' AND pid <> pg_backend_pid()"
        )

    def execute(self, statement: str, database: str = "postgres") -> list[Any]:
        """Return rows, over a connection without faults."""

        async def run() -> list[Any]:
            connection = await asyncpg.connect(self.url(database))
            try:
                return list(await connection.fetch(statement))
            finally:
                await connection.close()

        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, run()).result()


@contextmanager
def locked(postgres: RigPostgres, database: str, table: str) -> Iterator[None]:
    """Lock the table against reads and writes in a transaction."""
    url = postgres.url(database)
    ready, done = threading.Event(), threading.Event()

    async def hold() -> None:
        connection = await asyncpg.connect(url)
        try:
            async with connection.transaction():
                await connection.execute(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE")
                ready.set()
                await asyncio.to_thread(done.wait)
        finally:
            await connection.close()

    with ThreadPoolExecutor(1) as thread:
        held = thread.submit(asyncio.run, hold())
        try:
            assert ready.wait(10), f"{table} cannot be locked"
            yield
        finally:
            done.set()
            held.result(10)


def _run(command: list[str]) -> None:
    owned = ["runuser", "-u", "postgres", "--", *command] if os.geteuid() == 0 else command
    subprocess.run(owned, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")
