"""The shop in the real stores: from a number to its trace, to its lines, and back."""

import re

from tests.shop.fill import Shop
from tests.shop.send import get


def test_an_exemplar_leads_to_its_trace_and_that_to_its_lines(shop: Shop):
    exemplars = get(
        f"{shop.prometheus}/api/v1/query_exemplars",
        query='shop_request_duration_seconds_bucket{service="checkout"}',
        start=shop.start_ms // 1000,
        end=shop.end_ms // 1000,
    )["data"]
    trace = exemplars[0]["exemplars"][-1]["labels"]["traceID"]
    request = next(each for each in shop.requests if each.trace == trace)
    found = get(f"{shop.tempo}/api/traces/{trace}")
    names = [
        span["name"]
        for batch in found["batches"]
        for scope in batch["scopeSpans"]
        for span in scope["spans"]
    ]
    assert sorted(names) == sorted(span.name for span in request.spans)
    lines = get(
        f"{shop.loki}/loki/api/v1/query_range",
        query=f'{{namespace="shop"}} |= "{trace}"',
        start=shop.start_ms * 10**6,
        end=shop.end_ms * 10**6,
    )["data"]["result"]
    texts = [text for stream in lines for _, text in stream["values"]]
    assert sorted(texts) == sorted(line.text for line in request.lines)
    assert all(re.search(r"traceID\W+(\w+)", text)[1] == trace for text in texts)


def test_failed_orders_are_the_same_in_every_store(shop: Shop):
    failed = len(shop.failed)
    assert failed > 0
    seconds = (shop.end_ms - shop.start_ms) // 1000 + 60
    counted = get(
        f"{shop.prometheus}/api/v1/query",
        query='shop_orders_total{result="failed"}',
        time=shop.end_ms // 1000,
    )
    assert float(counted["data"]["result"][0]["value"][1]) == failed
    declined = get(
        f"{shop.loki}/loki/api/v1/query",
        query=f'sum(count_over_time({{service_name="payment"}} |= "declined"[{seconds}s]))',
        time=shop.end_ms * 10**6,
    )
    assert int(declined["data"]["result"][0]["value"][1]) == failed
    searched = get(
        f"{shop.tempo}/api/search",
        q='{ resource.service.name = "payment" && status = error }',
        start=shop.start_ms // 1000,
        end=shop.end_ms // 1000 + 1,
        limit=1000,
    )
    found = {each["traceID"].rjust(32, "0") for each in searched["traces"]}
    assert found == {each.trace for each in shop.failed}
