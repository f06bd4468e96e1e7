"""A connection ends with the rights it was opened with, and no feed takes the others along."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vedette.kernel.errors import Forbidden
from vedette.kernel.principal import Principal
from vedette.live.connection import LiveConnection
from vedette.live.model import BadMessage, Subscribe, read_message

WHO = Principal("user", 7, 1, "Viewer")


class TurnedClock:
    """Time passes where the test says so."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._sleepers: list[tuple[float, asyncio.Future[None]]] = []

    def monotonic(self) -> float:
        return self.seconds

    async def sleep(self, seconds: float) -> None:
        until = asyncio.get_running_loop().create_future()
        self._sleepers.append((self.seconds + seconds, until))
        await until

    async def turn(self, seconds: float) -> None:
        self.seconds += seconds
        for at, until in self._sleepers:
            if at <= self.seconds and not until.done():
                until.set_result(None)
        for _ in range(20):
            await asyncio.sleep(0)


@dataclass
class Page:
    """The other side of a socket; `takes` is whether it reads."""

    said: asyncio.Queue[str | None] = field(default_factory=asyncio.Queue)
    heard: list[dict] = field(default_factory=list)
    closed: tuple[int, str] | None = None
    takes: asyncio.Event = field(default_factory=asyncio.Event)

    async def receive(self) -> str | None:
        return await self.said.get()

    async def send(self, text: str) -> None:
        await self.takes.wait()
        self.heard.append(orjson.loads(text))

    async def close(self, code: int, reason: str = "") -> None:
        self.closed = (code, reason)

    def subscribe(self, id_: str) -> None:
        body = {"type": "subscribe", "id": id_, "datasource": id_, "query": {}}
        self.said.put_nowait(orjson.dumps(body).decode())


@dataclass
class Feeds:
    """Feeds by id: what they say; `crash` raises; those in `forbidden` may not go on."""

    forbidden: set[str] = field(default_factory=set)
    ended: list[str] = field(default_factory=list)
    frames: int = 1

    async def open(self, who: Principal, headers: object, asked: Subscribe) -> "Feed":
        return Feed(self, asked.id)


@dataclass
class Feed:
    feeds: Feeds
    id: str

    async def frames(self) -> AsyncIterator[bytes]:
        try:
            if self.id == "crash":
                raise RuntimeError("the password is hunter2")
            for _ in range(self.feeds.frames):
                yield b'{"size":"%b"}' % (b"x" * 100_000 if self.feeds.frames > 1 else b"")
            await asyncio.Event().wait()
        finally:
            self.feeds.ended.append(self.id)

    async def check(self, who: Principal) -> None:
        if self.id in self.feeds.forbidden:
            raise Forbidden("This may not be seen by you.")


class Open:
    def __init__(self) -> None:
        self.page, self.feeds, self.clock = Page(), Feeds(), TurnedClock()
        self.who: Principal | None = WHO
        self.page.takes.set()
        self.connection = LiveConnection(self.page, WHO, self.recheck, self.feeds, self.clock, {})
        self.run = asyncio.create_task(self.connection.run())

    async def recheck(self) -> Principal | None:
        return self.who

    async def settle(self) -> None:
        for _ in range(50):
            await asyncio.sleep(0)


@pytest.fixture
async def opened() -> AsyncIterator[Open]:
    made = Open()
    yield made
    made.run.cancel()
    await asyncio.gather(made.run, return_exceptions=True)


async def test_a_session_that_ended_on_another_instance_ends_the_connection_in_a_minute(opened):
    opened.page.subscribe("a")
    await opened.settle()
    opened.who = None
    await opened.clock.turn(59)
    assert opened.page.closed is None
    await opened.clock.turn(1)
    await opened.run
    assert opened.page.closed[0] == 4401
    assert opened.feeds.ended == ["a"]


async def test_another_person_or_organization_is_not_the_one_that_connected(opened):
    opened.who = Principal("user", 7, 2, "Admin")
    await opened.clock.turn(60)
    await opened.run
    assert opened.page.closed[0] == 4401


async def test_a_source_that_is_taken_away_ends_its_subscription_alone(opened):
    opened.page.subscribe("a")
    opened.page.subscribe("b")
    await opened.settle()
    opened.feeds.forbidden.add("a")
    opened.connection.doubt()
    await opened.settle()
    assert opened.feeds.ended == ["a"]
    last = opened.page.heard[-1]
    assert (last["type"], last["id"], last["status"]) == ("error", "a", 403)
    assert opened.page.closed is None


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
async def test_a_feed_that_crashes_says_nothing_of_what_is_inside(opened, caplog):
    opened.page.subscribe("crash")
    opened.page.subscribe("b")
    await opened.settle()
    (error,) = [each for each in opened.page.heard if each["type"] == "error"]
    assert error["id"] == "crash" and "hunter2" not in error["message"]
    assert {"type": "subscribed", "id": "b"} in opened.page.heard


async def test_a_page_that_reads_nothing_does_not_stay_longer_than_its_session(opened):
    opened.connection._outbox._limit = 10
    for id_ in "abcd":
        opened.page.subscribe(id_)
    await opened.settle()
    opened.page.takes.clear()
    for _ in range(2):
        opened.page.said.put_nowait('{"type":"ping"}')
    await opened.settle()
    opened.feeds.forbidden.update("abc")
    opened.connection.doubt()
    await opened.settle()
    assert sorted(opened.feeds.ended) == ["a", "b", "c"]
    opened.who = None
    opened.connection.doubt()
    await opened.settle()
    assert opened.page.closed[0] == 4401


async def test_a_page_that_reads_nothing_loses_frames_with_a_notice(opened):
    opened.page.takes.clear()
    opened.feeds.frames = 100
    opened.page.subscribe("a")
    await opened.settle()
    opened.page.takes.set()
    for _ in range(10):
        await opened.settle()
    kinds = [each["type"] for each in opened.page.heard]
    assert 30 < kinds.count("frames") < 45
    assert kinds[-1] == "notice"
    count = int(opened.page.heard[-1]["text"].split()[0])
    assert count + kinds.count("frames") == 100


async def test_a_page_that_leaves_takes_its_subscriptions_with_it(opened):
    """Proves T60, CVE-2026-21720."""
    opened.page.subscribe("a")
    await opened.settle()
    opened.page.said.put_nowait(None)
    await opened.run
    assert opened.feeds.ended == ["a"]


@given(st.text(max_size=200) | st.dictionaries(st.sampled_from(["type", "id", "query"]), st.text()))
def test_any_message_is_read_or_refused_in_a_sentence(message):
    text = message if isinstance(message, str) else orjson.dumps(message).decode()
    try:
        assert read_message(text)
    except BadMessage as refused:
        assert refused.public.endswith(".")
