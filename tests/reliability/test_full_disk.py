"""The disk of the embedded database is full for longer than every lease and pause: R-24."""

import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.fixtures.disk import Disk
from tests.fixtures.postgres import free_port
from tests.reliability.rig.cluster import Cluster
from tests.reliability.rig.instance import Instance
from tests.reliability.rig.rig import SETTINGS, Rig
from tests.support.eventually import eventually

_FULL_SECONDS = 45.0
_NOTICED_SECONDS = 30.0


class Embedded(Cluster):
    """One instance on SQLite, whose data directory is a file system of its own."""

    disk: Disk

    def add_instance(self, name: str, **environ: str) -> Instance:
        self.disk = Disk(self.directory / name)
        settings = [*SETTINGS, "cfg:database.type=sqlite3", *self.settings]
        settings.append(f"cfg:paths.provisioning={self.directory / 'provisioning'}")
        one = Instance(name, free_port(), settings, self.directory, self.rig.origins, environ)
        self.instances.append(one)
        return one

    def rows(self, statement: str) -> list[Any]:
        file = self.disk.path / "vedette.db"
        connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
        connection.row_factory = sqlite3.Row
        try:
            return connection.execute(statement).fetchall()
        finally:
            connection.close()

    def stop(self) -> None:
        super().stop()
        self.disk.close()

    @property
    def is_in_memory(self) -> bool:
        return bool(self.live().metrics()["vedette_alerting_runs_from_memory"])


@pytest.fixture
def embedded(rig: Rig) -> Iterator[Callable[[str], Embedded]]:
    made: list[Embedded] = []

    def make(name: str) -> Embedded:
        cluster = Embedded(rig, name, 1)
        made.append(cluster)
        if not cluster.disk.is_mounted:
            pytest.skip("A small file system cannot be mounted here.")
        cluster.start()
        return cluster

    yield make
    for cluster in made:
        cluster.stop()


def test_alerting_continues_while_the_disk_is_full_and_everything_is_written_afterwards(
    embedded: Callable[[str], Embedded],
) -> None:
    """R-24: Writes get 503, reads go on, and alerts fire and resolve without loss or repetition."""
    cluster = embedded("full")
    scene = cluster.scene("full", rules=4, series=2)
    early, late = scene.keys[:4], scene.keys[4:]
    scene.wait_until_evaluated()
    scene.breach(*early)
    scene.wait_until_notified("firing", early)
    scene.wait_until_confirmed()
    cluster.disk.fill()
    filled = time.time()
    scene.breach(*late)
    scene.recover(*early)
    scene.wait_until_notified("firing", late, _NOTICED_SECONDS)
    scene.wait_until_notified("resolved", early, _NOTICED_SECONDS)
    eventually(lambda: cluster.is_in_memory, "alerting runs from memory", seconds=15)

    refused = cluster.api("POST", "/api/folders", {"title": "Later"})
    assert refused.status == 503
    assert int(refused.headers["retry-after"]) > 0
    assert "cannot be written: its disk is full" in refused.json()["message"]
    assert cluster.api("GET", "/api/folders").status == 200
    assert cluster.api("GET", "/api/prometheus/grafana/api/v1/rules").status == 200
    eventually(
        lambda: cluster.health(cluster.live()).status == 503,
        "health is bad",
        seconds=_NOTICED_SECONDS,
    )
    health = cluster.health(cluster.live())
    assert health.json()["outages"][0]["reason"] == "its disk is full"
    assert "Alerting has run from memory since" in " ".join(health.json()["warnings"])
    assert cluster.live().get("/healthz").status == 200

    since = time.time()
    while time.time() - filled < _FULL_SECONDS:
        assert cluster.is_in_memory
        assert cluster.health(cluster.live()).status == 503
        time.sleep(1)
    lasted = time.time() - since
    for rule in scene.rules:
        asked = scene.asked(rule, since)
        assert asked >= 0.9 * (lasted / scene.way.interval) - 1, f"{rule}: {asked} evaluations"

    cluster.disk.free()
    eventually(lambda: not cluster.is_in_memory, "alerting writes again", seconds=20)
    assert cluster.api("POST", "/api/folders", {"title": "Later"}).status == 200
    assert "warnings" not in cluster.health(cluster.live()).json()
    scene.wait_until_evaluated()
    scene.recover(*late)
    scene.wait_until_notified("resolved", late)
    scene.require()
    _everything_is_on_record(cluster, len(scene.keys))


def _everything_is_on_record(cluster: Embedded, series: int) -> None:
    transitions = cluster.rows(
        "SELECT rule_uid, labels, state FROM alert_history WHERE state IN ('firing', 'normal')"
        " AND rule_title LIKE 'full-%' GROUP BY rule_uid, labels, state"
    )
    assert len(transitions) == 2 * series
    eventually(
        lambda: not cluster.rows("SELECT 1 FROM alert_delivery WHERE state = 'pending'"),
        "all messages are confirmed",
        seconds=15,
    )
    sent = cluster.rows("SELECT firing, resolved FROM alert_delivery WHERE state = 'sent'")
    decided = cluster.rows("SELECT 1 FROM alert_decision WHERE delivery_id IS NOT NULL")
    assert len(decided) >= 2 * series
    assert sent
    log = cluster.live().log.read_text()
    assert len(re.findall("The database is unavailable: its disk is full", log)) == 1, log
    assert len(re.findall("Alerting runs from memory", log)) == 1
    assert len(re.findall("Alerting writes to the database again", log)) == 1
    assert "Traceback" not in log, log[log.index("Traceback") - 600 :][:4000]


def test_alerting_continues_while_postgresql_is_read_only(
    make_cluster: Callable[..., Cluster],
) -> None:
    """R-24: A single instance on PostgreSQL notifies from memory, and repeats nothing later."""
    cluster = make_cluster("read-only", 1)
    scene = cluster.scene("readonly", rules=2, series=2)
    early, late = scene.keys[:2], scene.keys[2:]
    scene.wait_until_evaluated()
    scene.breach(*early)
    scene.wait_until_notified("firing", early)
    scene.wait_until_confirmed()
    _set_read_only(cluster, "on")
    scene.breach(*late)
    scene.recover(*early)
    scene.wait_until_notified("firing", late, _NOTICED_SECONDS)
    scene.wait_until_notified("resolved", early, _NOTICED_SECONDS)
    refused = cluster.api("POST", "/api/folders", {"title": "Later"})
    assert refused.status == 503
    assert "it is read-only" in refused.json()["message"]
    assert cluster.api("GET", "/api/folders").status == 200
    _set_read_only(cluster, "off")
    eventually(
        lambda: not cluster.live().metrics()["vedette_alerting_runs_from_memory"],
        "alerting writes again",
        seconds=30,
    )
    scene.recover(*late)
    scene.wait_until_notified("resolved", late)
    scene.wait_until_confirmed()
    scene.require()
    assert cluster.rows("SELECT 1 FROM alert_delivery WHERE state <> 'sent'") == []


def _set_read_only(cluster: Cluster, state: str) -> None:
    postgres = cluster.rig.postgres
    postgres.execute(
        f"ALTER DATABASE {cluster.database} SET default_transaction_read_only = {state}"
    )
    postgres.terminate_sessions(cluster.database)
