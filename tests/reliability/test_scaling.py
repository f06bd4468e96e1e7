"""Instances start and stop, and any of them answers any request: R-11, R-17, R-53."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle

import pytest

from tests.reliability.rig.cluster import Cluster
from tests.reliability.rig.http import ask
from tests.reliability.rig.rig import ADMIN_PASSWORD, LEASE

MakeCluster = Callable[..., Cluster]
_MIB = 2**20
_CONCURRENT_DELIVERIES = 4


@pytest.mark.parametrize("most", [3, pytest.param(5, marks=pytest.mark.chaos)])
def test_r11_instances_come_and_go_while_alerts_fire(make_cluster: MakeCluster, most: int) -> None:
    """R-11: From one instance to several and back to two nothing is missed, and no removal
    repeats more than was in flight."""
    cluster = make_cluster(f"r11-{most}", 1)
    scene = cluster.scene(f"r11n{most}", rules=10, series=3)
    scene.wait_until_evaluated()
    half = len(scene.keys) // 2
    scene.breach(*scene.keys[:half])
    for number in range(1, most):
        cluster.add_instance(f"r11-{most}-{number}").start()
        time.sleep(1)
    scene.breach(*scene.keys[half:])
    scene.wait_until_notified("firing")
    scene.recover(*scene.keys[:half])
    removed = 0
    while len([one for one in cluster.instances if one.is_running]) > 2:
        leaving = cluster.live()
        leaving.terminate()
        removed += 1
        cluster.sign_in()
        time.sleep(LEASE)
    scene.recover(*scene.keys[half:])
    scene.wait_until_notified("resolved")
    scene.require(duplicates=_CONCURRENT_DELIVERIES * removed)


def test_r17_every_request_may_go_to_another_instance(make_cluster: MakeCluster) -> None:
    """R-17: A user signs in, edits, queries and signs out although each request is answered by
    another instance."""
    cluster = make_cluster("r17", 2)
    instances = cycle(cluster.instances)
    reply = ask(
        "POST",
        f"{next(instances).url}/login",
        {"user": "admin", "password": ADMIN_PASSWORD},
    )
    session = reply.headers["set-cookie"].partition(";")[0]

    def send(method: str, path: str, body: object = None) -> tuple[int, object]:
        one = next(instances)
        answered = ask(method, one.url + path, body, {"Cookie": session, "Origin": one.url})
        return answered.status, answered.json() if answered.text[:1] in ("{", "[") else None

    for number in range(10):
        model = {"title": f"D{number}", "uid": f"d{number}"}
        status, saved = send("POST", "/api/dashboards/db", {"dashboard": model})
        assert (status, saved["version"]) == (200, 1)
        status, read = send("GET", f"/api/dashboards/uid/d{number}")
        assert (status, read["dashboard"]["title"]) == (200, f"D{number}")
        model = {**model, "title": f"E{number}", "version": 1}
        status, changed = send("POST", "/api/dashboards/db", {"dashboard": model})
        assert (status, changed["version"]) == (200, 2)
    source = {"name": "T", "uid": "t", "type": "testdata", "access": "proxy"}
    assert send("POST", "/api/datasources", source)[0] == 200
    query = {"refId": "A", "datasource": {"uid": "t"}, "scenarioId": "random_walk"}
    for _ in cluster.instances:
        status, _ = send(
            "POST", "/api/ds/query", {"from": "now-1h", "to": "now", "queries": [query]}
        )
        assert status == 200
    assert send("GET", "/logout")[0] == 200
    deadline = time.monotonic() + 10
    while statuses := {send("GET", "/api/user")[0] for _ in cluster.instances} - {401}:
        assert time.monotonic() < deadline, statuses
        time.sleep(0.2)


@pytest.mark.parametrize(
    ("rules", "viewers", "seconds"),
    [(50, 5, 8), pytest.param(1000, 50, 300, marks=pytest.mark.chaos)],
)
def test_r53_memory_stays_within_the_limits_of_a_container(
    make_cluster: MakeCluster, rules: int, viewers: int, seconds: int
) -> None:
    """R-53: An idle instance takes less than 200 MiB, one with rules and viewers less than 512."""
    cluster = make_cluster(f"r53-{rules}", 1)
    one = cluster.instances[0]
    time.sleep(2)
    assert one.memory() < 200 * _MIB, f"{one.memory() / _MIB:.0f} MiB while idle"
    scene = cluster.scene(f"r53n{rules}", rules=rules, series=3)
    scene.wait_until_evaluated(seconds=120)
    deadline = time.monotonic() + seconds

    def view(_: int) -> int:
        count = 0
        while time.monotonic() < deadline:
            for path in ("/api/search", "/api/prometheus/grafana/api/v1/rules", "/api/datasources"):
                count += cluster.api("GET", path).status == 200
            time.sleep(1)
        return count

    with ThreadPoolExecutor(viewers) as pool:
        answered = list(pool.map(view, range(viewers)))
    assert all(answered), answered
    assert one.memory() < 512 * _MIB, f"{one.memory() / _MIB:.0f} MiB with viewers"
