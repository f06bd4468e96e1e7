"""The server knows the types of panels from the manifests of their folders."""

import shutil
from base64 import b64encode
from contextlib import AsyncExitStack
from pathlib import Path

import orjson
import pytest
from tests.fixtures.app import ADMIN_PASSWORD, Client, Clients, start

from vedette.db.settings import DatabaseSettings
from vedette.plugins import loading, registry
from vedette.plugins.loading import built_in_folder

_CREDENTIALS = b64encode(f"admin:{ADMIN_PASSWORD}".encode()).decode()


@pytest.fixture
def plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the manifests of the built-in plugins, which the server reads instead."""
    for file in built_in_folder().glob("*/*/plugin.json"):
        folder = tmp_path / "built_in" / file.parent.relative_to(built_in_folder())
        folder.mkdir(parents=True)
        shutil.copy(file, folder)
    for module in (loading, registry):
        monkeypatch.setattr(module, "built_in_folder", lambda: tmp_path / "built_in")
    return tmp_path / "built_in"


async def test_a_new_panel_is_known_by_its_folder_alone(plugins: Path, tmp_path: Path) -> None:
    """Contributors add a panel as one folder: its load times are counted and clients find it."""
    gauge = orjson.loads((plugins / "panels/gauge/plugin.json").read_bytes())
    (plugins / "panels/thermometer").mkdir()
    (plugins / "panels/thermometer/plugin.json").write_bytes(
        orjson.dumps({**gauge, "id": "thermometer", "name": "Thermometer"})
    )
    async with AsyncExitStack() as stack:
        app = await start(stack, DatabaseSettings(), tmp_path)
        client = Client(app, {"authorization": f"Basic {_CREDENTIALS}"})
        times = {"panels": [{"type": type_, "seconds": 2} for type_ in ("thermometer", "unknown")]}
        assert (await client.post("/api/frontend-metrics", times)).status == 204
        numbers = (await client.get("/metrics")).body.decode()
    name = "vedette_panel_load_time_seconds_count"
    assert f'{name}{{type="thermometer"}} 1.0' in numbers
    assert f'{name}{{type="other"}} 1.0' in numbers
    assert 'type="unknown"' not in numbers


async def test_clients_find_the_panels_of_this_server(clients: Clients) -> None:
    """A client that lists visualizations finds those whose folders exist, by their names."""
    found = (await clients.viewer.get("/api/frontend/settings")).json()["panels"]
    folders = [orjson.loads(f.read_bytes()) for f in built_in_folder().glob("panels/*/plugin.json")]
    assert found == {each["id"]: {"id": each["id"], "name": each["name"]} for each in folders}
    assert found["timeseries"]["name"] == "Time series"
    assert (await clients.anonymous.get("/api/frontend/settings")).json()["panels"] == {}
