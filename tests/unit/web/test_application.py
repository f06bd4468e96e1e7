"""What every answer of the server holds to, whatever its handler does."""

import threading
from typing import Any

import msgspec
import orjson

from vedette.access.guard import PUBLIC, SIGNED_IN
from vedette.kernel.clock import SystemClock
from vedette.kernel.errors import Conflict
from vedette.kernel.principal import Principal
from vedette.web.answer import ApiAnswer
from vedette.web.application import Application
from vedette.web.call import Call
from vedette.web.headers import HeaderPolicy
from vedette.web.options import Observation, RequestLimits
from vedette.web.routes import RateLimit, Route, RouteTable


class Named(msgspec.Struct):
    name: str
    size: int = 0


class Threaded(msgspec.Struct):
    """Notes which thread decodes it."""

    text: str
    thread: int = 0

    def __post_init__(self) -> None:
        self.thread = threading.get_ident()


class Wanted(msgspec.Struct):
    tag: list[str] = []
    limit: int = 10


class Taken(Conflict):
    code = "test.taken"


async def echo(call: Call) -> Any:
    return {"name": call.body.name, "size": call.body.size}


async def asked(call: Call) -> Any:
    return {"tags": call.query.tag, "limit": call.query.limit}


async def threaded(call: Call) -> Any:
    return {"is_apart": call.body.thread != threading.get_ident()}


async def breaks(call: Call) -> Any:
    raise RuntimeError("the password is hunter2")


async def conflicts(call: Call) -> Any:
    raise Taken("This name is taken.", status="name-exists")


async def ailing(call: Call) -> ApiAnswer:
    return ApiAnswer(503, b"{}")


async def page(call: Call) -> ApiAnswer:
    return ApiAnswer(200, b"<p>page", "text/html")


async def nobody(call: Call) -> Principal | None:
    return None


def application() -> Application:
    rate = RateLimit("dear", burst_seconds=2)
    routes = [
        Route("POST", "/api/echo", echo, PUBLIC, body=Named, max_body=1000),
        Route("POST", "/api/threaded", threaded, PUBLIC, body=Threaded),
        Route("GET", "/api/ailing", ailing, PUBLIC),
        Route("GET", "/api/probe", ailing, PUBLIC, is_probe=True),
        Route("GET", "/api/asked", asked, PUBLIC, query=Wanted),
        Route("GET", "/api/breaks", breaks, PUBLIC),
        Route("GET", "/api/conflicts", conflicts, PUBLIC),
        Route("POST", "/login", echo, PUBLIC, body=Named),
        Route("GET", "/api/closed", breaks, SIGNED_IN),
        Route("GET", "/api/dear", asked, PUBLIC, query=Wanted, rate=rate),
    ]
    return Application(
        RouteTable(routes),
        clock=SystemClock(),
        authenticate=nobody,
        observation=Observation(lambda method, route, status, seconds: None),
        headers=HeaderPolicy().common(),
        page=page,
        limits=RequestLimits(rates={"dear": 60}),
    )


async def ask(
    app: Application, method: str, path: str, body: bytes = b"", **headers: str
) -> tuple[int, dict[str, str], Any]:
    sent: list[dict[str, Any]] = []
    raw, _, query = path.partition("?")
    scope = {
        "type": "http",
        "method": method,
        "path": raw,
        "raw_path": raw.encode(),
        "query_string": query.encode(),
        "headers": [(k.replace("_", "-").encode(), v.encode()) for k, v in headers.items()],
        "client": ("10.0.0.1", 5000),
    }

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    await app(scope, receive, send)
    answered = {k.decode(): v.decode() for k, v in sent[0]["headers"]}
    content = sent[1]["body"]
    is_json = answered.get("content-type", "").startswith("application/json") and content
    return sent[0]["status"], answered, orjson.loads(content) if is_json else content


JSON = "application/json"


async def test_a_body_arrives_checked_and_typed() -> None:
    status, _, body = await ask(
        application(), "POST", "/api/echo", b'{"name":"a","size":3}', content_type=JSON
    )
    assert (status, body) == (200, {"name": "a", "size": 3})


async def test_a_wrong_body_says_which_field_does_not_fit() -> None:
    status, _, body = await ask(
        application(), "POST", "/api/echo", b'{"name":1}', content_type=JSON
    )
    assert status == 400
    assert "$.name" in body["message"]


async def test_a_body_must_say_that_it_is_json() -> None:
    status, _, _ = await ask(
        application(), "POST", "/api/echo", b'{"name":"a"}', content_type="text/plain"
    )
    assert status == 400


async def test_a_large_body_is_refused_by_its_announced_length_and_by_what_comes() -> None:
    """Proves T09."""
    app = application()
    body = b'{"name":"' + b"a" * 2000 + b'"}'
    announced = await ask(
        app, "POST", "/api/echo", b"", content_type=JSON, content_length="5000000"
    )
    silent = await ask(app, "POST", "/api/echo", body, content_type=JSON)
    assert (announced[0], silent[0]) == (413, 413)


