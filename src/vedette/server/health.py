"""Health of an instance: its setup, its database and its services."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import NotRequired, TypedDict

import msgspec

from vedette.access.guard import OPEN, PUBLIC
from vedette.db.database import Database
from vedette.db.errors import DatabaseUnavailable
from vedette.db.sql import answers
from vedette.kernel.clock import Clock, moment
from vedette.kernel.errors import VedetteError
from vedette.server.lifecycle import Supervisor
from vedette.telemetry.availability import Outage
from vedette.web import answer
from vedette.web.answer import ApiAnswer
from vedette.web.call import Call
from vedette.web.routes import TEXT, Route

log = logging.getLogger("vedette.server")
COMPATIBLE_VERSION = "10.4.19"
_CHECK_SECONDS = 2.0
_LONGEST_CHECK = 5.0
_PATIENCE = 0.5
_BELIEVED_SECONDS = 15.0


class HealthChecks(msgspec.Struct, frozen=True):
    """Checks that report the health of parts of the application."""

    stuck: Sequence[Callable[[], str | None]] = ()
    """Functions that return the name of a service that runs without making progress, or None."""
    warnings: Sequence[Callable[[], str | None]] = ()
    """Functions that return a warning for the operator that a restart would not resolve, or
    None."""
    ready: Mapping[str, Callable[[], Awaitable[bool]]] = msgspec.field(default_factory=dict)
    """Conditions that must become true once before the instance is healthy, by name."""
    outages: Sequence[Callable[[], Outage | None]] = ()
    """Outages of servers that this instance uses but does not depend on."""


_NO_CHECKS = HealthChecks()


class OutageReport(TypedDict):
    service: str
    reason: str
    since: str


class HealthReport(TypedDict):
    """The response body. Versions can be hidden from anonymous callers."""

    database: str
    version: NotRequired[str]
    vedetteVersion: NotRequired[str]
    commit: NotRequired[str]
    outages: NotRequired[list[OutageReport]]
    failingServices: NotRequired[list[str]]
    warnings: NotRequired[list[str]]
    state: NotRequired[str]


class ServerHealth:
    def __init__(
        self,
        database: Database,
        clock: Clock,
        supervisor: Supervisor,
        checks: HealthChecks = _NO_CHECKS,
        *,
        version: str,
        commit: str,
    ) -> None:
        self._checks = checks
        self._database = database
        self._clock = clock
        self._supervisor = supervisor
        self._version = version
        self._commit = commit
        self._checked = (float("-inf"), False)
        self._checking: asyncio.Task[None] | None = None
        self._is_draining = False

    def add(self, checks: HealthChecks) -> None:
        """Report on a further part from now on."""
        before = self._checks
        self._checks = HealthChecks(
            (*before.stuck, *checks.stuck),
            (*before.warnings, *checks.warnings),
            {**before.ready, **checks.ready},
            (*before.outages, *checks.outages),
        )

    def drain(self) -> None:
        """Report from now on that the instance is stopping, so that it gets no new requests."""
        self._is_draining = True

    async def report(self) -> tuple[bool, HealthReport]:
        """Return whether this instance works, and the response body."""
        answers = await self._database_answers()
        outage = self._database.availability.outage
        database_ok = answers and not (outage and outage.is_lasting)
        unready = await self._unready() if database_ok else []
        stuck = [name for check in self._checks.stuck if (name := check())]
        failing = sorted({*self._supervisor.failing(), *stuck})
        body: HealthReport = {
            "database": "ok" if database_ok else "failing",
            "version": COMPATIBLE_VERSION,
            "vedetteVersion": self._version,
            "commit": self._commit,
        }
        shown = [outage if outage and (outage.is_lasting or not database_ok) else None]
        shown += [each() for each in self._checks.outages]
        if outages := [_outage(each) for each in shown if each is not None]:
            body["outages"] = outages
        if failing:
            body["failingServices"] = failing
        if warnings := [sentence for check in self._checks.warnings if (sentence := check())]:
            body["warnings"] = warnings
        if self._is_draining:
            body["state"] = "stopping"
        elif unready:
            body["state"] = f"starting: {', '.join(unready)}"
        return database_ok and not failing and not unready and not self._is_draining, body

    async def _unready(self) -> list[str]:
        """Return the names of conditions that are not met yet."""
        try:
            return [name for name, is_ready in self._checks.ready.items() if not await is_ready()]
        except DatabaseUnavailable:
            return list(self._checks.ready)

    async def _database_answers(self) -> bool:
        """Return the result of the newest check.

        A slow check continues in the background, because probes have short time-outs. If the last
        result is too old, the check is awaited.
        """
        if self._age() >= _CHECK_SECONDS:
            if self._checking is None:
                self._checking = asyncio.create_task(self._check(), name="health")
            is_old = self._age() >= _BELIEVED_SECONDS
            await asyncio.wait([self._checking], timeout=None if is_old else _PATIENCE)
        return self._checked[1]

    def _age(self) -> float:
        return self._clock.monotonic() - self._checked[0]

    async def _check(self) -> None:
        """Check the database within `_LONGEST_CHECK`."""
        is_ok = False
        try:
            reading = self._database.reading(is_urgent=True)
            async with asyncio.timeout(_LONGEST_CHECK), reading as tx:
                is_ok = await answers(tx)
        except TimeoutError:
            self._database.availability.failed("it did not respond in time")
        except VedetteError as error:
            log.debug("The database did not respond: %s", error)
        finally:
            self._checked = (self._clock.monotonic(), is_ok)
            self._checking = None


def _outage(outage: Outage) -> OutageReport:
    since = moment(outage.since).isoformat(timespec="seconds").replace("+00:00", "Z")
    return {"service": outage.service, "reason": outage.reason, "since": since}


class HealthApi:
    def __init__(self, health: ServerHealth, *, hide_version_from_anonymous: bool) -> None:
        self._health = health
        self._hide_version_from_anonymous = hide_version_from_anonymous

    def routes(self) -> list[Route]:
        policy = OPEN if self._hide_version_from_anonymous else PUBLIC
        return [
            Route(
                "GET",
                "/api/health",
                self.api_health,
                policy,
                answer=HealthReport,
                summary="Return the health of this instance.",
                is_probe=True,
            ),
            Route(
                "GET",
                "/healthz",
                self.healthz,
                PUBLIC,
                answer=str,
                media=TEXT,
                summary="Return whether the process responds.",
            ),
        ]

    async def api_health(self, call: Call) -> ApiAnswer:
        is_ok, body = await self._health.report()
        if self._hide_version_from_anonymous and (
            call.principal is None or call.principal.kind == "anonymous"
        ):
            del body["version"], body["vedetteVersion"], body["commit"]
        return answer.json(body, 200 if is_ok else 503)

    async def healthz(self, call: Call) -> ApiAnswer:
        return answer.text("Ok")
