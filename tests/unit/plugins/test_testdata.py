import json
from datetime import timedelta

import numpy as np
import orjson
import pytest

from vedette.querying.frames_json import results_json
from vedette.sdk import Caller, Query, Streams, TimeRange
from vedette.sdk.testing import START, conformance, host, open_source, query
from vedette_plugins.datasources.testdata.datasource import PLUGIN

CALLER = Caller(org_id=1)
NOW = round(START.timestamp() * 1000)
HOUR = 3_600_000
MINUTE = 60_000


async def answers(*queries: Query):
    source = await open_source(PLUGIN)
    found = {each.ref_id: each for each in await source.query(queries, CALLER)}
    return orjson.loads(b"".join(results_json(found)))["results"]


async def frames(scenario: str, *, ref_id="A", hours=1.0, **model):
    asked = query({"scenarioId": scenario, **model}, ref_id, hours=hours)
    result = (await answers(asked))[ref_id]
    assert result["status"] == 200, result
    return result["frames"]


async def failure(scenario: str, **model):
    result = (await answers(query({"scenarioId": scenario, **model})))["A"]
    assert "error" in result, result
    return result


def names(frame):
    return [field["name"] for field in frame["schema"]["fields"]]


def points(frame):
    times, values = frame["data"]["values"][:2]
    return dict(zip(times, values, strict=True))


async def test_two_overlapping_ranges_show_the_same_walk():
    def walk(shift):
        span = TimeRange(
            START - timedelta(hours=1, minutes=shift), START - timedelta(minutes=shift)
        )
        return Query("A", {"scenarioId": "random_walk"}, span, timedelta(seconds=15), 240)

    now = points((await answers(walk(0)))["A"]["frames"][0])
    before = points((await answers(walk(10)))["A"]["frames"][0])
    both = now.keys() & before.keys()
    assert len(both) == 201
    assert all(now[time] == before[time] for time in both)


async def test_walks_of_other_queries_and_series_differ():
    one, two = await frames("random_walk", seriesCount=2)
    (other,) = await frames("random_walk", ref_id="B")
    assert points(one) != points(two)
    assert points(one) != points(other)
    assert (names(one)[1], names(two)[1]) == ("A-series", "A-series1")


async def test_a_walk_keeps_its_bounds_its_labels_and_its_name():
    knobs = {"min": 10, "max": 20, "startValue": 15, "spread": 9, "noise": 3}
    one, two = await frames(
        "random_walk",
        seriesCount=2,
        labels="job=api, nr=$seriesIndex",
        alias="w$__series_idx",
        **knobs,
    )
    for frame in (one, two):
        values = list(points(frame).values())
        assert min(values) >= 10
        assert max(values) <= 20
        assert max(values) - min(values) > 1
    assert two["schema"]["fields"][1]["labels"] == {"job": "api", "nr": "1"}
    assert names(one)[1] == "w0"


async def test_neighbouring_steps_of_a_walk_are_about_the_spread_apart():
    (frame,) = await frames("random_walk", spread=2, startValue=100)
    steps = np.abs(np.diff(list(points(frame).values())))
    assert 0.2 < steps.mean() < 6


async def test_dropped_points_are_missing_and_not_null():
    (frame,) = await frames("random_walk", drop=50)
    assert 70 < len(points(frame)) < 170
    assert None not in points(frame).values()


