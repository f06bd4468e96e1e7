"""`secret_key` changes while several instances serve one database."""

from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from tests.fixtures.app import ADMIN_PASSWORD, Client, sign_in, start
from tests.fixtures.postgres import PostgresServer

from vedette.app.build import App
from vedette.app.sealed_columns import SEALED_COLUMNS
from vedette.crypto.rotation import Rotation
from vedette.datasources.store import SourceStore
from vedette.db.settings import DatabaseSettings
from vedette.kernel.clock import SystemClock
from vedette.kernel.secret import Secret

OLD, NEW = "old-" * 10, "new-" * 10


@pytest.fixture
def shared(postgres_server: PostgresServer, migrated_url: str) -> Iterator[DatabaseSettings]:
    yield DatabaseSettings(type="postgres", url=Secret(migrated_url))
    postgres_server.empty_tables(migrated_url)


async def password(app: App, uid: str) -> str:
    async with app.database.reading() as tx:
        source = await SourceStore(tx).by_uid(1, uid)
        assert source is not None
        return (await app.sources.writer.secrets(tx, source))["basicAuthPassword"]


async def make(client: Client, uid: str) -> None:
    body = {
        "uid": uid,
        "name": uid,
        "type": "prometheus",
        "url": "http://prom:9090",
        "basicAuth": True,
        "secureJsonData": {"basicAuthPassword": f"secret of {uid}"},
    }
    assert (await client.post("/api/datasources", body)).status == 200


async def test_running_instances_read_and_write_secrets_across_a_rotation(
    shared: DatabaseSettings, tmp_path: Path
) -> None:
    """T12: With both keys configured, no instance loses a secret while the key changes."""
    async with AsyncExitStack() as stack:
        apps, admins = [], []
        for number, (key, fallback) in enumerate(((OLD, NEW), (NEW, OLD), (NEW, OLD))):
            keys = (
                f"cfg:security.secret_key={key}",
                f"cfg:security.secret_key_fallbacks={fallback}",
            )
            app = await start(stack, shared, tmp_path / str(number), *keys)
            apps.append(app)
            admins.append(await sign_in(app, "admin", ADMIN_PASSWORD))
        uids = []
        for step in ("before", "after"):
            for number, admin in enumerate(admins):
                uids.append(f"{step}-{number}")
                await make(admin, uids[-1])
            for app in apps:
                for uid in uids:
                    assert await password(app, uid) == f"secret of {uid}"
            if step == "before":
                rotation = Rotation(
                    apps[0].database, SystemClock(), Secret(NEW), [Secret(OLD)], SEALED_COLUMNS
                )
                report = await rotation.run()
                assert (report.secrets, report.verified, report.unreadable) == (3, 3, [])
        alone = await start(stack, shared, tmp_path / "alone", f"cfg:security.secret_key={NEW}")
        for uid in uids:
            assert await password(alone, uid) == f"secret of {uid}"
