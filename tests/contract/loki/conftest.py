import json
import logging
import time
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.request import Request, urlopen

import pytest
from tests.fixtures.stores import LokiServer

from vedette.kernel.clock import SystemClock
from vedette.outbound.client import ClientOptions, Outbound, SourceClient
from vedette.outbound.policy import Egress
from vedette.outbound.settings import DataproxySettings, EgressSettings
from vedette.sdk import DataSource, Host, Query, TimeRange
from vedette.sdk.testing import AnyNetwork, open_source
from vedette_plugins.datasources.loki.datasource import PLUGIN

SECOND, MINUTE = 10**9, 60 * 10**9
LEVELS = ("info", "warn", "error", "debug")
BEGIN = time.time_ns() // MINUTE * MINUTE - 30 * MINUTE
"""Of the lines, in nanoseconds: recent, because an ingester is not asked for old ones."""
LINES = 600
CROWD = BEGIN + 20 * MINUTE + 123 * 10**6
"""Fifty lines lie within the millisecond that starts here, two of them in each nanosecond step."""
Entry = tuple[int, str, dict[str, str]]


def push(url: str, labels: dict[str, str], entries: Sequence[Entry]) -> None:
    values = [[str(at), line, metadata] for at, line, metadata in entries]
    body = json.dumps({"streams": [{"stream": labels, "values": values}]}).encode()
    request = Request(f"{url}/loki/api/v1/push", body, {"Content-Type": "application/json"})
    with urlopen(request, timeout=30) as answer:
        assert answer.status == 204


def line(row: int) -> Entry:
    text = f'level={LEVELS[row % 4]} took={row}ms msg="request {row} {{not}} | a stage"'
    return BEGIN + row * SECOND + row, text, {"trace_id": f"{row:032x}"}


@pytest.fixture(scope="session")
def lines(loki_server: LokiServer) -> LokiServer:
    """Ten minutes of two services, and fifty lines within one millisecond."""
    for place, service in enumerate(("cart", "pay")):
        labels = {"app": service, "env": "test"}
        push(loki_server.url, labels, [line(row) for row in range(place, LINES, 2)])
    crowd = [(CROWD + 7 * (row // 2), f"crowded {row}", {}) for row in range(50)]
    push(loki_server.url, {"app": "crowd", "env": "test"}, crowd)
    return loki_server


def source_client(url: str) -> SourceClient:
    egress = Egress(EgressSettings(), loopback_by_default=True)
    outbound = Outbound(DataproxySettings(), egress, SystemClock())
    return outbound.client(ClientOptions("Loki", "loki", url))


@pytest.fixture
async def client(lines: LokiServer) -> AsyncIterator[SourceClient]:
    made = source_client(lines.url)
    yield made
    await made.aclose()


@pytest.fixture
async def source(client: SourceClient) -> DataSource:
    host = Host(SystemClock(), client, logging.getLogger("vedette.test"), AnyNetwork())
    return await open_source(PLUGIN, host, {"maxLines": "100"})


def moment(ns: int) -> datetime:
    return datetime.fromtimestamp(ns // SECOND, UTC)


@pytest.fixture
def ask() -> Callable[..., Query]:
    def make(expr: str, **model: Any) -> Query:
        """A query over all lines, with an interval of 15 s."""
        span = TimeRange(moment(BEGIN), moment(BEGIN + 25 * MINUTE))
        return Query("A", {"expr": expr, **model}, span, timedelta(seconds=15), 1_000)

    return make