async def test_pulses_are_counted_from_the_epoch():
    wave = {"timeStep": 60, "onCount": 2, "onValue": 5, "offCount": 1, "offValue": 1}
    (frame,) = await frames("predictable_pulse", pulseWave=wave)
    for time, value in points(frame).items():
        assert value == (5 if time // MINUTE % 3 < 2 else 1)
    assert len(points(frame)) == 60


@pytest.mark.parametrize("as_list", [True, False])
async def test_csv_waves_repeat_their_values(as_list):
    wave = {"timeStep": 30, "valuesCSV": "1,null,3", "name": "w", "labels": "a=b"}
    (frame,) = await frames("predictable_csv_wave", csvWave=[wave] if as_list else wave)
    cycle = [1, None, 3]
    assert all(value == cycle[time // 30_000 % 3] for time, value in points(frame).items())
    assert names(frame) == ["time", "w"]
    assert frame["schema"]["fields"][1]["typeInfo"] == {"frame": "float64", "nullable": True}


async def test_metric_values_are_spread_over_the_range():
    (frame,) = await frames("csv_metric_values", stringInput="1,2,3")
    assert points(frame) == {NOW - HOUR: 1, NOW - HOUR // 2: 2, NOW: 3}


async def test_csv_columns_get_the_type_of_their_values():
    text = (
        "time, name, up, load, at\n1718000000000, a, true, 1.5, 2024-06-10T06:13:20Z\n"
        '1718000060000, "b, c", false, , 2024-06-10\n'
    )
    (frame,) = await frames("csv_content", csvContent=text)
    kinds = [field["type"] for field in frame["schema"]["fields"]]
    assert kinds == ["time", "string", "boolean", "number", "time"]
    assert frame["data"]["values"] == [
        [1718000000000, 1718000060000],
        ["a", "b, c"],
        [True, False],
        [1.5, None],
        [1718000000000, 1717977600000],
    ]


async def test_a_csv_file_of_the_source_is_a_table():
    """Dashboards that query the files of test data show a table in place of an error."""
    (frame,) = await frames("csv_file", csvFileName="population_by_state.csv")
    assert names(frame) == ["State", "2020", "2010"]
    assert [field["type"] for field in frame["schema"]["fields"]] == ["string", "number", "number"]
    assert frame["data"]["values"][0][:2] == ["California", "Texas"]
    (frame,) = await frames("csv_file", csvFileName="share_prices.csv")
    assert frame["schema"]["fields"][0]["type"] == "time"


@pytest.mark.parametrize("name", ["nope.csv", "../plugin.json", "/etc/passwd", "files/shops.csv"])
async def test_only_csv_files_of_the_source_are_read(name):
    """T15: A name in a query is one of a list and never a path."""
    result = await failure("csv_file", csvFileName=name)
    assert result["status"] == 400
    assert "population_by_state.csv" in result["error"]


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("", ["A", "B", "C", "D", "E", "F"]),
        ("*", ["A", "B", "C", "D", "E", "F"]),
        ("A.*", ["AA", "AB", "AC", "AD", "AE", "AF"]),
        ("{A,C}.*B", ["AB", "CB"]),
        ("B.{BA,BC}.BAD", ["BAD"]),
        ("nope.*", []),
    ],
)
async def test_a_variable_finds_the_names_below_a_path(path, found):
    (frame,) = await frames("variables-query", stringInput=path)
    assert frame["data"]["values"] == [found]


async def test_manual_points_outside_the_range_are_left_out():
    given = [[3, NOW], [1, NOW - MINUTE], [9, NOW - 2 * HOUR], [None, NOW - 2 * MINUTE]]
    (frame,) = await frames("manual_entry", points=given)
    assert points(frame) == {NOW - 2 * MINUTE: None, NOW - MINUTE: 1, NOW: 3}


async def test_log_lines_run_backwards_and_carry_their_level():
    (frame,) = await frames("logs", lines=20, levelColumn=True, labels="app=shop")
    times = frame["data"]["values"][0]
    assert len(times) == 20
    assert times == sorted(times, reverse=True)
    assert names(frame)[:3] == ["time", "body", "severity"]
    labels = frame["data"]["values"][-1][0]
    assert labels["app"] == "shop"
    assert f"level={labels['level']}" in frame["data"]["values"][1][0]


@pytest.mark.parametrize("kind", ["random", "response_small"])
async def test_every_edge_of_a_graph_joins_two_of_its_nodes(kind):
    nodes, edges = await frames("node_graph", nodes={"type": kind, "count": 30})
    ids = set(nodes["data"]["values"][0])
    assert len(ids) == 30
    sources, targets = edges["data"]["values"][1:3]
    assert {*sources, *targets} <= ids
    assert nodes["schema"]["meta"]["preferredVisualisationType"] == "nodeGraph"


async def test_heatmaps_are_rows_of_ascending_buckets():
    for scenario in ("exponential_heatmap_bucket_data", "linear_heatmap_bucket_data"):
        (frame,) = await frames(scenario)
        bounds = [float(name) for name in names(frame)[1:]]
        assert bounds == sorted(bounds)
        assert frame["schema"]["meta"]["type"] == "heatmap-rows"
        assert max(map(max, frame["data"]["values"][1:])) > 10


async def test_raw_frames_come_back_as_they_were_given():
    wire = {
        "schema": {"name": "n", "fields": [{"name": "v", "type": "number", "labels": {"a": "b"}}]},
        "data": {"values": [[1, None, 3]]},
    }
    old = {"fields": [{"name": "s", "values": ["x"]}, {"name": "b", "values": [True]}]}
    first, second = await frames("raw_frame", rawFrameContent=json.dumps([wire, old]))
    assert first["data"]["values"] == [[1, None, 3]]
    assert first["schema"]["fields"][0]["labels"] == {"a": "b"}
    assert [field["type"] for field in second["schema"]["fields"]] == ["string", "boolean"]


async def test_no_data_is_no_data_and_outside_is_outside():
    (empty,) = await frames("no_data_points")
    assert empty["schema"]["fields"] == []
    (outside,) = await frames("datapoints_outside_range")
    assert max(points(outside)) < NOW - HOUR


async def test_a_slow_query_takes_its_time_and_holds_up_no_other():
    lent = host()
    source = await open_source(PLUGIN, lent)
    slow = query({"scenarioId": "slow_query", "stringInput": "90s"})
    answered = await source.query([slow, query({"scenarioId": "random_walk"}, "B")], CALLER)
    assert [each.error for each in answered] == [None, None]
    assert lent.clock.monotonic() == 90


async def test_every_span_of_a_trace_runs_inside_the_one_that_called_it():
    [spans] = await frames("trace", spanCount=200)
    names = [field["name"] for field in spans["schema"]["fields"]]
    column = dict(zip(names, spans["data"]["values"], strict=True))
    times = zip(column["startTime"], column["duration"], strict=True)
    bounds = {
        span: (start, start + duration)
        for span, (start, duration) in zip(column["spanID"], times, strict=True)
    }
    assert len(bounds) == 200
    assert 2 in column["statusCode"]
    for span, parent in zip(column["spanID"][1:], column["parentSpanID"][1:], strict=True):
        assert bounds[parent][0] <= bounds[span][0] <= bounds[span][1] <= bounds[parent][1] + 1e-6


async def test_calls_of_a_trace_come_from_the_services_that_make_them():
    """A trace of the tour looks like one order: a database calls no other service."""
    [spans] = await frames("trace", spanCount=60)
    names = [field["name"] for field in spans["schema"]["fields"]]
    column = dict(zip(names, spans["data"]["values"], strict=True))
    service = dict(zip(column["spanID"], column["serviceName"], strict=True))
    callers = {
        (service.get(parent, ""), name)
        for parent, name in zip(column["parentSpanID"], column["serviceName"], strict=True)
    }
    called_by_orders = {"database", "payments", "inventory", "mail"}
    assert callers == {
        ("", "gateway"),
        ("gateway", "checkout"),
        ("checkout", "cart"),
        ("checkout", "orders"),
        ("cart", "database"),
        *(("orders", name) for name in called_by_orders),
    }


async def test_log_lines_say_what_their_level_means():
    """A sign-in is no critical event, and most lines are routine."""
    (frame,) = await frames("logs", lines=2_000, levelColumn=True)
    bodies, levels = frame["data"]["values"][1:3]
    assert {level for level, body in zip(levels, bodies, strict=True) if "signed in" in body} == {
        "info"
    }
    assert {level for level, body in zip(levels, bodies, strict=True) if "refused" in body} == {
        "error"
    }
    assert levels.count("critical") < 200 < levels.count("info")


async def test_failures_say_whose_fault_they_are():
    assert (await failure("server_error_500"))["status"] == 500
    assert (await failure("server_error_500", errorType="server_panic"))["errorSource"] == "plugin"
    assert (await failure("error_with_source", errorSource="downstream"))["status"] == 500
    assert (await failure("error_with_source"))["errorSource"] == "plugin"
    with_data = await failure("random_walk_with_error")
    assert len(with_data["frames"]) == 1


@pytest.mark.parametrize(
    ("scenario", "model"),
    [
        ("random_walk", {"seriesCount": 10**9}),
        ("random_walk", {"seriesCount": 0}),
        ("logs", {"lines": 10**9}),
        ("logs", {"lines": -1}),
        ("node_graph", {"nodes": {"count": 10**7}}),
        ("trace", {"spanCount": 10**8}),
        ("annotations", {"lines": 10**6}),
        ("streaming_client", {"stream": {"bands": 10**6}}),
        ("csv_metric_values", {"stringInput": "1," * 20_000}),
        ("csv_content", {"csvContent": "a\n" * 600_000}),
        ("raw_frame", {"rawFrameContent": "[" * 2_000_000}),
        ("raw_frame", {"rawFrameContent": '[{"fields":[{"name":"a","values":[1]},3]}]'}),
        ("predictable_pulse", {"pulseWave": {"timeStep": 0}}),
        ("predictable_pulse", {"pulseWave": {"timeStep": "nan"}}),
        ("predictable_pulse", {"pulseWave": {"onCount": 0, "offCount": 0}}),
        ("slow_query", {"stringInput": "1d"}),
        ("csv_content", {"csvContent": "a,b\n1"}),
        ("variables-query", {"stringInput": "*.*.*.*.*.*.*.*"}),
        ("nothing_like_it", {}),
        ("random_walk", {"spread": "wide"}),
    ],
)
async def test_what_would_take_the_server_down_is_refused_at_once(scenario, model):
    assert (await failure(scenario, **model))["status"] == 400


async def test_the_smallest_step_makes_a_bounded_number_of_points():
    (frame,) = await frames("predictable_pulse", hours=24 * 365, pulseWave={"timeStep": 1})
    assert len(points(frame)) == 10_000


async def test_a_stream_sends_the_values_that_its_window_shows_later():
    lent = host()
    source = await open_source(PLUGIN, lent)
    assert isinstance(source, Streams)
    asked = query({"scenarioId": "streaming_client", "stream": {"speed": 1_000}})
    sent = {}
    async for frame in source.stream(asked, CALLER):
        time, value = (column.values[0] for column in frame.fields[:2])
        sent[int(time)] = float(value)
        if len(sent) == 5:
            break
    end = START + timedelta(seconds=10)
    later = Query("A", asked.model, TimeRange(START, end), timedelta(seconds=1), 100)
    (answer,) = await source.query([later], CALLER)
    times, values = (column.values.tolist() for column in answer.frames[0].fields[:2])
    shown = dict(zip(times, values, strict=True))
    assert sent.items() <= shown.items()


async def test_every_listed_scenario_can_be_asked_for():
    source = await open_source(PLUGIN)
    listed = await source.resource("GET", "scenarios", {}, b"", CALLER)
    ids = [each["id"] for each in listed]
    assert {"random_walk", "slow_query", "usa"} <= set(ids)
    failing = {"server_error_500", "error_with_source", "flakey", "random_walk_with_error"}
    await conformance(
        PLUGIN,
        good=[{"scenarioId": each} for each in ids if each not in failing],
        bad=[{"scenarioId": "?"}, {"seriesCount": -1}, {"scenarioId": "server_error_500"}],
    )
