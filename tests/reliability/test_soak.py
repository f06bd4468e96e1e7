"""Hours of work do not make the process grow: R-50, R-52, R-53."""

import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.reliability.rig.bodies import Way
from tests.reliability.rig.cluster import Cluster
from tests.reliability.rig.growth import Sample, floors, growth
from tests.reliability.rig.instance import Instance
from tests.reliability.rig.soak import LARGE, SMALL, Soak

MakeCluster = Callable[..., Cluster]
MIB = 2**20
EMBEDDED = ("cfg:database.type=sqlite3", "cfg:database.url=")
LEAK = """
import threading, time
kept = []
def leak():
    while True:
        kept.append("x" * 100_000)
        time.sleep(0.1)
threading.Thread(target=leak, daemon=True).start()
"""


def watch(one: Instance, seconds: float) -> dict[str, list[Sample]]:
    """Sample the process twice a second: heap and resident memory in MiB, open files."""
    found: dict[str, list[Sample]] = {"heap": [], "resident": [], "files": [], "threads": []}
    begun = time.monotonic()
    while (now := time.monotonic() - begun) < seconds:
        for name, value in one.resources().items():
            found[name].append(Sample(now, value))
        time.sleep(0.5)
    return found


@pytest.mark.parametrize(
    ("warm", "seconds", "most"),
    [(10, 30, 120.0), pytest.param(240, 1800, 1.0, marks=pytest.mark.chaos)],
    ids=["short", "long"],
)
def test_r52_a_server_that_works_for_long_does_not_grow(
    make_cluster: MakeCluster,
    say: Callable[[str], None],
    warm: float,
    seconds: float,
    most: float,
) -> None:
    """R-50, R-52, R-53: Refreshes, edits, alerts with new labels, refused and broken connections
    and hostile sources leave no memory, no file and no thread behind. `most` is in MiB per 10
    minutes: the short form, in which nothing settles, finds leaks of 200 KiB a second."""
    cluster = make_cluster(f"r52-{seconds}", 1, settings=EMBEDDED)
    one = cluster.instances[0]
    churn = cluster.scene(f"r52n{seconds}", way=Way(group_by=("alertname",), hold=3600))
    churn.wait_until_evaluated()
    cluster.rig.simulator.churn[churn.rules[0]] = 100
    hostile = cluster.add_source("r52-hostile")
    ways = SMALL if seconds < 600 else SMALL + LARGE
    soak = Soak(cluster, churn.source, hostile, ways).start()
    try:
        time.sleep(warm)
        found = watch(one, seconds)
    finally:
        soak.stop()
    slopes = {name: growth(samples) for name, samples in found.items()}
    say(f"Lowest in MiB: {[round(each.value, 1) for each in floors(found['heap'])]}")
    say(f"In 10 minutes: {slopes}; done: {soak.done}; {found['resident'][-1].value:.0f} MiB")
    assert len(soak.done) == 7 and min(soak.done.values()) >= seconds / 10, soak.done
    assert slopes["heap"] <= most and slopes["resident"] <= most, slopes
    per_second = 600 / seconds
    assert slopes["files"] <= 5 * per_second and slopes["threads"] <= 2 * per_second, slopes


@pytest.mark.parametrize("count", [3_000, pytest.param(100_000, marks=pytest.mark.chaos)])
def test_refused_upgrades_leave_memory_where_it_was(make_cluster: MakeCluster, count: int) -> None:
    """CVE-2026-21720, T60: A hundred thousand visitors without a login leave nothing behind."""
    cluster = make_cluster(f"upgrades-{count}", 1, settings=EMBEDDED)
    one = cluster.instances[0]
    soak = Soak(cluster, "", "")
    for number in range(1_000):
        soak.be_refused(number)
    before = one.memory()
    for number in range(count):
        soak.be_refused(number)
    more = one.memory() - before
    assert more <= 4 * MIB, f"{more / MIB:.1f} MiB more, {more / count:.0f} bytes for each"


@pytest.mark.parametrize(
    ("ways", "count"),
    [(("many",), 20), pytest.param(LARGE, 3_000, marks=pytest.mark.chaos)],
    ids=["short", "long"],
)
def test_large_refused_answers_leave_memory_where_it_was(
    make_cluster: MakeCluster, ways: tuple[str, ...], count: int
) -> None:
    """R-34, R-52: Answers beyond a limit do not add up, however many of them are refused.

    Freed memory that is kept for the next answer is the same after the first few.
    """
    cluster = make_cluster(f"large-{count}", 1, settings=EMBEDDED)
    one = cluster.instances[0]
    soak = Soak(cluster, "", cluster.add_source("large"), ways)
    for number in range(6):
        soak.ask_hostile(number)
    before = one.resources()["heap"]
    for number in range(count):
        soak.ask_hostile(number)
    more = one.resources()["heap"] - before
    assert more <= 32, f"{more:.1f} MiB more after {count} answers"


def test_a_planted_leak_is_found(make_cluster: MakeCluster, tmp_path: Path) -> None:
    """The check of the soak test detects a leak of a megabyte per second."""
    (tmp_path / "sitecustomize.py").write_text(LEAK)
    cluster = make_cluster("leak", 1, settings=EMBEDDED)
    one = cluster.instances[0]
    time.sleep(3)
    calm = growth(watch(one, 6)["heap"])
    one.terminate()
    one.start(PYTHONPATH=str(tmp_path))
    time.sleep(3)
    leaking = growth(watch(one, 6)["heap"])
    assert leaking > 120 > calm, (calm, leaking)


def samples(values: Callable[[float], float], seconds: float = 1800) -> list[Sample]:
    return [Sample(at / 2, values(at / 2)) for at in range(int(seconds * 2))]


def test_peaks_and_noise_are_no_growth() -> None:
    dice = random.Random(1)
    noisy = samples(lambda at: 150 + dice.random() * 20 + (40 if at % 60 < 5 else 0))
    assert abs(growth(noisy)) < 0.3


@pytest.mark.parametrize("leak", [1.5, 4.0, 40.0])
def test_a_leak_below_noise_and_peaks_is_measured(leak: float) -> None:
    """Leaks of 1.5 MiB in 10 minutes and more exceed the limit of the long form."""
    dice = random.Random(2)
    found = growth(samples(lambda at: 150 + leak * at / 600 + dice.random() * 10))
    assert found == pytest.approx(leak, abs=0.3)
    assert found > 1.0
