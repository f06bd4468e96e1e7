"""Alertmanagers among the data sources are told everything, at once and again and again."""

from datetime import timedelta
from typing import Any, cast

import pytest
from tests.database.alerting.delivering import (
    CLOCK,
    NOW,
    Inbox,
    Server,
    alert,
    end,
    fire,
    put,
)

from vedette.alerting.alerts import version_store
from vedette.alerting.alerts.acknowledgement_store import Acknowledgement, AcknowledgementStore
from vedette.alerting.alerts.model import Alert
from vedette.alerting.alerts.store import AlertStore
from vedette.alerting.delivery.destinations import AlertmanagerDestination
from vedette.alerting.delivery.external.model import AlertmanagerChoice, AlertmanagerSelection
from vedette.alerting.delivery.external.service import AlertmanagerChoiceService
from vedette.alerting.delivery.external.sources import AlertmanagerSources, Candidate
from vedette.alerting.delivery.external.store import AlertmanagerChoiceStore
from vedette.alerting.delivery.own_alerts import failed, failed_labels
from vedette.alerting.model import Matcher, NotificationSettings, Operator, fingerprint
from vedette.alerting.muting.silences.model import Silence
from vedette.alerting.muting.silences.store import SilenceStore
from vedette.cluster.wakeups import Wakeups
from vedette.db.database import Database, Tx
from vedette.sdk import TryLater, Undeliverable

HOUR = timedelta(hours=1)
CENTRAL, OTHER = (
    AlertmanagerDestination("central", "Central"),
    AlertmanagerDestination("other", "Other"),
)


async def choose(
    database: Database,
    org_id: int,
    choice: AlertmanagerChoice,
    *alertmanagers: AlertmanagerDestination,
) -> None:
    async with database.transaction() as tx:
        await AlertmanagerChoiceStore(tx).put(org_id, AlertmanagerSelection(choice, alertmanagers))
        await AlertStore(tx).mark_unrouted(org_id)
        await version_store.bump(tx, org_id, "handing")


async def after(server: Server, seconds: int) -> None:
    """What is told so much later."""
    async with server.database.transaction() as tx:
        await tx.execute(
            "UPDATE alert_group SET due_at = :now, slot = slot - :step, lease_until = NULL,"
            " last_owner = ''",
            {"now": CLOCK.now_ms() - 1, "step": seconds * 1000},
        )
        await tx.execute(
            "UPDATE alert_group_told SET told_at = told_at - :step", {"step": seconds * 1000}
        )
    await server.route()
    while await server.dispatcher.flush_due():
        pass
    await server.send()


async def silence_everything(database: Database, org_id: int) -> None:
    matcher = Matcher("alertname", Operator.REGEX, ".+")
    async with database.transaction() as tx:
        quiet = Silence("s1", (matcher,), NOW - HOUR, NOW + HOUR, "eva", "", NOW)
        await SilenceStore(tx).put(org_id, quiet)
        await version_store.bump(tx, org_id, "routing")


class OneAway(Inbox):
    """Nobody answers at the first Alertmanager."""

    is_away = True

    async def open(self, org_id: int, integration_uid: str) -> Any:
        if self.is_away and integration_uid == CENTRAL.address:
            raise TryLater("away")
        return await super().open(org_id, integration_uid)


def told(inbox: Inbox, to: AlertmanagerDestination) -> list[tuple[list[str], list[str]]]:
    return [(each.firing, each.resolved) for each in inbox.of(to.address)]


async def test_the_choice_all_notifies_policies_and_alertmanagers(
    server: Server, inbox: Inbox, org: int
) -> None:
    await choose(server.database, org, AlertmanagerChoice.ALL, CENTRAL, OTHER)
    await fire(server.database, org, "a", "b")
    await server.all()
    await end(server.database, org, "a", "b")
    await server.all()
    for integration in ("hook", CENTRAL.address, OTHER.address):
        found = [(each.firing, each.resolved) for each in inbox.of(integration)]
        assert found == [(["a", "b"], []), ([], ["a", "b"])], integration
    await server.dispatcher.upkeep()
    assert await server.rows("SELECT * FROM alert_group") == []
    assert await server.rows("SELECT * FROM alert") == []


