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
from vedette.kernel.clock import SystemClock


@pytest.fixture
async def rig(database_settings: DatabaseSettings, tmp_path: Path) -> AsyncIterator[Rig]:
    time = time_of(database_settings)
    await time.stands()
    database = await open_database(database_settings, tmp_path, SystemClock())
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
async def central(database: Database, org: int) -> None:
    """The data source `central`: an Alertmanager that asks for alerts."""
    async with database.transaction() as tx:
        await tx.execute(
            "INSERT INTO data_source (org_id, uid, name, type, access, url, user_name,"
            " database_name, is_basic_auth, basic_auth_user, is_with_credentials, is_default,"
            " is_read_only, is_provisioned, is_prunable, file_version, json_data,"
            " secure_json_data, version, created, updated) VALUES (:org, 'central', 'Central',"
            " 'alertmanager', 'proxy', 'http://central', '', '', FALSE, '', FALSE, FALSE, FALSE,"
            """ FALSE, FALSE, 0, '{"handleGrafanaManagedAlerts":true}', '{}', 1, 1, 1)""",
            {"org": org},
        )


@pytest.fixture
def inbox() -> Inbox:
    return Inbox()


@pytest.fixture
def server(database: Database, inbox: Inbox) -> Server:
    return Server(database, inbox)
