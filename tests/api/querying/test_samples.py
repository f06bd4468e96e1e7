"""The tours of a new installation show data: their queries are answered as they are stored."""

import itertools
import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.fixtures.app import Client, Clients
from tests.fixtures.prometheus import END

TOURS = ("welcome", "signals")
FOLDER = Path(str(files("vedette"))) / "samples/dashboards"
HOUR = 3_600_000


def panels(tour: str) -> list[dict[str, Any]]:
    model = json.loads((FOLDER / f"{tour}-tour.json").read_text())
    return [panel for panel in model["panels"] if panel.get("targets")]


@pytest.mark.parametrize("tour", TOURS)
async def test_every_panel_of_a_tour_has_data(tour: str, clients: Clients) -> None:
    source = {"name": "TestData", "uid": "vedette-testdata", "type": "testdata", "access": "proxy"}
    assert (await clients.admin.post("/api/datasources", source)).status == 200
    shown = panels(tour)
    assert shown
    for panel in shown:
        points = {"maxDataPoints": 120, "intervalMs": HOUR // 120}
        body = {
            "from": str(END * 1000 - HOUR),
            "to": str(END * 1000),
            "queries": [{**points, **target} for target in panel["targets"]],
        }
        reply = await clients.admin.post("/api/ds/query", body)
        assert reply.status == 200, (panel["title"], reply.body)
        results = reply.json()["results"]
        visible = {target["refId"] for target in panel["targets"] if not target.get("hide")}
        assert set(results) == visible, panel["title"]
        for result in results.values():
            rows = [frame["data"]["values"][0] for frame in result["frames"]]
            assert all(rows), panel["title"]


async def ask(client: Client, targets: list[dict[str, Any]], hours_ago: int = 0) -> Any:
    end = END * 1000 - hours_ago * HOUR
    points = {"maxDataPoints": 120, "intervalMs": HOUR // 120}
    queries = [{**points, **target} for target in targets]
    body = {"from": str(end - HOUR), "to": str(end), "queries": queries}
    reply = await client.post("/api/ds/query", body)
    assert reply.status == 200, reply.body
    return {ref: result["frames"] for ref, result in reply.json()["results"].items()}


def numbers(frame: Any) -> list[float]:
    return frame["data"]["values"][1]


async def add_testdata(clients: Clients) -> None:
    source = {"name": "TestData", "uid": "vedette-testdata", "type": "testdata", "access": "proxy"}
    assert (await clients.admin.post("/api/datasources", source)).status == 200


def panel_named(title: str) -> dict[str, Any]:
    return next(panel for panel in panels("welcome") if panel["title"] == title)


@pytest.mark.parametrize("hours_ago", [0, 5, 24, 100, 1000])
async def test_percentiles_of_the_tour_are_in_order(hours_ago: int, clients: Clients) -> None:
    """A p95 above the p99 would be impossible in a real system."""
    await add_testdata(clients)
    targets = panel_named("Latency")["targets"]
    for below, above in itertools.pairwise(targets):
        assert below["max"] < above["min"]
    frames = await ask(clients.admin, targets, hours_ago)
    p50, p95, p99 = (numbers(frames[ref][0]) for ref in "ABC")
    assert all(low < mid < high for low, mid, high in zip(p50, p95, p99, strict=True))


async def test_series_of_the_tour_differ_in_shape(clients: Clients) -> None:
    """Each metric has a shape of its own, not one curve at several scales."""
    await add_testdata(clients)
    shapes = dict[str, Any]()
    for panel in panels("welcome"):
        for service in ("checkout", "cart"):
            targets = [
                {**target, "alias": target["alias"].replace("$service", service)}
                for target in panel["targets"]
                if target.get("scenarioId") == "random_walk"
            ]
            if not targets:
                continue
            frames = [f for found in (await ask(clients.admin, targets)).values() for f in found]
            for frame in frames:
                name = frame["schema"]["fields"][1]["name"]
                shapes[name] = np.sign(np.diff(numbers(frame)))
    assert len(shapes) > 20
    for (one, left), (other, right) in itertools.combinations(shapes.items(), 2):
        assert abs(np.mean(left == right) - 0.5) < 0.35, (one, other)


async def test_totals_of_the_tour_are_sums_of_its_charts(clients: Clients) -> None:
    await add_testdata(clients)
    by_status = await ask(clients.admin, panel_named("Requests by status")["targets"])
    parts = [numbers(by_status[ref][0]) for ref in "ABCD"]
    total = numbers((await ask(clients.admin, panel_named("Requests")["targets"]))["E"][0])
    assert total == pytest.approx([sum(each) for each in zip(*parts, strict=True)])
    errors = numbers((await ask(clients.admin, panel_named("Error rate")["targets"]))["E"][0])
    assert errors == pytest.approx([100 * f / all for f, all in zip(parts[3], total, strict=True)])


async def test_events_of_the_tour_are_deploys_of_a_shop_and_stay_in_place(
    clients: Clients,
) -> None:
    await add_testdata(clients)
    model = json.loads((FOLDER / "welcome-tour.json").read_text())
    target = next(a["target"] for a in model["annotations"]["list"] if a["name"] == "Deployments")
    [frame] = (await ask(clients.admin, [target]))["Anno"]
    names = [field["name"] for field in frame["schema"]["fields"]]
    rows = [
        dict(zip(names, row, strict=True)) for row in zip(*frame["data"]["values"], strict=True)
    ]
    assert len(rows) == target["lines"]
    services = {"checkout", "cart", "payments", "inventory", "search", "shipping"}
    for row in rows:
        kind, service = row["tags"].split(",")
        assert kind in ("deploy", "load-test") and service in services
        assert service in row["title"] and service in row["text"]
    moved = {**target, "lines": 2 * target["lines"]}
    start, end = END * 1000 - 2 * HOUR, END * 1000
    body = {"from": str(start), "to": str(end), "queries": [moved]}
    [wider] = (await clients.admin.post("/api/ds/query", body)).json()["results"]["Anno"]["frames"]
    ranked = [time for time in wider["data"]["values"][0] if time >= end - HOUR]
    times = [row["time"] for row in rows]
    assert set(ranked) <= set(times) or set(times) <= set(ranked)
