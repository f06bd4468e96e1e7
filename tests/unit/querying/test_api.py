import asyncio

import orjson
import pytest
from tests.unit.querying.test_service import VIEWER, Source, Sources, service

from vedette.access.evaluator import AccessDenied
from vedette.kernel.clock import SystemClock
from vedette.kernel.errors import VedetteError
from vedette.kernel.principal import Principal
from vedette.querying.api import QueryApi
from vedette.web.body import ClientGone, decode_body
from vedette.web.call import Call


def request(*uids):
    queries = [{"refId": f"Q{n}", "datasource": {"uid": uid}} for n, uid in enumerate(uids)]
    return orjson.dumps({"from": "now-1h", "to": "now", "queries": queries})


async def post(sources, body, who=VIEWER, leaves_after=None, **limits):
    (route,) = QueryApi(service(sources, **limits), SystemClock()).routes()

    async def receive():
        await asyncio.sleep(60 if leaves_after is None else leaves_after)
        return {"type": "http.disconnect"}

    headers = [(b"content-type", b"application/json")]
    scope = {"type": "http", "method": "POST", "path": route.path, "headers": headers}
    scope["query_string"] = b""
    call = Call(scope, receive, {}, "test")
    call.principal = who
    call.raw_body = body
    await route.policy.admit(call)
    call.body = decode_body(call, route.body)
    answer = await route.handler(call)
    pieces = [answer.body] if answer.stream is None else [piece async for piece in answer.stream]
    return answer, b"".join(pieces)


@pytest.mark.parametrize(
    ("uids", "status"),
    [
        (["a"], 200),
        (["a", "gone"], 400),
        (["gone", "lost"], 404),
        (["bad"], 400),
        (["a", "a"], 200),
    ],
)
async def test_the_status_tells_whether_all_went_well_and_the_body_holds_every_answer(uids, status):
    sources = Sources(a=Source(), bad=Source(failure=VedetteErrorForTest("no")))
    answer, body = await post(sources, request(*uids))
    assert answer.status == status
    results = orjson.loads(body)["results"]
    assert list(results) == [f"Q{n}" for n in range(len(uids))]
    assert ("message" in orjson.loads(body)) is (status != 200)


class VedetteErrorForTest(VedetteError):
    code, status = "test", 500


async def test_large_answers_go_out_in_pieces_with_their_length():
    answer, body = await post(Sources(a=Source(rows=400_000, frames=3)), request("a"))
    assert answer.stream is not None
    assert answer.headers["Content-Length"] == str(len(body))
    assert len(orjson.loads(body)["results"]["Q0"]["frames"]) == 3


@pytest.mark.parametrize("leaves_after", [0, 0.05])
async def test_the_query_is_cancelled_when_the_client_leaves(leaves_after):
    slow = Source(delay=30)
    with pytest.raises(ClientGone):
        await post(Sources(a=slow), request("a"), leaves_after=leaves_after)
    assert slow.cancelled == 1


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", b'{"queries":3}', b'{"queries":[3]}', b"no"])
async def test_bodies_of_another_shape_are_refused(body):
    with pytest.raises(VedetteError) as caught:
        await post(Sources(), body)
    assert caught.value.status == 400


async def test_people_without_a_role_may_not_query():
    nobody = Principal("user", 2, 1, "None")
    with pytest.raises(AccessDenied):
        await post(Sources(a=Source()), request("a"), who=nobody)
