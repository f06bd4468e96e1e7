"""From alerts to messages: one for each group and what is new of it, once, whoever looks at it."""

import asyncio
from contextlib import suppress
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from msgspec.structs import replace
from tests.database.alerting.delivering import (
    CLOCK,
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

from vedette.alerting.alerts import versions
from vedette.alerting.alerts.acknowledgements import Acknowledgement, AcknowledgementStore
from vedette.alerting.alerts.store import AlertStore
from vedette.alerting.contacts.model import Integration
from vedette.alerting.contacts.store import ContactStore
from vedette.alerting.delivery.configuration import Configurations
from vedette.alerting.delivery.decision_store import DecisionStore
from vedette.alerting.delivery.renaming import ToldUnderAName
from vedette.alerting.evaluation.watchdog import Watchdog
from vedette.alerting.model import Matcher, NotificationSettings, Operator
from vedette.alerting.muting.intervals import TimeInterval, Timing
from vedette.alerting.muting.silence_store import SilenceStore
from vedette.alerting.muting.silences import Silence
from vedette.alerting.muting.store import TimingStore
from vedette.alerting.routing.policies import Policy
from vedette.alerting.routing.store import PolicyStore
from vedette.cluster.claims import Fenced
from vedette.cluster.wakeups import Wakeups
from vedette.db.database import Database, Tx
from vedette.db.errors import DatabaseUnavailable
from vedette.sdk import TryLater, Undeliverable

HOUR = timedelta(hours=1)


async def test_a_group_is_told_once_and_its_end_once(
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


async def test_an_alert_that_comes_back_before_its_end_was_told_still_fires(
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


async def test_integrations_of_a_contact_point_are_told_each_on_its_own(
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


async def test_an_edit_of_the_policies_moves_alerts_and_ends_them_where_they_were(
    server: Server, inbox: Inbox, org: int
) -> None:
    await add_integration(server.database, org, "night", "pager")
    await fire(server.database, org, "a", "b")
    await server.all()
    moved = Policy("night", matchers=(Matcher("host", Operator.EQUAL, "a"),))
    await set_policy(server.database, org, Policy("ops", ("alertname",), routes=(moved,)))
    await server.all()
    assert [(each.firing, each.resolved) for each in inbox.of("hook")[1:]] == [(["b"], ["a"])]
    assert [each.firing for each in inbox.of("pager")] == [["a"]]
    await set_policy(server.database, org, ONE_GROUP)
    await server.all()
    assert inbox.of("pager")[1].resolved == ["a"]
    assert inbox.of("hook")[2].firing == ["a", "b"]


async def test_a_shorter_group_interval_takes_effect_at_once(
    server: Server, inbox: Inbox, org: int
) -> None:
    await set_policy(server.database, org, replace(ONE_GROUP, group_interval=HOUR))
    await fire(server.database, org, "a")
    await server.all()
    (before,) = await server.rows("SELECT due_at FROM alert_group")
    await set_policy(server.database, org, ONE_GROUP)
    await server.route()
    (after,) = await server.rows("SELECT due_at FROM alert_group")
    assert before["due_at"] - after["due_at"] > 55 * 60_000
    await set_policy(server.database, org, replace(ONE_GROUP, group_interval=HOUR))
    await server.route()
    assert await server.rows("SELECT due_at FROM alert_group") == [after]


async def test_a_rule_that_names_its_contact_point_goes_past_the_policies(
    server: Server, inbox: Inbox, org: int
) -> None:
    await add_integration(server.database, org, "night", "pager")
    await put(server.database, alert(org, "a", notification=NotificationSettings("night")))
    await server.all()
    assert [each.firing for each in inbox.of("pager")] == [["a"]]
    assert inbox.of("hook") == []


async def test_an_end_during_a_silence_is_told_after_it(
    server: Server, inbox: Inbox, org: int
) -> None:
    await fire(server.database, org, "a")
    await server.all()
    always = Silence(
        "s1", (Matcher("host", Operator.EQUAL, "a"),), NOW - HOUR, NOW + HOUR, "ann", "", NOW
    )
    async with server.database.transaction() as tx:
        await SilenceStore(tx).put(org, always)
        await versions.bump(tx, org, "routing")
    await end(server.database, org, "a")
    await server.all()
    await server.dispatcher.upkeep()
    assert len(inbox.arrived) == 1
    async with server.database.transaction() as tx:
        await tx.execute("DELETE FROM silence")
        await versions.bump(tx, org, "routing")
    await server.all()
    assert inbox.arrived[1].resolved == ["a"]


async def test_what_is_acknowledged_is_not_told_again_until_it_fires_anew(
    server: Server, inbox: Inbox, org: int
) -> None:
    quick = Policy("ops", ("alertname",), repeat_interval=timedelta(minutes=1))
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
        await versions.bump(tx, org, "routing")
    names = count(1)

    async def ensure(tx: Tx, org_id: int) -> None:
        point = await ContactStore(tx).add_point(org_id, "ops", 1)
        uid = f"i{next(names)}"
        made = Integration(0, org_id, uid, "ops", "webhook", {}, {}, False, "", 0, 1, 1, 1)
        await ContactStore(tx).add(made, point)
        await versions.bump(tx, org_id, "contacts")

    configurations = Configurations(ensure)
    with suppress(DatabaseUnavailable):
        async with database.transaction() as tx:
            await configurations.load(tx, org, 1)
            raise DatabaseUnavailable("gone")
    async with database.transaction() as tx:
        (integration,) = (await configurations.load(tx, org, 1)).receivers["ops"]
        assert await ContactStore(tx).by_uid(org, integration.uid)


async def test_an_organization_whose_alerts_can_not_be_led_keeps_no_other_waiting(
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


async def test_nobody_hears_of_an_end_of_the_watchdog_after_our_database_was_away(
    server: Server, inbox: Inbox, org: int
) -> None:
    scheduler: Any = None
    dog = Watchdog(server.database, CLOCK, Wakeups(), scheduler, frozenset())
    await dog.bark()
    await server.all()
    async with server.database.transaction() as tx:
        await tx.execute(
            "UPDATE alert SET updated = updated - 60000, expires_at = expires_at - 60000"
        )
    await server.dispatcher.upkeep()
    await server.all()
    await dog.bark()
    await server.all()
    assert {each.status for message in inbox.arrived for each in message.message.alerts} == {
        "firing"
    }
    assert len(inbox.arrived) == 2


async def test_an_end_that_waits_is_told_when_its_policy_is_muted_no_more(
    server: Server, inbox: Inbox, org: int
) -> None:
    async with server.database.transaction() as tx:
        await TimingStore(tx).put(org, Timing("always", (TimeInterval(),)), "", 1)
    loud = Policy(matchers=(Matcher("host", Operator.NOT_EQUAL, ""),))
    await set_policy(server.database, org, replace(ONE_GROUP, routes=(loud,)))
    await fire(server.database, org, "a")
    await server.all()
    muted = replace(loud, mute_timings=("always",))
    await set_policy(server.database, org, replace(ONE_GROUP, routes=(muted,)))
    await server.route()
    await end(server.database, org, "a")
    await server.all()
    assert [each.resolved for each in inbox.arrived] == [[]]
    await set_policy(server.database, org, replace(ONE_GROUP, routes=(loud,)))
    await server.all()
    assert [each.resolved for each in inbox.arrived] == [[], ["a"]]


async def silent_for(database: Database, ms: int, *, lasting: int) -> None:
    """Nobody posted the alerts again that lasted so long."""
    expired = CLOCK.now_ms() - ms
    async with database.transaction() as tx:
        await tx.execute(
            "UPDATE alert SET expires_at = :expired, updated = :posted",
            {"expired": expired, "posted": expired - lasting},
        )


async def test_what_others_post_does_not_end_because_they_could_not_reach_this_server(
    server: Server, inbox: Inbox, org: int
) -> None:
    posted = alert(org, "a", origin="posted", expires_at=NOW + HOUR)
    await put(server.database, posted)
    await server.all()
    await silent_for(server.database, 60_000, lasting=240_000)
    started = Server(server.database, inbox, "b")
    await started.dispatcher.upkeep()
    await started.all()
    await put(server.database, posted)
    await started.dispatcher.upkeep()
    await started.all()
    assert [(each.firing, each.resolved) for each in inbox.arrived] == [(["a"], [])]
    await silent_for(server.database, 60_000, lasting=1)
    await asyncio.sleep(0.01)
    await started.dispatcher.upkeep()
    await started.all()
    assert [each.resolved for each in inbox.arrived] == [[], ["a"]]


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
            await versions.bump(tx, org, part)
        await ToldUnderAName().rename_receiver(tx, org, old, new)


async def test_a_contact_point_that_gets_another_name_is_told_nothing_again(
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
