"""Dashboards that others published come in whole and come out whole."""

from typing import Any

import orjson
import pytest
from tests.fixtures.app import Clients
from tests.fixtures.dashboards import public_dashboards

FOUND = public_dashboards()
SET_BY_THE_SERVER = ("id", "uid", "version")


def without(model: dict[str, Any], *names: str) -> dict[str, Any]:
    return {key: value for key, value in model.items() if key not in names}


@pytest.mark.skipif(not FOUND, reason="no public dashboards: set VEDETTE_TEST_DASHBOARDS")
async def test_every_public_dashboard_is_saved_and_read_back_with_no_key_lost(
    clients: Clients,
) -> None:
    for path in FOUND:
        model = orjson.loads(path.read_bytes())
        model.pop("id", None)
        saved = await clients.editor.post(
            "/api/dashboards/db", {"dashboard": model, "overwrite": True}
        )
        assert saved.status == 200, (path.name, saved.body)
        read = await clients.viewer.get(f"/api/dashboards/uid/{saved.json()['uid']}")
        stored = read.json()["dashboard"]
        assert without(stored, *SET_BY_THE_SERVER) == without(model, *SET_BY_THE_SERVER), path.name


@pytest.mark.skipif(not FOUND, reason="no public dashboards: set VEDETTE_TEST_DASHBOARDS")
async def test_every_public_dashboard_is_imported_with_its_inputs_filled(clients: Clients) -> None:
    source = {"name": "Prometheus", "type": "prometheus", "url": "http://127.0.0.1:1", "uid": "p"}
    made = await clients.admin.post("/api/datasources", {**source, "access": "proxy"})
    assert made.status == 200, made.body
    for path in FOUND:
        model = orjson.loads(path.read_bytes())
        inputs = [
            {"name": each["name"], "type": "datasource", "pluginId": each["pluginId"], "value": "p"}
            for each in model.get("__inputs", [])
            if each["type"] == "datasource"
        ]
        body = {"dashboard": model, "overwrite": True, "inputs": inputs, "folderUid": ""}
        imported = await clients.editor.post("/api/dashboards/import", body)
        assert imported.status == 200, (path.name, imported.body)
        read = await clients.viewer.get(f"/api/dashboards/uid/{imported.json()['uid']}")
        for each in inputs:
            assert "${" + each["name"] + "}" not in read.body.decode(), path.name
