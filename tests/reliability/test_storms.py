"""Many alerts and random faults: R-04, R-08, R-39, R-63; each storm has several checks."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import pytest

from tests.reliability.rig.checker import Verdict
from tests.reliability.rig.cluster import Cluster
from tests.reliability.rig.nemesis import Nemesis, plan
from tests.reliability.rig.rig import CONCURRENT_DELIVERIES, LEASE, Rig
from tests.reliability.rig.scene import Scene
from tests.reliability.rig.script import storm

DEAD = LEASE + 4
"""The seconds in which a rule may have no owner."""


@dataclass(frozen=True)
class Weather:
    """A storm of rules with series; times in seconds.

    `dead` is how long a rule may be without an owner; breaches and the pauses between them last
    longer, from `shortest` to twice as long.
    """

    name: str
    rules: int
    series: int
    length: float
    every: float
    faults: tuple[str, ...] = ("kill",)
    dead: float = DEAD
    shortest: float = DEAD + 4

    def __str__(self) -> str:
        return self.name


@dataclass
class Past:
    weather: Weather
    scene: Scene
    done: Sequence[str]
    """The faults."""
    verdict: Verdict

    @property
    def kills(self) -> int:
        """Return the number of kills that can leave a completed delivery unrecorded."""
        all_instances = len(self.scene.cluster.instances)
        return sum(all_instances if what in OF_ALL else 1 for what in self.done)

    @property
    def bound(self) -> int:
        return self.kills * CONCURRENT_DELIVERIES


SHORT = Weather("short", rules=20, series=10, length=32, every=6)
MIDDLE = Weather("middle", rules=50, series=20, length=60, every=10)
LONG = Weather("long", rules=100, series=100, length=400, every=10, shortest=90)
OF_ALL = ("kill_all", "end_sessions", "crash_database")
ANY = ("kill", "kill_all", "pause", "terminate", "cut_database", "end_sessions", "crash_database")


def weather(rig: Rig, form: Weather, say: Callable[[str], None]) -> Iterator[Past]:
    name = f"storm-{form.name}"
    cluster = Cluster(rig, name, 3).start()
    try:
        scene = cluster.scene(name, form.rules, form.series)
        scene.wait_until_evaluated(60)
        begin = time.time() + 1
        storm(rig.script, scene.keys, begin, form.length, form.shortest, 2 * form.shortest)
        edges = sum(2 * len(found) for found in scene.breaches.values())
        nemesis = Nemesis(cluster)
        faults = plan(f"{rig.seed}/{name}", form.length, form.every, form.faults, 3)
        nemesis.run(faults, form.length)
        for one in cluster.instances:
            one.wait_until_listening()
        _drain(scene, edges)
        verdict = scene.verdict(sure=form.dead)
        past = Past(form, scene, [fault.what for _, fault in nemesis.done], verdict)
        say(
            f"{name}: {len(scene.keys)} alerts, {edges} edges, {past.kills} kills, missed"
            f" {len(verdict.missed)}, duplicates {len(verdict.duplicates)} of at most"
            f" {past.bound}, p50 {verdict.latency(0.5):.1f} s, p99 {verdict.latency(0.99):.1f} s"
        )
        yield past
    finally:
        cluster.stop()


def _drain(scene: Scene, edges: int) -> None:
    """Wait until nothing new arrives."""
    deadline = time.monotonic() + 300
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
    """R-04: A storm of alerts with random kills loses no notification and repeats at most those
    in flight."""
    require(killed)


def test_r39_nothing_fires_after_it_ended(killed: Past) -> None:
    """R-39: A firing notification never arrives after its own resolved notification."""
    assert not killed.verdict.reordered, str(killed.verdict)
    assert not killed.verdict.unexpected, str(killed.verdict)


def test_r63_the_ledger_tells_what_the_receiver_saw(killed: Past) -> None:
    """R-63: The history has each key that arrived as sent, and no other."""
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
        Weather("all", rules=10, series=5, length=24, every=11, faults=("kill_all",)),
        pytest.param(
            Weather("all-long", rules=50, series=20, length=150, every=15, faults=("kill_all",)),
            marks=pytest.mark.chaos,
        ),
    ],
    ids=str,
)
def test_r08_all_instances_killed_at_once_lose_nothing(
    rig: Rig, form: Weather, say: Callable[[str], None]
) -> None:
    """R-08: Killing all instances at once loses no notification."""
    for past in weather(rig, form, say):
        require(past)
        assert not past.verdict.reordered


@pytest.mark.chaos
@pytest.mark.parametrize("part", range(5))
def test_r04_faults_of_every_kind_lose_nothing(
    rig: Rig, part: int, say: Callable[[str], None]
) -> None:
    """R-04: A storm of alerts with random kills loses no notification and repeats at most those
    in flight."""
    form = Weather(f"any-{part}", 20, 10, 120, 12, faults=ANY, dead=18, shortest=24)
    for past in weather(rig, form, say):
        verdict, seed = past.verdict, rig.seed
        assert not verdict.missed, f"seed {seed}: {verdict}"
        assert not verdict.reordered, f"seed {seed}: {verdict}"
        assert not verdict.unexpected, f"seed {seed}: {verdict}"
        assert not verdict.repeated, f"seed {seed}: {verdict}"
        assert len(verdict.duplicates) <= past.bound, f"seed {seed}: {verdict}"
