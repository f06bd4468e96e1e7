"""Health, metrics and history show the true state: R-60 to R-63."""

import time
from collections.abc import Callable

import pytest

from tests.reliability.rig.cluster import Cluster
from tests.reliability.rig.collector import Answer
from tests.reliability.rig.postgres import locked
from tests.support.eventually import eventually

MakeCluster = Callable[..., Cluster]
_NOTICED = 15


@pytest.mark.parametrize(
    "table",
    [
        "alert_evaluation",
        pytest.param("alert_delivery", marks=pytest.mark.chaos),
        pytest.param("alert_group", marks=pytest.mark.chaos),
    ],
)
def test_r60_health_is_bad_while_a_loop_is_stuck(make_cluster: MakeCluster, table: str) -> None:
    """R-60: Health reports a stuck loop or an unavailable database, and no background service
    fails unnoticed."""
    name = f"r60{table.partition('_')[2]}"
    cluster = make_cluster(name, 1)
    scene = cluster.scene(name)
    scene.wait_until_evaluated()
    one = cluster.instances[0]
    assert cluster.health(one).status == 200
    with locked(cluster.rig.postgres, cluster.database, table):
        begun = time.monotonic()
        while cluster.health(one).status == 200:
            passed = time.monotonic() - begun
            scene.load.expect(passed <= _NOTICED + 3, f"{table} stuck for {passed:.0f} s")
            assert passed < 40, f"health is good while {table} is stuck"
            time.sleep(0.2)
        assert one.get("/healthz").status == 200
    eventually(lambda: cluster.health(one).status == 200, "health returns", seconds=20)
    scene.breach()
    scene.wait_until_notified("firing")
    scene.require()


def test_r60_a_part_that_dies_again_and_again_is_not_hidden(make_cluster: MakeCluster) -> None:
    """R-60: The table of rule evaluations is gone, so nothing can be evaluated."""
    cluster = make_cluster("r60dead", 1)
    scene = cluster.scene("r60dead")
    scene.wait_until_evaluated()
    one = cluster.instances[0]
    cluster.rows("ALTER TABLE alert_evaluation RENAME TO alert_evaluation_gone")
    eventually(
        lambda: not one.is_running or cluster.health(one).status != 200,
        "it ends or says so",
        seconds=_NOTICED + 5,
    )


def test_r61_the_numbers_tell_what_happened(make_cluster: MakeCluster) -> None:
    """R-61: Metrics count evaluations, lateness, deliveries and their reasons, as they happened."""
    cluster = make_cluster("r61", 1)
    one = cluster.instances[0]
    scene = cluster.scene("r61", rules=4)
    broken = cluster.scene("r61broken")
    for each in (scene, broken):
        each.wait_until_evaluated()
    before = one.metrics()
    begun = time.time()
    cluster.rig.collector.answer(broken.hook, Answer(500))
    scene.breach()
    broken.breach()
    scene.wait_until_notified("firing")
    time.sleep(3)
    after = one.metrics()
    asked = sum(each.asked(rule, begun) for each in (scene, broken) for rule in each.rules)

    def grown(name: str, *parts: str) -> float:
        return sum(
            value - before.get(key, 0.0)
            for key, value in after.items()
            if key.partition("{")[0] == name and all(part in key for part in parts)
        )

    assert grown("vedette_alerting_rule_evaluations_total") == pytest.approx(asked, abs=8)
    assert grown("vedette_alerting_scheduler_lateness_seconds_count") == pytest.approx(asked, abs=8)
    sent = [name for name in after if name.startswith("vedette_alerting_notifications")]
    assert grown("vedette_alerting_notifications_total") >= 5, sent
    assert grown("vedette_alerting_notifications_failed_total") >= 1, sent
    depth = [value for key, value in after.items() if "deliver" in key and "pending" in key]
    depth += [value for key, value in after.items() if "outbox" in key]
    assert max(depth, default=0) >= 1, "the message that waits is counted"
    cluster.rig.collector.answer(broken.hook, Answer())
    broken.wait_until_notified("firing", seconds=60)
    paused = time.time()
    one.pause()
    time.sleep(4)
    one.resume()
    scene.wait_until_evaluated(since=paused + 4)
    time.sleep(1)
    after = one.metrics()
    missed = grown("vedette_alerting_rule_evaluations_missed_total")
    assert missed >= 2 * len(scene.rules)
    ended = missed + grown("vedette_alerting_rule_evaluations_total")
    ended += grown("vedette_alerting_rule_evaluations_dropped_total")
    under_way = len(scene.rules) + len(broken.rules)
    assert grown("vedette_alerting_rule_evaluations_expected_total") == pytest.approx(
        ended, abs=under_way
    )


def test_r62_the_watchdog_is_heard_while_alerting_works(make_cluster: MakeCluster) -> None:
    """R-62: The watchdog is routed and repeated like any alert, and stops if alerting stops."""
    cluster = make_cluster("r62", 1, settings=("cfg:unified_alerting.watchdog=true",))
    cluster.add_receiver("heartbeat", "r62/heartbeat")
    beat = {
        "receiver": "heartbeat",
        "object_matchers": [["alertname", "=", "Watchdog"]],
        "group_by": ["alertname"],
        "group_wait": "0s",
        "group_interval": "1s",
        "repeat_interval": "2s",
    }
    cluster.write_policies(routes=[beat])
    collector = cluster.rig.collector

    def beats() -> list[float]:
        return [each.arrived for each in collector.accepted("r62/heartbeat")]

    eventually(lambda: len(beats()) >= 3, "three beats", seconds=30)
    assert all(each.body["status"] == "firing" for each in collector.of("r62/heartbeat"))
    with locked(cluster.rig.postgres, cluster.database, "alert_evaluation"):
        time.sleep(12)
        stopped = len(beats())
        time.sleep(5)
        assert len(beats()) <= stopped + 1, "a heart that beats though no rule is evaluated"
    count = len(beats())
    eventually(lambda: len(beats()) >= count + 2, "it beats again", seconds=30)
    assert all(each.body["status"] == "firing" for each in collector.of("r62/heartbeat"))


def test_r63_the_ledger_explains_each_alert(make_cluster: MakeCluster) -> None:
    """R-63: Notification history explains each alert and matches what receivers got."""
    cluster = make_cluster("r63", 1)
    scene = cluster.scene("r63", rules=2, series=2)
    scene.wait_until_evaluated()
    cluster.rig.collector.answer(scene.hook, Answer(500), Answer())
    scene.breach()
    scene.wait_until_notified("firing", seconds=40)
    scene.recover()
    scene.wait_until_notified("resolved")
    time.sleep(1)
    arrivals = cluster.rig.collector.of(scene.hook)
    found = cluster.want("GET", f"/api/v1/alerting/ledger?receiver={scene.receiver}&limit=100")
    text = str(found)
    for key in {arrival.idempotency for arrival in arrivals}:
        assert key in text, f"{key} is not in the ledger"
    rows = cluster.rows(
        "SELECT d.delivery_key, d.state, count(*) AS tries FROM alert_delivery d"
        " JOIN alert_delivery_attempt a ON a.delivery_id = d.id"
        f" WHERE d.receiver = '{scene.receiver}' GROUP BY d.delivery_key, d.state"
    )
    tries = {row["delivery_key"]: row["tries"] for row in rows}
    heard: dict[str, int] = {}
    for arrival in arrivals:
        heard[arrival.idempotency] = heard.get(arrival.idempotency, 0) + 1
    assert tries == heard
    assert {row["state"] for row in rows} == {"sent"}
