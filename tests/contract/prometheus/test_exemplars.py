"""Exemplars of a real Prometheus, as the shop wrote them."""

from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace
from tests.contract.prometheus.conftest import source_client
from tests.shop.fill import Shop
from tests.shop.send import get

from vedette.kernel.clock import SystemClock
from vedette.sdk import Caller, Query, TimeRange
from vedette.sdk.testing import host, open_source
from vedette_plugins.datasources.prometheus.datasource import PLUGIN

QUERIES = [
    'shop_request_duration_seconds_bucket{service="checkout"}',
    "histogram_quantile(0.9, sum by (le) (rate(shop_request_duration_seconds_bucket[1m])))",
    "rate(traces_spanmetrics_latency_bucket[1m])",
]


@pytest.mark.parametrize("expr", QUERIES)
async def test_points_are_those_of_the_api_and_the_highest_is_among_them(shop: Shop, expr: str):
    client = source_client(shop.prometheus)
    source = await open_source(PLUGIN, replace(host(), clock=SystemClock(), http=client), {})
    # Tempo notes the moment it received a trace.
    start, end = shop.start_ms // 1000, shop.end_ms // 1000 + 600
    span = TimeRange(datetime.fromtimestamp(start, UTC), datetime.fromtimestamp(end, UTC))
    query = Query("A", {"expr": expr, "exemplar": True}, span, timedelta(seconds=15), 1_000)
    (answer,) = await source.query([query], Caller(1))
    await client.aclose()
    (shown,) = [frame for frame in answer.frames if frame.meta.get("dataTopic") == "annotations"]
    columns = {field.name: list(field.values) for field in shown.fields}
    found = set(zip(columns["Time"], columns["Value"], columns["traceID"], strict=True))

    stored = get(f"{shop.prometheus}/api/v1/query_exemplars", query=expr, start=start, end=end)
    own = {
        (round(each["timestamp"] * 1000), float(each["value"]), each["labels"]["traceID"])
        for series in stored["data"]
        for each in series["exemplars"]
    }
    assert found <= own
    assert max(own, key=lambda each: each[1])[1] == max(columns["Value"])
    assert columns["Time"] == sorted(columns["Time"])
