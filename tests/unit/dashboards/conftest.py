"""Services of dashboards on a fresh database of each kind, with two organizations."""

from dataclasses import dataclass
from datetime import timedelta

import pytest

from vedette.access.evaluator import RolePermissions
from vedette.dashboards.service.dashboards import Dashboards
from vedette.dashboards.service.folders import Folders
from vedette.dashboards.service.search import DashboardSearch
from vedette.dashboards.service.versions import DashboardVersions
from vedette.dashboards.service.writer import DashboardWriter
from vedette.db.database import Database
from vedette.kernel.clock import SystemClock
from vedette.kernel.principal import Principal


@dataclass
class World:
    database: Database
    dashboards: Dashboards
    folders: Folders
    versions: DashboardVersions
    search: DashboardSearch


def user(id: int, role: str = "Admin", org_id: int = 1) -> Principal:
    return Principal("user", id, org_id, role, login=f"user{id}")


ADMIN, EDITOR, VIEWER, STRANGER = user(1), user(2, "Editor"), user(3, "Viewer"), user(4, org_id=2)


@pytest.fixture
async def filled(database: Database) -> Database:
    async with database.transaction() as tx:
        for org in (1, 2):
            await tx.execute(
                "INSERT INTO org (id, name, created, updated) VALUES (:id, :name, 0, 0)",
                {"id": org, "name": f"org {org}"},
            )
        for account in (1, 2, 3, 4):
            await tx.execute(
                "INSERT INTO account (id, uid, kind, login, name, must_change_password,"
                " is_server_admin, is_disabled, org_id, created, updated)"
                " VALUES (:id, :login, 'user', :login, :login, FALSE, FALSE, FALSE, 1, 0, 0)",
                {"id": account, "login": f"user{account}"},
            )
    return database


@pytest.fixture
def world(filled: Database) -> World:
    clock, permissions = SystemClock(), RolePermissions()
    writer = DashboardWriter(clock, versions_to_keep=5, min_refresh=timedelta(seconds=5))
    dashboards = Dashboards(filled, permissions, writer)
    return World(
        filled,
        dashboards,
        Folders(filled, permissions, clock),
        DashboardVersions(dashboards),
        DashboardSearch(filled, permissions, clock),
    )
