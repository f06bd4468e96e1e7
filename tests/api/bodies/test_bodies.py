"""Clients written for Grafana 10.4 send the same body in many forms; each of them is understood.

Its decoder reads names of members without regard to case, takes null for absent and skips what it
does not know, and generated clients rely on it. A new route with a body needs a row in
`documented`.
"""

import re
from collections import defaultdict
from itertools import count
from typing import Any

import orjson
from tests.api.bodies.documented import BODIES, FORWARDED, WITHOUT_BODY, Sent
from tests.api.bodies.notation import (
    in_other_case,
    numbered,
    plain,
    required_only,
    with_nulls,
    with_unknown,
    without_each,
)
from tests.fixtures.app import Client, Clients

from vedette.web.body import decode_body
from vedette.web.call import Call
from vedette.web.routes import Route

_NAMED = re.compile(r"[{<]([a-z ]+)[}>]")
_numbers = count(1)
_OPEN = {"x-disable-provenance": "true"}


def name(route: Route) -> str:
    return f"{route.method} {route.path}"


def routes(clients: Clients) -> dict[str, Route]:
    return {name(route): route for route in clients.viewer.app.routes}


async def decoded(route: Route, body: Any) -> Any:
    async def nothing_more() -> dict[str, str]:
        return {"type": "http.disconnect"}

    call = Call({"headers": [(b"content-type", b"application/json")]}, nothing_more, {}, "id")
    call.raw_body = orjson.dumps(body)
    return decode_body(call, route.body)


def filled(value: Any, made: dict[str, Any]) -> Any:
    """With what was made before in the place of its name."""
    if isinstance(value, list):
        return [filled(each, made) for each in value]
    if isinstance(value, dict):
        return {key: filled(each, made) for key, each in value.items()}
    if not isinstance(value, str) or value.startswith("{{"):
        return value
    if value.startswith("<"):
        return made[value[1:-1]]
    return _NAMED.sub(lambda found: str(made[found[1]]), value)


async def prepared(admin: Client) -> dict[str, Any]:
    """What bodies and paths name."""

    async def made(path: str, body: Any, *keys: str) -> Any:
        reply = await admin.post(path, body, **_OPEN)
        assert reply.status < 300, (path, reply.body)
        found = reply.json()
        for key in keys:
            found = found[key]
        return found

    timing = {"time_intervals": [{"weekdays": ["sunday"]}]}
    await made("/api/v1/provisioning/mute-timings", {"name": "nights", **timing})
    await made("/api/v1/alerting/mute-timings", {"name": "own-nights", **timing})
    source = {"type": "prometheus", "access": "proxy", "url": "http://127.0.0.1:9"}
    await made("/api/datasources", {"name": "Main", "uid": "main", **source})
    changed = await made("/api/datasources", {"name": "Changed", "uid": "changed", **source}, "id")
    correlation = {"targetUID": "main", "config": {"type": "query", "field": "f", "target": {}}}
    integration = {"name": "people", "type": "webhook", "settings": {"url": "http://127.0.0.1:9"}}
    dashboard = {"dashboard": {"title": "Windows", "uid": "windows"}}
    element = {"name": "E", "kind": 1, "model": {"type": "stat"}}
    for uid, title in (("doors", "Doors"), ("others", "Others")):
        await made("/api/folders", {"uid": uid, "title": title})
    query = {"type": "math", "expression": "1", "refId": "A"}
    rule = {
        "uid": "a-rule", "title": "A rule", "folderUID": "doors", "ruleGroup": "g",
        "condition": "A",
        "data": [{"refId": "A", "datasourceUid": "__expr__", "model": query}],
    }  # fmt: skip
    saved = {"title": "S", "queries": [{"refId": "A"}]}
    past = {"queries": [{"refId": "A"}], "datasourceUid": "main"}
    return {
        "user": await made("/api/admin/users", {"login": "someone", "password": "long one"}, "id"),
        "account": await made("/api/serviceaccounts", {"name": "robot"}, "id"),
        "dashboard": "windows",
        "dashboard number": await made("/api/dashboards/db", dashboard, "id"),
        "element": await made("/api/library-elements", element, "result", "uid"),
        "folder": "doors",
        "other folder": "others",
        "source": "main",
        "changed source": "changed",
        "changed source number": changed,
        "correlation": await made(
            "/api/datasources/uid/main/correlations", correlation, "result", "uid"
        ),
        "past query": await made("/api/query-history", past, "result", "uid"),
        "saved query": await made("/api/saved-queries", saved, "uid"),
        "integration": await made("/api/v1/provisioning/contact-points", integration, "uid"),
        "point": "people",
        "timing": "nights",
        "own timing": "own-nights",
        "rule": await made("/api/v1/provisioning/alert-rules", rule, "uid"),
    }


async def test_every_route_that_takes_a_body_has_its_documented_body_here(clients: Clients) -> None:
    writing = {
        key: route
        for key, route in routes(clients).items()
        if route.method in ("POST", "PUT", "PATCH") or route.body is not None or route.raw
    }
    with_body = {key for key, route in writing.items() if route.body is not None}
    raw = {key for key, route in writing.items() if route.raw and key.startswith("P")}
    assert with_body - FORWARDED == set(BODIES)
    assert raw <= FORWARDED <= set(writing)
    assert set(writing) - with_body - {key for key, r in writing.items() if r.raw} <= WITHOUT_BODY


async def test_names_in_another_case_nulls_and_unknown_members_change_nothing(
    clients: Clients,
) -> None:
    by_name = routes(clients)
    for key, sent in BODIES.items():
        route, body = by_name[key], filled(numbered(sent.body, 1), defaultdict(lambda: 1))
        documented = await decoded(route, plain(body))
        assert await decoded(route, in_other_case(body)) == documented, key
        assert await decoded(route, with_unknown(body)) == documented, key
        nothing_optional = await decoded(route, required_only(body))
        assert await decoded(route, with_nulls(body)) == nothing_optional, key
        for place, counts, rest in without_each(body):
            is_read = await decoded(route, rest) != documented
            assert is_read or not counts, f"{key}: {place} is not read"


def forms(sent: Sent) -> list[tuple[str, Any]]:
    """Each with a number of its own in the texts that must not repeat."""

    def fresh() -> Any:
        return numbered(sent.body, next(_numbers))

    without = [place for place, _, _ in without_each(sent.body)]
    return [
        ("as documented", plain(fresh())),
        ("in another case", in_other_case(fresh())),
        ("with unknown members", with_unknown(fresh())),
        ("with nulls", with_nulls(fresh())),
        *(
            (f"without {place}", list(without_each(fresh()))[index][2])
            for index, place in enumerate(without)
        ),
    ]


async def test_every_form_of_every_body_is_answered_as_the_documented_one(
    unlimited: Clients,
) -> None:
    clients = unlimited
    made = await prepared(clients.server_admin)
    wrong = []
    for key, sent in BODIES.items():
        path = filled(sent.path or key.partition(" ")[2], made)
        answers = []
        for form, body in forms(sent):
            reply = await clients.server_admin.send(
                key.split()[0], path, filled(body, made), headers=_OPEN
            )
            answer = (reply.status, reply.json()["messageId"] if reply.status >= 400 else "")
            answers.append(answer)
            if answer != answers[0] or (reply.status >= 400) != sent.is_refused:
                wrong.append(f"{key} {form}: {reply.status} {reply.body[:120]!r}")
        if answers[0][1] == "request.bad_body":
            wrong.append(f"{key} does not fit the route")
    assert not wrong, "\n".join(wrong)
