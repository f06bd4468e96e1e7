"""What an Alertmanager answers becomes a table, and its failures one sentence."""

import pytest

from vedette.sdk import Caller, Resources
from vedette.sdk.testing import (
    Request,
    ScriptedHttp,
    ScriptedReply,
    check_frame,
    host,
    open_source,
    query,
)
from vedette_plugins.datasources.alertmanager.alerts import alerts_frame, read_alerts
from vedette_plugins.datasources.alertmanager.datasource import PLUGIN
from vedette_plugins.datasources.alertmanager.errors import NoSuchResource
from vedette_plugins.datasources.alertmanager.matchers import matchers

CALLER = Caller(org_id=1)


def alert(name, start="2026-05-04T12:00:00.000Z", **labels):
    return {
        "labels": {"alertname": name, **labels},
        "annotations": {"summary": f"about {name}"},
        "startsAt": start,
        "endsAt": "2026-05-04T13:00:00.000Z",
        "updatedAt": "2026-05-04T12:00:01.000Z",
        "generatorURL": "http://prometheus/graph",
        "fingerprint": name,
        "receivers": [{"name": "mail"}, {"name": "chat"}],
        "status": {"state": "active", "silencedBy": [], "inhibitedBy": ["x"], "mutedBy": None},
    }


def columns(frame):
    check_frame(frame)
    return {field.name: list(field.values) for field in frame.fields}


def test_labels_and_annotations_are_columns_and_the_newest_alert_is_first():
    alerts = read_alerts(
        [alert("Old", team="a"), alert("New", "2026-05-04T12:30:00Z", severity="critical")]
    )
    frame = alerts_frame(alerts, "A", 10)
    found = columns(frame)
    assert found["alertname"] == ["New", "Old"]
    assert list(found)[:5] == ["startsAt", "state", "alertname", "severity", "team"]
    assert found["team"] == ["", "a"]
    assert found["annotations.summary"] == ["about New", "about Old"]
    assert found["startsAt"][1] == 1_777_896_000_000
    assert found["receivers"][0] == "mail, chat"
    assert found["inhibitedBy"][0] == "x"


def test_more_alerts_than_allowed_are_cut_with_a_notice():
    frame = alerts_frame(read_alerts([alert(str(n)) for n in range(5)]), "A", 3)
    assert len(columns(frame)["state"]) == 3
    assert frame.notices[0]["text"] == "Alertmanager returned 5 alerts; the newest 3 are shown."


async def opened(answer, **settings):
    http = ScriptedHttp(answer)
    return await open_source(PLUGIN, host(http), settings), http


async def test_a_query_says_which_alerts_it_wants():
    source, http = await opened(lambda request: ScriptedReply(b"[]"), implementation="prometheus")
    model = {"filter": ['severity="critical"', " "], "silenced": False, "receiver": "mail|chat"}
    (answer,) = await source.query([query(model)], CALLER)
    assert answer.error is None
    assert http.requests[0].params == [
        ("silenced", "false"),
        ("filter", 'severity="critical"'),
        ("receiver", "mail|chat"),
    ]


@pytest.mark.parametrize(
    ("implementation", "path"),
    [("prometheus", "/api/v2/alerts"), ("mimir", "/alertmanager/api/v2/alerts")],
)
async def test_the_implementation_says_where_the_api_is(implementation, path):
    source, http = await opened(lambda request: ScriptedReply(b"[]"), implementation=implementation)
    await source.query([query({})], CALLER)
    assert [request.path for request in http.requests] == [path]


async def test_without_an_implementation_both_places_are_tried_once():
    def answer(request: Request) -> ScriptedReply:
        return ScriptedReply(b"[]", 200 if request.path.startswith("/alertmanager/") else 404)

    source, http = await opened(answer)
    for _ in range(2):
        (found,) = await source.query([query({})], CALLER)
        assert found.error is None
    assert [request.path for request in http.requests] == [
        "/api/v2/status",
        "/alertmanager/api/v2/status",
        "/alertmanager/api/v2/alerts",
        "/alertmanager/api/v2/alerts",
    ]


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (ScriptedReply(b'"bad matcher format: x"', 400), "answered 400: bad matcher format: x"),
        (
            ScriptedReply(b'{"code":602,"message":"active is wrong"}', 422),
            "answered 422: active is wrong",
        ),
        (ScriptedReply(b"<html>oops</html>", 500), "answered 500: it did not say why"),
        (ScriptedReply(b"<html>", 200), "not JSON"),
        (ScriptedReply(b'{"a":1}', 200), "does not contain alerts"),
        (ScriptedReply(b'[{"labels":1}]', 200), "does not contain alerts"),
    ],
)
async def test_every_failure_is_one_sentence(reply, words):
    source, _ = await opened(lambda request: reply, implementation="prometheus")
    (answer,) = await source.query([query({})], CALLER)
    assert words in answer.error.public
    assert not (await source.check()).ok


async def test_a_query_that_cannot_be_read_says_why():
    source, _ = await opened(lambda request: ScriptedReply(b"[]"), implementation="prometheus")
    (answer,) = await source.query([query({"active": "perhaps"})], CALLER)
    assert answer.error.code == "alertmanager.bad_query"


async def test_resources_only_read():
    source, http = await opened(lambda request: ScriptedReply(b"[]"), implementation="mimir")
    assert isinstance(source, Resources)
    for path in ("alerts", "api/v2/alerts/groups", "alertmanager/api/v2/silences", "silence/0-a"):
        assert (
            await source.resource("GET", path, {"filter": ["a=b"], "x": ["y"]}, b"", CALLER) == []
        )
    assert http.requests[1].path == "/alertmanager/api/v2/alerts/groups"
    assert http.requests[1].params == [("filter", "a=b")]
    for method, path in (("POST", "silences"), ("GET", "-/reload"), ("GET", "silence/a/b")):
        with pytest.raises(NoSuchResource):
            await source.resource(method, path, {}, b"", CALLER)


def test_writing_silences_needs_an_alerting_permission():
    actions = {(route.method, route.path): route.action for route in PLUGIN.proxy_routes}
    assert actions[("POST", "api/v2/silences")] == "alerting:write"
    assert actions[("DELETE", "alertmanager/api/v2/silence/*")] == "alerting:write"
    assert {action for (method, _), action in actions.items() if method == "GET"} == {
        "datasources:read"
    }


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('severity="critical"', ['severity="critical"']),
        ('{a="b", c=~"d|e"}', ['a="b"', 'c=~"d|e"']),
        (r'a="x,y\",z",b!="}"', [r'a="x,y\",z"', 'b!="}"']),
        ("a=b,c=d", ["a=b", "c=d"]),
        ("{}", []),
        (" , ", []),
        ('a="open, b', ['a="open, b']),
    ],
)
def test_matchers_are_distinguished_outside_of_quotes(text, wanted):
    assert matchers(text) == wanted
