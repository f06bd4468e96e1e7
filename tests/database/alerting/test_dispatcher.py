"""From alerts to messages: one for each group and what is new of it, once, whoever looks at it."""

from contextlib import suppress
from datetime import timedelta
from itertools import count

import pytest
from msgspec.structs import replace
from tests.database.alerting.delivering import (
    NOW,
    ONE_GROUP,
    ROOT,
    Inbox,
    Server,
    add_integration,
    alert,
    end,
    fire,
    make_org,
    put,
    set_policy,
)

from vedette.alerting.alerts import version_store
from vedette.alerting.alerts.acknowledgement_store import Acknowledgement, AcknowledgementStore
from vedette.alerting.alerts.store import AlertStore
from vedette.alerting.contacts.model import Integration
from vedette.alerting.contacts.store import ContactStore
from vedette.alerting.delivery.configuration import Configurations
from vedette.alerting.delivery.decision_store import DecisionStore
from vedette.alerting.delivery.renaming import RenamedDestinations
from vedette.alerting.model import Matcher, NotificationSettings, Operator
from vedette.alerting.muting.silences.model import Silence
from vedette.alerting.muting.silences.store import SilenceStore
from vedette.alerting.routing.policies import NotificationPolicy
from vedette.alerting.routing.store import PolicyStore
from vedette.cluster.claims import Fenced
from vedette.db.database import Database, Tx
from vedette.db.errors import DatabaseUnavailable
from vedette.sdk import TryLater, Undeliverable

HOUR = timedelta(hours=1)


async def test_a_group_gets_one_firing_and_one_resolved_notification(
    server: Server, inbox: Inbox, org: int
) -> None:
    await fire(server.database, org, "a", "b")
    await server.all()
    await server.all()
    assert [each.firing for each in inbox.arrived] == [["a", "b"]]
    await end(server.database, org, "a")
    await server.all()
    assert (inbox.arrived[1].firing, inbox.arrived[1].resolved) == (["b"], ["a"])
    await end(server.database, org, "b")
    await server.all()
    await server.all()
    assert [each.resolved for each in inbox.arrived[1:]] == [["a"], ["b"]]
    assert [each.sequence for each in inbox.arrived] == [1, 2, 3]
    await server.dispatcher.upkeep()
    assert await server.rows("SELECT * FROM alert_group") == []
    assert await server.rows("SELECT * FROM alert") == []


async def test_a_group_that_comes_back_goes_on_counting(
    server: Server, inbox: Inbox, org: int
) -> None:
    for _ in range(2):
        await fire(server.database, org, "a")
        await server.all()
        await end(server.database, org, "a")
        await server.all()
    assert [each.sequence for each in inbox.arrived] == [1, 2, 3, 4]


async def test_an_alert_that_fires_again_before_its_resolved_notification_still_fires(
    server: Server, inbox: Inbox, org: int
) -> None:
    await fire(server.database, org, "a")
    await server.all()
    await end(server.database, org, "a")
    await server.route()
    await fire(server.database, org, "a")
    await server.all()
    assert len(inbox.arrived) == 1
    await end(server.database, org, "a")
    await server.all()
    assert inbox.arrived[1].resolved == ["a"]


async def test_a_message_says_what_people_may_see(server: Server, inbox: Inbox, org: int) -> None:
    shown = alert(
        org,
        "a",
        annotations={
            "summary": "busy",
            "__dashboardUid__": "dash",
            "__panelId__": "7",
            "__value_string__": "[ var='B' labels={host=a} value=3 ]",
        },
    )
    await put(server.database, shown)
    await server.all()
    (view,) = inbox.arrived[0].message.alerts
    assert view.labels == {"alertname": "Load", "host": "a"}
    assert view.annotations == {"summary": "busy"}
    assert view.generator_url == f"{ROOT}alerting/grafana/r1/view?orgId={org}"
    assert view.panel_url == f"{ROOT}d/dash?orgId={org}&viewPanel=7"
    assert view.value_text == "[ var='B' labels={host=a} value=3 ]"
    assert inbox.arrived[0].message.group_labels == {"alertname": "Load"}


