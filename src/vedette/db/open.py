"""The configured database, opened."""

from pathlib import Path

from vedette.db.database import Database
from vedette.db.errors import DatabaseDamaged, unusable
from vedette.db.settings import DatabaseSettings
from vedette.kernel.clock import Clock


async def open_database(settings: DatabaseSettings, data: Path, clock: Clock) -> Database:
    """`data` is the directory a relative SQLite path is below. Raises `DatabaseUnavailable`,
    `DatabaseDamaged` where the file is not a database."""
    if settings.is_embedded:
        from sqlite3 import Error as SqliteError

        from vedette.db.sqlite import SqliteDatabase, is_damage

        file = data / settings.path
        try:
            return SqliteDatabase(file)
        except (OSError, SqliteError) as error:
            if isinstance(error, SqliteError) and is_damage(error):
                raise DatabaseDamaged from error
            raise unusable(file, error) from error
    from vedette.db.postgres import PostgresDatabase

    return await PostgresDatabase.open(settings, clock)