async def test_with_the_choice_external_policies_and_rules_tell_nobody(
    server: Server, inbox: Inbox, org: int
) -> None:
    await choose(server.database, org, AlertmanagerChoice.EXTERNAL, CENTRAL)
    await fire(server.database, org, "a")
    await server.all()
    assert told(inbox, CENTRAL) == [(["a"], [])]
    assert inbox.of("hook") == []


async def test_what_others_post_goes_through_the_policies_alone(
    server: Server, inbox: Inbox, org: int
) -> None:
    await choose(server.database, org, AlertmanagerChoice.EXTERNAL, CENTRAL)
    await put(server.database, alert(org, "posted", origin="posted", rule_uid=""))
    await server.all()
    assert [each.firing for each in inbox.of("hook")] == [["posted"]]
    assert inbox.of(CENTRAL.address) == []


@pytest.mark.usefixtures("central")
async def test_an_alertmanager_that_refuses_alerts_raises_a_notification(
    server: Server, inbox: Inbox, org: int
) -> None:
    await choose(server.database, org, AlertmanagerChoice.EXTERNAL, CENTRAL)
    await fire(server.database, org, "a")
    inbox.answers = [Undeliverable("no")] * 3
    await server.all()
    for _ in range(2):
        await server.retry_now()
        await server.send()
    (row,) = await server.rows("SELECT * FROM alert WHERE origin = 'outage'")
    assert "The Alertmanager Central rejects notifications" in row["annotations"]
    await server.all()
    assert [each.message.alerts[0].labels for each in inbox.of("hook")] == [
        failed_labels("Central", "prometheus-alertmanager", CENTRAL.address)
    ]
    assert len(inbox.of(CENTRAL.address)) == 1
    await server.all()
    assert inbox.of("hook")[-1].message.status == "resolved", "it takes them again"


async def test_without_an_alertmanager_to_hand_to_policies_tell_all_the_same(
    server: Server, inbox: Inbox, org: int
) -> None:
    await choose(server.database, org, AlertmanagerChoice.EXTERNAL)
    await fire(server.database, org, "a")
    await server.all()
    assert [each.firing for each in inbox.of("hook")] == [["a"]]


async def test_a_rule_past_the_policies_is_handed_on_too(
    server: Server, inbox: Inbox, org: int
) -> None:
    await choose(server.database, org, AlertmanagerChoice.ALL, CENTRAL)
    await put(server.database, alert(org, "a", notification=NotificationSettings("ops")))
    await server.all()
    assert [each.firing for each in inbox.of("hook")] == [["a"]]
    assert told(inbox, CENTRAL) == [(["a"], [])]


async def test_silences_and_acknowledgements_of_ours_keep_nothing_from_an_alertmanager(
    server: Server, inbox: Inbox, org: int
) -> None:
    await choose(server.database, org, AlertmanagerChoice.ALL, CENTRAL)
    await silence_everything(server.database, org)
    await fire(server.database, org, "a")
    async with server.database.transaction() as tx:
        given = Acknowledgement(alert(org, "a").fingerprint, NOW, "eva", "on it", NOW)
        await AcknowledgementStore(tx).put(org, given)
    await server.all()
    await after(server, 60)
    assert told(inbox, CENTRAL) == [(["a"], []), (["a"], [])]
    assert inbox.of("hook") == []


async def test_changes_are_sent_alone_and_everything_again_within_a_minute(
    server: Server, inbox: Inbox, org: int
) -> None:
    """Also where there is news all the time: else what goes on would end there by itself."""
    await choose(server.database, org, AlertmanagerChoice.ALL, CENTRAL)
    await fire(server.database, org, "a")
    await server.all()
    for host in ("b", "c", "d"):
        await fire(server.database, org, host)
        await after(server, 20)
    await after(server, 20)
    await end(server.database, org, "b")
    await after(server, 20)
    assert told(inbox, CENTRAL) == [
        (["a"], []),
        (["b"], []),
        (["c"], []),
        (["a", "b", "c", "d"], []),
        ([], ["b"]),
    ]


