"""Several instances share the work, and each rule has one owner: R-13 to R-16, R-26, R-43."""

import time
from collections import Counter
from collections.abc import Callable

import pytest

from tests.fixtures.redis import PASSWORD, RedisServer
from tests.reliability.rig.bodies import Way
from tests.reliability.rig.cluster import Cluster
from tests.reliability.rig.instance import Instance
from tests.reliability.rig.rig import LEASE, Rig
from tests.reliability.rig.scene import Scene
from tests.support.eventually import eventually

MakeCluster = Callable[..., Cluster]
TOGETHER = Way(group_by=("alertname",))


@pytest.mark.parametrize("rounds", [1, pytest.param(10, marks=pytest.mark.chaos)])
def test_r13_who_slept_through_its_lease_changes_nothing(
    make_cluster: MakeCluster, rounds: int
) -> None:
    """R-13: The source is slow, so that the owner is paused during its work."""
    cluster = make_cluster(f"r13-{rounds}", 2)
    scene = cluster.scene(f"r13n{rounds}", rules=6, series=2, way=TOGETHER)
    scene.wait_until_evaluated()
    for _ in range(rounds):
        scene.breach()
        scene.wait_until_notified("firing")
        scene.wait_until_confirmed()
        cluster.source.set("latency", 350)
        time.sleep(2)
        owner = scene.owner()
        zombie = next(one for one in cluster.instances if one.name == owner)
        before = _lost(zombie)
        paused = time.time()
        zombie.pause()
        scene.recover()
        time.sleep(3 * LEASE)
        resolved = scene.wait_until_notified("resolved")
        scene.load.expect(
            max(resolved.values()) - paused < 3 * LEASE, "the other instance takes over"
        )
        zombie.resume()
        resumed = time.time()
        time.sleep(4)
        assert _lost(zombie) > before, "the metric counts the lost lease"
        cluster.source.set("pass")
        late = [each for each in cluster.rig.collector.of(scene.hook) if each.arrived > resumed]
        assert not late, f"{len(late)} messages after it woke"
    assert "lease" in zombie.log.read_text().lower(), "the log tells of it"
    scene.require(in_time=False)


def _lost(one: Instance) -> float:
    return one.metrics().get("vedette_alerting_lease_lost_total", 0.0)


@pytest.mark.parametrize("seconds", [6, pytest.param(600, marks=pytest.mark.chaos)])
def test_r43_after_a_long_sleep_one_evaluation_catches_up(
    make_cluster: MakeCluster, seconds: int
) -> None:
    """R-43: A process that was suspended catches up with one evaluation."""
    cluster = make_cluster(f"r43-{seconds}", 1)
    scene = cluster.scene(f"r43n{seconds}", rules=5, way=TOGETHER)
    scene.wait_until_evaluated()
    scene.breach()
    scene.wait_until_notified("firing")
    scene.wait_until_confirmed()
    one = cluster.instances[0]
    one.pause()
    paused = time.time()
    time.sleep(seconds)
    resumed = time.time()
    one.resume()
    eventually(lambda: all(scene.asked(rule, resumed) >= 2 for rule in scene.rules), seconds=10)
    missed = [
        each
        for each in cluster.rig.simulator.queries
        if each.rule in scene.rules
        and each.arrived > resumed
        and paused + 1 < each.time < resumed - 1.2
    ]
    assert not missed, f"{len(missed)} evaluations of the past"
    time.sleep(2)
    scene.recover()
    scene.wait_until_notified("resolved")
    scene.require(in_time=False)
    counted = sum(
        value
        for name, value in one.metrics().items()
        if name.startswith("vedette_alerting_rule_evaluations_missed_total")
    )
    assert counted >= len(scene.rules) * (seconds - 2)


def test_r14_evaluations_are_spread_and_stay_where_they_are(make_cluster: MakeCluster) -> None:
    """R-14: The rate of 600 rules with an interval of a minute."""
    seconds, rules = 5, 50
    cluster = make_cluster("r14", 1)
    scene = cluster.scene("r14", rules=rules, way=Way(interval=seconds, group_by=("alertname",)))
    scene.wait_for_queries(lambda rule: scene.asked(rule) >= 1, seconds + 15)
    begun = time.time()
    time.sleep(seconds)
    before = _offsets(scene, seconds, begun)
    assert len(before) == rules
    per_second = Counter(int(offset) for offset in before.values())
    mean = rules / seconds
    assert max(per_second.values()) <= 2 * mean, f"in each second {sorted(per_second.items())}"
    cluster.instances[0].terminate()
    cluster.instances[0].start()
    begun = time.time()
    time.sleep(seconds + 1)
    after = _offsets(scene, seconds, begun)
    assert {rule: after.get(rule) for rule in before} == before


