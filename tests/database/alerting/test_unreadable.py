"""Configuration that was stored by hand or by another version keeps no alert from being told."""

import logging

import pytest
from tests.database.alerting.delivering import (
    Inbox,
    Server,
    add_integration,
    fire,
    make_org,
    set_policy,
)

from vedette.alerting.alerts import version_store
from vedette.alerting.delivery.configuration import Configuration, Configurations, EnsureContacts
from vedette.alerting.delivery.configuration_watch import ConfigurationWatch
from vedette.alerting.model.provenance import UI
from vedette.alerting.model.unreadable import StoredUnreadable
from vedette.alerting.routing.policies import NotificationPolicy, default_policy
from vedette.alerting.routing.service import PolicyService
from vedette.alerting.routing.store import PolicyStore
from vedette.cluster.wakeups import Wakeups
from vedette.db.database import Database, Tx
from vedette.kernel.clock import SystemClock

GROUPED = ("host",)
POLICY = NotificationPolicy(receiver="second", group_by=GROUPED)
BROKEN = ['{"receiver": "second", "futureKey": 1}', "{", "[]", '{"routes": []}', "null"]


@pytest.fixture
async def org(database: Database) -> int:
    org_id = await make_org(database)
    await add_integration(database, org_id, "first", "one")
    await add_integration(database, org_id, "second", "two")
    await set_policy(database, org_id, POLICY)
    return org_id


async def spoil(database: Database, org_id: int, tree: str) -> None:
    async with database.transaction() as tx:
        await tx.execute(
            "UPDATE notification_policy SET tree = :tree WHERE org_id = :org_id",
            {"tree": tree, "org_id": org_id},
        )
        await version_store.bump(tx, org_id, "routing")


async def details(server: Server) -> list[str]:
    found = await server.rows("SELECT detail FROM alert_decision WHERE decision = 'routed'")
    return [row["detail"] for row in found]


@pytest.mark.parametrize("tree", BROKEN)
async def test_policies_that_cannot_be_read_lead_to_the_default_contact_point(
    database: Database, org: int, tree: str, caplog: pytest.LogCaptureFixture
) -> None:
    await spoil(database, org, tree)
    inbox = Inbox()
    server = Server(database, inbox)
    with caplog.at_level(logging.ERROR):
        await fire(database, org, "a")
        await server.all()
        await fire(database, org, "b")
        await server.all()
    assert [each.integration for each in inbox.arrived] == ["one", "one"]
    assert len([each for each in caplog.records if "cannot be read" in each.message]) == 1
    assert server.configurations.unreadable() == 1
    assert server.registry.get_sample_value("vedette_alerting_unreadable_configurations") == 1
    assert all("notification policies cannot be read" in each for each in await details(server))


async def test_policies_hold_as_they_were_when_they_could_be_read_last(
    database: Database, org: int
) -> None:
    inbox = Inbox()
    server = Server(database, inbox)
    await fire(database, org, "a")
    await server.all()
    await spoil(database, org, "{")
    await fire(database, org, "b")
    await server.all()
    assert [each.integration for each in inbox.arrived] == ["two", "two"]


async def test_policies_of_one_organization_stop_no_other(database: Database, org: int) -> None:
    other = await make_org(database, "other")
    await add_integration(database, other, "third", "three")
    await set_policy(database, other, NotificationPolicy(receiver="third", group_by=GROUPED))
    await spoil(database, org, "{")
    inbox = Inbox()
    await fire(database, org, "a")
    await fire(database, other, "b")
    await Server(database, inbox).all()
    assert sorted(each.integration for each in inbox.arrived) == ["one", "three"]


async def test_timings_silences_and_inhibitions_that_cannot_be_read_keep_nothing_back(
    database: Database, org: int
) -> None:
    async with database.transaction() as tx:
        own = {"org_id": org}
        await tx.execute(
            "INSERT INTO mute_timing (org_id, name, intervals, provenance, version, updated)"
            " VALUES (:org_id, 'nights', 'x', '', 1, 1)",
            own,
        )
        await tx.execute(
            "INSERT INTO inhibit_rules (org_id, rules, provenance, version, updated)"
            " VALUES (:org_id, '[7]', '', 1, 1)",
            own,
        )
        await tx.execute(
            "INSERT INTO silence (org_id, id, matchers, starts_at, ends_at, created_by, comment,"
            " recurring, updated) VALUES (:org_id, 's', '{}', 1, 99999999999999, '', '', '[1]', 1)",
            own,
        )
        await version_store.bump(tx, org, "routing")
    inbox = Inbox()
    server = Server(database, inbox)
    await fire(database, org, "a")
    await server.all()
    assert [each.integration for each in inbox.arrived] == ["two"]
    assert server.configurations.unreadable() == 3


