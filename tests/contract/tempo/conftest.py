import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.fixtures.app import start
from tests.shop.fill import Shop

from vedette.app.build import App
from vedette.db.settings import DatabaseSettings
from vedette.kernel.clock import SystemClock
from vedette.outbound.client import ClientOptions, Outbound, SourceClient
from vedette.outbound.policy import Egress
from vedette.outbound.settings import DataproxySettings, EgressSettings
from vedette.sdk import DataSource, Host, Query, TimeRange
from vedette.sdk.testing import AnyNetwork, open_source
from vedette_plugins.datasources.tempo.datasource import PLUGIN


@pytest.fixture
async def client(shop: Shop) -> AsyncIterator[SourceClient]:
    egress = Egress(EgressSettings(), loopback_by_default=True)
    outbound = Outbound(DataproxySettings(), egress, SystemClock())
    made = outbound.client(ClientOptions("Tempo", "tempo", shop.tempo))
    yield made
    await made.aclose()


@pytest.fixture
def host(client: SourceClient) -> Host:
    return Host(SystemClock(), client, logging.getLogger("vedette.test"), AnyNetwork())


@pytest.fixture
async def source(host: Host) -> DataSource:
    return await open_source(PLUGIN, host, {"nodeGraph": {"enabled": True}})


@pytest.fixture
def ask(shop: Shop) -> Callable[..., Query]:
    def make(text: str = "", **model: Any) -> Query:
        """A query over all of the shop's time."""
        span = TimeRange(
            datetime.fromtimestamp(shop.start_ms / 1000, UTC),
            datetime.fromtimestamp(shop.end_ms / 1000, UTC),
        )
        kind = model.pop("kind", "traceql")
        return Query(
            "A", {"queryType": kind, "query": text, **model}, span, timedelta(seconds=15), 900
        )

    return make


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    """An application whose sources may be on this machine."""
    async with AsyncExitStack() as stack:
        words = ("cfg:egress.allow_loopback=true",)
        yield await start(stack, DatabaseSettings(), tmp_path, *words)
