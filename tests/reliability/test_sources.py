"""Data sources fail in every way, with one alert for all rules: R-30 to R-34."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest

from tests.reliability.rig.bodies import Way
from tests.reliability.rig.cluster import Cluster
from tests.reliability.rig.collector import Arrival
from tests.reliability.rig.rig import Rig
from tests.reliability.rig.scene import Scene
from tests.support.eventually import eventually

TOGETHER = Way(group_by=("alertname",))
LASTING = 10
"""Seconds without a response after which a source counts as down."""
OF_WAYS = {
    "error": "upstream",
    "bad": "query",
    "malformed": "malformed",
    "hang": "timeout",
}
"""The failure modes of a source, with the reported reason."""
OUTAGES = ("error", "malformed", "hang")
"""The modes that are faults of the source, not of the query."""


@dataclass
class Trouble:
    """A period in which one source is down and others misbehave, with a healthy one."""

    cluster: Cluster
    firing: Scene
    calm: Scene
    alerting: Scene
    quiet: Scene
    well: Scene
    ways: dict[str, Scene]
    vanishing: Scene
    begun: float = 0.0
    ended: float = 0.0
    at_everyone: list[Arrival] = field(default_factory=list)

    def outages(self, source: str) -> list[tuple[str, str]]:
        """Return the status and rule count in the notifications about a source, in order."""
        return [
            (alert["status"], alert["labels"]["datasource_uid"])
            for arrival in self.at_everyone
            for alert in arrival.alerts
            if alert["labels"]["alertname"] == "DataSourceDown"
            and alert["labels"]["datasource_uid"] == source
        ]


@pytest.fixture(
    scope="module",
    params=[(30, 6), pytest.param((400, 300), marks=pytest.mark.chaos)],
    ids=["short", "long"],
)
def trouble(rig: Rig, request: pytest.FixtureRequest) -> Iterator[Trouble]:
    rules, down = request.param
    name = f"trouble{rules}"
    cluster = Cluster(rig, name, 1).start()
    dead = rig.link(rig.simulator.port)
    try:
        source = cluster.add_source(f"{name}-dead", dead)
        made = Trouble(
            cluster,
            firing=cluster.scene(f"{name}firing", 10, way=TOGETHER, source=source),
            calm=cluster.scene(f"{name}calm", rules, way=TOGETHER, source=source),
            alerting=cluster.scene(
                f"{name}alerting", 1, way=Way(on_error="Alerting"), source=source
            ),
            quiet=cluster.scene(f"{name}ok", 1, way=Way(on_error="OK"), source=source),
            well=cluster.scene(f"{name}well", 10, way=TOGETHER),
            ways={way: cluster.scene(f"{name}{way}", 1, way=TOGETHER) for way in OF_WAYS},
            vanishing=cluster.scene(f"{name}vanishing", 1, way=Way(labels={"team": "a"})),
        )
        _play(made, dead, down)
        yield made
    finally:
        cluster.stop()
        dead.close()


def _play(made: Trouble, dead, down: int) -> None:
    cluster, simulator = made.cluster, made.cluster.rig.simulator
    for scene in (made.firing, made.calm, made.well, made.vanishing):
        scene.wait_until_evaluated(30)
    made.firing.breach()
    made.firing.wait_until_notified("firing")
    made.begun = time.time()
    dead.set("refuse")
    for way, scene in made.ways.items():
        simulator.behave(scene.source, way)
    for key in made.vanishing.keys:
        cluster.rig.script.vanish(key, time.time())
    seconds = LASTING + 40
    eventually(lambda: _down(made), "the dead source is reported", seconds=seconds)
    time.sleep(down)
    for way in OUTAGES:
        source = made.ways[way].source
        eventually(lambda source=source: _down(made, source), f"{way} is reported", seconds=seconds)
    dead.set("pass")
    for scene in made.ways.values():
        simulator.behave(scene.source, "ok")
    for source in (made.calm.source, *(made.ways[way].source for way in OUTAGES)):
        eventually(
            lambda source=source: len(_down(made, source)) == 2, f"{source} is back", seconds=40
        )
    time.sleep(4)
    made.ended = time.time()
    made.at_everyone = cluster.rig.collector.accepted(cluster.everyone)


def _down(made: Trouble, source: str = "") -> list[tuple[str, str]]:
    made.at_everyone = made.cluster.rig.collector.accepted(made.cluster.everyone)
    return made.outages(source or made.calm.source)


def test_r30_an_unavailable_source_is_notified_once(trouble: Trouble) -> None:
    """R-30: A data source that is down is one alert, whatever the number of its rules."""
    told = trouble.outages(trouble.calm.source)
    assert [status for status, _ in told] == ["firing", "resolved"]
    assert not trouble.calm.messages()


def test_r30_firing_alerts_are_not_notified_again_when_the_source_returns(trouble: Trouble) -> None:
    """R-30: A data source that is down is one alert, whatever the number of its rules."""
    new = [each for each in trouble.firing.messages() if each.arrived > trouble.begun]
    assert not new, f"{new[0]}"


def test_r30_what_a_rule_says_of_errors_still_counts(trouble: Trouble) -> None:
    """R-30: A data source that is down is one alert, whatever the number of its rules."""
    alerting = trouble.cluster.rig.collector.of(trouble.alerting.hook)
    assert [arrival.body["status"] for arrival in alerting] == ["firing", "resolved"]
    assert not trouble.quiet.messages()


def test_r31_errors_are_distinguished(trouble: Trouble) -> None:
    """R-31: Errors of queries are told apart by reason, and only errors of the source count as
    its outage."""
    one = trouble.cluster.live()
    counted = {
        name.partition('reason="')[2].partition('"')[0]: value
        for name, value in one.metrics().items()
        if name.startswith("vedette_alerting_rule_evaluation_failures_total")
    }
    for way, reason in OF_WAYS.items():
        assert counted.get(reason), f"{way} is not counted as {reason}: {counted}"


def test_r31_only_what_the_source_does_wrong_makes_it_down(trouble: Trouble) -> None:
    """R-31: Errors of queries are told apart by reason, and only errors of the source count as
    its outage."""
    for way, scene in trouble.ways.items():
        told = [status for status, _ in trouble.outages(scene.source)]
        assert told == (["firing", "resolved"] if way in OUTAGES else []), way


def test_r32_alerts_about_errors_keep_the_labels_of_their_rule(trouble: Trouble) -> None:
    """R-32: Alerts about errors and missing data keep the labels of their rule and series."""
    bad = trouble.ways["bad"]
    arrivals = trouble.cluster.rig.collector.of(bad.hook)
    assert arrivals, "a question that the source refuses is reported"
    for alert in (alert for arrival in arrivals for alert in arrival.alerts):
        labels = alert["labels"]
        assert labels["alertname"] == "DatasourceError"
        assert labels["scene"] == bad.name
        assert labels["rule"] == labels["rulename"]
        assert labels["rule"] in bad.rules
        assert labels["datasource_uid"] == bad.source
        assert labels["grafana_folder"] == f"Folder {bad.name}"


def test_r32_alerts_about_missing_data_keep_the_labels_of_the_series(trouble: Trouble) -> None:
    """R-32: Alerts about errors and missing data keep the labels of their rule and series."""
    arrivals = trouble.cluster.rig.collector.of(trouble.vanishing.hook)
    assert arrivals, "data that is gone is reported"
    labels = arrivals[0].alerts[0]["labels"]
    assert labels["alertname"] == "DatasourceNoData"
    assert labels["rulename"] == trouble.vanishing.rules[0]
    assert labels["team"] == "a"
    assert labels["series"] == "s0"


def test_r33_a_hanging_source_delays_no_other(trouble: Trouble) -> None:
    """R-33: A slow data source delays only its own rules."""
    late = sorted(
        each.arrived - each.time
        for each in trouble.cluster.rig.simulator.queries
        if each.rule in trouble.well.rules and trouble.begun <= each.arrived <= trouble.ended
    )
    assert len(late) > 100
    trouble.well.load.expect(late[len(late) * 99 // 100] < 1, f"p99 is {late[-1]:.1f} s")
    assert not trouble.well.messages()


def test_r34_answers_without_end_are_refused(make_cluster: Callable[..., Cluster]) -> None:
    """R-34: Responses beyond the limits are refused while they stream, and memory stays bounded."""
    cluster = make_cluster("r34", 1)
    one = cluster.instances[0]
    well = cluster.scene("r34well", 1)
    scenes = {way: cluster.scene(f"r34{way}", 1) for way in ("many", "huge", "bomb")}
    for scene in (well, *scenes.values()):
        scene.wait_until_evaluated()
    time.sleep(2)
    before = one.memory()
    for way, scene in scenes.items():
        cluster.rig.simulator.behave(scene.source, way)
    largest = 0
    reasons: dict[str, str] = {}
    begun = time.time()
    deadline = time.monotonic() + 40
    while (len(reasons) < len(scenes) or time.time() < begun + 6) and time.monotonic() < deadline:
        for way, scene in scenes.items():
            [row] = cluster.rows(
                f"SELECT failure_reason FROM alert_evaluation WHERE rule_uid = '{scene.rules[0]}'"
            )
            if row["failure_reason"]:
                reasons[way] = row["failure_reason"]
        for _ in range(10):
            largest = max(largest, one.memory())
            time.sleep(0.05)
    is_right = reasons == dict.fromkeys(scenes, "limit")
    well.load.expect(is_right or bool(set(reasons.values()) - {"timeout", "limit"}), f"{reasons}")
    assert is_right, reasons
    outages = cluster.rows("SELECT labels FROM alert WHERE origin = 'outage'")
    assert not outages, "a source that answers too much is not down"
    grown = (largest - before) / 2**20
    assert grown < 64, f"grown by {grown:.0f} MiB"
    passed = time.time() - begun
    asked = well.asked(well.rules[0], begun)
    well.load.expect(asked >= passed * 0.5, f"{asked} evaluations beside it in {passed:.0f} s")
