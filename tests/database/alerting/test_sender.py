"""From messages to receivers: once in calm, at least once through crashes, and in order."""

import asyncio
from datetime import timedelta

import pytest
from tests.database.alerting.delivering import (
    CLOCK,
    Inbox,
    Server,
    add_integration,
    end,
    fire,
    set_policy,
)

from vedette.alerting.alerts import version_store
from vedette.alerting.alerts.store import AlertStore
from vedette.alerting.contacts.store import ContactStore
from vedette.alerting.delivery.delivery_store import DeliveryStore, queue_of
from vedette.alerting.delivery.sender import SenderOptions
from vedette.alerting.model import Matcher, Operator
from vedette.alerting.routing.policies import NotificationPolicy
from vedette.db.database import Database
from vedette.sdk import TryLater, Undeliverable


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


async def test_a_permanent_refusal_ends_the_attempts_and_is_notified_elsewhere(
    server: Server, inbox: Inbox, org: int
) -> None:
    await add_integration(server.database, org, "admins", "mail")
    own = NotificationPolicy(
        "admins", matchers=(Matcher("alertname", Operator.EQUAL, "NotificationFailed"),)
    )
    await set_policy(server.database, org, NotificationPolicy("ops", ("alertname",), routes=(own,)))
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
    assert told.alerts[0].annotations == {
        "summary": "The contact point ops rejects notifications (webhook).",
        "description": "The address answered 404.",
    }
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
    """R-27, T63: Restoring an older backup does not send its old notifications again without a
    limit."""
    await add_integration(database, org, "ops", "mail")
    server = Server(database, inbox)
    await fire(database, org, "a")
    await server.route()
    await server.flush()
    async with database.transaction() as tx:
        await tx.execute("UPDATE alert_delivery SET created = created - 60000")
    restored = Server(database, inbox, "b", SenderOptions(max_age=timedelta(seconds=30)))
    await restored.send()
    assert inbox.arrived == []
    rows = await server.rows("SELECT state FROM alert_delivery")
    assert [row["state"] for row in rows] == ["stale", "stale"]
    await restored.all()
    texts = [each.message.alerts[0].annotations["summary"] for each in inbox.of("hook")]
    assert texts == ["2 notifications were too old and were not sent."]


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
    for flight in list(server.sender._in_flight.values()):
        flight.task.cancel()
    await server.sender.drain()
    restarted = Server(server.database, inbox, "b")
    await restarted.retry_now()
    await restarted.send()
    assert len(inbox.arrived) == 2
    assert len({each.key for each in inbox.arrived}) == 1
    lost = restarted.registry.get_sample_value("vedette_alerting_sent_unconfirmed_total")
    assert lost == 1


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
    await asyncio.gather(server.sender.drain(), other.sender.drain())
    rows = await server.rows("SELECT instance FROM alert_delivery_attempt")
    assert [row["instance"] for row in rows] == ["b"]


async def test_a_receiver_that_hangs_holds_up_no_other(
    database: Database, inbox: Inbox, org: int
) -> None:
    await add_integration(database, org, "slow", "hangs")
    slow = NotificationPolicy("slow", ("...",), (Matcher("host", Operator.REGEX, "slow.*"),))
    await set_policy(database, org, NotificationPolicy("ops", ("...",), routes=(slow,)))
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


async def test_a_message_that_failed_while_the_clock_was_ahead_does_not_wait_for_that_time(
    server: Server, inbox: Inbox, org: int
) -> None:
    inbox.answers = [TryLater("503")]
    await fire(server.database, org, "a")
    await server.all()
    hour = {"hour": 3_600_000}
    async with server.database.transaction() as tx:
        await tx.execute("UPDATE alert_delivery SET due_at = due_at + :hour", hour)
    await server.dispatcher.repair()
    await server.send()
    assert inbox.arrived == []  # Its receiver may have asked for an hour.
    async with server.database.transaction() as tx:
        await tx.execute("UPDATE alert_delivery_attempt SET started = started + :hour", hour)
    await server.dispatcher.repair()
    await server.send()
    assert [each.firing for each in inbox.arrived] == [["a"]]


