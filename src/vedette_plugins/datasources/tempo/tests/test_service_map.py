"""The service map is what the metrics say."""

import math
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vedette.sdk import Answer, BadGateway, Field, FieldType, Frame, FrameKind, JsonColumn, Linked
from vedette.sdk.testing import open_source, query
from vedette_plugins.datasources.tempo.datasource import PLUGIN
from vedette_plugins.datasources.tempo.errors import NoMetricsSource
from vedette_plugins.datasources.tempo.service_graph import read_map

ASK = {"queryType": "serviceMap"}


async def tempo(**settings) -> Linked:
    source = await open_source(
        PLUGIN, settings={"serviceMap": {"datasourceUid": "prom"}, **settings}
    )
    assert isinstance(source, Linked)
    return source


def series(value, **labels):
    fields = (
        Field("Time", FieldType.TIME, [1]),
        Field("Value", FieldType.NUMBER, value if hasattr(value, "text") else [value], labels),
    )
    return Frame(FrameKind.NUMBERS, fields)


def answers(**frames):
    names = ("total", "failed", "seconds", "rate", "errors", "duration")
    return {name: Answer(name, tuple(frames.get(name, ()))) for name in names}


def table(frame):
    return [
        dict(zip([field.name for field in frame.fields], row, strict=True))
        for row in zip(*(field.values for field in frame.fields), strict=True)
    ]


async def test_the_metrics_source_is_asked_for_the_rates_of_the_whole_range():
    linked = (await tempo()).linked(query(ASK, hours=3))
    assert {each.source_uid for each in linked} == {"prom"}
    asked = {each.query.ref_id: each.query for each in linked}
    assert list(asked) == ["total", "failed", "seconds", "rate", "errors", "duration"]
    assert asked["total"].model == {
        "refId": "total",
        "expr": "sum by (client, server) (rate(traces_service_graph_request_total[$__range]))",
        "instant": True,
        "range": False,
    }
    assert asked["total"].range.length == timedelta(hours=3)


async def test_selectors_are_alternatives_and_namespaces_an_option():
    source = await tempo()
    model = {
        **ASK,
        "serviceMapQuery": ['{client="web"}', 'server="db"', " "],
        "serviceMapIncludeNamespace": True,
    }
    expr = source.linked(query(model))[0].query.model["expr"]
    assert expr == (
        "sum by (client, server, client_service_namespace, server_service_namespace)"
        ' (rate(traces_service_graph_request_total{client="web"}[$__range])'
        ' or rate(traces_service_graph_request_total{server="db"}[$__range]))'
    )
    for nothing in ("", "{}", [], None):
        expr = source.linked(query({**ASK, "serviceMapQuery": nothing}))[0].query.model["expr"]
        assert "{" not in expr


async def test_a_map_without_a_metrics_source_says_what_to_do():
    source = await open_source(PLUGIN)
    with pytest.raises(NoMetricsSource, match="Select one in the settings"):
        source.linked(query(ASK))
    itself = await tempo(serviceMap={"datasourceUid": "test"})
    with pytest.raises(NoMetricsSource, match="itself"):
        itself.linked(query(ASK))
    assert source.linked(query({"queryType": "traceql", "query": "{}"})) == ()


async def test_nodes_and_edges_carry_rate_time_and_failures():
    found = answers(
        total=[
            series(4.0, client="user", server="web"),
            series(2.0, client="web", server="db"),
            series(JsonColumn(b"6", 1), client="cron", server="db"),
        ],
        failed=[series(2.0, client="web", server="db")],
        seconds=[
            series(0.4, client="user", server="web"),
            series(0.1, client="web", server="db"),
            series(0.3, client="cron", server="db"),
        ],
    )
    answer = (await tempo()).combine(query(ASK), found)
    nodes, edges = answer.frames
    assert (nodes.name, edges.name) == ("nodes", "edges")
    by_id = {row["id"]: row for row in table(nodes)}
    assert list(by_id["web"].values())[1:] == ["web", "", 100.0, 4.0, 1.0, 0.0]
    assert by_id["db"]["mainstat"] == pytest.approx(50.0)
    assert (by_id["db"]["arc__success"], by_id["db"]["arc__failed"]) == (0.75, 0.25)
    assert (by_id["user"]["mainstat"], by_id["user"]["secondarystat"]) == (None, None)
    edge = {row["id"]: row for row in table(edges)}["web_db"]
    assert (edge["source"], edge["target"]) == ("web", "db")
    assert (edge["mainstat"], edge["secondarystat"]) == (50.0, 2.0)


async def test_services_of_one_name_in_two_namespaces_are_two():
    names = {"client": "web", "server": "db", "client_service_namespace": "a"}
    found = answers(
        total=[
            series(1.0, **names, server_service_namespace="a"),
            series(1.0, **names, server_service_namespace="b"),
        ]
    )
    nodes, _ = (await tempo()).combine(query(ASK), found).frames
    assert [row["id"] for row in table(nodes)] == ["a/web", "a/db", "b/db"]
    assert [row["subtitle"] for row in table(nodes)] == ["a", "a", "b"]


async def test_the_busiest_spans_are_a_table_of_rate_errors_and_duration():
    found = answers(
        total=[series(1.0, client="a", server="b")],
        rate=[series(1.0, span_name="slow"), series(9.0, span_name="busy")],
        errors=[series(0.5, span_name="busy")],
        duration=[series(0.25, span_name="busy"), series(math.nan, span_name="slow")],
    )
    frame = (await tempo()).combine(query(ASK), found).frames[2]
    assert table(frame) == [
        {"Name": "busy", "Rate": 9.0, "Error Rate": 0.5, "Duration (p90)": 0.25},
        {"Name": "slow", "Rate": 1.0, "Error Rate": 0.0, "Duration (p90)": None},
    ]


async def test_a_failed_part_is_an_error_and_a_failed_table_only_a_notice():
    source = await tempo()
    error = BadGateway("Prometheus is away.")
    found = {**answers(), "failed": Answer("failed", error=error)}
    assert source.combine(query(ASK), found).error is error
    found = {
        **answers(total=[series(1.0, client="a", server="b")]),
        "errors": Answer("errors", error=error),
    }
    nodes, _ = source.combine(query(ASK), found).frames
    assert nodes.notices[0]["text"] == "No table of spans: Prometheus is away."


async def test_an_empty_map_says_where_its_metrics_come_from():
    nodes, edges = (await tempo()).combine(query(ASK), answers()).frames
    assert "metrics generator" in nodes.notices[0]["text"]
    assert table(nodes) == table(edges) == []


SERVICES = st.sampled_from("abcd")
RATES = st.lists(
    st.tuples(
        st.builds(lambda c, s: {"client": c, "server": s}, SERVICES, SERVICES),
        st.integers(0, 100).map(float),
    ),
    max_size=12,
)


@given(RATES)
def test_what_services_answered_is_what_was_called(rows):
    graph = read_map(rows, [], [])
    answered = [call for call in graph.services.values() if call is not None]
    assert sum(call.total for call in answered) == sum(value for _, value in rows)
    named = {name for labels, _ in rows for name in labels.values()}
    assert {name for _, name in graph.services} == named
