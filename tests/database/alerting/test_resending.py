"""Mails that were given up for want of a mail server are sent once there is one."""

from datetime import timedelta

import pytest
from tests.database.alerting.delivering import (
    CLOCK,
    Inbox,
    Server,
    add_integration,
    end,
    fire,
    make_org,
    set_policy,
)

from vedette.alerting.delivery.resending import Resending
from vedette.alerting.routing.policies import NotificationPolicy
from vedette.cluster.wakeups import Wakeups
from vedette.db.database import Database
from vedette.outbound.mail import NOT_CONFIGURED
from vedette.sdk import Undeliverable

MAX_AGE = timedelta(hours=6)


@pytest.fixture
async def org(database: Database) -> int:
    org_id = await make_org(database)
    await add_integration(database, org_id, "ops", "mail")
    await set_policy(database, org_id, NotificationPolicy(receiver="ops", group_by=("alertname",)))
    return org_id


@pytest.fixture
def inbox() -> Inbox:
    return Inbox(answers=[Undeliverable(NOT_CONFIGURED, is_final=True) for _ in range(100)])


async def configured(database: Database, inbox: Inbox) -> Server:
    """The server after a restart, with a mail server, and what it does within a minute."""
    inbox.answers.clear()
    server = Server(database, inbox)
    await Resending(database, CLOCK, Wakeups(), NOT_CONFIGURED, MAX_AGE).run()
    await server.send()
    return server


async def test_what_was_given_up_for_want_of_a_mail_server_is_sent(
    database: Database, org: int, inbox: Inbox
) -> None:
    await fire(database, org, "a")
    await Server(database, inbox).all()
    assert inbox.arrived == []
    await configured(database, inbox)
    told = [each for each in inbox.arrived if "a" in each.firing]
    assert len(told) == 1
    await configured(database, inbox)
    assert len([each for each in inbox.arrived if "a" in each.firing]) == 1


async def test_only_the_newest_of_those_that_say_the_same_is_sent(
    database: Database, org: int, inbox: Inbox
) -> None:
    server = Server(database, inbox)
    for hosts in (("a",), ("a", "b"), ("a", "b", "c")):
        await fire(database, org, *hosts)
        await server.all()
    await configured(database, inbox)
    told = [each for each in inbox.arrived if "host" in each.message.firing[0].labels]
    assert [each.firing for each in told] == [["a", "b", "c"]]


async def test_a_resolved_notification_follows_the_firing_one(
    database: Database, org: int, inbox: Inbox
) -> None:
    inbox.answers.clear()
    server = Server(database, inbox)
    await fire(database, org, "a")
    await server.all()
    inbox.answers = [Undeliverable(NOT_CONFIGURED, is_final=True)]
    await end(database, org, "a")
    await server.all()
    assert [(each.firing, each.resolved) for each in inbox.arrived] == [(["a"], [])]
    await configured(database, inbox)
    assert [(each.firing, each.resolved) for each in inbox.arrived] == [(["a"], []), ([], ["a"])]


async def test_no_end_is_sent_without_its_beginning(
    database: Database, org: int, inbox: Inbox
) -> None:
    server = Server(database, inbox)
    for change in (fire, end, fire):
        await change(database, org, "a")
        await server.all()
    await configured(database, inbox)
    told = [each for each in inbox.arrived if "host" in each.message.alerts[0].labels]
    assert [(each.firing, each.resolved) for each in told] == [
        (["a"], []),
        ([], ["a"]),
        (["a"], []),
    ]


async def test_what_is_too_old_or_failed_for_another_reason_stays_given_up(
    database: Database, org: int, inbox: Inbox
) -> None:
    """R-27: Restoring an older backup does not send its old notifications again without a limit."""
    await fire(database, org, "a")
    await Server(database, inbox).all()
    async with database.transaction() as tx:
        await tx.execute(
            "UPDATE alert_delivery SET created = created - :age",
            {"age": MAX_AGE // timedelta(milliseconds=1)},
        )
    await configured(database, inbox)
    inbox.answers = [Undeliverable("410 gone", is_final=True) for _ in range(2)]
    await fire(database, org, "a", "b")
    await Server(database, inbox).all()
    await configured(database, inbox)
    assert inbox.arrived == []