async def test_deep_nesting_is_refused_before_it_is_decoded() -> None:
    """Proves T09."""
    body = b'{"name":' + b"[" * 200 + b"]" * 200 + b"}"
    status, _, answer = await ask(application(), "POST", "/api/echo", body, content_type=JSON)
    assert status == 400
    assert "nested" in answer["message"]


async def test_a_large_body_is_decoded_beside_the_event_loop() -> None:
    """T09: Others do not wait while a body of megabytes becomes objects."""
    found = []
    for length in (1, 100_000):
        body = orjson.dumps({"text": "x" * length})
        _, _, answer = await ask(
            application(), "POST", "/api/threaded", body, content_type="application/json"
        )
        found.append(answer["is_apart"])
    assert found == [False, True]


async def test_query_values_are_typed_and_lists_repeat() -> None:
    app = application()
    good = await ask(app, "GET", "/api/asked?tag=a&tag=b&limit=5")
    bad = await ask(app, "GET", "/api/asked?limit=many")
    assert good[2] == {"tags": ["a", "b"], "limit": 5}
    assert bad[0] == 400


async def test_a_defect_answers_500_and_says_nothing_of_what_is_inside(caplog: Any) -> None:
    status, headers, body = await ask(application(), "GET", "/api/breaks")
    assert status == 500
    assert "hunter2" not in str(body)
    assert body["requestId"] == headers["x-request-id"]
    assert "hunter2" in caplog.text


async def test_a_probe_that_finds_the_server_ill_adds_no_warning(caplog: Any) -> None:
    """R-60: The log has a line when an outage begins and one when it ends, not one per probe."""
    caplog.set_level("INFO")
    assert (await ask(application(), "GET", "/api/ailing"))[0] == 503
    assert [each.levelname for each in caplog.records] == ["WARNING"]
    caplog.clear()
    assert (await ask(application(), "GET", "/api/probe"))[0] == 503
    assert not caplog.records


async def test_a_deliberate_error_keeps_its_sentence_code_and_detail() -> None:
    status, _, body = await ask(application(), "GET", "/api/conflicts")
    assert status == 409
    assert body["message"] == "This name is taken."
    assert (body["messageId"], body["status"]) == ("test.taken", "name-exists")


async def test_nobody_gets_into_a_closed_route() -> None:
    assert (await ask(application(), "GET", "/api/closed"))[0] == 401


async def test_an_unsupported_method_is_404_and_names_the_supported_ones() -> None:
    status, headers, body = await ask(application(), "DELETE", "/api/echo")
    assert (status, "allow" in headers) == (404, False)
    assert body["message"] == "DELETE is not supported at this path. Use POST."


async def test_unknown_api_addresses_are_404_and_pages_get_the_user_interface() -> None:
    app = application()
    assert (await ask(app, "GET", "/api/nothing"))[0] == 404
    assert (await ask(app, "POST", "/nothing"))[0] == 404
    assert (await ask(app, "GET", "/d/abc"))[2] == b"<p>page"
    assert (await ask(app, "GET", "/login"))[2] == b"<p>page"


async def test_every_answer_forbids_sniffing_framing_and_caching() -> None:
    _, headers, _ = await ask(application(), "GET", "/api/asked")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "deny"
    assert headers["cache-control"] == "no-store"
    assert "access-control-allow-origin" not in headers


async def test_what_is_dear_is_rationed_with_a_time_to_wait() -> None:
    """Proves T66, R-54."""
    app = application()
    answers = [await ask(app, "GET", "/api/dear") for _ in range(3)]
    assert [status for status, _, _ in answers] == [200, 200, 429]
    assert int(answers[2][1]["retry-after"]) >= 1
    assert answers[2][2]["limit"] == "dear"
    assert "[rate_limits] dear allows 60 per minute" in answers[2][2]["message"]


async def test_a_request_id_of_the_caller_is_kept_where_it_is_harmless() -> None:
    app = application()
    kept = await ask(app, "GET", "/api/asked", x_request_id="abcdef-123456")
    replaced = await ask(app, "GET", "/api/asked", x_request_id="<script>")
    assert kept[1]["x-request-id"] == "abcdef-123456"
    assert replaced[1]["x-request-id"] != "<script>"


async def test_answers_that_travel_are_compressed() -> None:
    async def large(call: Call) -> Any:
        return ["word"] * 2000

    app = Application(
        RouteTable([Route("GET", "/api/large", large, PUBLIC)]),
        clock=SystemClock(),
        authenticate=nobody,
        observation=Observation(lambda method, route, status, seconds: None),
        headers=[],
        page=page,
    )
    _, headers, _ = await ask_raw(app, accept_encoding="gzip")
    plain = await ask_raw(app)
    assert headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain[1]


async def ask_raw(app: Application, **headers: str) -> tuple[int, dict[str, str], Any]:
    sent: list[dict[str, Any]] = []
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/api/large",
        "raw_path": b"/api/large",
        "query_string": b"",
        "headers": [(k.replace("_", "-").encode(), v.encode()) for k, v in headers.items()],
        "client": ("10.0.0.1", 5000),
    }

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    await app(scope, receive, send)
    return sent[0]["status"], {k.decode(): v.decode() for k, v in sent[0]["headers"]}, sent[1]
