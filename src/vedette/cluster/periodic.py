"""Work that any one instance does now and then, such as deleting what is too old."""

import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta

import msgspec

from vedette.cluster.bounded import statement, transaction
from vedette.cluster.claims import Claims, ClaimTable
from vedette.cluster.time import database_now
from vedette.db.database import Database
from vedette.db.errors import DatabaseUnavailable
from vedette.kernel.clock import Clock
from vedette.kernel.errors import VedetteError

log = logging.getLogger("vedette.cluster")
_LEASE = timedelta(seconds=60)
_LOOK_SECONDS = 1.0
_MILLISECOND = timedelta(milliseconds=1)


class Job(msgspec.Struct, frozen=True):
    """`work` takes less than a minute and may be done twice where an instance dies.

    `name` is a plain word: it is part of a statement.
    """

    name: str
    every: timedelta
    work: Callable[[], Awaitable[None]]


class PeriodicJobs:
    def __init__(self, database: Database, clock: Clock, owner: str) -> None:
        self._database = database
        self._clock = clock
        self._owner = owner
        self._jobs: dict[str, Job] = {}

    def add(self, name: str, every: timedelta, work: Callable[[], Awaitable[None]]) -> None:
        """To be called before `run`."""
        self._jobs[name] = Job(name, every, work)

    async def run(self) -> None:
        claims: Claims | None = None
        while True:
            try:
                claims = claims or await self.announced()
                await self.turn(claims)
            except DatabaseUnavailable as error:
                log.debug("Periodic work is delayed: %s", error.public)
            await self._clock.sleep(_LOOK_SECONDS)

    async def announced(self) -> Claims:
        """Gives every job its row. Other versions may share the database, and have other jobs."""
        async with transaction(self._database) as tx:
            now = await database_now(tx, self._clock)
            for name, job in self._jobs.items():
                await tx.execute(
                    "INSERT INTO periodic_job (name, due_at, epoch, last_owner)"
                    " VALUES (:name, 0, 0, '') ON CONFLICT (name) DO NOTHING",
                    {"name": name},
                )
                await tx.execute(  # Where the clock went back since it was done.
                    "UPDATE periodic_job SET due_at = :now WHERE name = :name AND due_at > :latest",
                    {"name": name, "now": now, "latest": now + 2 * job.every // _MILLISECOND},
                )
        names = ", ".join(f"'{name}'" for name in self._jobs) or "''"
        table = ClaimTable("periodic_job", "name", where=f"name IN ({names})")
        return Claims(self._database, self._clock, table, self._owner, _LEASE)

    async def turn(self, claims: Claims) -> None:
        """Does what is due. A job that fails is logged, and due again at its next time."""
        for claim in await claims.take(len(self._jobs)):
            job = self._jobs[str(claim.key)]
            try:
                await job.work()
            except DatabaseUnavailable:
                raise
            except VedetteError as error:
                log.warning("Periodic work failed: %s", error.public, extra={"job": job.name})
            except Exception:
                log.exception("Periodic work failed.", extra={"job": job.name})
            async with statement(self._database) as tx:
                await claims.settle(tx, claim, claim.now + job.every // _MILLISECOND)