async def test_integrations_of_a_contact_point_are_notified_independently(
    server: Server, inbox: Inbox, org: int
) -> None:
    await add_integration(server.database, org, "ops", "mail", disable_resolve=True)
    await fire(server.database, org, "a")
    await server.all()
    await end(server.database, org, "a")
    await server.all()
    assert [each.resolved for each in inbox.of("hook")] == [[], ["a"]]
    assert [each.firing for each in inbox.of("mail")] == [["a"]]
    assert await server.rows("SELECT * FROM alert_group") == []
    rows = await server.rows(
        "SELECT integration_uid FROM alert_decision WHERE decision = 'end_not_wanted'"
    )
    assert [row["integration_uid"] for row in rows] == ["mail"]


async def test_a_new_integration_hears_of_what_fires(
    server: Server, inbox: Inbox, org: int
) -> None:
    await fire(server.database, org, "a")
    await server.all()
    await add_integration(server.database, org, "ops", "late")
    await server.all()
    assert [each.firing for each in inbox.of("late")] == [["a"]]
    assert len(inbox.of("hook")) == 1


async def test_a_rule_that_names_its_contact_point_goes_past_the_policies(
    server: Server, inbox: Inbox, org: int
) -> None:
    await add_integration(server.database, org, "night", "pager")
    await put(server.database, alert(org, "a", notification=NotificationSettings("night")))
    await server.all()
    assert [each.firing for each in inbox.of("pager")] == [["a"]]
    assert inbox.of("hook") == []


async def test_an_alert_that_resolves_during_a_silence_is_notified_afterwards(
    server: Server, inbox: Inbox, org: int
) -> None:
    await fire(server.database, org, "a")
    await server.all()
    always = Silence(
        "s1", (Matcher("host", Operator.EQUAL, "a"),), NOW - HOUR, NOW + HOUR, "ann", "", NOW
    )
    async with server.database.transaction() as tx:
        await SilenceStore(tx).put(org, always)
        await version_store.bump(tx, org, "routing")
    await end(server.database, org, "a")
    await server.all()
    await server.dispatcher.upkeep()
    assert len(inbox.arrived) == 1
    async with server.database.transaction() as tx:
        await tx.execute("DELETE FROM silence")
        await version_store.bump(tx, org, "routing")
    await server.all()
    assert inbox.arrived[1].resolved == ["a"]


async def test_an_acknowledged_alert_is_not_repeated_until_it_fires_again(
    server: Server, inbox: Inbox, org: int
) -> None:
    quick = NotificationPolicy("ops", ("alertname",), repeat_interval=timedelta(minutes=1))
    await set_policy(server.database, org, quick)
    await fire(server.database, org, "a")
    await server.all()
    await server.all()
    assert len(inbox.arrived) == 2, "a repeat"
    async with server.database.transaction() as tx:
        given = Acknowledgement(alert(org, "a").fingerprint, NOW, "ann", "", NOW)
        await AcknowledgementStore(tx).put(org, given)
    await server.all()
    assert len(inbox.arrived) == 2
    await put(server.database, alert(org, "a", starts_at=NOW + HOUR))
    await server.all()
    assert len(inbox.arrived) == 3


async def test_a_message_nobody_attempted_is_replaced_by_one_that_says_all_of_it(
    server: Server, inbox: Inbox, org: int
) -> None:
    await fire(server.database, org, "a")
    await server.route()
    await server.flush()
    await fire(server.database, org, "b")
    await server.route()
    await server.flush()
    await server.send()
    assert [each.firing for each in inbox.arrived] == [["a", "b"]]
    rows = await server.rows("SELECT state FROM alert_delivery ORDER BY sequence")
    assert [row["state"] for row in rows] == ["superseded", "sent"]


async def test_nobody_hears_of_an_end_whose_beginning_a_later_message_replaced(
    server: Server, inbox: Inbox, org: int
) -> None:
    inbox.answers = [TryLater("503")]
    await fire(server.database, org, "z")
    await server.all()
    for change in (fire, end, fire):
        await change(server.database, org, "a")
        await server.route()
        await server.flush()
    await server.retry_now()
    await server.send()
    assert [(each.firing, each.resolved) for each in inbox.arrived] == [
        (["z"], []),
        (["a", "z"], []),
        (["z"], ["a"]),
        (["a", "z"], []),
    ]


