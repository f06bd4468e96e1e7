"""Visitors without an account: which organization they see."""

import logging
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from tests.fixtures.app import ADMIN_PASSWORD, Client, clients_of, sign_in, start

from vedette.db.settings import DatabaseSettings
from vedette.identity.store.members import MemberStore
from vedette.identity.store.orgs import OrgStore

ENABLED = "cfg:auth.anonymous.enabled=true"


async def test_visitors_see_the_organization_that_the_settings_name(
    database_settings: DatabaseSettings, tmp_path: Path
) -> None:
    """T37: An anonymous visitor sees the configured organization and no other."""
    async with AsyncExitStack() as stack:
        words = (ENABLED, "cfg:auth.anonymous.org_name=Lobby")
        app = await start(stack, database_settings, tmp_path, *words)
        admin = await sign_in(app, "admin", ADMIN_PASSWORD)
        async with app.database.transaction() as tx:
            lobby = await OrgStore(tx).create("Lobby", 0)
            await MemberStore(tx).put(lobby, 1, "Admin", 0)
        assert (await admin.post("/api/folders", {"title": "Inside"})).status == 200
        there = Client(app, {**admin.headers, "x-grafana-org-id": str(lobby)})
        assert (await there.post("/api/folders", {"title": "In the lobby"})).status == 200
        visitor = Client(app)
        assert [each["title"] for each in (await visitor.get("/api/folders")).json()] == [
            "In the lobby"
        ]
        inside = Client(app, {"x-grafana-org-id": "1"})
        assert (await inside.get("/api/folders")).status == 401
        assert (await visitor.get("/api/folders", orgId=1)).status == 401
        assert (await visitor.get("/api/folders", forceLogin="true")).status == 401
        assert (await admin.get("/api/folders", forceLogin="true")).status == 200


async def test_without_that_organization_they_are_refused_and_the_log_says_so_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with AsyncExitStack() as stack:
        words = (ENABLED, "cfg:auth.anonymous.org_name=Lobby")
        app = await start(stack, DatabaseSettings(), tmp_path, *words)
        admin = await sign_in(app, "admin", ADMIN_PASSWORD)
        with caplog.at_level(logging.WARNING, "vedette.identity"):
            for _ in range(3):
                assert (await Client(app).get("/api/folders")).status == 401
                assert (await Client(app).get("/login")).status == 200
        assert (await admin.get("/api/folders")).status == 200
    said = [each for each in caplog.messages if "org_name" in each]
    assert len(said) == 1
    assert "'Lobby'" in said[0]


async def test_the_version_can_be_hidden_from_strangers(
    database_settings: DatabaseSettings, tmp_path: Path
) -> None:
    """T65: With `hide_version`, only signed-in callers learn the version."""
    async with AsyncExitStack() as stack:
        hidden = "cfg:auth.anonymous.hide_version=true"
        app = await start(stack, database_settings, tmp_path, hidden)
        clients = await clients_of(app)
        for path in ("/api/health", "/api/frontend/settings", "/login"):
            reply = await clients.anonymous.get(path)
            assert b"10.4" not in reply.body, path
        known = (await clients.viewer.get("/api/health")).json()
        assert known["version"].startswith("10.4")


async def test_visitors_are_asked_to_sign_in_for_an_account_of_their_own(
    database_settings: DatabaseSettings, tmp_path: Path
) -> None:
    """A client without credentials learns that it needs some, not that it lacks a permission."""
    async with AsyncExitStack() as stack:
        app = await start(stack, database_settings, tmp_path, ENABLED)
        admin, visitor = await sign_in(app, "admin", ADMIN_PASSWORD), Client(app)
        await admin.post("/api/dashboards/db", {"dashboard": {"title": "T", "uid": "u"}})
        for client, can_star in ((admin, True), (visitor, False)):
            meta = (await client.get("/api/dashboards/uid/u")).json()["meta"]
            assert meta["canStar"] is can_star
        for path in ("orgs", "preferences", "auth-tokens", "stars"):
            assert (await visitor.get(f"/api/user/{path}")).status == 401, path
        assert (await visitor.post("/api/user/using/1")).status == 401
        assert (await visitor.post("/api/user/stars/dashboard/uid/u")).status == 401
        assert (await visitor.put("/api/user", {"name": "Mallory"})).status == 401
