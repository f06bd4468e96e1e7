"""Many alerts and random faults: R-04, R-08, R-39, R-63; each storm is judged in several ways."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from tests.reliability.rig.checker import Verdict
from tests.reliability.rig.cluster import Cluster
from tests.reliability.rig.nemesis import Nemesis, plan
from tests.reliability.rig.rig import CONCURRENT_DELIVERIES, LEASE, Rig
from tests.reliability.rig.scene import Scene
from tests.reliability.rig.script import storm

DEAD = LEASE + 4
"""Seconds in which nobody may have worked for a rule."""


@dataclass(frozen=True)
class Weather:
    name: str
    rules: int
    series: int
    length: float
    every: float
    fault: str = "kill"

    def __str__(self) -> str:
        return self.name


@dataclass
class Past:
    weather: Weather
    scene: Scene
    kills: int
    verdict: Verdict

    @property
    def bound(self) -> int:
        return self.kills * CONCURRENT_DELIVERIES


SHORT = Weather("short", rules=20, series=10, length=40, every=7)
MIDDLE = Weather("middle", rules=50, series=20, length=60, every=10)
LONG = Weather("long", rules=100, series=100, length=400, every=10)


def weather(rig: Rig, form: Weather, say: Callable[[str], None]) -> Iterator[Past]:
    cluster = Cluster(rig, f"storm-{form.name}-{form.fault}", 3).start()
    try:
        name = f"storm{form.name}{form.fault}".replace("_", "")
        scene = cluster.scene(name, form.rules, form.series)
        scene.wait_until_evaluated(60)
        shortest = DEAD + scene.way.group_interval + 2
        storm(rig.script, scene.keys, time.time() + 1, form.length, shortest, 2 * shortest)
        edges = sum(2 * len(found) for found in scene.breaches.values())
        nemesis = Nemesis(cluster)
        faults = plan(rig.seed, form.length, form.every, [form.fault], len(cluster.instances))
        nemesis.run(faults, form.length)
        for one in cluster.instances:
            one.wait_until_listening()
        _drain(scene, edges)
        verdict = scene.verdict(sure=DEAD)
        kills = nemesis.kills + len(cluster.instances) * sum(
            1 for _, fault in nemesis.done if fault.what == "kill_all"
        )
        past = Past(form, scene, kills, verdict)
        say(
            f"{name}: {len(scene.keys)} alerts, {edges} edges, {kills} kills, missed"
            f" {len(verdict.missed)}, duplicates {len(verdict.duplicates)} of at most"
            f" {past.bound}, p50 {verdict.latency(0.5):.1f} s, p99 {verdict.latency(0.99):.1f} s"
        )
        yield past
    finally:
        cluster.stop()


def _drain(scene: Scene, edges: int) -> None:
    """Until nothing new arrives."""
    deadline = time.monotonic() + 60
    quiet_since = time.monotonic()
    known = -1
    while time.monotonic() < deadline:
        arrived = len(scene.messages())
        if arrived != known:
            known, quiet_since = arrived, time.monotonic()
        distinct = len({message.idempotency for message in scene.messages()})
        if distinct >= edges and time.monotonic() - quiet_since > 3:
            return
        if time.monotonic() - quiet_since > DEAD + 5:
            return
        time.sleep(0.2)


@pytest.fixture(
    scope="module",
    params=[
        SHORT,
        pytest.param(MIDDLE, marks=pytest.mark.chaos),
        pytest.param(LONG, marks=pytest.mark.chaos),
    ],
    ids=str,
)
def killed(rig: Rig, request: pytest.FixtureRequest, say: Callable[[str], None]) -> Iterator[Past]:
    yield from weather(rig, request.param, say)


def require(past: Past) -> None:
    verdict, seed = past.verdict, past.scene.cluster.rig.seed
    assert not verdict.missed, f"seed {seed}: {verdict}"
    assert not verdict.unexpected, f"seed {seed}: {verdict}"
    assert not verdict.repeated, f"seed {seed}: {verdict}"
    assert len(verdict.duplicates) <= past.bound, f"seed {seed}: {verdict}"
    edges = sum(2 * len(found) for found in past.scene.breaches.values())
    assert verdict.distinct == edges, f"seed {seed}: {edges} edges, {verdict}"


def test_r04_a_storm_with_kills_loses_nothing(killed: Past) -> None:
    require(killed)


def test_r39_nothing_fires_after_it_ended(killed: Past) -> None:
    assert not killed.verdict.reordered, str(killed.verdict)
    assert not killed.verdict.unexpected, str(killed.verdict)


def test_r63_the_ledger_tells_what_the_receiver_saw(killed: Past) -> None:
    """Each key that arrived is in the ledger as sent, and none is there that did not arrive."""
    scene = killed.scene
    arrived = {message.idempotency for message in scene.messages()}
    rows = scene.cluster.rows(
        "SELECT delivery_key, state, attempts FROM alert_delivery"
        f" WHERE receiver = '{scene.receiver}'"
    )
    recorded = {row["delivery_key"]: row["state"] for row in rows}
    assert {key for key, state in recorded.items() if state == "sent"} == arrived
    assert not [key for key, state in recorded.items() if state not in ("sent", "superseded")]


@pytest.mark.parametrize(
    "form",
    [
        Weather("short", rules=10, series=5, length=24, every=12, fault="kill_all"),
        pytest.param(
            Weather("long", rules=50, series=20, length=150, every=15, fault="kill_all"),
            marks=pytest.mark.chaos,
        ),
    ],
    ids=str,
)
def test_r08_all_instances_killed_at_once_lose_nothing(
    rig: Rig, form: Weather, say: Callable[[str], None]
) -> None:
    for past in weather(rig, form, say):
        require(past)
        assert not past.verdict.reordered
