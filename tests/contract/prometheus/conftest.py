import logging
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from tests.fixtures.prometheus import END, START, PrometheusServer

from vedette.kernel.clock import SystemClock
from vedette.outbound.client import ClientOptions, Outbound, SourceClient
from vedette.outbound.policy import Egress
from vedette.outbound.settings import DataproxySettings, EgressSettings
from vedette.sdk import DataSource, Host, Query, TimeRange
from vedette.sdk.testing import AnyNetwork, open_source
from vedette_plugins.datasources.prometheus.datasource import PLUGIN


def source_client(url: str) -> SourceClient:
    egress = Egress(EgressSettings(), loopback_by_default=True)
    outbound = Outbound(DataproxySettings(), egress, SystemClock())
    return outbound.client(ClientOptions("Prometheus", "prometheus", url))


@pytest.fixture
async def client(prometheus_server: PrometheusServer) -> AsyncIterator[SourceClient]:
    made = source_client(prometheus_server.url)
    yield made
    await made.aclose()


@pytest.fixture
def host(client: SourceClient) -> Host:
    return Host(SystemClock(), client, logging.getLogger("vedette.test"), AnyNetwork())


@pytest.fixture(params=["POST", "GET"])
async def source(host: Host, request: pytest.FixtureRequest) -> DataSource:
    return await open_source(PLUGIN, host, {"httpMethod": request.param})


@pytest.fixture
def ask() -> Callable[..., Query]:
    def make(expr: str, **model: Any) -> Query:
        """A query over the whole of the sample data, at 15 s unless `interval` says more."""
        span = TimeRange(datetime.fromtimestamp(START, UTC), datetime.fromtimestamp(END, UTC))
        points = model.pop("points", 2_000)
        return Query("A", {"expr": expr, **model}, span, timedelta(seconds=15), points)

    return make
