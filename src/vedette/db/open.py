"""Opens the configured database."""

import logging
from pathlib import Path

from vedette.db.database import Database
from vedette.db.settings import DatabaseSettings
from vedette.kernel.clock import Clock
from vedette.telemetry.availability import Availability

log = logging.getLogger("vedette.db")


async def open_database(settings: DatabaseSettings, data: Path, clock: Clock) -> Database:
    """Open the database. A relative SQLite path is below `data`. Raises `DatabaseUnavailable`."""
    availability = Availability(
        clock, log, "database", "The database", "Background work waits until it is available."
    )
    if settings.is_embedded:
        from sqlite3 import Error as SqliteError

        from vedette.db.sqlite import SqliteDatabase
        from vedette.db.sqlite_errors import unusable

        file = data / settings.path
        try:
            return SqliteDatabase(file, availability)
        except (OSError, SqliteError) as error:
            raise unusable(file, error) from error
    from vedette.db.postgres import PostgresDatabase

    return await PostgresDatabase.open(settings, clock, availability)
