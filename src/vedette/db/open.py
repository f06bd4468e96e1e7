"""The configured database, opened."""

from pathlib import Path

from vedette.db.database import Database
from vedette.db.settings import DatabaseSettings
from vedette.kernel.clock import Clock


async def open_database(settings: DatabaseSettings, data: Path, clock: Clock) -> Database:
    """`data` is the directory a relative SQLite path is below. Raises `DatabaseUnavailable`."""
    if settings.is_embedded:
        from vedette.db.sqlite import SqliteDatabase

        return SqliteDatabase(data / settings.path)
    from vedette.db.postgres import PostgresDatabase

    return await PostgresDatabase.open(settings, clock)
