"""The service map of a real Tempo, which a real Prometheus keeps, asked through the server."""

import time
from typing import Any

import pytest
from tests.shop.send import get

EDGE = "sum by (client, server) (rate({metric}[{seconds}s]))"


@pytest.fixture(scope="module")
def moment(shop) -> int:
    """Seconds since the epoch, passed: what was counted by then changes no more."""
    found = int(time.time()) + 2
    time.sleep(4)
    return found


@pytest.fixture
async def sources(clients, shop):
    for uid, kind, url, settings in (
        ("prom", "prometheus", shop.prometheus, {}),
        ("tempo", "tempo", shop.tempo, {"serviceMap": {"datasourceUid": "prom"}}),
        ("alone", "tempo", shop.tempo, {}),
        ("lost", "tempo", shop.tempo, {"serviceMap": {"datasourceUid": "gone"}}),
    ):
        made = await clients.admin.post(
            "/api/datasources",
            {
                "name": uid.title(),
                "uid": uid,
                "type": kind,
                "access": "proxy",
                "url": url,
                "jsonData": settings,
            },
        )
        assert made.status == 200, made.body


async def asked(clients, moment, uid="tempo", **model) -> dict[str, Any]:
    end = moment * 1_000
    query = {
        "refId": "A",
        "datasource": {"uid": uid, "type": "tempo"},
        "queryType": "serviceMap",
        **model,
    }
    body = {"from": str(end - 1_800_000), "to": str(end), "queries": [query]}
    reply = await clients.viewer.post("/api/ds/query", body)
    found: dict[str, Any] = reply.json()["results"]["A"]
    return found


def rows(frame) -> list[dict[str, Any]]:
    names = [field["name"] for field in frame["schema"]["fields"]]
    return [
        dict(zip(names, row, strict=True)) for row in zip(*frame["data"]["values"], strict=True)
    ]


def direct(shop, moment: int, metric: str) -> dict[tuple[str, str], float]:
    answer = get(
        f"{shop.prometheus}/api/v1/query",
        query=EDGE.format(metric=metric, seconds=1_800),
        time=moment,
    )
    return {
        (each["metric"]["client"], each["metric"]["server"]): float(each["value"][1])
        for each in answer["data"]["result"]
    }


async def test_the_map_has_every_call_of_the_shop_with_its_rate(sources, clients, shop, moment):
    result = await asked(clients, moment)
    assert result["status"] == 200, result
    nodes, edges, spans = result["frames"]
    total = direct(shop, moment, "traces_service_graph_request_total")
    seconds = direct(shop, moment, "traces_service_graph_request_server_seconds_sum")
    failed = direct(shop, moment, "traces_service_graph_request_failed_total")
    shown = {(row["source"], row["target"]): row for row in rows(edges)}
    assert set(shown) == set(total) >= set(shop.calls())
    for pair, row in shown.items():
        assert row["secondarystat"] == pytest.approx(total[pair])
        if total[pair]:  # A counter that has moved but once has no rate yet.
            assert row["mainstat"] == pytest.approx(1000 * seconds[pair] / total[pair])
    by_name = {row["id"]: row for row in rows(nodes)}
    assert set(by_name) == {name for pair in total for name in pair}
    database = [pair for pair in total if pair[1] == "db"]
    assert by_name["db"]["secondarystat"] == pytest.approx(sum(total[pair] for pair in database))
    payment = ("checkout", "payment")
    assert by_name["payment"]["arc__failed"] == pytest.approx(failed[payment] / total[payment])
    assert 0 < by_name["payment"]["arc__failed"] < 1
    busiest = rows(spans)
    assert 0 < len(busiest) <= 5
    assert busiest[0]["Rate"] >= busiest[-1]["Rate"] > 0
    assert all(row["Duration (p90)"] > 0 for row in busiest)


async def test_selectors_narrow_the_map(sources, clients, shop, moment):
    selectors = ['{client="checkout"}', '{server="cart"}']
    _, edges, *_ = (await asked(clients, moment, serviceMapQuery=selectors))["frames"]
    assert {(row["source"], row["target"]) for row in rows(edges)} == {
        pair for pair in shop.calls() if pair[0] == "checkout" or pair[1] == "cart"
    }


async def test_what_is_missing_is_named(sources, clients, moment):
    alone = await asked(clients, moment, "alone")
    assert alone["status"] == 400
    assert "serviceMap.datasourceUid" in alone["error"]
    lost = await asked(clients, moment, "lost")
    assert lost["status"] == 404
    assert "Lost uses the result of the uid 'gone'" in lost["error"]
    wrong = await asked(clients, moment, serviceMapQuery="{oh no}")
    assert wrong["status"] == 400
    assert "Tempo uses the result of Prom, which failed: " in wrong["error"]
