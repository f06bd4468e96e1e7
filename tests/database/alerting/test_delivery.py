"""From alerts to messages: once in calm, at least once through crashes, in order, with reasons."""

import asyncio
from datetime import timedelta

import pytest
from msgspec.structs import replace
from tests.database.alerting.delivering import (
    NOW,
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
from vedette.alerting.contacts.store import ContactStore
from vedette.alerting.delivery.decision_store import DecisionStore
from vedette.alerting.delivery.renaming import ToldUnderAName
from vedette.alerting.delivery.sender import SenderOptions
from vedette.alerting.model import Matcher, NotificationSettings, Operator
from vedette.alerting.muting.inhibition import InhibitRule
from vedette.alerting.muting.intervals import TimeInterval, Timing
from vedette.alerting.muting.silence_store import SilenceStore
from vedette.alerting.muting.silences import Silence
from vedette.alerting.muting.store import InhibitStore, TimingStore
from vedette.alerting.routing.policies import Policy
from vedette.alerting.routing.store import PolicyStore
from vedette.cluster.claims import Fenced
from vedette.db.database import Database
from vedette.sdk import TryLater, Undeliverable

HOUR = timedelta(hours=1)
ONE_GROUP = Policy("ops", ("alertname",), group_interval=timedelta(minutes=1))


@pytest.fixture
async def org(database: Database) -> int:
    org_id = await make_org(database)
    await add_integration(database, org_id, "ops", "hook")
    await set_policy(database, org_id, ONE_GROUP)
    return org_id


@pytest.fixture
def inbox() -> Inbox:
    return Inbox()


@pytest.fixture
def server(database: Database, inbox: Inbox) -> Server:
    return Server(database, inbox)


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


async def test_an_alert_that_ends_before_anybody_was_told_is_explained(
    server: Server, inbox: Inbox, org: int
) -> None:
    await fire(server.database, org, "a")
    await server.route()
    await end(server.database, org, "a")
    await server.all()
    assert inbox.arrived == []
    rows = await server.rows("SELECT decision FROM alert_decision ORDER BY id")
    assert [row["decision"] for row in rows] == ["routed", "ended_untold"]


async def test_a_message_says_what_people_may_see(server: Server, inbox: Inbox, org: int) -> None:
    shown = alert(
        org,
        "a",
        annotations={"summary": "busy", "__dashboardUid__": "dash", "__panelId__": "7"},
    )
    await put(server.database, shown)
    await server.all()
    (view,) = inbox.arrived[0].message.alerts
    assert view.labels == {"alertname": "Load", "host": "a"}
    assert view.annotations == {"summary": "busy"}
    assert view.generator_url == f"{ROOT}alerting/grafana/r1/view"
    assert view.panel_url == f"{ROOT}d/dash?viewPanel=7"
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


async def test_a_rule_that_names_its_contact_point_goes_past_the_policies(
    server: Server, inbox: Inbox, org: int
) -> None:
    await add_integration(server.database, org, "night", "pager")
    await put(server.database, alert(org, "a", notification=NotificationSettings("night")))
    await server.all()
    assert [each.firing for each in inbox.of("pager")] == [["a"]]
    assert inbox.of("hook") == []


async def test_a_silence_holds_news_back_and_says_so_once(
    server: Server, inbox: Inbox, org: int
) -> None:
    silence = Silence(
        "s1", (Matcher("host", Operator.EQUAL, "a"),), NOW - HOUR, NOW + HOUR, "ann", "", NOW
    )
    async with server.database.transaction() as tx:
        await SilenceStore(tx).put(org, silence)
        await versions.bump(tx, org, "routing")
    await fire(server.database, org, "a")
    await server.all()
    await server.all()
    restarted = Server(server.database, inbox, "b")
    await restarted.all()
    assert inbox.arrived == []
    rows = await server.rows("SELECT decision, detail FROM alert_decision ORDER BY id")
    assert [row["decision"] for row in rows] == ["routed", "muted"]
    assert rows[1]["detail"] == '{"silences":["s1"]}'
    async with server.database.transaction() as tx:
        await SilenceStore(tx).expire(org, "s1", 1)
        await versions.bump(tx, org, "routing")
        await tx.execute("UPDATE silence SET ends_at = starts_at")
    await restarted.all()
    assert [each.firing for each in inbox.arrived] == [["a"]]


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


async def test_timings_and_inhibition_hold_back_and_are_named(
    server: Server, inbox: Inbox, org: int
) -> None:
    rule = InhibitRule(
        "r", (Matcher("host", Operator.EQUAL, "b"),), (Matcher("host", Operator.EQUAL, "a"),)
    )
    muted = Policy(
        "ops",
        matchers=(Matcher("host", Operator.EQUAL, "c"),),
        mute_timings=("always",),
    )
    async with server.database.transaction() as tx:
        await InhibitStore(tx).put(org, [rule], "", 1)
        await TimingStore(tx).put(org, Timing("always", (TimeInterval(),)), "", 1)
    await set_policy(server.database, org, Policy("ops", ("alertname",), routes=(muted,)))
    await fire(server.database, org, "a", "b", "c")
    await server.all()
    assert [each.firing for each in inbox.arrived] == [["b"]]
    rows = await server.rows("SELECT detail FROM alert_decision WHERE decision = 'muted'")
    source = alert(org, "b").fingerprint
    assert sorted(row["detail"] for row in rows) == [
        f'{{"alerts":["{source}"]}}',
        '{"timings":["always"]}',
    ]


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


async def test_a_contact_point_that_is_gone_is_named_as_the_reason(
    server: Server, inbox: Inbox, org: int
) -> None:
    await set_policy(server.database, org, Policy("nowhere", ("alertname",)))
    await fire(server.database, org, "a")
    await server.all()
    await server.all()
    rows = await server.rows("SELECT decision, receiver FROM alert_decision ORDER BY id")
    assert [(row["decision"], row["receiver"]) for row in rows] == [
        ("routed", "nowhere"),
        ("nobody", "nowhere"),
    ]
    await end(server.database, org, "a")
    await server.all()
    assert await server.rows("SELECT * FROM alert_group") == []


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


async def test_firing_and_its_end_both_go_out_in_order_when_neither_was_sent(
    server: Server, inbox: Inbox, org: int
) -> None:
    await fire(server.database, org, "a")
    await server.route()
    await server.flush()
    await end(server.database, org, "a")
    await server.route()
    await server.flush()
    await server.send()
    assert [(each.firing, each.resolved) for each in inbox.arrived] == [(["a"], []), ([], ["a"])]


async def test_later_messages_wait_until_the_first_one_is_through(
    server: Server, inbox: Inbox, org: int
) -> None:
    inbox.answers = [TryLater("busy"), TryLater("busy")]
    await fire(server.database, org, "a")
    await server.all()
    await end(server.database, org, "a")
    await server.route()
    await server.flush()
    await server.send()
    assert inbox.arrived == []
    await server.retry_now()
    await server.send()
    assert inbox.arrived == []
    await server.retry_now()
    await server.send()
    assert [each.sequence for each in inbox.arrived] == [1, 2]
    rows = await server.rows("SELECT outcome, answer FROM alert_delivery_attempt ORDER BY 1")
    assert sorted(row["outcome"] for row in rows) == ["sent", "sent", "try_later", "try_later"]


async def test_a_refusal_for_good_is_given_up_and_told_by_another_contact_point(
    server: Server, inbox: Inbox, org: int
) -> None:
    await add_integration(server.database, org, "admins", "mail")
    own = Policy("admins", matchers=(Matcher("alertname", Operator.EQUAL, "NotificationFailed"),))
    await set_policy(server.database, org, Policy("ops", ("alertname",), routes=(own,)))
    inbox.answers = [Undeliverable("The address answered 404.")] * 3
    await fire(server.database, org, "a")
    await server.all()
    for _ in range(2):
        await server.retry_now()
        await server.send()
    (row,) = await server.rows("SELECT state, outcome FROM alert_delivery")
    assert (row["state"], row["outcome"]) == ("failed", "The address answered 404.")
    await server.all()
    (told,) = [each.message for each in inbox.of("mail")]
    assert told.alerts[0].labels["contact_point"] == "ops"
    assert told.alerts[0].annotations["description"] == "The address answered 404."
    await fire(server.database, org, "b")
    await server.all()
    await server.all()
    assert [each.message.status for each in inbox.of("mail")] == ["firing", "resolved"]


async def test_a_failure_to_tell_of_a_failure_raises_no_further_alert(
    server: Server, inbox: Inbox, org: int
) -> None:
    inbox.answers = [Undeliverable("no")] * 30
    await fire(server.database, org, "a")
    for _ in range(10):
        await server.all()
        await server.retry_now()
    async with server.database.reading() as tx:
        names = [each.labels["alertname"] for each in await AlertStore(tx).active(org)]
    assert sorted(names) == ["Load", "NotificationFailed"]


async def test_messages_that_are_too_old_are_not_sent_and_one_alert_says_so(
    database: Database, inbox: Inbox, org: int
) -> None:
    await add_integration(database, org, "ops", "mail")
    server = Server(database, inbox)
    await fire(database, org, "a")
    await server.route()
    await server.flush()
    async with database.transaction() as tx:
        await tx.execute("UPDATE alert_delivery SET created = created - 60000")
    restored = Server(database, inbox, "b", SenderOptions(ROOT, max_age=timedelta(seconds=30)))
    await restored.send()
    assert inbox.arrived == []
    rows = await server.rows("SELECT state FROM alert_delivery")
    assert [row["state"] for row in rows] == ["stale", "stale"]
    await restored.all()
    texts = [each.message.alerts[0].annotations["summary"] for each in inbox.of("hook")]
    assert texts == ["2 messages were too old and were not sent."]


async def test_a_crash_between_sending_and_marking_repeats_the_same_key(
    server: Server, inbox: Inbox, org: int
) -> None:
    await fire(server.database, org, "a")
    await server.route()
    await server.flush()

    async def crash(*_: object, **__: object) -> None:
        await asyncio.Event().wait()

    server.recorder.record = crash  # type: ignore[assignment,method-assign]
    await server.sender.begin_due()
    while not inbox.arrived:
        await asyncio.sleep(0.01)
    for flight in list(server.sender._flights.values()):
        flight.task.cancel()
    await server.sender.landed()
    restarted = Server(server.database, inbox, "b")
    await restarted.retry_now()
    await restarted.send()
    assert len(inbox.arrived) == 2
    assert len({each.key for each in inbox.arrived}) == 1
    lost = restarted.registry.get_sample_value("vedette_alerting_sent_unconfirmed_total")
    assert lost == 1


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


async def test_who_slept_through_the_lease_of_a_message_marks_nothing(
    server: Server, inbox: Inbox, org: int
) -> None:
    inbox.opened["hook"] = asyncio.Event()
    await fire(server.database, org, "a")
    await server.route()
    await server.flush()
    await server.sender.begin_due()
    await asyncio.sleep(0)
    other = Server(server.database, inbox, "b")
    await other.retry_now()
    await other.sender.begin_due()
    inbox.opened["hook"].set()
    await asyncio.gather(server.sender.landed(), other.sender.landed())
    rows = await server.rows("SELECT instance FROM alert_delivery_attempt")
    assert [row["instance"] for row in rows] == ["b"]


async def test_a_receiver_that_hangs_holds_up_no_other(
    database: Database, inbox: Inbox, org: int
) -> None:
    await add_integration(database, org, "slow", "hangs")
    slow = Policy("slow", ("...",), (Matcher("host", Operator.REGEX, "slow.*"),))
    await set_policy(database, org, Policy("ops", ("...",), routes=(slow,)))
    inbox.opened["hangs"] = asyncio.Event()
    server = Server(database, inbox)
    await fire(database, org, *(f"slow{n}" for n in range(12)))
    await server.route()
    await server.flush()
    running = asyncio.create_task(server.sender.run())
    await asyncio.sleep(0.2)
    await fire(database, org, *(f"quick{n}" for n in range(12)))
    await server.route()
    await server.flush()
    async with asyncio.timeout(4):
        while len(inbox.of("hook")) < 12:
            await asyncio.sleep(0.02)
    assert inbox.of("hangs") == []
    inbox.opened["hangs"].set()
    async with asyncio.timeout(10):
        while len(inbox.of("hangs")) < 12:
            await asyncio.sleep(0.02)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_several_instances_tell_everything_once(database: Database, org: int) -> None:
    each_alone = Policy("ops", ("...",), group_wait=timedelta(0))
    await set_policy(database, org, each_alone)
    inbox = Inbox()
    hosts = [f"h{n}" for n in range(40)]
    servers = [Server(database, inbox, name) for name in "abc"]
    await fire(database, org, *hosts)
    await asyncio.gather(*(each.route() for each in servers))
    await servers[0].make_due()

    async def work(server: Server) -> None:
        while await server.dispatcher.flush_due():
            pass
        await server.send()

    await asyncio.gather(*map(work, servers))
    await asyncio.gather(*(each.send() for each in servers))
    assert sorted(each.firing[0] for each in inbox.arrived) == sorted(hosts)


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


async def forget(server: Server, org: int, uid: str) -> None:
    async with server.database.transaction() as tx:
        await ContactStore(tx).delete(org, uid)
        await versions.bump(tx, org, "contacts")


async def test_a_message_to_an_integration_that_was_deleted_raises_no_alert(
    server: Server, inbox: Inbox, org: int
) -> None:
    await fire(server.database, org, "a")
    await server.route()
    await server.flush()
    await forget(server, org, "hook")
    inbox.answers = [Undeliverable("The contact point was deleted meanwhile.", is_final=True)]
    await server.send()
    (row,) = await server.rows("SELECT state, outcome FROM alert_delivery")
    assert (row["state"], row["outcome"]) == ("failed", "The contact point was deleted meanwhile.")
    assert await failures(server, org) == []


async def test_a_failure_ends_with_the_integration_that_failed(
    server: Server, inbox: Inbox, org: int
) -> None:
    await add_integration(server.database, org, "ops", "mail")
    inbox.answers = [Undeliverable("The address answered 404.")] * 6
    await fire(server.database, org, "a")
    await server.all()
    for _ in range(2):
        await server.retry_now()
        await server.send()
    assert await failures(server, org) == ["hook", "mail"]
    await forget(server, org, "hook")
    await server.dispatcher.mend()
    assert await failures(server, org) == ["mail"]


async def failures(server: Server, org: int) -> list[str]:
    async with server.database.reading() as tx:
        active = await AlertStore(tx).active(org)
    uids = [each.labels["integration_uid"] for each in active if "integration" in each.labels]
    return sorted(uids)


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
