"""Periodic work for which one instance is enough, such as deleting old data."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta

import msgspec

from vedette.cluster.bounded import statement, transaction
from vedette.cluster.claims import Claims
from vedette.cluster.job_store import announce, jobs
from vedette.cluster.loop import run_loop
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
    """A job. `work` takes less than a minute and may run twice if an instance dies.

    `name` is a plain word, because it is part of a statement.
    """

    name: str
    every: timedelta
    work: Callable[[], Awaitable[None]]


class PeriodicJobs:
    def __init__(self, database: Database, clock: Clock, owner: str, jobs: Sequence[Job]) -> None:
        self._database = database
        self._clock = clock
        self._owner = owner
        self._jobs = {job.name: job for job in jobs}

    async def run(self) -> None:
        claims: Claims | None = None

        async def iterate() -> float:
            nonlocal claims
            claims = claims or await self.announced()
            await self.run_due(claims)
            return _LOOK_SECONDS

        await run_loop("periodic work", self._clock, iterate)

    async def announced(self) -> Claims:
        """Create the row of every job. Other versions can share the database and have other
        jobs."""
        async with transaction(self._database) as tx:
            now = await database_now(tx, self._clock)
            for name, job in self._jobs.items():
                await announce(tx, name, now, now + 2 * job.every // _MILLISECOND)
        return Claims(self._database, self._clock, jobs(self._jobs), self._owner, _LEASE)

    async def run_due(self, claims: Claims) -> None:
        """Run the jobs that are due. A job that fails is logged and runs again at its next time."""
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
