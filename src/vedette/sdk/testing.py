"""Tools for tests of data source plugins: a clock, a scripted server, and a conformance check."""

import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import msgspec

from vedette.sdk import (
    Answer,
    BadGateway,
    Caller,
    Connection,
    DataSource,
    DataSourcePlugin,
    FieldType,
    Frame,
    Health,
    Host,
    HttpClient,
    HttpResponse,
    Json,
    Query,
    TimeRange,
    WebSocket,
)

Params = Mapping[str, str] | list[tuple[str, str]] | None
START = datetime(2026, 5, 4, 12, tzinfo=UTC)


class StoppedClock:
    """A clock whose time only passes while something sleeps, without waiting."""

    def __init__(self, now: datetime = START) -> None:
        self._now = now
        self._seconds = 0.0

    def now(self) -> datetime:
        return self._now + timedelta(seconds=self._seconds)

    def now_ms(self) -> int:
        return round(self.now().timestamp() * 1000)

    def monotonic(self) -> float:
        return self._seconds

    async def sleep(self, seconds: float) -> None:
        self._seconds += max(0.0, seconds)


@dataclass(frozen=True, slots=True)
class Request:
    """A request of the plugin; `params` holds the query of the URL, `form` the pairs of the
    body."""

    method: str
    path: str
    params: list[tuple[str, str]]
    form: list[tuple[str, str]]
    body: bytes
    headers: Mapping[str, str]


@dataclass(slots=True)
class ScriptedReply:
    """A reply of the scripted server, sent in `pieces` if given."""

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    pieces: Sequence[bytes] = ()

    async def read(self) -> bytes:
        return b"".join(self.pieces) or self.body

    async def chunks(self) -> AsyncIterator[bytes]:
        for piece in self.pieces or (self.body,):
            yield piece


@dataclass(slots=True)
class ScriptedSocket:
    """A WebSocket whose server sends `said` and closes, or fails with `failure`."""

    said: Sequence[bytes] = ()
    failure: Exception | None = None
    sent: list[str] = field(default_factory=list)

    async def send(self, text: str) -> None:
        self.sent.append(text)

    async def messages(self) -> AsyncIterator[bytes]:
        for message in self.said:
            yield message
        if self.failure is not None:
            raise self.failure


class ScriptedHttp:
    """An HTTP client whose server is a function; records the requests in `requests`.

    `connect` handles WebSockets and can raise the errors of opening one.
    """

    def __init__(
        self,
        answer: Callable[[Request], ScriptedReply],
        connect: Callable[[Request], ScriptedSocket] | None = None,
    ) -> None:
        self.requests: list[Request] = []
        self._answer = answer
        self._connect = connect

    @asynccontextmanager
    async def request(
        self,
        method: str,
        url: str,
        *,
        params: Params = None,
        form: Params = None,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[HttpResponse]:
        address = urlsplit(url)
        request = Request(
            method,
            address.path,
            parse_qsl(address.query) + _pairs(params),
            _pairs(form),
            body or b"",
            dict(headers or {}),
        )
        self.requests.append(request)
        yield self._answer(request)

    @asynccontextmanager
    async def websocket(
        self,
        url: str,
        *,
        params: Params = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[WebSocket]:
        path = urlsplit(url).path
        request = Request("GET", path, _pairs(params), [], b"", dict(headers or {}))
        self.requests.append(request)
        if self._connect is None:
            raise BadGateway("This server opens no live connection.", upstreamStatus=400)
        yield self._connect(request)


class AnyNetwork:
    """Allows every address, under the requested name."""

    async def address(self, host: str, port: int) -> str:
        return host


def _pairs(values: Params) -> list[tuple[str, str]]:
    return list(values.items()) if isinstance(values, Mapping) else list(values or [])


def host(http: HttpClient | None = None) -> Host:
    """Return a host for tests; without `http` every request is refused with 503."""
    client = http or ScriptedHttp(lambda request: ScriptedReply(status=503))
    return Host(StoppedClock(), client, logging.getLogger("vedette.plugin.test"), AnyNetwork())


async def open_source(
    plugin: DataSourcePlugin[Any], lent: Host | None = None, settings: Json | None = None
) -> DataSource:
    """Open a data source like the server, with settings decoded from `jsonData`."""
    decoded = msgspec.convert(dict(settings or {}), plugin.settings, strict=False)
    connection = Connection("test", "Test", "http://store.test", "", "", decoded, {})
    return await plugin.open(connection, lent or host())


def query(model: Json, ref_id: str = "A", *, hours: float = 1, max_points: int = 240) -> Query:
    """Return a query for the hours before `START`, at an interval of 15 s."""
    span = TimeRange(START - timedelta(hours=hours), START)
    return Query(ref_id, model, span, timedelta(seconds=15), max_points)


async def conformance(
    plugin: DataSourcePlugin[Any],
    *,
    good: Sequence[Json],
    bad: Sequence[Json],
    lent: Callable[[], Host] = host,
    settings: Json | None = None,
) -> None:
    """Raise `AssertionError` if a plugin violates the contract with the server.

    `good` are query models that return frames, `bad` those that return an error. Every result must
    belong to its own query; no query affects others; frames are rectangular; unknown keys of
    `jsonData` are ignored.
    """
    source = await open_source(plugin, lent(), {**(settings or {}), "unknownKey": [1]})
    caller = Caller(org_id=1, login="tester")
    try:
        assert list(await source.query([], caller)) == []
        models = [*good, *bad]
        queries = [query(model, f"Q{place}") for place, model in enumerate(models)]
        answers = {answer.ref_id: answer for answer in await source.query(queries, caller)}
        assert list(answers) == [each.ref_id for each in queries], "one answer for each query"
        for place, model in enumerate(models):
            _check_answer(answers[f"Q{place}"], model, fails=place >= len(good))
        assert isinstance(await source.check(), Health)
    finally:
        await source.aclose()
        await source.aclose()


def _check_answer(answer: Answer, model: Json, *, fails: bool) -> None:
    if fails:
        assert answer.error is not None, f"{model} was answered"
        assert answer.error.public.strip(), "an error says what happened"
        return
    assert answer.error is None, f"{model}: {answer.error}"
    for frame in answer.frames:
        check_frame(frame)
        assert frame.ref_id in ("", answer.ref_id)


def check_frame(frame: Frame) -> None:
    """Check a frame: named columns of equal length, and times in whole milliseconds."""
    lengths = {len(column.values) for column in frame.fields}
    assert len(lengths) <= 1, f"columns of {sorted(lengths)} rows"
    for column in frame.fields:
        assert column.name, "a field without a name"
        if isinstance(column.values, list) and None in column.values:
            assert column.nullable, f"{column.name} holds null and is not nullable"
        if column.type is FieldType.TIME and isinstance(column.values, list):
            whole = (value is None or isinstance(value, int) for value in column.values)
            assert all(whole), f"{column.name} holds times that are not whole milliseconds"
