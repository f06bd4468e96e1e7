"""PostgreSQL with its default of 100 connections, and more clients than that: R-22, R-54."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from pathlib import Path

import aiohttp
import pytest

from tests.reliability.rig.cluster import Cluster
from tests.reliability.rig.postgres import RigPostgres, binaries
from tests.reliability.rig.rig import Rig

_CONNECTIONS = 100
_CLIENTS = 150
_AS_SPECIFIED = ("cfg:database.max_open_conn=0", "cfg:database.max_idle_conn=2")


@pytest.fixture
def cluster(tmp_path: Path, seed: int) -> Iterator[Cluster]:
    """Three instances with the pool of the specification."""
    if binaries() is None:
        pytest.skip("PostgreSQL is not installed (Debian package postgresql)")
    rig = Rig(tmp_path, seed, RigPostgres(f"-c max_connections={_CONNECTIONS}"))
    try:
        started = Cluster(rig, "pool", 3, settings=_AS_SPECIFIED).start()
        yield started
        started.stop()
    finally:
        rig.close()


@pytest.mark.parametrize("seconds", [8, pytest.param(120, marks=pytest.mark.chaos)])
def test_more_clients_than_connections_wait_and_alerts_are_in_time(
    cluster: Cluster, seconds: int
) -> None:
    """R-22, R-54: 150 clients of three instances get no error, and rules are evaluated in time."""
    scene = cluster.scene("crowd", rules=4, series=2)
    scene.wait_until_evaluated()
    processes = [one.process for one in cluster.instances]
    begun = time.time()
    with ThreadPoolExecutor(1) as thread:
        crowd = thread.submit(asyncio.run, _crowd(cluster, seconds))
        time.sleep(seconds / 4)
        scene.breach()
        scene.wait_until_notified("firing")
        statuses = crowd.result()
    assert {status for status in statuses if status >= 500 or status == 0} == set(), statuses
    assert statuses[200] > _CLIENTS, statuses
    assert [one.process for one in cluster.instances if one.is_running] == processes
    asked = {rule: scene.asked(rule, begun) for rule in scene.rules}
    scene.load.expect(min(asked.values()) >= seconds / 2, f"evaluated in {seconds} s: {asked}")
    for one in cluster.instances:
        log = one.log.read_text()
        assert "Traceback" not in log, one.tail()
        assert "connections of PostgreSQL" in log
    scene.recover()
    scene.wait_until_notified("resolved")
    scene.require()


async def _crowd(cluster: Cluster, seconds: int) -> Counter[int]:
    """Return the statuses of concurrent requests, sent each second; 0 for none."""
    statuses: Counter[int] = Counter()
    until = time.monotonic() + seconds

    async def work(number: int) -> None:
        one = cluster.instances[number % len(cluster.instances)]
        headers = {"Cookie": cluster.session, "Origin": one.url}
        async with aiohttp.ClientSession(one.url, headers=headers) as client:
            for method, path, body in cycle(_requests(number)):
                if time.monotonic() > until:
                    return
                try:
                    async with client.request(method, path, json=body) as reply:
                        await reply.read()
                        statuses[reply.status] += 1
                except aiohttp.ClientError:
                    statuses[0] += 1
                await asyncio.sleep(1 - time.monotonic() % 1)

    await asyncio.gather(*(work(number) for number in range(_CLIENTS)))
    return statuses


def _requests(number: int) -> list[tuple[str, str, object]]:
    return [
        ("GET", "/api/search?limit=50", None),
        ("GET", "/api/datasources", None),
        ("GET", "/api/v1/provisioning/alert-rules", None),
        ("POST", "/api/folders", {"title": f"Folder {number}"}),
        ("GET", "/api/health", None),
    ]
