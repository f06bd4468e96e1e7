"""States and notifications survive the end of processes: R-01 to R-03, R-05 to R-07, R-09."""

import math
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from tests.reliability.rig.bodies import Way
from tests.reliability.rig.cluster import Cluster
from tests.reliability.rig.rig import LEASE, Rig
from tests.reliability.rig.scene import Scene
from tests.reliability.rig.simulator import Query
from tests.support.eventually import eventually

MakeCluster = Callable[..., Cluster]
LONG_POINTS = [
    pytest.param(point, marks=pytest.mark.chaos) for point in ("before_send", "before_mark", "away")
]
TOGETHER = Way(group_by=("alertname",))


@pytest.mark.parametrize(
    "hold", [pytest.param(7, id="short"), pytest.param(20, id="long", marks=pytest.mark.chaos)]
)
def test_r01_the_pending_time_goes_on_after_a_kill(make_cluster: MakeCluster, hold: int) -> None:
    """R-01: The pending period of an alert continues after the process is killed."""
    cluster = make_cluster("r01", 1)
    scene = cluster.scene("r01", way=Way(hold=hold))
    scene.wait_until_evaluated()
    begun = scene.breach()
    time.sleep(hold / 2)
    assert not scene.messages()
    cluster.instances[0].kill()
    cluster.instances[0].start()
    told = scene.wait_until_notified("firing", seconds=hold + 20)
    [message] = scene.messages()
    fired = message.alerts[0].starts_at - begun
    assert hold - 0.2 <= fired, f"fires {fired:.1f} s after the first breach"
    scene.load.expect(fired <= hold + 2.2, f"fires {fired:.1f} s after the first breach")
    scene.require()
    assert set(told) == set(scene.keys)


@dataclass
class Steady:
    """The observations of a constantly firing source while its owners were killed."""

    scene: Scene
    kills: int
    since: float
    told_before: int
    queries: list[Query]


@pytest.fixture(scope="module", params=[4, pytest.param(30, marks=pytest.mark.chaos)])
def steady(rig: Rig, request: pytest.FixtureRequest) -> Iterator[Steady]:
    """Twenty firing rules with three series each; the owner of the first rule is killed."""
    cluster = Cluster(rig, f"steady-{request.param}", 2).start()
    try:
        scene = cluster.scene(f"steady{request.param}", rules=20, series=3, way=TOGETHER)
        scene.wait_until_evaluated()
        scene.breach()
        scene.wait_until_notified("firing")
        scene.wait_until_confirmed()
        since, told_before = time.time(), len(scene.messages())
        for _ in range(request.param):
            owner = scene.owner()
            one = next(each for each in cluster.instances if each.name == owner)
            one.kill()
            time.sleep(0.5)
            one.start()
            time.sleep(2)
        time.sleep(LEASE)
        queries = [each for each in rig.simulator.queries if each.rule in scene.rules]
        yield Steady(scene, request.param, since, told_before, queries)
    finally:
        cluster.stop()


def test_r02_kills_do_not_tell_again_what_fires_on(steady: Steady) -> None:
    """R-02: A firing alert is not notified again because the process was killed and restarted."""
    scene = steady.scene
    new = scene.messages()[steady.told_before :]
    assert not new, f"{len(new)} messages after kills, first {new[0]}"
    scene.require()


def test_r05_a_kill_costs_a_rule_few_ticks(steady: Steady) -> None:
    """R-05: A killed instance costs a rule at most a lease of evaluations, and pending periods
    use the times of the slots."""
    most = math.ceil(LEASE / 1) + 1
    for rule in steady.scene.rules:
        ticks = sorted({each.time for each in steady.queries if each.rule == rule})
        gaps = [after - before for before, after in pairwise(ticks)]
        skipped = max(gaps) - 1
        steady.scene.load.expect(skipped <= most + 0.01, f"{rule} skips {skipped:.0f} ticks")


def test_r06_gaps_resolve_nothing(steady: Steady) -> None:
    """R-06: Gaps in evaluation resolve nothing."""
    resolved = [
        message
        for message in steady.scene.messages()
        if any(alert.status == "resolved" for alert in message.alerts)
    ]
    assert not resolved


def test_r12_each_tick_of_a_rule_is_evaluated_once(steady: Steady) -> None:
    """R-12: Each slot of a rule is evaluated once, on any number of instances."""
    counted = Counter((each.rule, each.time) for each in steady.queries)
    repeated = sum(count - 1 for count in counted.values())
    allowed = max(2 * steady.kills, len(counted) * 0.02)
    assert repeated <= allowed, f"{repeated} of {len(counted)} ticks asked again"
    twice = steady.scene.cluster.rows(
        "SELECT rule_uid, fingerprint, slot FROM alert_history"
        " GROUP BY rule_uid, fingerprint, slot HAVING count(*) > 1"
    )
    assert not twice


def test_r12_nobody_asks_twice_while_all_is_calm(make_cluster: MakeCluster) -> None:
    """R-12, R-10: Each slot of a rule is evaluated once, on any number of instances."""
    cluster = make_cluster("r12", 3)
    scene = cluster.scene("r12", rules=30, way=TOGETHER)
    scene.wait_until_evaluated()
    since = time.time()
    time.sleep(5)
    until = time.time()
    queries = [
        each
        for each in cluster.rig.simulator.queries
        if each.rule in scene.rules and since <= each.arrived <= until
    ]
    counted = Counter((each.rule, each.time) for each in queries)
    assert max(counted.values()) == 1
    for rule in scene.rules:
        asked = sum(1 for each in queries if each.rule == rule)
        assert 4 <= asked <= 6, f"{rule} was evaluated {asked} times in 5 s\n{scene.load}"


