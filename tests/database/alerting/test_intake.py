"""Alerts of other servers, kept beside those of rules."""

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest
from prometheus_client import CollectorRegistry
from tests.database.alerting.delivering import Inbox, Server, add_integration, set_policy

from vedette.alerting.alertmanager import intake as module
from vedette.alerting.alertmanager.errors import BadAlerts
from vedette.alerting.alertmanager.intake import Intake, PostedAlert
from vedette.alerting.alerts.model import Alert
from vedette.alerting.alerts.store import AlertStore
from vedette.alerting.model import fingerprint
from vedette.alerting.routing.policies import NotificationPolicy
from vedette.cluster.wakeups import Wakeups
from vedette.db.database import Database
from vedette.kernel.clock import SystemClock
from vedette.telemetry.intake import IntakeMetrics

CLOCK = SystemClock()
MINUTE = timedelta(minutes=1)


class Setup:
    def __init__(self, database: Database, org_id: int) -> None:
        self.database = database
        self.org_id = org_id
        self.wakeups = Wakeups()
        self.intake = Intake(database, CLOCK, self.wakeups, IntakeMetrics(CollectorRegistry()))

    async def post(self, *alerts: dict[str, Any]) -> None:
        await self.intake.post(self.org_id, msgspec.convert(list(alerts), list[PostedAlert]))

    async def firing(self, org_id: int | None = None) -> dict[str, Alert]:
        async with self.database.reading() as tx:
            found = await AlertStore(tx).active(org_id or self.org_id)
        return {alert.labels["alertname"]: alert for alert in found}

    async def unrouted(self) -> set[str]:
        async with self.database.transaction() as tx:
            return {each.labels["alertname"] for each in await AlertStore(tx).take_unrouted(10)}

    async def is_woken(self) -> bool:
        return await self.wakeups.wait("alerts", 0.001)


@pytest.fixture
async def setup(database: Database) -> Setup:
    async with database.transaction() as tx:
        statement = "INSERT INTO org (name, created, updated) VALUES (:name, 1, 1) RETURNING id"
        org_id = await tx.value(statement, {"name": "first"})
        await tx.value(statement, {"name": "second"})
    return Setup(database, org_id)


def named(name: str, **more: Any) -> dict[str, Any]:
    return {"labels": {"alertname": name}, **more}


def ago(minutes: float) -> str:
    return (datetime.now(UTC) - minutes * MINUTE).isoformat()


async def test_news_are_routed_at_once_and_repetitions_are_none(setup: Setup) -> None:
    await setup.post(named("A"))
    assert await setup.is_woken()
    assert await setup.unrouted() == {"A"}
    before = (await setup.firing())["A"].expires_at
    await setup.post(named("A", annotations={"b": "c"}))
    assert not await setup.is_woken()
    assert await setup.unrouted() == set()
    after = (await setup.firing())["A"]
    assert after.annotations == {"b": "c"}
    assert before is not None
    assert after.expires_at is not None
    assert after.expires_at >= before
    await setup.post(named("A", endsAt=ago(1)))
    assert await setup.is_woken()
    assert await setup.unrouted() == {"A"}
    assert await setup.firing() == {}


async def test_the_end_of_an_alert_that_nobody_knows_is_no_news(setup: Setup) -> None:
    await setup.post(named("A", startsAt=ago(9), endsAt=ago(8)))
    assert not await setup.is_woken()
    assert await setup.firing() == {}


async def test_of_two_senders_the_earlier_start_counts(setup: Setup) -> None:
    await setup.post(named("A", startsAt=ago(5)))
    first = (await setup.firing())["A"].starts_at
    await setup.post(named("A", startsAt=ago(4)))
    assert (await setup.firing())["A"].starts_at == first
    await setup.post(named("A", startsAt=ago(6)))
    assert (await setup.firing())["A"].starts_at < first


async def test_an_alert_of_a_rule_is_not_replaced_by_one_that_is_posted(setup: Setup) -> None:
    labels = {"alertname": "A"}
    own = Alert(setup.org_id, fingerprint(labels), labels, {}, CLOCK.now(), rule_uid="r1")
    async with setup.database.transaction() as tx:
        await AlertStore(tx).put([own], CLOCK.now_ms())
    with pytest.raises(BadAlerts, match=r"rule of this server has the labels of \{alertname='A'\}"):
        await setup.post(named("A", endsAt=ago(1)), named("B"))
    assert {name: each.origin for name, each in (await setup.firing()).items()} == {
        "A": "rule",
        "B": "posted",
    }


async def test_what_is_too_much_is_refused_and_what_fires_goes_on(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_OF_AN_ORG", 2)
    with pytest.raises(BadAlerts, match="2 posted alerts already fire"):
        await setup.post(named("A"), named("B"), named("C"))
    assert set(await setup.firing()) == {"A", "B"}
    await setup.post(named("A"), named("B", endsAt=ago(1)))
    await setup.post(named("C"))
    assert set(await setup.firing()) == {"A", "C"}
    monkeypatch.setattr(module, "MOST_AT_ONCE", 1)
    with pytest.raises(BadAlerts, match="At most 1 alerts"):
        await setup.post(named("A"), named("C"))


async def test_alerts_belong_to_the_organization_they_are_posted_to(setup: Setup) -> None:
    await setup.post(named("A"))
    assert await setup.firing(setup.org_id + 1) == {}


async def test_labels_too_long_for_an_index_are_notified_and_block_no_others(setup: Setup) -> None:
    await add_integration(setup.database, setup.org_id, "ops", "hook")
    await set_policy(
        setup.database, setup.org_id, NotificationPolicy("ops", ("...",), group_wait=0 * MINUTE)
    )
    odd = "".join(map(chr, range(0x4E00, 0x6000)))
    await setup.post(
        {"labels": {"alertname": "A", "host": "plain"}},
        {"labels": {"alertname": "B", "host": "long", "text": odd, "other": odd[::-1]}},
        {"labels": {"alertname": "C", "host": "nul", "x\0y": "\0"}, "generatorURL": "http://\0/"},
    )
    inbox = Inbox()
    await Server(setup.database, inbox).all()
    assert sorted(each.firing for each in inbox.arrived) == [["long"], ["nul"], ["plain"]]
