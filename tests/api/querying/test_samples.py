"""The tours of a new installation show data: their queries are answered as they are stored."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from tests.fixtures.app import Clients
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