async def test_policies_that_cannot_be_read_are_repaired_by_saving_them(
    database: Database, org: int
) -> None:
    async def names(tx: Tx, org_id: int) -> list[str]:
        return ["first", "second"]

    service = PolicyService(database, SystemClock(), Wakeups(), names, names)
    await spoil(database, org, "{")
    inbox = Inbox()
    server = Server(database, inbox)
    await fire(database, org, "a")
    await server.all()
    with pytest.raises(StoredUnreadable, match="save them again"):
        await service.get(org)
    await service.replace(org, POLICY, UI)
    await server.all()
    assert {each.integration for each in inbox.arrived} == {"one", "two"}
    assert server.configurations.unreadable() == 0
    await spoil(database, org, "{")
    assert await service.reset(org, UI) == default_policy("first")
    async with database.reading() as tx:
        assert (await PolicyStore(tx).get(org)).policy == default_policy("first")


async def put_silence(database: Database, org_id: int, silence_id: str, label: str) -> None:
    async with database.transaction() as tx:
        await tx.execute(
            "INSERT INTO silence (org_id, id, matchers, starts_at, ends_at, created_by, comment,"
            " recurring, updated) VALUES (:org_id, :id, :matchers, 1, 99999999999999, '', '',"
            " '[]', 1)",
            {"org_id": org_id, "id": silence_id, "matchers": f'[["alertname", "=", "{label}"]]'},
        )
        await version_store.bump(tx, org_id, "routing")


async def spoil_silence(database: Database, org_id: int, silence_id: str) -> None:
    async with database.transaction() as tx:
        await tx.execute(
            "UPDATE silence SET matchers = '[7]' WHERE org_id = :org_id AND id = :id",
            {"org_id": org_id, "id": silence_id},
        )
        await version_store.bump(tx, org_id, "routing")


async def test_an_unreadable_silence_affects_no_other_and_stays_active(
    database: Database, org: int
) -> None:
    for name in ("first", "second"):
        await put_silence(database, org, name, name)
    async with database.transaction() as tx:
        knows = Server(database, Inbox()).configurations
        assert len((await knows.load(tx, org, 2)).silences) == 2
    await spoil_silence(database, org, "second")
    async with database.transaction() as tx:
        assert {each.id for each in (await knows.load(tx, org, 2)).silences} == {"first", "second"}
        new = Server(database, Inbox()).configurations
        assert [each.id for each in (await new.load(tx, org, 2)).silences] == ["first"]
    assert (knows.unreadable(), new.unreadable()) == (1, 1)


@pytest.mark.parametrize("ends_at", [10**15, 10**18])
async def test_a_silence_beyond_all_times_is_unreadable_and_keeps_nothing_back(
    database: Database, org: int, ends_at: int
) -> None:
    await put_silence(database, org, "broken", "a")
    async with database.transaction() as tx:
        await tx.execute("UPDATE silence SET ends_at = :ends_at", {"ends_at": ends_at})
    inbox = Inbox()
    server = Server(database, inbox)
    await fire(database, org, "a")
    await server.all()
    assert [each.integration for each in inbox.arrived] == ["two"]
    assert server.configurations.unreadable() == 1


class Stubborn(Configurations):
    """Fails for one organization in a way that nobody foresaw."""

    def __init__(self, ensure_contacts: EnsureContacts, org_id: int) -> None:
        super().__init__(ensure_contacts)
        self._fails_for = org_id

    async def load(self, tx: Tx, org_id: int, now: int) -> Configuration:
        if org_id == self._fails_for:
            raise RuntimeError("unforeseen")
        return await super().load(tx, org_id, now)


async def test_an_organization_that_fails_keeps_no_other_from_being_looked_at(
    database: Database, org: int, caplog: pytest.LogCaptureFixture
) -> None:
    other = await make_org(database, "other")
    await set_policy(database, other, POLICY)
    for each in (org, other):
        await spoil(database, each, "{")

    async def contacts(tx: Tx, org_id: int) -> None:
        pass

    for fails in (org, other):
        configurations = Stubborn(contacts, fails)
        await ConfigurationWatch(database, SystemClock(), configurations).read_changes()
        assert configurations.unreadable() == 1
        assert f"organization {fails} failed" in caplog.text


async def test_unreadable_settings_are_reported_until_they_are_repaired(
    database: Database, org: int
) -> None:
    configurations = Server(database, Inbox()).configurations
    watch = ConfigurationWatch(database, SystemClock(), configurations)
    await watch.read_changes()
    assert configurations.warning() is None
    await put_silence(database, org, "broken", "a")
    await spoil_silence(database, org, "broken")
    await spoil(database, org, "{")
    await watch.read_changes()
    assert "2 parts of the alerting configuration" in (configurations.warning() or "")
    await set_policy(database, org, POLICY)
    async with database.transaction() as tx:
        await tx.execute("DELETE FROM silence")
        await version_store.bump(tx, org, "routing")
    await watch.read_changes()
    assert configurations.warning() is None
