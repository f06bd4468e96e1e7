"""The example source keeps to the contract that it shows."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from vedette.plugins.registry import PluginRegistry
from vedette.sdk import Caller, FrameKind, ReadLimits
from vedette.sdk.testing import ScriptedHttp, ScriptedReply, conformance, host, open_source, query

EXAMPLES = Path(__file__).parents[3] / "examples"
ROWS = [{"at": "2026-05-04T11:30:00Z", "n": 1}, {"at": "2026-05-04T11:00:00+00:00", "n": 2.5}]


@pytest.fixture(scope="module")
def plugin():
    return PluginRegistry(EXAMPLES, ["datasource-rest"]).datasource("datasource-rest")


def lent(rows=ROWS, limit=10):
    answers = {"/rows": ScriptedReply(json.dumps(rows).encode()), "/text": ScriptedReply(b"<html>")}
    http = ScriptedHttp(lambda request: answers.get(request.path, ScriptedReply(status=404)))
    return replace(host(http), limits=ReadLimits(rows=limit))


async def one(plugin, model, **more):
    source = await open_source(plugin, lent(**more))
    (answer,) = await source.query([query(model)], Caller(org_id=1))
    return answer


async def test_it_keeps_to_the_contract(plugin):
    await conformance(
        plugin,
        good=[{"path": "/rows"}, {"path": "/rows", "time": "at", "format": "series"}],
        bad=[{"path": 5}, {"path": "/gone"}, {"path": "/text"}, {"path": "/rows", "rows": "x"}],
        lent=lent,
    )


@pytest.mark.parametrize(
    ("written", "milliseconds"),
    [
        ("2026-05-04T12:00:00Z", 1_777_896_000_000),
        ("2026-05-04T14:00:00+02:00", 1_777_896_000_000),
        ("2026-05-04T12:00:00", 1_777_896_000_000),
        (1_777_896_000, 1_777_896_000_000),
        (1_777_896_000.25, 1_777_896_000_250),
        (1_777_896_000_001, 1_777_896_000_001),
    ],
)
async def test_times_are_read_as_apis_write_them(plugin, written, milliseconds):
    answer = await one(plugin, {"path": "/rows", "time": "at"}, rows=[{"at": written}])
    assert answer.frames[0].fields[0].values == [milliseconds]


@pytest.mark.parametrize("written", ["soon", None, [], {}])
async def test_an_invalid_time_is_reported(plugin, written):
    answer = await one(plugin, {"path": "/rows", "time": "at"}, rows=[{"at": written}])
    assert "is not a time" in answer.error.public


async def test_a_cut_answer_says_so(plugin):
    answer = await one(plugin, {"path": "/rows"}, limit=1)
    (frame,) = answer.frames
    assert len(frame.fields[0].values) == 1
    assert frame.notices[0]["text"] == "Only the first 1 rows are shown."


async def test_a_list_of_nothing_is_an_empty_frame(plugin):
    model = {"path": "/rows", "time": "at", "format": "series"}
    (frame,) = (await one(plugin, model, rows=[])).frames
    assert (frame.kind, frame.fields) == (FrameKind.SERIES_WIDE, ())
