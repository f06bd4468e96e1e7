"""An application whose sources are on this machine, and are waited for three seconds."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from tests.fixtures.app import start

from vedette.app.build import App
from vedette.db.settings import DatabaseSettings

_NEAR = "cfg:egress.allow_loopback=true"


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    async with AsyncExitStack() as stack:
        yield await start(stack, DatabaseSettings(), tmp_path, _NEAR, "cfg:dataproxy.timeout=3")


@pytest.fixture
async def patient(tmp_path: Path) -> AsyncIterator[App]:
    """Waits as long as one waits by default."""
    async with AsyncExitStack() as stack:
        yield await start(stack, DatabaseSettings(), tmp_path, _NEAR)
