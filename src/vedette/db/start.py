"""Opens and migrates the database at a start.

A server and its database often start together, so the start waits for a database that is not up
yet.
"""

import logging
from collections.abc import Sequence
from pathlib import Path

from vedette.db.database import Database
from vedette.db.errors import DatabaseMisconfigured, DatabaseUnavailable
from vedette.db.migrate import Migration, upgrade
from vedette.db.open import open_database
from vedette.db.settings import DatabaseSettings
from vedette.kernel.clock import Clock

log = logging.getLogger("vedette.db")
_FIRST_PAUSE, _LONGEST_PAUSE = 0.25, 2.0


async def open_upgraded(
    settings: DatabaseSettings, data: Path, clock: Clock
) -> tuple[Database, Sequence[Migration]]:
    """Return the open database and the migrations that ran.

    Raises `DatabaseMisconfigured` immediately, `DatabaseUnavailable` after `start_timeout`
    (immediately for a file), and `MigrationFailed`.
    """
    seconds = 0.0 if settings.is_embedded else settings.start_timeout.total_seconds()
    until, pause = clock.monotonic() + seconds, 0.0
    while True:
        try:
            return await _open_upgraded(settings, data, clock)
        except DatabaseMisconfigured:
            raise
        except DatabaseUnavailable as error:
            if clock.monotonic() >= until:
                raise
            if not pause:
                log.warning("%s Waiting for it for at most %g s.", error.public, seconds)
        pause = min(max(_FIRST_PAUSE, pause * 2), _LONGEST_PAUSE)
        await clock.sleep(max(0.0, min(pause, until - clock.monotonic())))


async def _open_upgraded(
    settings: DatabaseSettings, data: Path, clock: Clock
) -> tuple[Database, Sequence[Migration]]:
    database = await open_database(settings, data, clock)
    try:
        return database, await upgrade(database, clock)
    except BaseException:
        await database.aclose()
        raise
