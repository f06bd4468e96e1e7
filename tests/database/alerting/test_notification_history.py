"""Why alerts were told or not, looked up; messages sent again; alerts acknowledged."""

from datetime import timedelta

import pytest
from tests.database.alerting.delivering import (
    CLOCK,
    NOW,
    Inbox,
    Server,
    add_integration,
    alert,
    end,
    fire,
    make_org,
    set_policy,
)

from vedette.alerting.alerts import version_store
from vedette.alerting.delivery.errors import AlertUnknown, DeliveryNotFound, DeliveryNotRetryable
from vedette.alerting.delivery.history.model import NotificationSearch
from vedette.alerting.delivery.history.retention import LogLimits, LogRetention
from vedette.alerting.delivery.history.service import NotificationHistory
from vedette.alerting.instances.history_store import TransitionStore
from vedette.alerting.instances.model import TransitionRecord
from vedette.alerting.model import AlertState, Matcher, Operator
from vedette.alerting.muting.silences.model import Silence
from vedette.alerting.muting.silences.store import SilenceStore
from vedette.alerting.routing.policies import NotificationPolicy
from vedette.cluster.wakeups import Wakeups
from vedette.db.database import Database
from vedette.kernel.principal import Principal
from vedette.sdk import TryLater, Undeliverable

HOUR = timedelta(hours=1)
ALL = NotificationSearch(since=0, until=1 << 44)


@pytest.fixture
async def org(database: Database) -> int:
    org_id = await make_org(database)
    await add_integration(database, org_id, "ops", "hook")
    await set_policy(database, org_id, NotificationPolicy("ops", ("alertname",)))
    return org_id


@pytest.fixture
def inbox() -> Inbox:
    return Inbox()


@pytest.fixture
def server(database: Database, inbox: Inbox) -> Server:
    return Server(database, inbox)


@pytest.fixture
def ledger(database: Database) -> NotificationHistory:
    return NotificationHistory(database, CLOCK, Wakeups())


def ann(org_id: int) -> Principal:
    return Principal(kind="user", id=1, org_id=org_id, login="ann", role="Editor")


async def silenced(server: Server, org: int) -> None:
    silence = Silence(
        "s1", (Matcher("host", Operator.EQUAL, "a"),), NOW - HOUR, NOW + HOUR, "ann", "repair", NOW
    )
    async with server.database.transaction() as tx:
        await SilenceStore(tx).put(org, silence)
        await version_store.bump(tx, org, "routing")


async def test_the_timeline_of_an_alert_tells_everything_in_order(
    server: Server, inbox: Inbox, ledger: NotificationHistory, org: int
) -> None:
    one = alert(org, "a")
    inbox.answers = [TryLater("The webhook answered 503.")]
    recorded = TransitionRecord(
        org_id=org,
        rule_uid="r1",
        rule_title="Load",
        rule_version=1,
        folder_uid="f",
        group="g",
        dashboard_uid="",
        panel_id=0,
        fingerprint=one.fingerprint,
        labels=one.labels,
        before=AlertState.PENDING,
        after=AlertState.FIRING,
        reason="",
        values={},
        failure="",
        slot=NOW - HOUR,
        created=NOW - HOUR,
    )
    async with server.database.transaction() as tx:
        await TransitionStore(tx).add([recorded])
    await fire(server.database, org, "a")
    await server.all()
    await server.retry_now()
    await server.send()
    await ledger.acknowledge(ann(org), one.fingerprint, "looking")
    found = await ledger.timeline(org, one.fingerprint, ALL)
    assert [each.sentence for each in found.events] == [
        "Changed from Pending to Firing.",
        "Routed to the contact point ops by the default policy, in the group alertname=Load.",
        "Notified the contact point ops (webhook), because the group is new.",
        "Attempt 1 to send notification 1 to ops (webhook) was deferred: The webhook answered 503.",
        "ops (webhook) accepted notification 1: accepted.",
        "ann acknowledged the alert: looking",
    ]
    assert found.alert is not None
    assert found.alert.is_firing


async def test_an_acknowledgement_that_is_taken_back_stays_in_the_history(
    server: Server, ledger: NotificationHistory, org: int
) -> None:
    one = alert(org, "a").fingerprint
    await fire(server.database, org, "a")
    await ledger.acknowledge(ann(org), one, "looking")
    await ledger.withdraw(ann(org), one)
    await ledger.acknowledge(ann(org), one, "")
    events = (await ledger.timeline(org, one, ALL)).events
    assert [each.sentence for each in events if each.kind == "acknowledgement"] == [
        "ann acknowledged the alert: looking",
        "ann withdrew the acknowledgement.",
        "ann acknowledged the alert.",
    ]