@pytest.mark.parametrize("rounds", [1, pytest.param(100, marks=pytest.mark.chaos)])
@pytest.mark.parametrize("point", ["after_state_commit", "after_send", *LONG_POINTS])
def test_r03_resolved_alerts_are_notified_whenever_the_process_dies(
    make_cluster: MakeCluster, point: str, rounds: int
) -> None:
    """R-03: The source recovers while no instance runs; then the process dies again at the
    `point`."""
    name = f"r03{point.replace('_', '')}{rounds}"
    cluster = make_cluster(name, 1)
    one = cluster.instances[0]
    scene = cluster.scene(name, series=10, way=TOGETHER)
    scene.wait_until_evaluated()
    for _ in range(rounds):
        scene.breach()
        scene.wait_until_notified("firing")
        scene.wait_until_confirmed()
        one.kill()
        scene.recover()
        if point != "away":
            one.launch(VEDETTE_FAULT_AT=point)
            assert one.wait_for_end(60) == -9, f"not killed at {point}"
        one.start()
        started = time.time()
        resolved = scene.wait_until_notified("resolved")
        took = max(resolved.values()) - started
        scene.load.expect(took <= 2 + 5, f"resolved {took:.1f} s after the start")
        scene.wait_until_confirmed()
    was_taken = point in ("after_send", "before_mark")
    verdict = scene.require(duplicates=4 * rounds if was_taken else 0, in_time=False)
    assert bool(verdict.duplicates) == was_taken, "what was sent before the kill is sent again"


@pytest.mark.parametrize("rounds", [1, pytest.param(10, marks=pytest.mark.chaos)])
def test_r07_rolling_restarts_tell_nothing_twice(make_cluster: MakeCluster, rounds: int) -> None:
    """R-07: Rolling restarts release their work and repeat no notification."""
    cluster = make_cluster(f"r07-{rounds}", 3)
    scene = cluster.scene(f"r07n{rounds}", rules=6, series=3)
    scene.wait_until_evaluated()
    for _ in range(rounds):
        for one in cluster.instances:
            is_firing = any(found and found[-1].end is None for found in scene.breaches.values())
            if is_firing:
                scene.recover()
            else:
                scene.breach()
            time.sleep(0.5)
            took = one.terminate()
            assert took <= 10, f"{one.name} took {took:.1f} s to end"
            scene.wait_until_notified("resolved" if is_firing else "firing")
            one.start()
            time.sleep(1)
    time.sleep(2)
    scene.require()


def test_r09_what_was_silent_stays_silent_after_a_kill(make_cluster: MakeCluster) -> None:
    """R-09: Silences, mute timings and inhibition hold across a kill."""
    cluster = make_cluster("r09", 1)
    all_day = [{"times": [{"start_time": "00:00", "end_time": "24:00"}]}]
    timing = {"name": "always", "time_intervals": all_day}
    cluster.want("POST", "/api/v1/provisioning/mute-timings", timing)
    loud = cluster.scene("r09loud", way=Way(labels={"severity": "critical"}))
    muted = cluster.scene("r09muted", way=Way(mute_timings=("always",)))
    silenced = cluster.scene("r09silenced")
    inhibited = cluster.scene("r09inhibited", way=Way(labels={"severity": "warning"}))
    now = datetime.now(UTC)
    silence = {
        "matchers": [{"name": "scene", "value": "r09silenced", "isRegex": False, "isEqual": True}],
        "startsAt": now.isoformat(),
        "endsAt": (now + timedelta(hours=1)).isoformat(),
        "createdBy": "rig",
        "comment": "quiet",
    }
    cluster.want("POST", "/api/alertmanager/grafana/api/v2/silences", silence)
    _inhibit(cluster)
    for scene in (loud, muted, silenced, inhibited):
        scene.wait_until_evaluated()
    loud.breach()
    loud.wait_until_notified("firing")
    loud.wait_until_confirmed()
    for scene in (muted, silenced, inhibited):
        scene.suppressed = set(scene.keys)
        scene.breach()
    time.sleep(4)
    cluster.instances[0].kill()
    cluster.instances[0].start()
    time.sleep(LEASE + 3)
    for scene in (muted, silenced, inhibited):
        assert scene.asked(scene.rules[0]) > 5
        assert not scene.messages(), f"{scene.name} is told in spite of all"
    loud.require()
    eventually(
        lambda: len(_suppressed(cluster)) == 3, "three alerts are shown as suppressed", seconds=5
    )


def _inhibit(cluster: Cluster) -> None:
    path = "/api/alertmanager/grafana/config/api/v1/alerts"
    config = cluster.want("GET", path)
    rule = {"source_matchers": ['severity="critical"'], "target_matchers": ['severity="warning"']}
    config["alertmanager_config"]["inhibit_rules"] = [rule]
    cluster.want("POST", path, config)


def _suppressed(cluster: Cluster) -> list[object]:
    alerts = cluster.want("GET", "/api/alertmanager/grafana/api/v2/alerts")
    return [alert for alert in alerts if alert["status"]["state"] == "suppressed"]
