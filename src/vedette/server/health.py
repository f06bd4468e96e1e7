"""Health that tells the truth: the database answers, the background services run and turn."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from vedette.access.guard import OPEN, PUBLIC
from vedette.db.database import Database
from vedette.kernel.clock import Clock
from vedette.kernel.errors import VedetteError
from vedette.server.lifecycle import Supervisor
from vedette.web import answer
from vedette.web.answer import Answer
from vedette.web.call import Call
from vedette.web.routes import Route

COMPATIBLE_VERSION = "10.4.19"
_CHECK_SECONDS = 2.0
_LONGEST_CHECK = 5.0


class Health:
    def __init__(
        self, database: Database, clock: Clock, supervisor: Supervisor, *, version: str, commit: str
    ) -> None:
        self.stuck: Sequence[Callable[[], str | None]] = ()
        """Each tells a service that runs and yet does not get on, or None."""
        self._database = database
        self._clock = clock
        self._supervisor = supervisor
        self._version = version
        self._commit = commit
        self._checked = (float("-inf"), True)
        self.is_draining = False

    async def report(self) -> tuple[bool, dict[str, Any]]:
        """Whether this instance can do its work, and the answer's body."""
        database_ok = await self._database_answers()
        stuck = [name for check in self.stuck if (name := check())]
        failing = sorted({*self._supervisor.failing(), *stuck})
        body: dict[str, Any] = {
            "database": "ok" if database_ok else "failing",
            "version": COMPATIBLE_VERSION,
            "vedetteVersion": self._version,
            "commit": self._commit,
        }
        if failing:
            body["failingServices"] = failing
        if self.is_draining:
            body["state"] = "stopping"
        return database_ok and not failing and not self.is_draining, body

    async def _database_answers(self) -> bool:
        when, was_ok = self._checked
        now = self._clock.monotonic()
        if now - when < _CHECK_SECONDS:
            return was_ok
        try:
            async with asyncio.timeout(_LONGEST_CHECK), self._database.reading() as tx:
                is_ok = bool(await tx.value("SELECT 1"))
        except (VedetteError, TimeoutError):
            is_ok = False
        self._checked = (self._clock.monotonic(), is_ok)
        return is_ok


def routes(health: Health, *, hide_version_from_anonymous: bool) -> list[Route]:
    async def api_health(call: Call) -> Answer:
        is_ok, body = await health.report()
        if hide_version_from_anonymous and (
            call.principal is None or call.principal.kind == "anonymous"
        ):
            for key in ("version", "vedetteVersion", "commit"):
                body.pop(key)
        return answer.json(body, 200 if is_ok else 503)

    async def healthz(call: Call) -> Answer:
        return answer.text("Ok")

    policy = OPEN if hide_version_from_anonymous else PUBLIC
    return [
        Route("GET", "/api/health", api_health, policy, summary="Whether this instance works."),
        Route("GET", "/healthz", healthz, PUBLIC, summary="Whether the process answers at all."),
    ]
