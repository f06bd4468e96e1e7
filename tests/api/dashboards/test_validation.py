"""A model is checked before it is saved, and each problem says where it is."""

from typing import Any

import orjson
import pytest
from tests.fixtures.app import Client, Clients


async def problems(client: Client, **model: Any) -> list[tuple[str, str]]:
    reply = await client.post("/api/dashboards/validate", {"dashboard": {"title": "T", **model}})
    answer = reply.json()
    assert reply.status == (200 if answer["isValid"] else 422)
    return [(each["path"], each["severity"]) for each in answer["problems"]]


async def test_a_good_model_has_no_problems(clients: Clients) -> None:
    model = {
        "title": "T",
        "time": {"from": "now-6h", "to": "now"},
        "panels": [
            {"id": 1, "type": "row", "gridPos": {"x": 0, "y": 0, "w": 24, "h": 1}, "panels": []},
            {"id": 2, "type": "timeseries", "targets": [{"refId": "A"}], "unknown": [1]},
            {"id": 3, "libraryPanel": {"uid": "l", "name": "L"}},
            {"id": 4, "type": "singlestat"},
        ],
        "templating": {"list": [{"name": "a", "type": "query"}]},
        "tags": ["a"],
        "refresh": False,
        "links": None,
    }
    for sent in (model, orjson.dumps(model).decode()):
        reply = await clients.editor.post("/api/dashboards/validate", {"dashboard": sent})
        assert reply.json() == {"isValid": True, "message": "", "problems": []}


@pytest.mark.parametrize(
    ("model", "path"),
    [
        ({"panels": [{"id": 1, "type": "text"}, {"id": 1, "type": "text"}]}, "panels[1].id"),
        (
            {"panels": [{"id": 1, "type": "row", "panels": [{"id": 1, "type": "text"}]}]},
            "panels[0].panels[0].id",
        ),
        ({"panels": [{"id": "1", "type": "text"}]}, "panels[0].id"),
        ({"panels": [{"type": "text", "gridPos": {"w": -1}}]}, "panels[0].gridPos.w"),
        ({"panels": [{"type": "text", "gridPos": {"h": 0}}]}, "panels[0].gridPos.h"),
        ({"panels": [{"type": "text", "gridPos": {"x": 20, "w": 8}}]}, "panels[0].gridPos"),
        ({"panels": [{"type": "no-such-panel"}]}, "panels[0].type"),
        ({"panels": [{}]}, "panels[0].type"),
        (
            {"panels": [{"type": "text", "targets": [{"refId": "A"}, {"refId": "A"}]}]},
            "panels[0].targets[1].refId",
        ),
        (
            {"panels": [{"type": "text", "transformations": [{}]}]},
            "panels[0].transformations[0].id",
        ),
        (
            {"panels": [{"type": "text", "fieldConfig": {"overrides": [{"properties": [{}]}]}}]},
            "panels[0].fieldConfig.overrides[0].properties[0].id",
        ),
        ({"panels": [{"type": "text", "title": 5}]}, "panels[0].title"),
        ({"panels": [{"type": "text", "datasource": 5}]}, "panels[0].datasource"),
        ({"templating": {"list": [{"type": "query"}]}}, "templating.list[0].name"),
        ({"templating": {"list": [{"name": "a"}, {"name": "a"}]}}, "templating.list[1].name"),
        ({"templating": {"list": [{"name": "a", "type": "x"}]}}, "templating.list[0].type"),
        ({"annotations": {"list": [{"name": "a"}, {"name": "a"}]}}, "annotations.list[1].name"),
        ({"time": {"from": 5}}, "time.from"),
        ({"tags": ["a", 5]}, "tags[1]"),
        ({"editable": "yes"}, "editable"),
        ({"refresh": 5}, "refresh"),
    ],
)
async def test_what_can_be_opened_is_only_warned_of(
    clients: Clients, model: dict[str, Any], path: str
) -> None:
    assert (path, "warning") in await problems(clients.editor, **model)
    saved = await clients.editor.post("/api/dashboards/db", {"dashboard": {"title": "T", **model}})
    assert saved.status == 200


@pytest.mark.parametrize(
    ("model", "path"),
    [
        ({"panels": {}}, "panels"),
        ({"panels": [5]}, "panels[0]"),
        ({"panels": [{"type": "row", "panels": 5}]}, "panels[0].panels"),
        ({"panels": [{"gridPos": []}]}, "panels[0].gridPos"),
        ({"panels": [{"targets": {}}]}, "panels[0].targets"),
        ({"panels": [{"fieldConfig": {"overrides": {}}}]}, "panels[0].fieldConfig.overrides"),
        ({"templating": []}, "templating"),
        ({"templating": {"list": "a"}}, "templating.list"),
        ({"annotations": {"list": [None]}}, "annotations.list[0]"),
        ({"time": "now"}, "time"),
        ({"panels": [{"type": "text"}] * 2001}, "panels"),
    ],
)
async def test_what_cannot_be_opened_is_not_saved(
    clients: Clients, model: dict[str, Any], path: str
) -> None:
    assert (path, "error") in await problems(clients.editor, **model)
    refused = await clients.editor.post(
        "/api/dashboards/db", {"dashboard": {"title": "T", **model}}
    )
    answer = refused.json()
    assert (refused.status, answer["messageId"]) == (400, "dashboards.unusable_model")
    assert path in {each["path"] for each in answer["problems"]}
    assert path in answer["message"]


async def test_text_that_is_no_model_is_reported_and_not_an_error_of_the_request(
    clients: Clients,
) -> None:
    for text, words in (
        ("{", "not valid JSON"),
        ("[]", "must be a JSON object"),
        ("{}", "title cannot be empty"),
        ('{"title":"a","a":1,"a":2}', "twice"),
        (orjson.dumps({"title": "a", "x": "x" * 2_100_000}).decode(), "limit for saving"),
        (orjson.dumps({"title": "a", "x": "x" * 5_100_000}).decode(), "5000000"),
    ):
        reply = await clients.editor.post("/api/dashboards/validate", {"dashboard": text})
        answer = reply.json()
        assert (reply.status, answer["isValid"]) == (422, False)
        assert words in answer["message"]


async def test_the_list_of_problems_is_bounded(clients: Clients) -> None:
    many = [{"type": "text", "title": 1}] * 500
    assert len(await problems(clients.editor, panels=many)) == 200
    with_error = await problems(clients.editor, panels=[*many, 5])
    assert with_error[0] == ("panels[500]", "error")


async def test_viewers_cannot_validate(clients: Clients) -> None:
    reply = await clients.viewer.post("/api/dashboards/validate", {"dashboard": {"title": "a"}})
    assert reply.status == 403
