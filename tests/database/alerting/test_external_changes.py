"""What becomes of handing alerts on while data sources and choices change."""

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from typing import cast

import pytest
from tests.database.alerting.delivering import (
    CLOCK,
    Inbox,
    Server,
    end,
    fire,
    make_org,
)

from vedette.alerting.delivery.configuration import Configuration
from vedette.alerting.delivery.destinations import (
    ENDS_AFTER,
    AlertmanagerDestination,
    ContactPointDestination,
    destination_of,
)
from vedette.alerting.delivery.external.model import AlertmanagerChoice, AlertmanagerSelection
from vedette.alerting.delivery.external.service import AlertmanagerChoiceService
from vedette.alerting.delivery.external.sources import AlertmanagerSources, Candidate
from vedette.alerting.delivery.external.store import AlertmanagerChoiceStore
from vedette.alerting.delivery.recording import resolve_alerts_of_deleted
from vedette.alerting.delivery.renaming import RenamedDestinations
from vedette.cluster.wakeups import Wakeups
from vedette.db.database import Database, Tx
from vedette.sdk import TryLater, Undeliverable

CENTRAL = AlertmanagerDestination("central", "Central")


class Sources:
    """One Alertmanager, in every organization but the broken one."""

    name: str = "Central"
    is_there: bool = True
    broken: int = 0

    async def of_org(self, tx: Tx, org_id: int) -> Sequence[Candidate]:
        if org_id == self.broken:
            raise ValueError("unreadable row")
        return [Candidate("central", self.name, "http://central", "")] if self.is_there else []


@pytest.fixture
def sources() -> Sources:
    return Sources()


@pytest.fixture
def service(database: Database, sources: Sources) -> AlertmanagerChoiceService:
    return AlertmanagerChoiceService(database, cast("AlertmanagerSources", sources), Wakeups())


def told(inbox: Inbox, name: str = CENTRAL.address) -> list[tuple[list[str], list[str]]]:
    return [(each.firing, each.resolved) for each in inbox.of(name)]


async def refuse(server: Server, inbox: Inbox) -> None:
    """The message of today is refused until it is given up."""
    inbox.answers = [Undeliverable("no")] * 3
    await server.all()
    for _ in range(2):
        await server.retry_now()
        await server.send()


