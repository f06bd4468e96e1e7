"""Outages of PostgreSQL as context managers."""

import asyncio
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, suppress

import asyncpg

from tests.fixtures.http_server import Authority
from tests.reliability.rig.cluster import Cluster
from tests.reliability.rig.postgres import RigPostgres


@contextmanager
def stopped(cluster: Cluster) -> Iterator[None]:
    """Connections break, and new ones are refused."""
    cluster.rig.postgres.stop()
    yield
    cluster.rig.postgres.start()


@contextmanager
def unreachable(cluster: Cluster) -> Iterator[None]:
    """The network drops all packets."""
    for link in cluster.database_links.values():
        link.set("blackhole")
    yield
    for link in cluster.database_links.values():
        link.set("pass")


@contextmanager
def failed_over(cluster: Cluster) -> Iterator[None]:
    """A standby takes over; the primary has its address again after the block."""
    for link in cluster.database_links.values():
        link.set("refuse")
    cluster.rig.postgres.fail_over()
    for link in cluster.database_links.values():
        link.upstream = ("127.0.0.1", cluster.rig.postgres.port)
    yield
    for link in cluster.database_links.values():
        link.set("pass")


@contextmanager
def starved(cluster: Cluster) -> Iterator[None]:
    """Other clients have all connections, including those of superusers."""
    with _every_connection(cluster.rig.postgres):
        yield


@contextmanager
def read_only(cluster: Cluster) -> Iterator[None]:
    """New sessions are read-only until they end, also after the outage."""
    postgres, name = cluster.rig.postgres, cluster.database
    postgres.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    postgres.terminate_sessions(name)
    yield
    postgres.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")


@contextmanager
def with_another_password(cluster: Cluster) -> Iterator[None]:
    postgres = cluster.rig.postgres
    before, postgres.password = postgres.password, "rotated"
    with _admin(postgres, before) as execute:
        execute("ALTER ROLE vedette PASSWORD 'rotated'")
    postgres.terminate_sessions(cluster.database)
    yield
    with _admin(postgres, "rotated") as execute:
        execute(f"ALTER ROLE vedette PASSWORD '{before}'")
    postgres.password = before


@contextmanager
def with_another_certificate(cluster: Cluster) -> Iterator[None]:
    """The server has a certificate of an authority that is trusted once it is in the configured
    file."""
    postgres, trusted = cluster.rig.postgres, cluster.directory / "authority.pem"
    authority = Authority()
    postgres.use_certificate(*authority.issue("127.0.0.1"))
    postgres.terminate_sessions(cluster.database)
    yield
    trusted.write_text(authority.pem)


OUTAGES: Mapping[str, Callable[[Cluster], AbstractContextManager[None]]] = {
    "stopped": stopped,
    "unreachable": unreachable,
    "failed over": failed_over,
    "starved": starved,
    "read-only": read_only,
    "password": with_another_password,
    "certificate": with_another_certificate,
}


@contextmanager
def _admin(postgres: RigPostgres, password: str) -> Iterator[Callable[[str], object]]:
    current, postgres.password = postgres.password, password
    try:
        yield postgres.execute
    finally:
        postgres.password = current


@contextmanager
def _every_connection(postgres: RigPostgres) -> Iterator[None]:
    ready, done = threading.Event(), threading.Event()
    others = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'vedette'"
    )

    async def hold() -> None:
        held = [await asyncpg.connect(postgres.url())]
        try:
            for _ in range(10):
                await held[0].execute(others)
                with suppress(asyncpg.TooManyConnectionsError):
                    while True:
                        held.append(await asyncpg.connect(postgres.url()))
            ready.set()
            await asyncio.to_thread(done.wait)
        finally:
            for each in held:
                await each.close()

    with ThreadPoolExecutor(1) as thread:
        holding = thread.submit(asyncio.run, hold())
        try:
            assert ready.wait(30), "connections are left"
            yield
        finally:
            done.set()
            holding.result(30)
