"""A slow browser costs a bounded amount of memory and is told what it missed."""

import asyncio

import orjson
from hypothesis import given
from hypothesis import strategies as st

from vedette.live.model import plain_message
from vedette.live.outbox import Outbox

FRAME = b'{"schema":{}}'


async def drained(box: Outbox, count: int) -> list[dict]:
    return [orjson.loads(await box.take()) for _ in range(count)]


async def test_updates_that_do_not_fit_are_dropped_with_a_notice() -> None:
    box = Outbox(limit=200)
    for _ in range(10):
        box.offer("a", FRAME)
    box.offer("b", FRAME)
    messages = await drained(box, 4)
    kinds = [message["type"] for message in messages]
    assert kinds == ["frames"] * 3 + ["notice"]
    assert messages[-1]["id"] in ("a", "b")
    last = orjson.loads(await box.take())
    texts = {message["id"]: message["text"] for message in (messages[-1], last)}
    assert texts["a"].startswith("7 updates") and texts["b"].startswith("1 update was")
    box.offer("a", FRAME)
    assert orjson.loads(await box.take())["type"] == "frames"


async def test_one_frame_may_be_larger_than_everything_that_may_wait() -> None:
    box = Outbox(limit=10)
    box.offer("a", FRAME * 1)
    assert orjson.loads(await box.take())["frames"] == [{"schema": {}}]


async def test_answers_wait_for_room_instead_of_being_left_out() -> None:
    box = Outbox(limit=30)
    await box.put(plain_message("pong", id="x" * 50))
    second = asyncio.create_task(box.put(plain_message("pong")))
    await asyncio.sleep(0)
    assert not second.done()
    await box.take()
    await second
    assert orjson.loads(await box.take()) == {"type": "pong"}


async def test_an_ended_subscription_reports_no_missed_frames() -> None:
    box = Outbox(limit=60)
    for _ in range(5):
        box.offer("a", FRAME)
    box.forget("a")
    await box.take()
    waiting = asyncio.create_task(box.take())
    await asyncio.sleep(0)
    assert not waiting.done()
    waiting.cancel()


@given(st.lists(st.integers(1, 400), max_size=40))
def test_every_frame_is_sent_or_counted_and_few_wait(sizes: list[int]) -> None:
    async def fill() -> list[dict]:
        box = Outbox(limit=500)
        for size in sizes:
            box.offer("a", b'"' + b"x" * size + b'"')
        await box.put(plain_message("pong"))
        found = []
        while not found or found[-1]["type"] != "pong":
            found.append(orjson.loads(await box.take()))
        if len(found) <= len(sizes):
            found.append(orjson.loads(await box.take()))
        return found

    messages = asyncio.run(fill())
    sent = [each["frames"][0] for each in messages if each["type"] == "frames"]
    missed = [int(each["text"].split()[0]) for each in messages if each["type"] == "notice"]
    assert len(sent) + sum(missed) == len(sizes)
    assert sum(map(len, sent)) <= 500
