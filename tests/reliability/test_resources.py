"""Memory does not depend on the number of label sets ever seen: R-50, R-51."""

import time
from collections.abc import Callable

import pytest

from tests.reliability.rig.bodies import Way
from tests.reliability.rig.cluster import Cluster
from tests.reliability.rig.script import Key
from tests.support.eventually import eventually

MakeCluster = Callable[..., Cluster]
_MIB = 2**20
_MOST_SERIES = 5_000


@pytest.mark.parametrize(
    ("seconds", "count"), [(6, 200), pytest.param(1200, 1000, marks=pytest.mark.chaos)]
)
def test_r50_label_sets_that_come_and_go_leave_nothing(
    make_cluster: MakeCluster, seconds: int, count: int
) -> None:
    """R-50: Memory does not grow with the number of label sets ever seen."""
    cluster = make_cluster(f"r50-{seconds}", 1)
    one = cluster.instances[0]
    churn, greedy, well = (
        cluster.scene(f"r50n{seconds}{what}", way=Way(group_by=("alertname",), hold=hold))
        for what, hold in (("churn", 3600), ("greedy", 3600), ("well", 0))
    )
    for scene in (churn, greedy, well):
        scene.wait_until_evaluated()
    cluster.rig.simulator.churn[churn.rules[0]] = count
    time.sleep(6)
    warm = one.memory()
    begun = time.time()
    time.sleep(seconds)
    slope = (one.memory() - warm) / _MIB
    allowed = max(4.0, seconds / 600)
    assert slope <= allowed, f"{slope:.1f} MiB more after {seconds} s"
    [row] = cluster.rows(
        f"SELECT count(*) AS n FROM alert_instance WHERE rule_uid = '{churn.rules[0]}'"
    )
    assert row["n"] <= 5 * count, f"{row['n']} states are kept"
    cluster.rig.simulator.churn[greedy.rules[0]] = _MOST_SERIES + 1
    rows = f"SELECT failure FROM alert_evaluation WHERE rule_uid = '{greedy.rules[0]}'"
    eventually(lambda: cluster.rows(rows)[0]["failure"], "the evaluation fails", seconds=30)
    time.sleep(4)
    [row] = cluster.rows(rows)
    assert "too many series" in row["failure"].lower() or str(_MOST_SERIES) in row["failure"], row
    assert well.asked(well.rules[0], begun) >= (seconds + 4) * 0.7
    well.breach()
    well.wait_until_notified("firing")


@pytest.mark.parametrize("rules", [1, pytest.param(2, marks=pytest.mark.chaos)])
def test_r51_states_that_wait_for_a_month_are_small(make_cluster: MakeCluster, rules: int) -> None:
    """R-51: The memory of states compared to a rule with an equal result and no states."""
    cluster = make_cluster(f"r51-{rules}", 1)
    one = cluster.instances[0]
    way = Way(hold=30 * 86_400, group_by=("alertname",), interval=2)
    scene = cluster.scene(f"r51n{rules}", rules=rules, series=1, way=way)
    scene.wait_until_evaluated()
    script = cluster.rig.script
    per_rule = _MOST_SERIES - 100
    for rule in scene.rules:
        scene.keys += [script.add(Key(rule, f"t{at}")) for at in range(per_rule)]
    time.sleep(8)
    calm = one.memory()
    scene.breach()
    rows = "SELECT count(*) AS n FROM alert_instance WHERE state = 'pending'"
    eventually(
        lambda: cluster.rows(rows)[0]["n"] >= rules * per_rule, "all series are pending", seconds=30
    )
    time.sleep(8)
    grown = one.memory() - calm
    assert grown <= 2048 * rules * per_rule + 8 * _MIB, f"{grown / rules / per_rule:.0f} B each"
    assert not scene.messages()
