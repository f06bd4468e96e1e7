"""Answers that are too large for an alert rule: refused while they arrive, and no outage."""

import gc
import time
from asyncio import StreamReader, StreamWriter
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson
import pytest
from tests.contract.faults.answers import bomb
from tests.contract.faults.test_http_faults import add, faulty, peak_memory
from tests.contract.faults.test_sql_faults import Databases
from tests.fixtures.app import clients_of
from tests.fixtures.http_server import says
from tests.fixtures.mariadb import MariadbServer
from tests.fixtures.postgres import PostgresServer

from vedette.alerting.evaluation.failures import FailureReason, reason_of
from vedette.app.build import App
from vedette.kernel.errors import VedetteError
from vedette.kernel.principal import Principal
from vedette.querying.model import Batch, QueryTarget
from vedette.sdk import Answer, TimeRange

ALERTING = Principal("system", 0, 1, "Admin", login="", name="Alerting")
NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)
MIB = 1024 * 1024
QUERIES: dict[str, dict[str, Any]] = {
    "prometheus": {"expr": "up", "instant": True, "range": False},
    "prometheus range": {"expr": "up", "range": True},
    "loki": {"expr": "rate({a=`b`}[1m])", "queryType": "instant"},
    "tempo": {"query": "{} | rate()", "queryType": "traceql"},
    "alertmanager": {},
}
EACH = pytest.mark.parametrize("store", QUERIES)


async def asked(
    app: App, kind: str, url: str, model: Mapping[str, Any], *, from_alert: bool = True, **more: Any
) -> Answer:
    clients = await clients_of(app)
    await add(clients.admin, "large", kind, url, **more)
    span = TimeRange(NOW - timedelta(hours=1), NOW)
    target = QueryTarget("A", "large", {**model, "refId": "A"}, span, timedelta(seconds=15), 1_000)
    batch = Batch((target,), from_alert=from_alert, wants_fresh=from_alert)
    found = await app.sources.queries.run(ALERTING, batch)
    return found["A"]


def limit_of(answer: Answer) -> VedetteError:
    assert answer.error is not None, "it was answered"
    assert reason_of(answer.error) is FailureReason.LIMIT, answer.error.public
    assert not reason_of(answer.error).is_outage
    return answer.error


START = b'{"status":"success","data":{"resultType":"vector","result":['


async def huge(head: bytes, reader: StreamReader, writer: StreamWriter) -> None:
    """200 MB of a well-formed beginning."""
    row = b'{"metric":{"name":"' + b"x" * 960 + b'"},"value":[1.0,"90"]},'
    block = row * 1024
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 209715200\r\n\r\n" + START)
    for _ in range(200):
        writer.write(block)
        await writer.drain()


@EACH
async def test_a_body_without_end_is_refused_while_it_arrives(patient: App, store: str):
    async with faulty(huge) as url:
        gc.collect()
        before = peak_memory()
        error = limit_of(await asked(patient, store.split()[0], url, QUERIES[store]))
        grown = peak_memory() - before
    assert "16 MiB" in error.public
    assert "[unified_alerting] max_response_mb" in error.public
    assert error.source == "downstream"
    assert grown < 64 * MIB, f"{grown // MIB} MiB"


@EACH
async def test_a_bomb_is_refused_too(patient: App, store: str):
    async with faulty(bomb(b"{")) as url:
        limit_of(await asked(patient, store.split()[0], url, QUERIES[store]))


async def test_a_refusal_holds_nothing_of_the_answer(patient: App):
    """Failures are kept with the state of a rule; an answer may have been part of them."""
    body = START + b" " * 15 * MIB
    async with faulty(says(body)) as url:
        answer = await asked(patient, "prometheus", url, QUERIES["prometheus"])
    assert answer.error is not None
    assert reason_of(answer.error) is FailureReason.MALFORMED
    assert answer.error.__traceback__ is None
    assert answer.error.__cause__ is None
    assert answer.error.__context__ is None