async def test_two_who_want_a_message_again_at_once_get_it_once(
    server: Server, inbox: Inbox, org: int
) -> None:
    inbox.answers = [Undeliverable("no", is_final=True)]
    await fire(server.database, org, "a")
    await server.route()
    await server.flush()
    await server.send()
    (failed,) = await server.rows("SELECT * FROM alert_delivery WHERE state = 'failed'")
    for _ in range(2):  # Both had seen it as given up before one of them brought it back.
        async with server.database.transaction() as tx:
            await DeliveryStore(tx).requeue(failed["id"], queue_of(failed), CLOCK.now_ms(), 1)
        await server.send()
    assert [each.firing for each in inbox.arrived] == [["a"]]


async def test_what_is_under_way_is_not_begun_again_after_our_database_was_away(
    server: Server, inbox: Inbox, org: int
) -> None:
    """For longer than the lease, while a receiver takes its time."""
    inbox.opened["hook"] = asyncio.Event()
    await fire(server.database, org, "a")
    await server.route()
    await server.flush()
    assert await server.sender.begin_due() == 1
    await asyncio.sleep(0.05)
    async with server.database.transaction() as tx:
        await tx.execute("UPDATE alert_delivery SET lease_until = 1")
    assert await server.sender.begin_due() == 0
    inbox.opened["hook"].set()
    await server.sender.drain()
    await server.send()
    assert len(inbox.arrived) == 1
    assert [row["state"] for row in await server.rows("SELECT state FROM alert_delivery")] == [
        "sent"
    ]


async def test_a_defect_of_the_loop_stops_no_message(
    database: Database, inbox: Inbox, org: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    await add_integration(database, org, "ops", "hangs")
    inbox.opened["hangs"] = asyncio.Event()
    server = Server(database, inbox)
    await fire(database, org, "a")
    await server.route()
    await server.flush()
    running = asyncio.create_task(server.sender.run())

    async def defective(*_: object) -> int:
        monkeypatch.undo()
        raise RuntimeError

    async with asyncio.timeout(4):
        while not (inbox.in_flight and inbox.of("hook")):
            await asyncio.sleep(0.02)
        monkeypatch.setattr(server.deliveries, "next_due", defective)
        await fire(database, org, "b")
        await asyncio.sleep(1)
        await server.route()
        await server.flush()
        while len(inbox.of("hook")) < 2:
            await asyncio.sleep(0.02)
    inbox.opened["hangs"].set()
    async with asyncio.timeout(4):
        while len(inbox.of("hangs")) < 2:
            await asyncio.sleep(0.02)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert len(inbox.arrived) == 4


async def test_several_instances_tell_everything_once(database: Database, org: int) -> None:
    each_alone = NotificationPolicy("ops", ("...",), group_wait=timedelta(0))
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


async def forget(server: Server, org: int, uid: str) -> None:
    async with server.database.transaction() as tx:
        await ContactStore(tx).delete(org, uid)
        await version_store.bump(tx, org, "contacts")


async def test_a_message_to_an_integration_that_was_deleted_raises_no_alert(
    server: Server, inbox: Inbox, org: int
) -> None:
    await fire(server.database, org, "a")
    await server.route()
    await server.flush()
    await forget(server, org, "hook")
    inbox.answers = [Undeliverable("The contact point was deleted in the meantime.", is_final=True)]
    await server.send()
    (row,) = await server.rows("SELECT state, outcome FROM alert_delivery")
    assert (row["state"], row["outcome"]) == (
        "failed",
        "The contact point was deleted in the meantime.",
    )
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
    await server.dispatcher.repair()
    assert await failures(server, org) == ["mail"]


async def failures(server: Server, org: int) -> list[str]:
    async with server.database.reading() as tx:
        active = await AlertStore(tx).active(org)
    uids = [each.labels["integration_uid"] for each in active if "integration" in each.labels]
    return sorted(uids)
