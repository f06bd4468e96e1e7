"""An accepted text stays sent, whatever happens to its images."""

import asyncio

import pytest

from vedette.alerting.delivery import sender
from vedette.sdk import Receipt, TryLater, Undeliverable, receiver_images
from vedette.sdk.receiver_images import send_images
from vedette.sdk.receiver_testing import delivery, receiver_host

ACCEPTED = Receipt("Chat answered 200.", "42")


async def taken() -> int:
    return 1


async def hangs() -> int:
    await asyncio.Event().wait()
    return 1


def failing(error: Exception):
    async def send() -> int:
        raise error

    return send


async def told(*sends, seconds: float = 30.0) -> str:
    how = delivery(seconds=seconds)
    receipt = await send_images(ACCEPTED, receiver_host(), how, len(sends), sends)
    assert receipt.remote_id == "42"
    return receipt.summary.removeprefix(ACCEPTED.summary)


@pytest.mark.parametrize(
    ("sends", "note"),
    [
        ([], ""),
        ([taken, taken], ""),
        ([failing(TryLater("busy")), taken], " 1 screenshot was not taken."),
        (
            [failing(Undeliverable("no")), taken, failing(TryLater("x"))],
            " 2 screenshots were not taken.",
        ),
        ([taken, failing(KeyError("a defect")), taken], " 2 screenshots were not taken."),
    ],
)
async def test_those_that_got_lost_are_counted(sends, note):
    assert await told(*sends) == note


@pytest.mark.parametrize("seconds", [2.3, 1.0])
async def test_what_hangs_ends_before_the_attempt_does(seconds):
    async with asyncio.timeout(2.0):
        assert await told(taken, hangs, taken, seconds=seconds) == " 2 screenshots were not taken."


def test_a_stopping_server_waits_for_images_that_hang():
    assert receiver_images._MOST_SECONDS < sender._STOP_SECONDS


async def test_an_attempt_that_is_cancelled_ends():
    attempt = asyncio.create_task(told(hangs))
    await asyncio.sleep(0.05)
    attempt.cancel()
    with pytest.raises(asyncio.CancelledError):
        await attempt
