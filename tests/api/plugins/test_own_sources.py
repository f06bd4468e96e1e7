"""The example source, put in the plugins directory, through the whole application."""

import json
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from tests.fixtures.app import Clients, clients_of, start

from vedette.app.build import App
from vedette.db.settings import DatabaseSettings

EXAMPLE = Path(__file__).parents[3] / "examples" / "datasource_rest.py"
START = 1_790_000_000
ITEMS = [
    {
        "at": START + 60 * row,
        "city": city,
        "degrees": 20.5 - row,
        "wet": row == 1,
        "more": {"n": row},
    }
    for row, city in ((1, "Oslo"), (0, "Rome"), (2, None))
]


class Api(BaseHTTPRequestHandler):
    """A small public API: a list of measurements, and things that go wrong."""

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        asked = parse_qs(address.query)
        first = {name: value[0] for name, value in asked.items()}
        answers: dict[str, tuple[int, bytes]] = {
            "/": (200, b"{}"),
            "/weather": (200, json.dumps({"data": {"items": ITEMS}}).encode()),
            "/range": (
                200,
                json.dumps([first]).encode(),
            ),
            "/words": (200, b'["a","b"]'),
            "/none": (200, b"[]"),
            "/text": (200, b"<html>"),
        }
        status, body = answers.get(address.path, (404, b"{}"))
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: Any) -> None:
        """Tests are quiet."""


@contextmanager
def running_api() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Api)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture(scope="module")
def api() -> Iterator[str]:
    with running_api() as url:
        yield url


@pytest.fixture
def allowed() -> str:
    return "datasource-rest"


@pytest.fixture
async def app(
    database_settings: DatabaseSettings, tmp_path: Path, allowed: str
) -> AsyncIterator[App]:
    plugins = tmp_path / "plugins"
    plugins.mkdir()
    shutil.copy(EXAMPLE, plugins)
    (plugins / "torn_source.py").write_text("import nothing_of_that_name")
    words = (
        f"cfg:paths.plugins={plugins}",
        f"cfg:plugins.allow_loading_unsigned_plugins={allowed}",
        "cfg:egress.allow_loopback=true",
    )
    async with AsyncExitStack() as stack:
        yield await start(stack, database_settings, tmp_path, *words)


@pytest.fixture
async def clients(app: App, api: str) -> Clients:
    made = await clients_of(app)
    body = {"name": "Weather", "uid": "weather", "type": "datasource-rest", "access": "proxy"}
    settings = {"fromParam": "since", "toParam": "until"}
    reply = await made.admin.post("/api/datasources", {**body, "url": api, "jsonData": settings})
    assert reply.status == 200, reply.body
    return made


async def ask(clients: Clients, *queries: dict[str, Any]) -> Any:
    """The status, and the results by refId."""
    source = {"uid": "weather", "type": "datasource-rest"}
    sent = [
        {"refId": chr(65 + place), "datasource": source, **query}
        for place, query in enumerate(queries)
    ]
    body = {"from": str(START * 1000), "to": str((START + 600) * 1000), "queries": sent}
    reply = await clients.viewer.post("/api/ds/query", body)
    return reply.status, reply.json()["results"]


def columns(frame: Any) -> dict[str, tuple[str, list[Any]]]:
    fields = zip(frame["schema"]["fields"], frame["data"]["values"], strict=True)
    return {field["name"]: (field["type"], values) for field, values in fields}


async def test_a_list_of_an_api_is_a_table(clients: Clients):
    query = {"path": "/weather", "rows": "data.items", "time": "at"}
    status, results = await ask(clients, query)
    assert status == 200, results
    (frame,) = results["A"]["frames"]
    assert columns(frame) == {
        "at": ("time", [(START + 60 * row) * 1000 for row in (1, 0, 2)]),
        "city": ("string", ["Oslo", "Rome", None]),
        "degrees": ("number", [19.5, 20.5, 18.5]),
        "wet": ("boolean", [True, False, False]),
        "more": ("other", [{"n": 1}, {"n": 0}, {"n": 2}]),
    }


async def test_a_list_with_times_is_series_in_the_order_of_time(clients: Clients):
    query = {"path": "/weather", "rows": "data.items", "time": "at", "format": "series"}
    _, results = await ask(clients, query)
    (frame,) = results["A"]["frames"]
    assert columns(frame) == {
        "at": ("time", [(START + 60 * row) * 1000 for row in (0, 1, 2)]),
        "degrees": ("number", [20.5, 19.5, 18.5]),
    }


async def test_the_api_gets_the_range_in_the_parameters_of_the_source(clients: Clients):
    _, results = await ask(clients, {"path": "/range"})
    (frame,) = results["A"]["frames"]
    told = {name: values for name, (_, values) in columns(frame).items()}
    assert told == {"since": [str(START * 1000)], "until": [str((START + 600) * 1000)]}


async def test_an_error_concerns_its_own_query_only(clients: Clients):
    _, results = await ask(
        clients,
        {"path": "/words"},
        {"path": "/gone"},
        {"path": "/text"},
        {"path": "/weather", "rows": "data.nothing"},
        {"path": "/weather", "rows": "data.items", "time": "when"},
        {"path": "/words", "format": "series"},
        {"path": 5},
        {"path": "/none"},
    )
    assert columns(results["A"]["frames"][0]) == {"value": ("string", ["a", "b"])}
    assert "404" in results["B"]["error"]
    assert "not JSON" in results["C"]["error"]
    assert "no list at data.nothing" in results["D"]["error"]
    assert "'when'" in results["E"]["error"]
    assert "time field" in results["F"]["error"]
    assert "path" in results["G"]["error"]
    assert [results[key]["status"] for key in "ABCDEFGH"] == [
        200,
        502,
        502,
        400,
        400,
        400,
        400,
        200,
    ]


async def test_the_address_is_tried_before_the_source_is_kept(clients: Clients):
    reply = await clients.admin.get("/api/datasources/uid/weather/health")
    assert (reply.status, reply.json()["status"]) == (200, "OK")


async def test_editors_learn_what_a_query_and_the_settings_hold(clients: Clients):
    told = (await clients.viewer.get("/api/plugins/datasource-rest/settings")).json()
    path = told["querySchema"]["properties"]["path"]
    assert (path["title"], path["type"]) == ("Path", "string")
    assert set(told["settingsSchema"]["properties"]) == {"healthPath", "fromParam", "toParam"}
    assert told["loadError"] == ""


@pytest.mark.parametrize("allowed", ["another-source"])
async def test_without_leave_of_the_operator_nothing_of_it_runs(clients: Clients):
    _, results = await ask(clients, {"path": "/words"})
    assert results["A"]["status"] == 500
    assert "allow_loading_unsigned_plugins" in results["A"]["error"]
    told = (await clients.viewer.get("/api/plugins/datasource-rest/settings")).json()
    assert (told["enabled"], told["signature"]) == (False, "unsigned")
    assert "unsigned" in told["loadError"]


@pytest.mark.parametrize("allowed", ["true"])
async def test_a_broken_file_is_named_and_others_go_on(clients: Clients):
    told = (await clients.viewer.get("/api/plugins/torn-source/settings")).json()
    assert "Torn source failed to load" in told["loadError"]
    status, _ = await ask(clients, {"path": "/words"})
    assert status == 200