def _offsets(scene: Scene, seconds: int, since: float) -> dict[str, float]:
    return {
        each.rule: round(each.time % seconds, 2)
        for each in scene.cluster.rig.simulator.queries
        if each.rule in scene.rules and each.arrived >= since
    }


def test_r15_the_work_is_shared_evenly_after_a_change(make_cluster: MakeCluster) -> None:
    """R-15: A death, a start and a stop; the owner of a rule is the instance that queried last."""
    cluster = make_cluster("r15", 3)
    scene = cluster.scene("r15", rules=60, way=TOGETHER)
    scene.wait_until_evaluated()
    _expect_even(scene, 3, "after all started")
    one = cluster.instances[0]
    one.kill()
    _expect_even(scene, 2, "after a death")
    one.start()
    _expect_even(scene, 3, "after a start")
    one.terminate()
    _expect_even(scene, 2, "after a stop")
    repeated = [each for each, times in _ticks(scene).items() if times > 1]
    # A rule that the killed instance had queried is queried again.
    assert len(repeated) <= 30, f"{len(repeated)} ticks were evaluated twice"


def _expect_even(scene: Scene, living: int, when: str) -> None:
    """Assert balance within two leases and during the next one; one more tick shows the owners."""
    changed = even = time.monotonic()
    while (now := time.monotonic()) < even + LEASE:
        if not _is_even(shares := _shares(scene), living):
            scene.load.expect(now <= changed + 2 * LEASE + 1, f"{when}: {shares}")
            even = now
        time.sleep(0.1)


def _is_even(shares: Counter[str], living: int) -> bool:
    mean = shares.total() / living
    return len(shares) == living and all(
        0.8 * mean <= count <= 1.2 * mean for count in shares.values()
    )


def _shares(scene: Scene) -> Counter[str]:
    newest = {
        each.rule: each.instance
        for each in scene.cluster.rig.simulator.queries
        if each.rule in scene.rules
    }
    return Counter(newest.values())


def _ticks(scene: Scene) -> Counter[tuple[str, float]]:
    return Counter(
        (each.rule, each.time)
        for each in scene.cluster.rig.simulator.queries
        if each.rule in scene.rules
    )


@pytest.mark.parametrize("away", [3, pytest.param(300, marks=pytest.mark.chaos)])
def test_r16_alerts_do_not_need_redis(
    make_cluster: MakeCluster, rig: Rig, redis_server: RedisServer, away: int
) -> None:
    """R-16: Redis being unavailable, flushed or restarted affects no alert."""
    link = rig.link(redis_server.port)
    settings = (
        "cfg:cache.enabled=true",
        "cfg:cache.backend=redis",
        f"cfg:redis.addr={link.address}",
        f"cfg:redis.password={PASSWORD}",
    )
    cluster = make_cluster(f"r16-{away}", 2, settings=settings)
    scene = cluster.scene(f"r16n{away}", rules=4, series=2)
    scene.wait_until_evaluated()

    def flush() -> None:
        redis_server.kill()
        redis_server.start()

    for fault in (lambda: link.set("refuse"), lambda: link.set("blackhole"), flush):
        fault()
        scene.breach()
        scene.wait_until_notified("firing")
        time.sleep(away / 3)
        scene.recover()
        scene.wait_until_notified("resolved")
        link.set("pass")
    time.sleep(1)
    scene.require()


@pytest.mark.parametrize("rounds", [1, pytest.param(25, marks=pytest.mark.chaos)])
@pytest.mark.parametrize("is_killed", [False, True], ids=["calm", "killed"])
def test_r26_one_instance_migrates_and_the_others_wait(
    rig: Rig, rounds: int, is_killed: bool
) -> None:
    """R-26: Several instances that start at once migrate the database exactly once."""
    wanted = _schema(rig, rig.template())
    for number in range(rounds):
        name = f"r26-{rounds}-{is_killed}-{number}"
        cluster = Cluster(rig, name, 3, is_migrated=False)
        try:
            for one in cluster.instances:
                one.launch()
            if is_killed:
                time.sleep(0.5 + 0.02 * number)
                for one in cluster.instances:
                    one.kill()
                cluster.instances[0].start()
            else:
                for one in cluster.instances:
                    one.wait_until_listening()
                lines = "\n".join(one.log.read_text() for one in cluster.instances).splitlines()
                ran = Counter(
                    line.partition("migration=")[2] for line in lines if "Migrated" in line
                )
                assert not [name for name, times in ran.items() if times > 1], ran
            assert _schema(rig, cluster.database) == wanted
        finally:
            cluster.stop()


def _schema(rig: Rig, database: str) -> list[tuple[object, ...]]:
    columns = rig.postgres.execute(
        "SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns"
        " WHERE table_schema = 'public' ORDER BY 1, 2",
        database,
    )
    indexes = rig.postgres.execute(
        "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1",
        database,
    )
    return [tuple(row.values()) for row in (*columns, *indexes)]
