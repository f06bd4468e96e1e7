"""An application whose sources may be on this machine, as the Alertmanager of these tests is."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from tests.fixtures.app import start

from vedette.app.build import App
from vedette.db.settings import DatabaseSettings


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    async with AsyncExitStack() as stack:
        words = ("cfg:egress.allow_loopback=true",)
        yield await start(stack, DatabaseSettings(), tmp_path, *words)