async def test_only_the_last_of_a_minutes_records_is_kept(
    server: Server, inbox: Inbox, org: int
) -> None:
    await choose(server.database, org, AlertmanagerChoice.EXTERNAL, CENTRAL)
    await fire(server.database, org, "a")
    for _ in range(5):
        await server.all()
    assert told(inbox, CENTRAL) == [(["a"], [])] * 5
    rows = await server.rows("SELECT sequence, reason FROM alert_delivery ORDER BY sequence")
    assert [(row["sequence"], row["reason"]) for row in rows] == [(1, "first"), (5, "repeat")]
    rows = await server.rows("SELECT decision FROM alert_decision ORDER BY id")
    assert [row["decision"] for row in rows] == ["routed", "first"]


async def test_alerts_that_resolved_during_an_outage_of_an_alertmanager_are_sent_later(
    database: Database, org: int
) -> None:
    """Minutes pass, this server is killed meanwhile, the others hear at once, and what waits does
    not grow."""
    inbox = OneAway()
    server = Server(database, inbox)
    await choose(database, org, AlertmanagerChoice.ALL, CENTRAL, OTHER)
    await fire(database, org, "a", "b")
    await server.all()
    for _ in range(5):
        await after(server, 60)
    await end(database, org, "a")
    await after(server, 60)
    assert inbox.of(CENTRAL.address) == []
    assert [each.resolved for each in inbox.of("hook")] == [[], ["a"]]
    assert told(inbox, OTHER)[-1] == (["b"], ["a"])
    pending = await server.rows("SELECT id FROM alert_delivery WHERE state = 'pending'")
    assert len(pending) == 3

    inbox.is_away = False
    again = Server(database, inbox, "b")
    for _ in range(3):
        await again.retry_now()
        await again.send()
    assert told(inbox, CENTRAL) == [(["a", "b"], []), (["a", "b"], []), (["b"], ["a"])]


async def test_who_is_no_longer_chosen_hears_nothing_more_and_is_forgotten(
    server: Server, inbox: Inbox, org: int
) -> None:
    await choose(server.database, org, AlertmanagerChoice.ALL, CENTRAL)
    await fire(server.database, org, "a")
    await server.all()
    await choose(server.database, org, AlertmanagerChoice.INTERNAL)
    await server.all()
    await server.all()
    assert told(inbox, CENTRAL) == [(["a"], [])]
    rows = await server.rows("SELECT receiver FROM alert_group")
    assert [row["receiver"] for row in rows] == ["ops"]


async def test_a_choice_made_while_data_sources_are_looked_at_stays(
    database: Database, org: int
) -> None:
    await choose(database, org, AlertmanagerChoice.ALL)

    class Sources:
        """Somebody else chooses between two looks."""

        is_first = True

        async def of_org(self, tx: Tx, org_id: int) -> list[Candidate]:
            if self.is_first:
                self.is_first = False
                await service.choose(org, AlertmanagerChoice.INTERNAL)
            return [Candidate("central", "Central", "http://central", "")]

    service = AlertmanagerChoiceService(database, cast("AlertmanagerSources", Sources()), Wakeups())
    await service.update_all()
    assert await service.choice(org) is AlertmanagerChoice.INTERNAL


async def test_a_choice_that_cannot_be_read_leaves_it_as_it_was(
    server: Server, inbox: Inbox, org: int, database: Database
) -> None:
    await choose(database, org, AlertmanagerChoice.EXTERNAL, CENTRAL)
    await fire(database, org, "a")
    await server.all()
    async with database.transaction() as tx:
        await tx.execute("UPDATE alert_handing SET choice = 'everywhere'")
        await version_store.bump(tx, org, "handing")
    await fire(database, org, "b")
    await server.all()
    assert told(inbox, CENTRAL)[-1] == (["a", "b"], [])
    warning = server.configurations.warning()
    assert warning is not None and warning.startswith("1 part ")

    fresh = Server(database, inbox, "b")
    await fire(database, org, "c")
    await fresh.all()
    assert [each.firing for each in inbox.of("hook")] == [["c"]]


def test_alerts_about_delivery_are_known_by_where_they_come_from() -> None:
    selection = AlertmanagerSelection(AlertmanagerChoice.EXTERNAL, (CENTRAL,))
    labels = failed_labels("ops", "webhook", "hook")
    own = failed(1, labels, "the contact point ops", "no", None, NOW)
    of_a_rule = Alert(1, fingerprint(labels), labels, {}, NOW)
    assert selection.is_routed_here(own)
    assert not selection.is_routed_here(of_a_rule)
