"""Alerts that nobody posts again, after an outage of ours as in calm."""

import asyncio
from datetime import timedelta
from typing import Any

from tests.database.alerting.delivering import CLOCK, NOW, Inbox, Server, alert, put

from vedette.alerting.evaluation.watchdog import Watchdog
from vedette.cluster.wakeups import Wakeups
from vedette.db.database import Database

HOUR = timedelta(hours=1)


async def test_nobody_hears_of_an_end_of_the_watchdog_after_our_database_was_away(
    server: Server, inbox: Inbox, org: int
) -> None:
    scheduler: Any = None
    dog = Watchdog(server.database, CLOCK, Wakeups(), scheduler, frozenset())
    await dog.post()
    await server.all()
    async with server.database.transaction() as tx:
        await tx.execute(
            "UPDATE alert SET updated = updated - 60000, expires_at = expires_at - 60000"
        )
    await server.dispatcher.upkeep()
    await server.all()
    await dog.post()
    await server.all()
    assert {each.status for message in inbox.arrived for each in message.message.alerts} == {
        "firing"
    }
    assert len(inbox.arrived) == 2


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