async def test_an_alert_that_is_led_while_the_choice_is_made_goes_by_it(
    server: Server,
    inbox: Inbox,
    org: int,
    service: AlertmanagerChoiceService,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The one who leads it read what was chosen before. On SQLite one waits for the other."""
    await fire(server.database, org, "a")
    load = server.configurations.load
    choosing: list[asyncio.Task[None]] = []

    async def slow(tx: Tx, org_id: int, now: int) -> Configuration:
        configuration = await load(tx, org_id, now)
        if not choosing:
            choosing.append(asyncio.create_task(service.choose(org, AlertmanagerChoice.EXTERNAL)))
            await asyncio.sleep(0.3)
        return configuration

    monkeypatch.setattr(server.configurations, "load", slow)
    await server.route()
    await choosing[0]
    await server.all()
    assert told(inbox) == [(["a"], [])]


async def test_broken_sources_of_one_organization_delay_no_other(
    database: Database, org: int, sources: Sources, service: AlertmanagerChoiceService
) -> None:
    other = await make_org(database, "other")
    async with database.transaction() as tx:
        for each in (org, other):
            await AlertmanagerChoiceStore(tx).put(
                each, AlertmanagerSelection(AlertmanagerChoice.ALL)
            )
    sources.broken = org
    await service.update_all()
    async with database.reading() as tx:
        assert (await AlertmanagerChoiceStore(tx).get(other)).alertmanagers == (CENTRAL,)


async def test_an_alertmanager_that_comes_back_under_another_name_hears_of_no_end(
    server: Server, inbox: Inbox, org: int, sources: Sources, service: AlertmanagerChoiceService
) -> None:
    """Nor where it has its first name again before anybody told of it."""
    await service.choose(org, AlertmanagerChoice.EXTERNAL)
    await fire(server.database, org, "a")
    await server.all()
    sources.is_there = False
    await service.update_all()
    sources.is_there, sources.name = True, "Main"
    await service.update_all()
    await server.route()
    sources.name = "Central"
    await service.update_all()
    for _ in range(3):
        await server.all()
    assert set(map(str, told(inbox))) == {str((["a"], []))}
    assert len(await server.rows("SELECT id FROM alert_group WHERE receiver <> 'ops'")) == 1
    await end(server.database, org, "a")
    await server.all()
    assert told(inbox)[-1] == ([], ["a"])


async def test_an_alertmanager_renamed_while_a_message_is_under_way_hears_the_next_at_once(
    server: Server, inbox: Inbox, org: int, sources: Sources, service: AlertmanagerChoiceService
) -> None:
    await service.choose(org, AlertmanagerChoice.EXTERNAL)
    inbox.opened[CENTRAL.address] = asyncio.Event()
    await fire(server.database, org, "a")
    await server.route()
    await server.flush()
    await server.sender.begin_due()
    await end(server.database, org, "a")
    await server.flush()
    sources.name = "Main"
    await service.update_all()
    inbox.opened[CENTRAL.address].set()
    await server.sender.drain()
    await server.send()
    assert told(inbox) == [(["a"], []), ([], ["a"])]


@pytest.mark.usefixtures("central")
async def test_what_was_said_of_a_refusal_ends_also_under_another_name(
    server: Server, inbox: Inbox, org: int, sources: Sources, service: AlertmanagerChoiceService
) -> None:
    await service.choose(org, AlertmanagerChoice.EXTERNAL)
    await fire(server.database, org, "a")
    await refuse(server, inbox)
    (row,) = await server.rows("SELECT ends_at FROM alert WHERE origin = 'outage'")
    assert row["ends_at"] is None
    sources.name = "Main"
    await service.update_all()
    await server.all()
    (row,) = await server.rows("SELECT ends_at FROM alert WHERE origin = 'outage'")
    assert row["ends_at"] is not None, "it takes messages again"


@pytest.mark.usefixtures("central")
@pytest.mark.parametrize(
    "gone", ["DELETE FROM data_source", "UPDATE data_source SET json_data = '{}'"]
)
async def test_a_data_source_that_receives_no_alerts_any_more_raises_no_notification(
    server: Server, inbox: Inbox, org: int, service: AlertmanagerChoiceService, gone: str
) -> None:
    """Before anybody looked at what became of it; what was said of it before ends."""
    await service.choose(org, AlertmanagerChoice.EXTERNAL)
    await fire(server.database, org, "a")
    await server.all()
    async with server.database.transaction() as tx:
        await tx.execute(gone)
    inbox.answers = [Undeliverable("gone", is_final=True)]
    await server.all()
    assert await server.rows("SELECT * FROM alert WHERE origin = 'outage'") == []


@pytest.mark.usefixtures("central")
async def test_what_was_said_of_a_data_source_ends_when_that_is_deleted(
    server: Server, inbox: Inbox, org: int, service: AlertmanagerChoiceService
) -> None:
    await service.choose(org, AlertmanagerChoice.EXTERNAL)
    await fire(server.database, org, "a")
    await refuse(server, inbox)
    async with server.database.transaction() as tx:
        await tx.execute("DELETE FROM data_source")
        assert await resolve_alerts_of_deleted(tx, CLOCK.now_ms())


async def test_an_alertmanager_that_asks_for_a_pause_is_retried_before_alerts_expire(
    server: Server, inbox: Inbox, org: int, service: AlertmanagerChoiceService
) -> None:
    await service.choose(org, AlertmanagerChoice.ALL)
    await fire(server.database, org, "a")
    inbox.answers = [TryLater("busy", retry_after=timedelta(hours=1)) for _ in range(2)]
    before = CLOCK.now_ms()
    await server.all()
    rows = await server.rows("SELECT integration_uid, due_at FROM alert_delivery")
    waits = {row["integration_uid"]: timedelta(milliseconds=row["due_at"] - before) for row in rows}
    assert waits["hook"] >= timedelta(hours=1)
    assert timedelta(minutes=4) < waits[CENTRAL.address] < ENDS_AFTER - timedelta(minutes=2)


async def test_a_message_that_another_replaces_says_whom_that_went_to(
    server: Server, inbox: Inbox, org: int, service: AlertmanagerChoiceService
) -> None:
    await service.choose(org, AlertmanagerChoice.ALL)
    for host in ("a", "b"):
        await fire(server.database, org, host)
        await server.route()
        await server.make_due()
        await server.flush()
        await server.flush()
    rows = await server.rows("SELECT outcome FROM alert_delivery WHERE state = 'superseded'")
    said = {row["outcome"].partition(" to ")[2] for row in rows}
    assert said == {
        "the contact point ops.",
        "the Alertmanager Central.",
    }


async def test_a_contact_point_may_have_the_name_of_an_alertmanager(
    server: Server, inbox: Inbox, org: int, sources: Sources, service: AlertmanagerChoiceService
) -> None:
    """Each gets another name alone."""
    sources.name = "ops"
    await service.choose(org, AlertmanagerChoice.ALL)
    await fire(server.database, org, "a")
    await server.all()
    async with server.database.transaction() as tx:
        await RenamedDestinations().rename_receiver(tx, org, "ops", "team")
    assert await receivers(server) == {"handed": "ops", "told": "team"}
    sources.name = "team"
    await service.update_all()
    sources.name = "Main"
    await service.update_all()
    assert await receivers(server) == {"handed": "Main", "told": "team"}


async def test_a_contact_point_resolves_what_only_an_alertmanager_of_its_name_receives_now(
    server: Server, inbox: Inbox, org: int, sources: Sources, service: AlertmanagerChoiceService
) -> None:
    """Also where its integration sends to an Alertmanager, which knows alerts by their labels."""
    async with server.database.transaction() as tx:
        await tx.execute("UPDATE contact_integration SET type = 'prometheus-alertmanager'")
    sources.name = "ops"
    await fire(server.database, org, "a")
    await server.all()
    assert told(inbox, "hook") == [(["a"], [])]
    await service.choose(org, AlertmanagerChoice.EXTERNAL)
    for _ in range(2):
        await server.all()
    assert told(inbox)[0] == (["a"], [])
    assert told(inbox, "hook")[1:] == [([], ["a"])]
    assert await receivers(server) == {"handed": "ops"}


async def receivers(server: Server) -> dict[str, str]:
    found: dict[str, str] = {}
    for row in await server.rows("SELECT group_key, receiver FROM alert_group"):
        match destination_of(row["group_key"]):
            case AlertmanagerDestination():
                found["handed"] = row["receiver"]
            case ContactPointDestination():
                found["told"] = row["receiver"]
    return found
