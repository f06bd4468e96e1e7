from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.database.alerting.delivering import (
    ONE_GROUP,
    Inbox,
    Server,
    add_integration,
    make_org,
    set_policy,
)
from tests.database.alerting.engine import Rig, time_of

from vedette.db.database import Database
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


@pytest.fixture
async def org(database: Database) -> int:
    """It tells the contact point `ops` of its alerts, by the integration `hook`."""
    org_id = await make_org(database)
    await add_integration(database, org_id, "ops", "hook")
    await set_policy(database, org_id, ONE_GROUP)
    return org_id


@pytest.fixture
def inbox() -> Inbox:
    return Inbox()


@pytest.fixture
def server(database: Database, inbox: Inbox) -> Server:
    return Server(database, inbox)
