"""Things that many share are opened once, follow their settings, and do not stay open for ever."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from vedette.kernel.live_pool import LivePool
from vedette.sdk.testing import StoppedClock

IDLE, GRACE = 1_800.0, 60.0


class World:
    """Values are `name version`; only the newest version is current."""

    def __init__(self) -> None:
        self.clock = StoppedClock()
        self.version = 1
        self.opened: list[str] = []
        self.closed: list[str] = []
        self.pool = LivePool[str, str](
            self.clock, self.close, idle_seconds=IDLE, grace_seconds=GRACE
        )

    async def close(self, value: str) -> None:
        self.closed.append(value)

    async def get(self, name: str, open_new: Callable[[], Awaitable[str]] | None = None) -> str:
        async def opened() -> str:
            value = f"{name} {self.version}"
            await asyncio.sleep(0)
            self.opened.append(value)
            return value

        return await self.pool.get(
            name, lambda value: value.endswith(f" {self.version}"), open_new or opened
        )


async def test_many_users_share_one() -> None:
    world = World()
    assert await asyncio.gather(*(world.get("a") for _ in range(20))) == ["a 1"] * 20
    assert await world.get("b") == "b 1"
    assert world.opened == ["a 1", "b 1"]


async def test_another_version_replaces_it_and_work_under_way_may_end() -> None:
    world = World()
    await world.get("a")
    world.version = 2
    assert await world.get("a") == "a 2"
    await world.clock.sleep(GRACE - 1)
    await world.get("a")
    assert world.closed == []
    await world.clock.sleep(2)
    await world.get("a")
    assert world.closed == ["a 1"]
    assert world.pool.peek("a") == "a 2"


async def test_what_is_not_used_for_long_is_closed() -> None:
    world = World()
    await world.get("idle")
    for _ in range(4):
        await world.clock.sleep(IDLE / 2)
        world.pool.peek("idle")
        await world.get("busy")
    assert world.closed == ["idle 1"]
    assert world.pool.peek("idle") is None
    assert await world.get("idle") == "idle 1"
    assert world.opened == ["idle 1", "busy 1", "idle 1"]


async def test_what_cannot_be_opened_leaves_the_one_before_open() -> None:
    world = World()
    await world.get("a")
    world.version = 2

    async def fails() -> str:
        raise OSError("refused")

    with pytest.raises(OSError, match="refused"):
        await world.get("a", fails)
    await world.clock.sleep(2 * GRACE)
    assert world.pool.peek("a") == "a 1"
    assert world.closed == []
    assert await world.get("a") == "a 2"


async def test_a_caller_that_gives_up_blocks_no_other() -> None:
    world = World()
    begun = asyncio.Event()

    async def hangs() -> str:
        begun.set()
        await asyncio.sleep(3600)
        return ""

    task = asyncio.create_task(world.get("a", hangs))
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    async with asyncio.timeout(5):
        assert await world.get("a") == "a 1"


async def test_a_stop_closes_everything_once() -> None:
    world = World()
    await world.get("a")
    world.version = 2
    await world.get("a")
    await world.get("b")
    await world.pool.aclose()
    await world.pool.aclose()
    assert sorted(world.closed) == ["a 1", "a 2", "b 2"]


async def test_a_caller_that_is_cancelled_while_it_closes_leaves_the_rest_to_the_next() -> None:
    world = World()
    for name in ("a", "b", "c"):
        await world.get(name)
    world.version = 2
    for name in ("a", "b", "c"):
        await world.get(name)
    await world.clock.sleep(2 * GRACE)
    closing = asyncio.Event()
    close = world.pool._close

    async def hangs(value: str) -> None:
        closing.set()
        await asyncio.sleep(3600)

    world.pool._close = hangs
    task = asyncio.create_task(world.get("a"))
    await closing.wait()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    world.pool._close = close
    await world.clock.sleep(2)
    await world.get("a")
    assert world.closed == ["b 1", "c 1"]
