"""Frames say what Loki itself answers."""

import asyncio
import math
import time
from typing import Any

import orjson
import pytest
from tests.contract.loki.conftest import BEGIN, CROWD, LINES, MINUTE, SECOND, line, push

from vedette.querying.frames_json import results_json
from vedette.sdk import Answer, Caller, Frame
from vedette.sdk.testing import check_frame, conformance
from vedette_plugins.datasources.loki.datasource import PLUGIN

CALLER = Caller(org_id=1)
BOUNDS = {"start": str(BEGIN), "end": str(BEGIN + 25 * MINUTE)}


async def direct(client, path: str, **params: Any) -> Any:
    pairs = [(key, str(value)) for key, value in params.items()]
    async with client.request("GET", f"/loki/api/v1/{path}", params=pairs) as response:
        return orjson.loads(await response.read())


async def answered(source, query) -> Answer:
    (answer,) = await source.query([query], CALLER)
    return answer


def columns(frame: Frame) -> dict[str, list[Any]]:
    return {field.name: list(field.values) for field in frame.fields}


async def lines_of(source, query) -> dict[str, list[Any]]:
    answer = await answered(source, query)
    assert answer.error is None, answer.error
    (frame,) = answer.frames
    check_frame(frame)
    return columns(frame)


@pytest.mark.parametrize("direction", ["backward", "forward"])
@pytest.mark.parametrize(
    "expr",
    [
        '{env="test"}',
        '{app="cart"} |= "request 1"',
        '{app="cart"} | logfmt | level="error" | took > 100ms',
        '{app="nothing"}',
    ],
)
async def test_lines_are_those_of_loki_in_their_order(source, client, ask, expr, direction) -> None:
    found = await lines_of(source, ask(expr, direction=direction, maxLines=70))
    reply = await direct(client, "query_range", query=expr, limit=70, direction=direction, **BOUNDS)
    wanted = [
        (time, text, tuple(sorted(stream["stream"].items())))
        for stream in reply["data"]["result"]
        for time, text in stream["values"]
    ]
    labels = [tuple(sorted(each.items())) for each in found["labels"]]
    got = list(zip(found["tsNs"], found["Line"], labels, strict=True))
    assert sorted(got) == sorted(wanted)
    times = [int(each) for each in found["tsNs"]]
    assert times == sorted(times, reverse=direction == "backward")
    assert len(set(found["id"])) == len(got)
    assert bool(got) == ("nothing" not in expr)


async def test_the_source_says_how_many_lines_where_the_query_does_not(source, ask) -> None:
    assert len((await lines_of(source, ask('{env="test"}')))["Line"]) == 100


