"""Clients whose requests are not counted."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from tests.fixtures.app import Clients, clients_of, start

from vedette.db.settings import DatabaseSettings
from vedette.server.sections.limits import RateLimitsSettings


@pytest.fixture
async def unlimited(database_settings: DatabaseSettings, tmp_path: Path) -> AsyncIterator[Clients]:
    words = [f"cfg:rate_limits.{name}=0" for name in RateLimitsSettings().per_minute]
    words.append("cfg:egress.allow_loopback=true")
    async with AsyncExitStack() as stack:
        yield await clients_of(await start(stack, database_settings, tmp_path, *words))
