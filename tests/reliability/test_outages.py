"""Every kind of outage of the own database: R-20, R-21, R-23, R-60.

Limits of the server are the default ones: most faults are short, but one lasts longer than each
limit.
"""

import re
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from tests.fixtures.http_server import Authority
from tests.reliability.rig.cluster import Cluster
from tests.reliability.rig.outages import OUTAGES
from tests.reliability.rig.postgres import RigPostgres, binaries
from tests.reliability.rig.rig import Rig
from tests.reliability.rig.scene import Scene
from tests.support.eventually import eventually

_DEFAULTS = (
    "cfg:unified_alerting.lease=15s",
    "cfg:unified_alerting.concurrent_deliveries=4",
    "cfg:database.max_open_conn=0",
    "cfg:database.max_idle_conn=2",
)
_REASONS = {
    "stopped": "the connection was lost",  # There is a proxy in between.
    "unreachable": "it did not respond in time",
    "failed over": "the connection was lost",
    "starved": "it has no free connections",
    "read-only": "it is read-only",
    "password": "it does not accept the configured user or password",
    "certificate": "its certificate is not trusted",
}
_ALSO_LOGGED = {
    "starved": ("PostgreSQL has no free connection for this instance",),
    "read-only": ("Alerting runs from memory", "Alerting writes to the database again"),
}
"""Further log lines of an outage: what to do about it, and what continues without the database."""
_LONG, _SHORT = 62.0, 4.0
_SILENCE = 14.0
"""Seconds without a response after which statements fail; before, they are slow."""
_NOTICED = 20.0
_BACK = 20.0


@pytest.fixture
def cluster(tmp_path: Path, seed: int) -> Iterator[Cluster]:
    """One instance that trusts the certificate of a PostgreSQL with 40 connections."""
    if binaries() is None:
        pytest.skip("PostgreSQL is not installed (Debian package postgresql)")
    rig = Rig(tmp_path, seed, RigPostgres("-c max_connections=40"))
    authority = Authority()
    rig.postgres.use_certificate(*authority.issue("127.0.0.1"))
    cluster = Cluster(rig, "outages", 1)
    trusted = cluster.directory / "authority.pem"
    trusted.write_text(authority.pem)
    cluster.instances[0].settings = [
        *cluster.instances[0].settings,
        *_DEFAULTS,
        "cfg:database.ssl_mode=verify-full",
        f"cfg:database.ca_cert_path={trusted}",
    ]
    try:
        yield cluster.start()
    finally:
        cluster.stop()
        rig.close()


def test_no_outage_ends_an_instance_or_loses_an_alert(cluster: Cluster) -> None:
    """R-20, R-21, R-23, R-60: Every kind of outage is waited for, named and logged once.

    The first one lasts longer than any counter or limit of the server.
    """
    scene = _scene(cluster)
    kinds = ["stopped", *(kind for kind in OUTAGES if kind != "stopped")]
    for number, kind in enumerate(kinds):
        seconds = _LONG if number == 0 else _SILENCE if kind == "unreachable" else _SHORT
        _go_through(scene, kind, seconds, is_breach=number % 2 == 0)
    scene.require(in_time=False)


@pytest.mark.chaos
def test_two_dozen_outages_of_up_to_ten_minutes(cluster: Cluster, seed: int) -> None:
    """R-20, R-21, R-23, R-60: No sequence of outages ends an instance or loses an alert."""
    scene = _scene(cluster)
    random = Random(seed)
    lengths = [1.0, 600.0, *(min(600.0, random.expovariate(1 / 60) + 1) for _ in range(22))]
    kinds = [list(OUTAGES)[number % len(OUTAGES)] for number in range(len(lengths))]
    random.shuffle(kinds)
    random.shuffle(lengths)
    for number, (kind, length) in enumerate(zip(kinds, lengths, strict=True)):
        _go_through(scene, kind, length, is_breach=number % 2 == 0)
    scene.require(in_time=False)