async def test_entries_are_found_by_alert_rule_contact_point_and_state(
    server: Server, ledger: NotificationHistory, org: int
) -> None:
    await silenced(server, org)
    await fire(server.database, org, "a", "b")
    await server.all()

    async def sentences(**wanted: str) -> list[str]:
        search = NotificationSearch(since=0, until=1 << 44, **wanted)
        return [sentence for _, sentence in await ledger.entries(org, search)]

    until = (NOW + HOUR).strftime("%Y-%m-%d %H:%M UTC")
    muted = f"Silenced by ann until {until} (repair); the contact point ops is not notified."
    assert await sentences(state="muted") == [muted]
    assert muted in await sentences(fingerprint=alert(org, "a").fingerprint)
    assert muted not in await sentences(fingerprint=alert(org, "b").fingerprint)
    assert len(await sentences(state="sent", receiver="ops", rule_uid="r1")) == 1
    assert await sentences(receiver="other") == []
    assert await ledger.entries(org + 1, ALL) == []
    (first, _), *_ = await ledger.entries(org, ALL)
    older = await ledger.entries(org, NotificationSearch(0, 1 << 44, before=first.id))
    assert first.id not in [entry.id for entry, _ in older]


async def test_a_message_is_shown_with_what_it_said_and_its_attempts(
    server: Server, inbox: Inbox, ledger: NotificationHistory, org: int
) -> None:
    await fire(server.database, org, "a")
    await server.all()
    search = NotificationSearch(0, 1 << 44, fingerprint=alert(org, "a").fingerprint)
    (message,) = await ledger.messages(org, search)
    looked = await ledger.message(org, message.id)
    assert [each.labels["host"] for each in looked.alerts] == ["a"]
    assert [each.outcome for each in looked.attempts] == ["sent"]
    with pytest.raises(DeliveryNotFound):
        await ledger.message(org + 1, message.id)


async def test_a_message_that_failed_is_sent_again_unless_a_newer_one_went_out(
    server: Server, inbox: Inbox, ledger: NotificationHistory, org: int
) -> None:
    inbox.answers = [Undeliverable("410 gone", is_final=True)] * 2
    await fire(server.database, org, "a")
    await server.all()
    (message,) = await ledger.messages(org, NotificationSearch(0, 1 << 44, state="failed"))
    assert (await ledger.retry(org, message.id)).state == "pending"
    await server.send()
    assert inbox.arrived == []
    await ledger.retry(org, message.id)
    await server.send()
    assert [each.firing for each in inbox.arrived] == [["a"]]
    with pytest.raises(DeliveryNotRetryable):
        await ledger.retry(org, message.id)
    inbox.answers = [Undeliverable("410 gone", is_final=True)]
    await fire(server.database, org, "b")
    await server.all()
    (failed,) = await ledger.messages(
        org, NotificationSearch(0, 1 << 44, state="failed", receiver="ops")
    )
    await end(server.database, org, "b")
    await server.all()
    with pytest.raises(DeliveryNotRetryable):
        await ledger.retry(org, failed.id)


async def test_only_what_fires_can_be_acknowledged(
    server: Server, ledger: NotificationHistory, org: int
) -> None:
    one = alert(org, "a").fingerprint
    with pytest.raises(AlertUnknown):
        await ledger.acknowledge(ann(org), one, "")
    await fire(server.database, org, "a")
    await ledger.acknowledge(ann(org), one, "")
    await ledger.withdraw(ann(org), one)
    with pytest.raises(AlertUnknown):
        await ledger.withdraw(ann(org), one)


async def test_old_entries_go_and_what_waits_stays(
    server: Server, inbox: Inbox, ledger: NotificationHistory, org: int
) -> None:
    await fire(server.database, org, "a")
    await server.all()
    inbox.answers = [TryLater("busy")]
    await fire(server.database, org, "b")
    await server.all()
    async with server.database.transaction() as tx:
        old = CLOCK.now_ms() - 31 * 86_400_000
        await tx.execute("UPDATE alert_delivery SET created = :old", {"old": old})
        await tx.execute("UPDATE alert_decision SET created = :old", {"old": old})
    await LogRetention(server.database, CLOCK, LogLimits(timedelta(days=30))).delete_old()
    assert await ledger.entries(org, ALL) == []
    assert [each.state for each in await ledger.messages(org, ALL)] == ["pending"]
