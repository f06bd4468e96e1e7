"""Policies that are edited while alerts fire: who is told of what, and what nobody hears."""

from datetime import timedelta

from msgspec.structs import replace
from tests.database.alerting.delivering import (
    ONE_GROUP,
    Inbox,
    Server,
    add_integration,
    end,
    fire,
    set_policy,
)

from vedette.alerting.alerts import version_store
from vedette.alerting.model import Matcher, Operator
from vedette.alerting.muting.timings.model import TimeInterval, Timing
from vedette.alerting.muting.timings.store import TimingStore
from vedette.alerting.routing.policies import NotificationPolicy

HOUR = timedelta(hours=1)


async def test_an_edit_of_the_policies_moves_alerts_and_ends_them_where_they_were(
    server: Server, inbox: Inbox, org: int
) -> None:
    await add_integration(server.database, org, "night", "pager")
    await fire(server.database, org, "a", "b")
    await server.all()
    moved = NotificationPolicy("night", matchers=(Matcher("host", Operator.EQUAL, "a"),))
    await set_policy(
        server.database, org, NotificationPolicy("ops", ("alertname",), routes=(moved,))
    )
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


async def test_a_waiting_resolved_notification_is_sent_after_the_mute(
    server: Server, inbox: Inbox, org: int
) -> None:
    async with server.database.transaction() as tx:
        await TimingStore(tx).put(org, Timing("always", (TimeInterval(),)), "", 1)
    loud = NotificationPolicy(matchers=(Matcher("host", Operator.NOT_EQUAL, ""),))
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


async def test_an_alertmanager_hears_of_no_end_of_what_only_changes_its_group(
    server: Server, inbox: Inbox, org: int
) -> None:
    """It knows alerts by their labels, so that the end would hold until the next repeat."""
    await add_integration(server.database, org, "others", "pager")
    async with server.database.transaction() as tx:
        await tx.execute("UPDATE contact_integration SET type = 'prometheus-alertmanager'")
        await version_store.bump(tx, org, "contacts")
    await fire(server.database, org, "a")
    await server.all()
    alone = replace(ONE_GROUP, group_by=("alertname", "host"))
    await set_policy(server.database, org, alone)
    await server.all()
    await server.all()
    assert [(each.firing, each.resolved) for each in inbox.arrived] == [(["a"], [])] * 2
    assert len(await server.rows("SELECT * FROM alert_group")) == 1
    await set_policy(server.database, org, replace(alone, receiver="others"))
    await server.all()
    await end(server.database, org, "a")
    await server.all()
    told = [(each.firing, each.resolved) for each in inbox.of("hook")]
    assert told == [(["a"], [])] * 2 + [([], ["a"])]
    assert [(each.firing, each.resolved) for each in inbox.of("pager")] == [
        (["a"], []),
        ([], ["a"]),
    ]


async def test_an_early_resolved_alert_is_notified_by_its_previous_group(
    server: Server, inbox: Inbox, org: int
) -> None:
    async with server.database.transaction() as tx:
        await tx.execute("UPDATE contact_integration SET type = 'prometheus-alertmanager'")
        await version_store.bump(tx, org, "contacts")
    await fire(server.database, org, "a")
    await server.all()
    await set_policy(server.database, org, replace(ONE_GROUP, group_by=("alertname", "host")))
    await server.route()
    await end(server.database, org, "a")
    await server.all()
    await server.all()
    assert [(each.firing, each.resolved) for each in inbox.arrived] == [(["a"], []), ([], ["a"])]
    assert await server.rows("SELECT * FROM alert_group") == []
