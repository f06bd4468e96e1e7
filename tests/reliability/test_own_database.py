"""The server's database fails, is slow, or stops responding: R-21 to R-23."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.reliability.rig.cluster import Cluster
from tests.reliability.rig.http import ask
from tests.reliability.rig.proxy import Mode
from tests.reliability.rig.rig import ADMIN_PASSWORD, LEASE
from tests.reliability.rig.scene import Scene
from tests.support.eventually import eventually

MakeCluster = Callable[..., Cluster]
_MOST_CONNECTIONS = 10
_SLOW_SECONDS = 240.0
_DEADLINE = 30.0


@pytest.mark.parametrize("rounds", [2, pytest.param(20, marks=pytest.mark.chaos)])
def test_r21_evaluations_go_on_after_the_database_was_away(
    make_cluster: MakeCluster, rounds: int
) -> None:
    """R-21: After the database restarts or ends its sessions, evaluation resumes within seconds."""
    cluster = make_cluster(f"r21-{rounds}", 2)
    scene = cluster.scene(f"r21n{rounds}", rules=6, series=2)
    scene.wait_until_evaluated()
    postgres = cluster.rig.postgres
    for number in range(rounds):
        scene.breach()
        if number % 2:
            postgres.terminate_sessions(cluster.database)
        else:
            postgres.restart()
        returned = time.time()
        scene.wait_until_evaluated(since=returned)
        took = time.time() - returned
        scene.load.expect(took <= 5 + LEASE, f"evaluations go on after {took:.1f} s")
        scene.wait_until_notified("firing")
        scene.recover()
        if number % 2:
            postgres.restart()
        else:
            postgres.terminate_sessions(cluster.database)
        scene.wait_until_notified("resolved")
        for one in cluster.instances:
            assert one.is_running, one.tail()
            eventually(
                lambda one=one: cluster.health(one).status == 200, "health returns", seconds=15
            )
    # Each crash of the database may hide a completed delivery.
    scene.require(duplicates=2 * 4 * 2 * rounds)


@pytest.fixture
def scene(make_cluster: MakeCluster, request: pytest.FixtureRequest) -> Iterator[Scene]:
    name = request.node.name.split("_")[1]
    cluster = make_cluster(name, 2)
    made = cluster.scene(name, rules=4, series=2)
    made.wait_until_evaluated()
    yield made


@pytest.mark.parametrize(
    ("fault", "number"),
    [
        ("slow", 20_000),
        ("latency", 100),
        # The alert takes a longer path, but nothing is lost.
        pytest.param("latency", 500, marks=pytest.mark.chaos),
    ],
)
def test_r22_a_slow_database_delays_and_loses_nothing(
    make_cluster: MakeCluster, fault: Mode, number: int
) -> None:
    """R-22: A slow database delays evaluation and loses nothing, and the pool never exceeds its
    limit."""
    cluster = make_cluster(f"r22-{fault}", 2)
    scene = cluster.scene(f"r22{fault}{number}", rules=4, series=2)
    scene.wait_until_evaluated()
    credentials = {"user": "admin", "password": ADMIN_PASSWORD}
    session = ask("POST", f"{cluster.live().url}/login", credentials).headers["set-cookie"]
    for one in cluster.instances:  # Work is already in progress.
        assert one.get("/api/datasources", Cookie=session).status == 200
    for link in cluster.database_links.values():
        link.set(fault, number)
    slowed = time.time()
    scene.breach()
    connections: list[int] = []
    probes: list[float] = []
    pages: list[float] = []
    is_told = threading.Event()

    def probe() -> bool:
        """Return whether every alert was notified."""
        for one in cluster.instances:
            before = time.monotonic()
            assert one.get("/healthz").status == 200
            assert cluster.health(one).status in (200, 503)
            probes.append(time.monotonic() - before)
        [row] = cluster.rows(
            "SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid()"
        )
        connections.append(row["n"])
        return len(scene.told("firing")) == len(scene.keys)

    def read() -> None:
        while not is_told.is_set():
            for one in cluster.instances:
                before = time.monotonic()
                assert one.get("/api/datasources", _DEADLINE, Cookie=session).status == 200
                pages.append(time.monotonic() - before)

    with ThreadPoolExecutor(1) as thread:
        reading = thread.submit(read)
        try:
            eventually(probe, "every alert is notified", seconds=_SLOW_SECONDS, every=0.3)
        finally:
            is_told.set()
        reading.result()
    assert max(connections) <= _MOST_CONNECTIONS * len(cluster.instances), connections
    scene.load.expect(_p99(probes) < 3, f"health takes {max(probes):.1f} s")
    scene.load.expect(_p99(pages) < 3, f"a page takes {max(pages):.1f} s")
    asked = {rule: scene.asked(rule, slowed) for rule in scene.rules}
    assert min(asked.values()) >= 2, f"evaluations go on: {asked}"
    for link in cluster.database_links.values():
        link.set("pass")
    scene.wait_until_evaluated()
    scene.recover()
    scene.wait_until_notified("resolved")
    scene.require(duplicates=8, in_time=False)


def _p99(took: list[float]) -> float:
    return sorted(took)[len(took) * 99 // 100]


def test_r23_a_silent_database_is_noticed_and_the_process_lives(scene: Scene) -> None:
    """R-23: A database that stops responding is noticed within seconds, and the process stays
    alive."""
    cluster = scene.cluster
    scene.breach()
    scene.wait_until_notified("firing")
    one = cluster.instances[0]
    link = cluster.database_links[one.name]
    link.set("blackhole")
    begun = time.monotonic()
    with ThreadPoolExecutor(1) as thread:
        asked = thread.submit(one.get, "/api/datasources", 30)
        while cluster.health(one).status == 200:
            passed = time.monotonic() - begun
            scene.load.expect(passed <= 15, f"still ready after {passed:.0f} s")
            assert passed <= 40
            assert one.get("/healthz").status == 200
            time.sleep(0.2)
        assert one.get("/healthz").status == 200
        asked.result()
    waited = time.monotonic() - begun
    scene.load.expect(waited <= 20, f"a request waits {waited:.0f} s for the database")
    healed = time.time()
    link.set("pass")
    eventually(lambda: cluster.health(one).status == 200, "it is ready again", seconds=15)
    scene.recover()
    scene.wait_until_notified("resolved")
    scene.wait_until_evaluated(since=healed)
    scene.require(duplicates=4)
