"""Clocks differ and jump; only the database's clock matters: R-40 to R-42."""

import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.reliability.rig.bodies import Way
from tests.reliability.rig.cluster import Cluster
from tests.reliability.rig.instance import FAKETIME
from tests.reliability.rig.rig import ADMIN_PASSWORD, Rig
from tests.support.eventually import eventually

MakeCluster = Callable[..., Cluster]
HOUR = 3600
needs_faketime = pytest.mark.skipif(
    not FAKETIME.exists(), reason="libfaketime is not installed (Debian package libfaketime)"
)


def faked(offset: str) -> dict[str, str]:
    """Return an environment in which the wall clock is wrong and timers are not."""
    return {
        "LD_PRELOAD": str(FAKETIME),
        "FAKETIME": offset,
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }


@needs_faketime
def test_r40_instances_whose_clocks_differ_work_as_one(rig: Rig) -> None:
    """R-40: Instances with different clocks work as one, by the time of the database."""
    cluster = Cluster(rig, "r40", 0)
    try:
        for name, offset in (("ahead", "+300s"), ("right", "+0s"), ("behind", "-300s")):
            cluster.add_instance(f"r40-{name}", **faked(offset))
        cluster.start()
        ahead, right, behind = cluster.instances
        scene = cluster.scene("r40", rules=12, series=2)
        scene.wait_until_evaluated()
        for _ in range(2):
            scene.breach()
            scene.wait_until_notified("firing")
            time.sleep(1)
            scene.recover()
            scene.wait_until_notified("resolved")
        asked = [each for each in rig.simulator.queries if each.rule in scene.rules]
        # The instance is unknown if it disconnected before the lookup.
        known = {each.instance for each in asked if each.instance}
        assert known == {one.name for one in cluster.instances}
        worst = max(abs(each.arrived - each.time) for each in asked)
        scene.load.expect(worst < 30, f"a query asks for a time {worst:.0f} s away")
        ticks = Counter((each.rule, each.time) for each in asked)
        assert max(ticks.values()) == 1
        for one in cluster.instances:
            assert cluster.api("GET", "/api/datasources", at=one).status == 200, one.name
        scene.require()
        for one, offset in ((ahead, 300), (right, 0), (behind, -300)):
            seen = one.metrics()["vedette_cluster_clock_offset_seconds"]
            assert abs(seen - offset) < 2, f"{one.name} is off by {seen}"
        for one in (ahead, behind):
            assert "clock" in one.log.read_text().lower(), f"{one.name} warns"
        assert "clock" not in right.log.read_text().lower()
    finally:
        cluster.stop()


@pytest.mark.chaos
@needs_faketime
def test_r40_alone_and_late_an_instance_tells_the_right_times(rig: Rig) -> None:
    """R-40: Instances with different clocks work as one, by the time of the database."""
    cluster = Cluster(rig, "r40s", 0)
    try:
        cluster.add_instance("r40s-behind", **faked("-600s"))
        cluster.start()
        scene = cluster.scene("r40s")
        scene.wait_until_evaluated()
        scene.breach()
        scene.wait_until_notified("firing")
        assert abs(scene.messages()[0].alerts[0].starts_at - time.time()) < 30
        scene.recover()
        scene.wait_until_notified("resolved")
        scene.require()
        credentials = {"user": "admin", "password": ADMIN_PASSWORD}
        assert cluster.api("POST", "/login", credentials).status == 200
    finally:
        cluster.stop()


@needs_faketime
@pytest.mark.parametrize(
    "step",
    [
        pytest.param(-HOUR, id="back"),
        pytest.param(HOUR, id="forward", marks=pytest.mark.chaos),
    ],
)
def test_r41_a_clock_that_jumps_starts_no_storm_and_no_stall(rig: Rig, step: int) -> None:
    """R-41: A clock that jumps starts no storm and stops nothing."""
    name = f"r41{'back' if step < 0 else 'forward'}"
    cluster = Cluster(rig, name, 0)
    try:
        offset: Path = cluster.directory / "clock"
        offset.write_text("+0s\n")
        environ = {
            **faked(""),
            "FAKETIME_TIMESTAMP_FILE": str(offset),
            "FAKETIME_CACHE_DURATION": "1",
        }
        del environ["FAKETIME"]
        cluster.add_instance(name, **environ)
        cluster.start()
        scene = cluster.scene(name, rules=6, way=Way(group_by=("alertname",)))
        scene.wait_until_evaluated()
        scene.breach()
        scene.wait_until_notified("firing")
        offset.write_text(f"{step:+d}s\n")
        jumped = time.time()
        time.sleep(4)
        for rule in scene.rules:
            count = scene.asked(rule, jumped)
            assert count <= 6, f"{rule} is evaluated {count} times in 4 s"
            scene.load.expect(count >= 2, f"{rule} is evaluated {count} times in 4 s")
        ticks = Counter(
            (each.rule, each.time) for each in rig.simulator.queries if each.rule in scene.rules
        )
        assert max(ticks.values()) == 1, "no tick twice"
        scene.recover()
        scene.wait_until_notified("resolved")
        scene.require()
        eventually(
            lambda: (
                abs(cluster.live().metrics()["vedette_cluster_clock_offset_seconds"] - step) < 3
            ),
            "the metric shows the offset",
            seconds=20,
        )
    finally:
        cluster.stop()


def test_r42_mute_timings_know_daylight_saving_and_leap_days() -> None:
    """R-42: The vectors are tested with the pure code; this test ensures that they exist."""
    vectors = "".join(
        path.read_text() for path in Path(__file__).parents[1].glob("unit/alerting/**/*.py")
    )
    for zone in ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe"):
        assert zone in vectors, f"no vector for {zone}"
    assert "2, 29" in vectors or "02-29" in vectors, "no vector for a leap day"
