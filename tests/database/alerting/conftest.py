from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.database.alerting.engine import Rig, time_of

from vedette.db.open import open_database
from vedette.db.settings import DatabaseSettings


@pytest.fixture
async def rig(database_settings: DatabaseSettings, tmp_path: Path) -> AsyncIterator[Rig]:
    time = time_of(database_settings)
    await time.stands()
    database = await open_database(database_settings, tmp_path, time)
    async with database.transaction() as tx:
        await tx.execute("INSERT INTO org (id, name, created, updated) VALUES (1, 'Main', 0, 0)")
    yield Rig(database, time)
    await database.aclose()
    await time.is_free()
