"""`vedette db upgrade|status|backup|restore`."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from vedette.cli.config import read
from vedette.db.backup import backup, restore
from vedette.db.database import Database
from vedette.db.migrate import status, upgrade
from vedette.db.open import open_database
from vedette.db.settings import DatabaseSettings
from vedette.kernel.clock import SystemClock
from vedette.server.sections.process import PathsSettings


def run(step: str, file: str, config: str | None, overrides: Sequence[str]) -> int:
    return asyncio.run(_run(step, file, config, overrides))


async def _run(step: str, file: str, config: str | None, overrides: Sequence[str]) -> int:
    settings, clock = read(config, overrides), SystemClock()
    data = Path(settings[PathsSettings].data)
    database = await open_database(settings[DatabaseSettings], data, clock)
    try:
        if step == "upgrade":
            ran = await upgrade(database, clock)
            for migration in ran:
                print(f"applied {migration.number:04} {migration.name}")
            print("The database is up to date.")
        elif step == "status":
            return await _status(database)
        elif step == "backup":
            count = await backup(database, Path(file), clock)
            print(f"Wrote {count} rows to {file}.")
        else:
            count = await restore(database, Path(file))
            print(f"Restored {count} rows from {file}.")
    finally:
        await database.aclose()
    return 0


async def _status(database: Database) -> int:
    found = await status(database)
    for migration in found.applied:
        print(f"applied {migration.number:04} {migration.name}")
    for migration in found.pending:
        print(f"pending {migration.number:04} {migration.name}")
    return 1 if found.pending else 0