async def test_alerts_go_to_no_contact_point_that_was_made_and_never_stored(
    database: Database,
) -> None:
    """The first alert of an organization makes one, and the database is away at the commit."""
    org = await make_org(database)
    async with database.transaction() as tx:
        await version_store.bump(tx, org, "routing")
    names = count(1)

    async def ensure(tx: Tx, org_id: int) -> None:
        point = await ContactStore(tx).add_point(org_id, "ops", 1)
        uid = f"i{next(names)}"
        made = Integration(0, org_id, uid, "ops", "webhook", {}, {}, False, "", 0, 1, 1, 1)
        await ContactStore(tx).add(made, point)
        await version_store.bump(tx, org_id, "contacts")

    configurations = Configurations(ensure)
    with suppress(DatabaseUnavailable):
        async with database.transaction() as tx:
            await configurations.load(tx, org, 1)
            raise DatabaseUnavailable("gone")
    async with database.transaction() as tx:
        (integration,) = (await configurations.load(tx, org, 1)).receivers["ops"]
        assert await ContactStore(tx).by_uid(org, integration.uid)


async def test_an_organization_with_unroutable_alerts_delays_no_other(
    server: Server, inbox: Inbox, org: int
) -> None:
    other = await make_org(server.database, "other")
    await add_integration(server.database, other, "ops", "theirs")
    await set_policy(server.database, other, ONE_GROUP)
    async with server.database.transaction() as tx:
        await tx.execute(
            "UPDATE contact_integration SET settings = '{' WHERE org_id = :org", {"org": org}
        )
    await fire(server.database, org, "a")
    await fire(server.database, other, "b")
    with pytest.raises(ValueError, match="line 1"):
        await server.route()
    await server.flush()
    await server.send()
    assert [each.firing for each in inbox.of("theirs")] == [["b"]]


async def test_who_slept_through_the_lease_of_a_group_changes_nothing(
    server: Server, inbox: Inbox, org: int
) -> None:
    await fire(server.database, org, "a")
    await server.route()
    await server.make_due()
    (slept,) = await server.groups.take(1)
    other = Server(server.database, inbox, "b")
    await other.flush()
    with pytest.raises(Fenced):
        await server.flusher.flush(slept)
    await other.send()
    assert len(inbox.arrived) == 1


async def rename(database: Database, org: int, old: str, new: str) -> None:
    async with database.transaction() as tx:
        await ContactStore(tx).rename_point(org, old, new, 1)
        await PolicyStore(tx).put(org, replace(ONE_GROUP, receiver=new), "", 1)
        await AlertStore(tx).mark_unrouted(org)
        for part in ("routing", "contacts"):
            await version_store.bump(tx, org, part)
        await RenamedDestinations().rename_receiver(tx, org, old, new)


async def test_a_renamed_contact_point_gets_no_notification_again(
    server: Server, inbox: Inbox, org: int
) -> None:
    direct = NotificationSettings("ops", group_interval=timedelta(minutes=1))
    await put(server.database, alert(org, "d", notification=direct))
    await fire(server.database, org, "a")
    await server.all()
    assert sorted(each.firing for each in inbox.arrived) == [["a"], ["d"]]
    inbox.answers = [TryLater("busy")] * 2
    await end(server.database, org, "d")
    await server.route()
    await server.flush()
    await server.send()
    await rename(server.database, org, "ops", 'team "x"')
    await server.all()
    inbox.answers = []
    await server.retry_now()
    await server.all()
    await end(server.database, org, "a")
    await server.all()
    assert [each.resolved for each in inbox.arrived[2:]] == [["d"], ["a"]]
    assert await server.rows("SELECT * FROM alert_group") == []


async def test_that_a_contact_point_refuses_ends_also_where_it_got_another_name(
    server: Server, inbox: Inbox, org: int
) -> None:
    await fire(server.database, org, "a")
    inbox.answers = [Undeliverable("no", is_final=True)]
    await server.all()
    await rename(server.database, org, "ops", "team")
    await fire(server.database, org, "b")
    await server.all()
    (row,) = await server.rows("SELECT ends_at FROM alert WHERE origin = 'outage'")
    assert row["ends_at"] is not None, "it takes messages again"


async def test_thousands_of_alerts_are_one_message(server: Server, inbox: Inbox, org: int) -> None:
    hosts = [f"host-{number:04}" for number in range(2_000)]
    await fire(server.database, org, *hosts)
    await server.all()
    assert [each.firing for each in inbox.arrived] == [hosts]


async def test_a_silence_over_a_group_of_forty_thousand_is_looked_at(
    server: Server, inbox: Inbox, org: int
) -> None:
    prints = [f"{number:016x}" for number in range(40_000)]
    async with server.database.reading() as tx:
        assert await DecisionStore(tx).last_of_group(org, "k", "ops", prints) == {}
        assert await AcknowledgementStore(tx).of(org, prints) == {}
