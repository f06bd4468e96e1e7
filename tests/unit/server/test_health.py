"""Health answers soon, whatever the database does, and tells the truth."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any

import pytest

from vedette.db.errors import DatabaseUnavailable
from vedette.kernel.clock import SystemClock
from vedette.server.health import HealthChecks, ServerHealth
from vedette.server.lifecycle import Supervisor
from vedette.telemetry.availability import Availability


class TurnedClock(SystemClock):
    ahead = 0.0

    def monotonic(self) -> float:
        return super().monotonic() + self.ahead


class Database:
    """Answers after a while, or not at all; counts how often it was asked."""

    def __init__(self, clock: SystemClock, dialect: str = "postgres") -> None:
        self.dialect = dialect
        log = logging.getLogger("vedette.db")
        self.availability = Availability(clock, log, "database", "The database", "Work waits.")
        self.delay = 0.0
        self.is_away = False
        self.asked = 0

    @asynccontextmanager
    async def reading(self, *, is_urgent: bool) -> AsyncIterator["Database"]:
        assert is_urgent, "requests in a queue say nothing of the database"
        yield self

    async def value(self, sql: str) -> int:
        self.asked += 1
        await asyncio.sleep(self.delay)
        if self.is_away:
            raise DatabaseUnavailable("The database is away.")
        return 1


@pytest.fixture
def parts() -> tuple[ServerHealth, Database, TurnedClock]:
    clock = TurnedClock()
    database = Database(clock)
    return health_with(HealthChecks(), database, clock), database, clock


def health_with(checks: HealthChecks, database: "Database", clock: TurnedClock) -> ServerHealth:
    supervisor = Supervisor(clock, lambda name: None)
    given: Any = database
    return ServerHealth(given, clock, supervisor, checks, version="1", commit="")


async def test_a_slow_database_does_not_make_whoever_probes_wait(
    parts: tuple[ServerHealth, Database, TurnedClock],
) -> None:
    health, database, clock = parts
    assert (await health.report())[0]
    clock.ahead, database.delay, database.is_away = 5.0, 1.5, True
    begun = time.monotonic()
    answers = await asyncio.gather(*(health.report() for _ in range(5)))
    assert time.monotonic() - begun < 1.2
    assert all(is_ok for is_ok, _ in answers), "what was known"
    assert database.asked == 2, "one check for all"
    await asyncio.sleep(1.5)
    is_ok, body = await health.report()
    assert not is_ok
    assert body["database"] == "failing"


async def test_an_old_answer_is_not_believed(
    parts: tuple[ServerHealth, Database, TurnedClock],
) -> None:
    health, database, clock = parts
    assert (await health.report())[0]
    clock.ahead, database.delay, database.is_away = 20.0, 0.7, True
    assert not (await health.report())[0]


async def test_the_first_answer_waits_for_the_database(
    parts: tuple[ServerHealth, Database, TurnedClock],
) -> None:
    health, database, _ = parts
    database.delay = 0.7
    assert (await health.report())[0]
    assert (await health.report())[0]
    assert database.asked == 1


async def test_what_people_have_to_mend_is_named_and_restarts_nothing(
    parts: tuple[ServerHealth, Database, TurnedClock],
) -> None:
    _, database, clock = parts
    found: list[str | None] = ["Something cannot be read."]
    health = health_with(HealthChecks(warnings=(lambda: found[0],)), database, clock)
    is_ok, body = await health.report()
    assert (is_ok, body["warnings"]) == (True, ["Something cannot be read."])
    found[0] = None
    assert "warnings" not in (await health.report())[1]


async def test_an_outage_is_named_with_its_reason_and_its_beginning(
    parts: tuple[ServerHealth, Database, TurnedClock],
) -> None:
    """R-60: Health says what cannot be used, why, and since when."""
    health, database, clock = parts
    database.availability.failed("it is read-only", affects_reads=False)
    assert (await health.report())[0], "one failure is no outage yet"
    clock.ahead = 4.0
    database.availability.failed("it is read-only", affects_reads=False)
    is_ok, body = await health.report()
    [outage] = body["outages"]
    assert (is_ok, body["database"]) == (False, "failing")
    assert (outage["service"], outage["reason"]) == ("database", "it is read-only")
    since = datetime.fromisoformat(outage["since"])
    assert abs((clock.now() - since).total_seconds()) < 5
    clock.ahead = 20.0
    database.availability.worked(is_write=True)
    is_ok, body = await health.report()
    assert (is_ok, body["database"], "outages" in body) == (True, "ok", False)


@pytest.mark.parametrize("dialect", ["sqlite", "postgres"])
async def test_an_instance_that_cannot_write_is_not_healthy(dialect: str) -> None:
    """R-24, R-60: A full disk has the same status and reason with either database."""
    clock = TurnedClock()
    database = Database(clock, dialect)
    health = health_with(HealthChecks(), database, clock)
    database.availability.failed("its disk is full", affects_reads=False)
    clock.ahead = 4.0
    database.availability.failed("its disk is full", affects_reads=False)
    is_ok, body = await health.report()
    assert (is_ok, body["database"]) == (False, "failing")
    assert body["outages"][0]["reason"] == "its disk is full"


async def test_an_outage_that_costs_only_speed_leaves_health_good(
    parts: tuple[ServerHealth, Database, TurnedClock],
) -> None:
    _, database, clock = parts
    log = logging.getLogger("vedette.cache")
    redis = Availability(clock, log, "redis", "Redis", "Nothing is kept.")
    health = health_with(HealthChecks(outages=(lambda: redis.outage,)), database, clock)
    redis.failed("it refuses connections")
    is_ok, body = await health.report()
    assert (is_ok, [each["service"] for each in body["outages"]]) == (True, ["redis"])


async def test_a_database_that_hangs_is_an_outage(
    parts: tuple[ServerHealth, Database, TurnedClock], monkeypatch: pytest.MonkeyPatch
) -> None:
    """R-23: Health notices a database that does not answer."""
    monkeypatch.setattr("vedette.server.health._LONGEST_CHECK", 0.05)
    health, database, _ = parts
    database.delay = 5.0
    is_ok, body = await health.report()
    assert (is_ok, body["outages"][0]["reason"]) == (False, "it did not respond in time")
