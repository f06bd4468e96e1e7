"""Why an alert was not told, or not yet, is written down."""

from datetime import timedelta

import pytest
from tests.database.alerting.delivering import (
    NOW,
    Inbox,
    Server,
    alert,
    end,
    fire,
    set_policy,
)

from vedette.alerting.alerts import version_store
from vedette.alerting.contacts.store import ContactStore
from vedette.alerting.delivery.decision_store import DecisionRecord, DecisionStore
from vedette.alerting.delivery.history.model import NotificationSearch
from vedette.alerting.delivery.history.store import NotificationHistoryStore
from vedette.alerting.model import Matcher, Operator
from vedette.alerting.muting.inhibitions.model import InhibitRule
from vedette.alerting.muting.inhibitions.store import InhibitStore
from vedette.alerting.muting.silences.model import Silence
from vedette.alerting.muting.silences.store import SilenceStore
from vedette.alerting.muting.timings.model import TimeInterval, Timing
from vedette.alerting.muting.timings.store import TimingStore
from vedette.alerting.routing.policies import NotificationPolicy

HOUR = timedelta(hours=1)


async def test_an_alert_that_resolves_before_any_notification_is_explained(
    server: Server, inbox: Inbox, org: int
) -> None:
    await fire(server.database, org, "a")
    await server.route()
    await end(server.database, org, "a")
    await server.all()
    assert inbox.arrived == []
    rows = await server.rows("SELECT decision FROM alert_decision ORDER BY id")
    assert [row["decision"] for row in rows] == ["routed", "resolved_unsent"]


async def test_a_silence_holds_news_back_and_says_so_once(
    server: Server, inbox: Inbox, org: int
) -> None:
    silence = Silence(
        "s1", (Matcher("host", Operator.EQUAL, "a"),), NOW - HOUR, NOW + HOUR, "ann", "", NOW
    )
    async with server.database.transaction() as tx:
        await SilenceStore(tx).put(org, silence)
        await version_store.bump(tx, org, "routing")
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
        await version_store.bump(tx, org, "routing")
        await tx.execute("UPDATE silence SET ends_at = starts_at")
    await restarted.all()
    assert [each.firing for each in inbox.arrived] == [["a"]]


async def test_timings_and_inhibition_hold_back_and_are_named(
    server: Server, inbox: Inbox, org: int
) -> None:
    rule = InhibitRule(
        "r", (Matcher("host", Operator.EQUAL, "b"),), (Matcher("host", Operator.EQUAL, "a"),)
    )
    muted = NotificationPolicy(
        "ops",
        matchers=(Matcher("host", Operator.EQUAL, "c"),),
        mute_timings=("always",),
    )
    async with server.database.transaction() as tx:
        await InhibitStore(tx).put(org, [rule], "", 1)
        await TimingStore(tx).put(org, Timing("always", (TimeInterval(),)), "", 1)
    await set_policy(
        server.database, org, NotificationPolicy("ops", ("alertname",), routes=(muted,))
    )
    await fire(server.database, org, "a", "b", "c")
    await server.all()
    assert [each.firing for each in inbox.arrived] == [["b"]]
    rows = await server.rows("SELECT detail FROM alert_decision WHERE decision = 'muted'")
    source = alert(org, "b").fingerprint
    assert sorted(row["detail"] for row in rows) == [
        f'{{"alerts":["{source}"]}}',
        '{"timings":["always"]}',
    ]


@pytest.mark.parametrize("is_there", [True, False])
async def test_a_contact_point_that_is_gone_or_empty_is_named_as_the_reason(
    server: Server, inbox: Inbox, org: int, is_there: bool
) -> None:
    if is_there:
        async with server.database.transaction() as tx:
            await ContactStore(tx).add_point(org, "nowhere", 1)
    await set_policy(server.database, org, NotificationPolicy("nowhere", ("alertname",)))
    await fire(server.database, org, "a")
    await server.all()
    await server.all()
    rows = await server.rows("SELECT decision, receiver FROM alert_decision ORDER BY id")
    assert [(row["decision"], row["receiver"]) for row in rows] == [
        ("routed", "nowhere"),
        ("no_receiver", "nowhere"),
    ]
    await end(server.database, org, "a")
    await server.all()
    assert await server.rows("SELECT * FROM alert_group") == []


async def test_decisions_stored_under_their_old_names_are_still_found(
    server: Server, org: int
) -> None:
    """A decision that an earlier version stored is read and filtered by its current name."""
    old = [("nobody", "no_receiver"), ("ended_untold", "resolved_unsent")]
    async with server.database.transaction() as tx:
        await DecisionStore(tx).add(
            [DecisionRecord(org, "f", "r", "g", "ops", "", 0, name, {}, None, 1) for name, _ in old]
        )
    async with server.database.transaction() as tx:
        store = NotificationHistoryStore(tx, org)
        for name, current in old:
            for asked in (name, current):
                found = await store.entries(NotificationSearch(state=asked, since=0, until=9))
                assert [each.decision.decision for each in found] == [current]