async def test_kinds_of_labels_and_nanoseconds_are_reported(source, ask) -> None:
    found = await lines_of(source, ask('{app="cart"} | logfmt', maxLines=1))
    row = LINES - 2
    at, text, metadata = line(row)
    assert (found["Line"], found["tsNs"]) == ([text], [str(at)])
    assert found["Time"] == [at // 10**6]
    assert found["labelTypes"][0] == {
        "app": "I",
        "env": "I",
        "service_name": "I",
        "trace_id": "S",
        "detected_level": "S",
        "level": "P",
        "took": "P",
        "msg": "P",
    }
    assert found["labels"][0]["trace_id"] == metadata["trace_id"]
    assert found["labels"][0]["took"] == f"{row}ms"
    answer = await answered(source, ask('{app="cart"}', maxLines=1))
    body = orjson.loads(b"".join(results_json({"A": answer})))
    data = body["results"]["A"]["frames"][0]["data"]
    assert data["nanos"][1] == [at % 10**6]
    stats = {each["displayName"]: each for each in answer.frames[0].meta["stats"]}
    assert stats["Summary: total bytes processed"]["value"] > 0


@pytest.mark.parametrize(
    "expr",
    [
        'sum by (level, detected_level) (count_over_time({env="test"}[$__auto]))',
        'rate({app="cart"}[1m])',
        'sum by (app) (rate({env="test"} | logfmt | unwrap duration(took) [30s]))',
        'sum(rate({app="nothing"}[1m]))',
        "1 / 0",
        'count_over_time({app="cart"}[1m]) / 0',
        "vector(1)",
    ],
)
@pytest.mark.parametrize("kind", ["range", "instant"])
async def test_numbers_are_those_of_loki(source, client, ask, expr, kind) -> None:
    end = str(BEGIN + 5 * MINUTE)
    answer = await answered(source, ask(expr, queryType=kind, step="30s", endNs=end))
    assert answer.error is None, answer.error
    sent = expr.replace("$__auto", "30s" if kind == "range" else "5m")
    if kind == "range":
        reply = await direct(
            client, "query_range", query=sent, step="30", start=BOUNDS["start"], end=end
        )
    else:
        reply = await direct(client, "query", query=sent, time=end)
    result = reply["data"]["result"]
    if reply["data"]["resultType"] == "scalar":
        result = [{"metric": {}, "value": [int(end) / 1e9, result[1]]}]
    wanted = {
        tuple(sorted(series["metric"].items())): [
            (round(at * 1000), repr(float(text)))
            for at, text in (series.get("values") or [series["value"]])
        ]
        for series in result
    }
    got = {}
    for frame in answer.frames:
        if not frame.fields:
            continue
        check_frame(frame)
        times, values = frame.fields
        key = tuple(sorted((values.labels or {}).items()))
        got[key] = list(zip(times.values, map(repr, values.values), strict=True))
    assert got == wanted
    assert bool(got) == ("nothing" not in expr)


async def test_odd_numbers_keep_their_places_on_the_wire(source, ask) -> None:
    answer = await answered(source, ask('sum(count_over_time({app="cart"}[1m])) / 0', step="1m"))
    body = orjson.loads(b"".join(results_json({"A": answer})))
    data = body["results"]["A"]["frames"][0]["data"]
    assert set(data["values"][1]) == {None}
    assert data["entities"][1] == {"NaN": list(range(len(data["values"][1])))}
    assert math.isnan(answer.frames[0].fields[1].values[0])


async def test_what_surrounds_a_line_is_found_within_one_millisecond(source, ask) -> None:
    everything = await lines_of(source, ask('{app="crowd"}', direction="forward"))
    assert len(everything["Line"]) == 50
    middle = everything["Line"].index("crowded 24")
    at = int(everything["tsNs"][middle])
    before = await lines_of(
        source,
        ask(
            '{app="crowd"}',
            direction="backward",
            maxLines=10,
            startNs=str(at - 3_600 * SECOND),
            endNs=str(at),
        ),
    )
    after = await lines_of(
        source,
        ask(
            '{app="crowd"}',
            direction="forward",
            maxLines=10,
            startNs=str(at),
            endNs=str(at + 3_600 * SECOND),
        ),
    )
    assert all(int(each) < at for each in before["tsNs"])
    assert sorted(before["Line"]) == sorted(f"crowded {row}" for row in range(14, 24))
    assert sorted(after["Line"]) == sorted(f"crowded {row}" for row in range(24, 34))
    assert set(after["id"]) <= set(everything["id"])
    assert at // 10**6 == CROWD // 10**6


@pytest.mark.parametrize(
    ("expr", "filters", "same"),
    [
        ('{env="test"}', [("app", "=", "cart")], '{env="test", app="cart"}'),
        ('{env="test"} # a {comment}', [("app", "=~", "c.*")], '{env="test", app=~"c.*"}'),
        (
            '{env="test"} |= "{not}"',
            [("trace_id", "=", f"{7:032x}")],
            f'{{env="test"}} | trace_id="{7:032x}"',
        ),
        (
            '{env="test"} | logfmt | level!="info"',
            [("took", ">", "590ms"), ("app", "!=", "pay")],
            '{env="test", app!="pay"} | logfmt | level!="info" | took > 590ms',
        ),
    ],
)
async def test_ad_hoc_filters_narrow_as_the_same_thing_written_by_hand(
    source, ask, expr, filters, same
) -> None:
    keys = ("key", "operator", "value")
    given = [dict(zip(keys, each, strict=True)) for each in filters]
    narrowed = await lines_of(source, ask(expr, adhocFilters=given))
    by_hand = await lines_of(source, ask(same))
    assert narrowed["Line"] and narrowed["Line"] == by_hand["Line"]


@pytest.mark.parametrize(
    ("expr", "model", "told"),
    [
        ('{app="cart', {}, "Loki answered 400: parse error at line 1, col 6: literal not"),
        ('{app=~".*"}', {}, "at least one"),
        ('{app="cart"}', {"maxLines": 9_999}, "max entries limit"),
    ],
)
async def test_an_invalid_query_is_reported_in_lokis_words(source, ask, expr, model, told) -> None:
    answer = await answered(source, ask(expr, **model))
    assert told in answer.error.public
    assert answer.error.public.endswith(".")


async def test_a_step_that_is_too_fine_is_made_coarser(source, ask) -> None:
    answer = await answered(source, ask("vector(1)", step="1ms"))
    assert answer.error is None
    assert "Step: 137ms" in answer.frames[0].meta["executedQueryString"]


async def test_editors_and_variables_get_lokis_own_answers(source) -> None:
    async def get(path: str, **params: str) -> Any:
        pairs = {name: [value] for name, value in {**BOUNDS, **params}.items()}
        found = await source.resource("GET", path, pairs, b"", CALLER)
        assert found.status == 200, found.body
        return orjson.loads(found.body)

    selector = {"query": '{env="test"}'}
    assert {"app", "env"} <= set((await get("labels"))["data"])
    assert set((await get("label/app/values"))["data"]) >= {"cart", "pay", "crowd"}
    only = await get("label/app/values", query='{app=~"c.*"}')
    assert only["data"] == ["cart", "crowd"]
    assert len((await get("series", **{"match[]": '{env="test"}'}))["data"]) == 3
    assert set(await get("index/stats", **selector)) >= {"streams", "chunks", "bytes", "entries"}
    for path in ("index/volume", "index/volume_range"):
        assert (await get(path, **selector))["status"] == "success"
    fields = (await get("detected_fields", **selector))["fields"]
    assert {"took", "level", "trace_id"} <= {field["label"] for field in fields}
    assert (await get("detected_field/level/values", **selector))["values"]
    assert (await get("detected_labels"))["detectedLabels"]
    formatted = await get("format_query", query='sum(rate({a="b"}[1m]))')
    assert formatted["data"].startswith("sum(")


async def test_what_loki_refuses_reaches_the_editor_as_it_is(source) -> None:
    """An editor sees the status and the words of Loki itself."""
    pairs = {"start": ["soon"], "end": [BOUNDS["end"]]}
    found = await source.resource("GET", "labels", pairs, b"", CALLER)
    assert found.status == 400
    assert "soon" in orjson.loads(found.body)["message"]


async def test_log_lines_of_a_query_with_the_type_instant_are_shown(source, ask) -> None:
    shown = await lines_of(source, ask('{app="cart"}', queryType="instant"))
    assert shown["Line"]


async def test_a_healthy_loki_is_healthy(source) -> None:
    health = await source.check()
    assert health.ok and "Successfully" in health.message


async def test_the_plugin_keeps_its_contract(client) -> None:
    import logging

    from vedette.kernel.clock import SystemClock
    from vedette.sdk import Host
    from vedette.sdk.testing import AnyNetwork

    host = Host(SystemClock(), client, logging.getLogger("vedette.test"), AnyNetwork())
    await conformance(
        PLUGIN,
        good=[{"expr": '{app="x"}'}, {"expr": "vector(1)", "queryType": "instant"}],
        bad=[{"expr": "{"}, {}],
        lent=lambda: host,
    )


async def test_new_lines_are_followed_with_their_labels(source, lines, ask) -> None:
    begin = time.time_ns()
    query = ask('{app="tailed"} | logfmt', queryType="stream", startNs=str(begin - SECOND))
    push(lines.url, {"app": "tailed"}, [(begin, "n=0", {"trace_id": "abc"})])
    seen: list[Any] = []

    async def follow() -> None:
        async for frame in source.stream(query, CALLER):
            check_frame(frame)
            rows = columns(frame)
            seen.extend(zip(rows["Line"], rows["labels"], rows["labelTypes"], strict=True))
            if len(seen) < 3:
                row = len(seen)
                entry = (time.time_ns(), f"n={row}", {"trace_id": "abc"})
                await asyncio.to_thread(push, lines.url, {"app": "tailed"}, [entry])
            else:
                return

    await asyncio.wait_for(follow(), 30)
    assert [text for text, _, _ in seen] == ["n=0", "n=1", "n=2"]
    for text, labels, kinds in seen:
        assert labels["trace_id"] == "abc" and labels["n"] == text[-1]
        assert (kinds["app"], kinds["trace_id"], kinds["n"]) == ("I", "S", "P")


async def test_a_tail_of_a_bad_query_says_what_is_wrong(source, ask) -> None:
    with pytest.raises(Exception, match="parse error"):
        async for _ in source.stream(ask('{app="'), CALLER):
            pass


async def test_a_tail_above_the_limit_of_loki_is_reported_in_its_words(source, ask) -> None:
    query = ask('{app="cart"}', queryType="stream")
    streams = [source.stream(query, CALLER) for _ in range(11)]
    results = await asyncio.gather(
        *(asyncio.wait_for(anext(stream), 5) for stream in streams[:10]), return_exceptions=True
    )
    assert not [each for each in results if isinstance(each, BaseException)], results
    with pytest.raises(Exception, match="max concurrent tail requests"):
        await asyncio.wait_for(anext(streams[10]), 5)
    for stream in streams:
        await stream.aclose()
