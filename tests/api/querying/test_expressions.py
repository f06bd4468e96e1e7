"""Expressions through `POST /api/ds/query`, on both databases and with a real Prometheus."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.fixtures.app import Client, Clients, clients_of, start
from tests.fixtures.prometheus import END, START, PrometheusServer

from vedette.app.build import App
from vedette.db.settings import DatabaseSettings

RANGE = {"from": str(START * 1000), "to": str(END * 1000)}
CPU = "host,cpu\na,10\nb,90"
LIMIT = "host,limit\na,50\nb,80"


async def add_source(client: Client, uid: str, kind: str, url: str = "") -> None:
    body = {"name": uid, "uid": uid, "type": kind, "access": "proxy", "url": url}
    reply = await client.post("/api/datasources", body)
    assert reply.status == 200, reply.body


async def ask(client: Client, *queries: dict[str, Any]):
    return await client.post("/api/ds/query", {**RANGE, "queries": list(queries)})


def values(ref_id: str, text: str, **more: Any) -> dict[str, Any]:
    source = {"type": "testdata", "uid": "made-up"}
    scenario = {"scenarioId": "csv_metric_values", "stringInput": text}
    return {"refId": ref_id, "datasource": source, **scenario, **more}


def csv(ref_id: str, text: str, **more: Any) -> dict[str, Any]:
    return values(ref_id, "", scenarioId="csv_content", csvContent=text, **more)


def expression(ref_id: str, kind: str, text: str = "", **more: Any) -> dict[str, Any]:
    source = {"type": "__expr__", "uid": "__expr__"}
    return {"refId": ref_id, "datasource": source, "type": kind, "expression": text, **more}


def threshold(ref_id: str, source: str, kind: str, *params: float) -> dict[str, Any]:
    conditions = [{"evaluator": {"type": kind, "params": list(params)}}]
    return expression(ref_id, "threshold", source, conditions=conditions)


def numbers(reply, ref_id: str) -> list[tuple[Any, Any]]:
    found = []
    for frame in reply.json()["results"][ref_id]["frames"]:
        (field,) = frame["schema"]["fields"]
        found.append((field.get("labels"), frame["data"]["values"][0][0]))
    return found


@pytest.mark.parametrize("source", [{"uid": "-100"}, "-100", "__expr__", {"type": "__expr__"}])
async def test_an_expression_is_known_by_all_of_its_names(clients: Clients, source: Any):
    await add_source(clients.admin, "made-up", "testdata")
    doubled = {**expression("B", "math", "$A * 2"), "datasource": source}
    reply = await ask(clients.viewer, values("A", "1,2"), doubled)
    assert reply.status == 200, reply.body
    assert "B" in reply.json()["results"]


async def test_series_are_calculated_reduced_and_tested(clients: Clients):
    await add_source(clients.admin, "made-up", "testdata")
    reply = await ask(
        clients.viewer,
        values("A", "1,2,3"),
        expression("B", "math", "$A * 10"),
        expression("C", "reduce", "B", reducer="mean"),
        threshold("D", "C", "gt", 15),
    )
    assert reply.status == 200, reply.body
    results = reply.json()["results"]
    assert list(results) == ["A", "B", "C", "D"]
    (frame,) = results["B"]["frames"]
    assert frame["data"]["values"][1] == [10, 20, 30]
    assert frame["schema"]["refId"] == "B"
    assert frame["schema"]["meta"] == {"type": "timeseries-multi", "typeVersion": [0, 1]}
    (frame,) = results["C"]["frames"]
    assert frame["schema"]["meta"] == {"type": "numeric-multi", "typeVersion": [0, 1]}
    assert frame["schema"]["fields"][0]["name"] == "C"
    assert frame["schema"]["fields"][0]["typeInfo"] == {"frame": "float64", "nullable": True}
    assert numbers(reply, "C") == [(None, 20)]
    assert numbers(reply, "D") == [(None, 1)]


async def test_tables_of_numbers_join_by_their_text_columns(clients: Clients):
    await add_source(clients.admin, "made-up", "testdata")
    reply = await ask(
        clients.viewer,
        csv("A", CPU),
        csv("B", LIMIT),
        expression("C", "math", "$A > $B"),
        expression("D", "sql", "SELECT A.host, cpu - B.limit AS over FROM A JOIN B USING (host)"),
    )
    assert reply.status == 200, reply.body
    assert numbers(reply, "C") == [({"host": "a"}, 0), ({"host": "b"}, 1)]
    (frame,) = reply.json()["results"]["D"]["frames"]
    assert dict(zip(*frame["data"]["values"], strict=True)) == {"a": -40, "b": 10}


async def test_a_metrics_store_and_another_source_meet_in_one_formula(
    clients: Clients, prometheus_server: PrometheusServer
):
    await add_source(clients.admin, "made-up", "testdata")
    await add_source(clients.admin, "prom", "prometheus", prometheus_server.url)
    prom = {"datasource": {"type": "prometheus", "uid": "prom"}, "intervalMs": 15_000}
    ranged = {**prom, "refId": "A", "expr": "demo_cpu", "maxDataPoints": 1_000, "range": True}
    instant = {**prom, "refId": "B", "expr": "demo_cpu", "instant": True, "range": False}
    reply = await ask(
        clients.viewer,
        ranged,
        instant,
        csv("T", "factor\n2"),
        expression("C", "math", "$A * $T"),
        expression("D", "reduce", "$A", reducer="last", settings={"mode": "dropNN"}),
        expression("E", "math", "$D - $B"),
        expression("F", "resample", "A", window="1m", downsampler="mean", upsampler="fillna"),
    )
    assert reply.status == 200, reply.body
    results = reply.json()["results"]
    doubled = [
        [2 * value for value in each["data"]["values"][1]] for each in results["A"]["frames"]
    ]
    assert [each["data"]["values"][1] for each in results["C"]["frames"]] == doubled
    labels = [each["schema"]["fields"][1]["labels"] for each in results["A"]["frames"]]
    assert [each["schema"]["fields"][1]["labels"] for each in results["C"]["frames"]] == labels
    assert {value for _, value in numbers(reply, "E")} == {0}
    assert len(numbers(reply, "E")) == 6
    times = results["F"]["frames"][0]["data"]["values"][0]
    assert times == list(range(START * 1000, END * 1000 + 1, 60_000))


async def test_hidden_queries_feed_expressions_and_are_left_out(clients: Clients):
    await add_source(clients.admin, "made-up", "testdata")
    hidden = values("A", "1,2,3", hide=True)
    reply = await ask(clients.viewer, hidden, expression("B", "reduce", "A", reducer="sum"))
    assert (reply.status, list(reply.json()["results"])) == (200, ["B"])
    assert numbers(reply, "B") == [(None, 6)]


async def test_a_failed_query_fails_what_reads_it_and_nothing_else(clients: Clients):
    await add_source(clients.admin, "made-up", "testdata")
    reply = await ask(
        clients.viewer,
        expression("C", "math", "$A + 1"),
        values("A", "", scenarioId="server_error_500"),
        values("B", "1"),
        expression("D", "math", "$B + 1"),
        expression("E", "math", "$C"),
    )
    body = reply.json()
    assert reply.status == 400
    for ref_id in "CE":
        assert body["results"][ref_id]["status"] == 400
        text = body["results"][ref_id]["error"]
        assert text.startswith(f"Expression {ref_id} was not evaluated, because A failed: ")
    assert body["message"] == body["results"]["A"]["error"]
    assert body["results"]["D"]["frames"][0]["data"]["values"][1] == [2]


@pytest.mark.parametrize(
    ("expressions", "says"),
    [
        ((expression("B", "math", "$B + 1"),), "Expression B refers to itself."),
        (
            (expression("B", "math", "$C"), expression("C", "math", "$B")),
            "The expressions B -> C -> B refer to each other in a cycle.",
        ),
        ((expression("B", "math", "$nope"),), "Expression B reads nope, but no query"),
        ((expression("B", "math", "$A + )"),), "Expression B, position 6: a value is missing"),
        (
            (expression("B", "sql", "DROP TABLE A"),),
            "an SQL expression must be a single SELECT statement",
        ),
        (
            (expression("B", "sql", "SELECT * FROM read_csv('/etc/passwd')"),),
            "Expression B can only read the results of other queries",
        ),
        (
            (expression("B", "resample", "A", window="1ms", downsampler="mean", upsampler="pad"),),
            "points per series. The limit is 11,000",
        ),
    ],
)
async def test_what_makes_no_sense_is_400_by_name_and_the_rest_is_answered(
    clients: Clients, expressions, says
):
    await add_source(clients.admin, "made-up", "testdata")
    reply = await ask(clients.viewer, values("A", "1,2"), *expressions)
    assert reply.status == 400
    assert says in reply.json()["message"], reply.body
    assert len(reply.json()["results"]["A"]["frames"]) == 1


async def test_where_a_source_has_no_data_its_expressions_have_none(clients: Clients):
    await add_source(clients.admin, "made-up", "testdata")
    condition = {
        "query": {"params": ["A"]},
        "reducer": {"type": "last"},
        "evaluator": {"type": "no_value", "params": []},
    }
    reply = await ask(
        clients.viewer,
        values("A", "", scenarioId="no_data_points"),
        expression("B", "reduce", "A", reducer="count"),
        expression("C", "classic_conditions", conditions=[condition]),
    )
    assert reply.status == 200, reply.body
    (frame,) = reply.json()["results"]["B"]["frames"]
    assert frame["schema"]["fields"] == frame["data"]["values"] == []
    assert numbers(reply, "C") == [(None, 1)]


async def test_an_expression_sees_only_what_its_caller_may_query(clients: Clients):
    await add_source(clients.admin, "made-up", "testdata")
    reply = await ask(
        clients.viewer, values("A", "1", datasource={"uid": "gone"}), expression("B", "math", "$A")
    )
    assert "does not exist" in reply.json()["message"]
    assert (await ask(clients.anonymous, expression("B", "math", "1"))).status == 401


@pytest.fixture
async def strict(database_settings: DatabaseSettings, tmp_path: Path) -> AsyncIterator[App]:
    async with AsyncExitStack() as stack:
        words = (
            "cfg:expressions.max_points=10",
            "cfg:expressions.sql_expression_output_cell_limit=4",
        )
        yield await start(stack, database_settings, tmp_path, *words)


@pytest.fixture
async def off(database_settings: DatabaseSettings, tmp_path: Path) -> AsyncIterator[App]:
    async with AsyncExitStack() as stack:
        yield await start(stack, database_settings, tmp_path, "cfg:expressions.enabled=false")


async def test_the_limits_of_the_configuration_act(strict: App):
    clients = await clients_of(strict)
    await add_source(clients.admin, "made-up", "testdata")
    text = ",".join(["1"] * 50)
    reply = await ask(clients.viewer, values("A", text), expression("B", "math", "$A + 1"))
    assert "would create more than 10 values" in reply.json()["results"]["B"]["error"]
    reply = await ask(clients.viewer, expression("B", "sql", "SELECT range FROM range(50)"))
    (frame,) = reply.json()["results"]["B"]["frames"]
    assert frame["data"]["values"] == [[0, 1, 2, 3]]
    assert "more than 4 rows" in frame["schema"]["meta"]["notices"][0]["text"]


@pytest.fixture
async def hasty(database_settings: DatabaseSettings, tmp_path: Path) -> AsyncIterator[App]:
    async with AsyncExitStack() as stack:
        words = ("cfg:expressions.sql_expression_timeout=1s",)
        yield await start(stack, database_settings, tmp_path, *words)


async def test_sql_that_takes_too_long_is_stopped(hasty: App):
    clients = await clients_of(hasty)
    endless = "SELECT count(*) FROM range(1e6::BIGINT), range(1e6::BIGINT)"
    reply = await ask(clients.viewer, expression("B", "sql", endless))
    assert reply.json()["results"]["B"]["status"] == 504
    assert "longer than 1 seconds" in reply.json()["message"]


async def test_expressions_can_be_switched_off(off: App):
    clients = await clients_of(off)
    await add_source(clients.admin, "made-up", "testdata")
    reply = await ask(clients.viewer, values("A", "1"), expression("B", "math", "$A"))
    assert reply.status == 400
    assert "[expressions] enabled is false" in reply.json()["results"]["B"]["error"]
    assert reply.json()["results"]["A"]["status"] == 200


async def test_an_expression_reads_the_numbers_of_a_query_in_table_format(
    clients: Clients, prometheus_server: PrometheusServer
):
    """A table of a panel may have a calculated column: its query is of numbers, not of rows."""
    await add_source(clients.admin, "prom", "prometheus", prometheus_server.url)
    cpu = {
        "refId": "A",
        "datasource": {"type": "prometheus", "uid": "prom"},
        "expr": 'demo_cpu{mode="idle"}',
        "instant": True,
        "range": False,
        "format": "table",
    }
    alone = (await ask(clients.viewer, cpu)).json()["results"]["A"]["frames"]
    assert [frame["schema"]["meta"]["type"] for frame in alone] == ["table"]
    reply = await ask(clients.viewer, cpu, threshold("B", "A", "gt", -1))
    assert reply.status == 200, reply.body
    kinds = {each["schema"]["meta"]["type"] for each in reply.json()["results"]["A"]["frames"]}
    assert kinds == {"numeric-multi"}
    found = numbers(reply, "B")
    assert found and all(value == 1 for _, value in found)
    assert {labels["mode"] for labels, _ in found} == {"idle"}