def _scene(cluster: Cluster) -> Scene:
    scene = cluster.scene("outages", rules=4, series=2)
    scene.wait_until_evaluated()
    return scene


def _go_through(scene: Scene, kind: str, seconds: float, *, is_breach: bool) -> None:
    """Fire or resolve alerts during the outage; they are notified afterwards."""
    cluster = scene.cluster
    one = cluster.instances[0]
    process = one.process
    is_seen = kind != "unreachable" or seconds >= _SILENCE
    scene.wait_until_confirmed()
    logged = len(one.log.read_text())
    with OUTAGES[kind](cluster):
        begun = time.monotonic()
        (scene.breach if is_breach else scene.recover)()
        if is_seen:
            _check_what_users_see(cluster, kind)
        time.sleep(max(0.0, begun + seconds - time.monotonic()))
        assert one.is_running, one.tail()
    returned = time.time()
    scene.wait_until_evaluated(since=returned)
    took = time.time() - returned
    scene.load.expect(took <= 20, f"{kind}: evaluations go on after {took:.1f} s")
    scene.wait_until_notified("firing" if is_breach else "resolved")
    eventually(lambda: cluster.health(one).status == 200, f"{kind}: health returns", seconds=_BACK)
    assert one.process is process, "it was never started again"
    if not is_seen:
        # What was in flight fails at its time limit, after the server is reachable again.
        time.sleep(max(0.0, begun + _SILENCE - time.monotonic()))
    over = "The database is available again after"
    if is_seen or "The database is unavailable" in one.log.read_text()[logged:]:
        eventually(
            lambda: over in one.log.read_text()[logged:],
            f"{kind}: its end is logged",
            seconds=_BACK,
        )
    if is_seen:
        if "Alerting runs from memory" in one.log.read_text()[logged:]:
            again = "Alerting writes to the database again"
            eventually(
                lambda: again in one.log.read_text()[logged:], f"{kind}: {again}", seconds=_BACK
            )
        _check_log(one.log.read_text()[logged:], kind)


def _check_what_users_see(cluster: Cluster, kind: str) -> None:
    one = cluster.instances[0]
    eventually(
        lambda: cluster.health(one).status == 503, f"{kind}: health is bad", seconds=_NOTICED
    )
    body = cluster.health(one).json()
    assert body["database"] == "failing", body
    [outage] = body["outages"]
    assert outage["service"] == "database"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", outage["since"]), outage
    assert one.get("/healthz").status == 200
    folder = {"title": f"While it is {kind}"}
    refused = cluster.api("POST", "/api/folders", folder, timeout=30.0)
    assert (refused.status, refused.headers["retry-after"]) == (503, "5"), refused.text
    eventually(
        lambda: cluster.health(one).json()["outages"][0]["reason"] == _REASONS[kind],
        f"{kind}: the reason {_REASONS[kind]!r}, not {outage['reason']!r}",
        seconds=_NOTICED,
    )
    known = ("The database cannot be", "No database connection became available")
    assert refused.json()["message"].startswith(known)


def _check_log(log: str, kind: str) -> None:
    lines = log.splitlines()
    begun = _matching(lines, r"\bdb +The database is unavailable: ")
    over = _matching(lines, r"\bdb +The database is available again after ")
    assert (len(begun), len(over)) == (1, 1), f"{kind}:\n{log}"
    assert not _matching(lines, "Traceback", r'Service "[^"]+" failed'), f"{kind}:\n{log}"
    warnings = [line for line in _matching(lines, r" WARN ") if "/api/folders returned" not in line]
    assert not _matching(lines, "/api/health"), f"{kind}:\n{log}"
    others = [line for line in warnings if line not in begun]
    assert others == _matching(others, *_ALSO_LOGGED.get(kind, ())), f"{kind}:\n{log}"
    assert len(others) <= len(_ALSO_LOGGED.get(kind, ())), f"{kind}:\n{log}"


def _matching(lines: Sequence[str], *patterns: str) -> list[str]:
    return [line for line in lines if any(re.search(each, line) for each in patterns)]