def many(store: str, count: int) -> bytes:
    """The answer of that many series, each of one point."""
    is_range = store == "prometheus range"
    point = {"values": [[1777896000, "90"]]} if is_range else {"value": [1777896000.5, "90"]}
    labels = {"__name__": "sim", "rule": "many-series"}
    rows = [{"metric": {**labels, "series": f"s{number}"}, **point} for number in range(count)]
    kind = "matrix" if is_range else "vector"
    return orjson.dumps(
        {"status": "success", "data": {"resultType": kind, "result": rows, "stats": {}}}
    )


EACH_METRIC = pytest.mark.parametrize("store", ["prometheus", "prometheus range", "loki"])


@EACH_METRIC
async def test_a_hundred_thousand_series_are_refused_before_they_are_frames(
    patient: App, store: str
):
    body = many(store, 100_000)
    async with faulty(says(body)) as url:
        gc.collect()
        before, began = peak_memory(), time.process_time()
        error = limit_of(await asked(patient, store.split()[0], url, QUERIES[store]))
        spent, grown = time.process_time() - began, peak_memory() - before
    assert "The limit for alert rules is 10,000" in error.public
    assert spent < 0.5
    assert grown < 64 * MIB


@EACH_METRIC
async def test_as_many_series_as_may_be_asked_for_are_answered(patient: App, store: str):
    async with faulty(says(many(store, 10_000))) as url:
        answer = await asked(patient, store.split()[0], url, QUERIES[store])
    assert answer.error is None, answer.error
    assert len(answer.frames) == 10_000


async def test_a_dashboard_is_shown_what_an_alert_is_refused(patient: App):
    body = START + b" " * 20 * MIB + b"]}}"
    async with faulty(says(body)) as url:
        model = QUERIES["prometheus"]
        answer = await asked(patient, "prometheus", url, model, from_alert=False)
    assert answer.error is None, answer.error


@pytest.fixture
def databases(postgres_server: PostgresServer, mariadb_server: MariadbServer) -> Databases:
    """Address and settings of a real database of each kind."""
    name = postgres_server.create_database().rpartition("/")[2]
    postgres = {
        "user": "vedette",
        "jsonData": {"database": name, "sslmode": "disable"},
        "secureJsonData": {"password": "secret"},
    }
    mysql = {
        "user": "reader",
        "jsonData": {"database": mariadb_server.create_database()},
        "secureJsonData": {"password": "only-reads"},
    }
    return {
        "postgres": (f"127.0.0.1:{postgres_server.port}", postgres),
        "mysql": (f"127.0.0.1:{mariadb_server.port}", mysql),
    }


ROWS = {
    "postgres": "SELECT generate_series(1, 1000001) AS n",
    "mysql": "SELECT seq AS n FROM seq_1_to_1000001",
}
TEXTS = {
    "postgres": "SELECT repeat('x', 1000) AS t, n FROM generate_series(1, 100000) AS n",
    "mysql": "SELECT repeat('x', 1000) AS t, seq AS n FROM seq_1_to_100000",
}
VALUE = {
    "postgres": "SELECT repeat('x', 60000000) AS t",
    "mysql": "SELECT repeat('x', 15000000) AS a, repeat('x', 15000000) AS b,"
    " repeat('x', 15000000) AS c, repeat('x', 15000000) AS d",
}


@pytest.mark.parametrize("kind", ["postgres", "mysql"])
@pytest.mark.parametrize("what", [ROWS, TEXTS, VALUE], ids=["rows", "texts", "value"])
async def test_rows_that_would_be_cut_decide_about_no_alert(
    patient: App, databases: Databases, kind: str, what: Mapping[str, str]
):
    where, login = databases[kind]
    model = {"rawSql": what[kind], "format": "table"}
    gc.collect()
    before = peak_memory()
    limit_of(await asked(patient, kind, where, model, **login))
    assert peak_memory() - before < 256 * MIB
