"""Who was recognized lately: nobody who works waits for it, and nobody is believed too long."""

import asyncio

import pytest

from vedette.db.errors import DatabaseUnavailable
from vedette.identity.errors import BadToken
from vedette.identity.recognized import PrincipalCache
from vedette.kernel.clock import SystemClock
from vedette.kernel.principal import Principal

KEY = "session:one"
VIEWER = Principal("user", 7, 1, "Viewer", login="ann", name="Ann")
EDITOR = Principal("user", 7, 1, "Editor", login="ann", name="Ann")


class TurnedClock(SystemClock):
    at = 1000.0

    def monotonic(self) -> float:
        return self.at


class Desk:
    """A database far away: it answers when `answer` is called."""

    def __init__(self) -> None:
        self.clock = TurnedClock()
        self.recognized = PrincipalCache(self.clock)
        self.asked: list[asyncio.Future[Principal | None]] = []

    async def ask(self) -> Principal | None:
        self.asked.append(asyncio.get_running_loop().create_future())
        return await self.asked[-1]

    async def recall(self, at: float) -> Principal | None:
        self.clock.at = 1000.0 + at
        found = self.recognized.recall(KEY, self.ask)
        await asyncio.sleep(0)
        return found

    async def answer(self, found: Principal | Exception | None, at: float) -> None:
        self.clock.at = 1000.0 + at
        if isinstance(found, Exception):
            self.asked[-1].set_exception(found)
        else:
            self.asked[-1].set_result(found)
        for _ in range(3):
            await asyncio.sleep(0)


@pytest.fixture
def desk() -> Desk:
    """Somebody was recognized just now."""
    desk = Desk()
    desk.recognized.remember(KEY, VIEWER, desk.recognized.moment())
    return desk


async def test_who_goes_on_working_never_waits_for_a_database_that_takes_two_seconds(
    desk: Desk,
) -> None:
    asked_at = 0.0
    for tenth in range(600):
        now, known = tenth / 10, len(desk.asked)
        if known and not desk.asked[-1].done() and now - asked_at >= 2:
            await desk.answer(VIEWER, now)
        assert await desk.recall(now) == VIEWER
        if len(desk.asked) > known:
            asked_at = now
    assert len(desk.asked) <= 30, "one question at a time"


async def test_what_changed_elsewhere_counts_as_soon_as_it_was_asked_for(desk: Desk) -> None:
    assert await desk.recall(2.5) == VIEWER
    await desk.answer(EDITOR, 3.5)
    assert await desk.recall(3.6) == EDITOR


async def test_nobody_is_believed_longer_than_five_seconds_after_the_question(desk: Desk) -> None:
    assert await desk.recall(3.0) == VIEWER
    assert await desk.recall(4.9) == VIEWER
    assert await desk.recall(5.0) is None
    await desk.answer(EDITOR, 7.5)
    assert await desk.recall(7.9) == EDITOR
    assert await desk.recall(8.0) is None, "it was asked at second three"
    assert len(desk.asked) == 2


@pytest.mark.parametrize("found", [None, BadToken("Invalid API key")])
async def test_a_session_or_token_that_ended_elsewhere_is_looked_at_by_the_next_request(
    desk: Desk, found: BadToken | None
) -> None:
    """Proves T29."""
    await desk.recall(2.5)
    await desk.answer(found, 3.0)
    assert await desk.recall(3.1) is None


async def test_a_database_that_is_away_takes_nobody_out_before_the_time(desk: Desk) -> None:
    await desk.recall(2.5)
    await desk.answer(DatabaseUnavailable("away"), 3.0)
    assert await desk.recall(3.1) == VIEWER
    assert await desk.recall(5.0) is None


async def test_what_was_asked_before_a_change_here_is_not_believed_after_it(desk: Desk) -> None:
    """The answer may be of before the change: the right that was taken would come back."""
    await desk.recall(2.5)
    desk.recognized.forget(VIEWER.id)
    await desk.answer(VIEWER, 3.0)
    assert await desk.recall(3.1) is None

    before = desk.recognized.moment()
    desk.recognized.forget(VIEWER.id)
    desk.recognized.remember(KEY, VIEWER, before)
    assert await desk.recall(3.2) is None


async def test_what_is_under_way_at_the_end_is_given_up(desk: Desk) -> None:
    await desk.recall(2.5)
    await desk.recognized.aclose()
    assert desk.asked[0].cancelled()
