"""For receivers that post a message first, and its pictures in requests of their own.

A message that was accepted may not be sent again for its pictures: what goes wrong with them, and
what takes too long, is a picture that got lost and is told in the receipt.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable

import msgspec

from vedette.kernel.errors import VedetteError
from vedette.sdk.receiver import Delivery, Receipt, ReceiverHost

_MOST_SECONDS = 6.0
"""Less than a server that ends waits for what is under way."""
_SPARE_SECONDS = 2.0
"""Of the attempt: it ends before its deadline, even where the server is busy."""

Send = Callable[[], Awaitable[int]]
"""How many pictures it brought. Raises any `VedetteError` where it brought none."""


async def with_pictures(
    receipt: Receipt, host: ReceiverHost, delivery: Delivery, pictures: int, sends: Iterable[Send]
) -> Receipt:
    """The receipt of a message that is accepted, with how many of its pictures got lost.

    `sends` are called one after the other. Never raises, except where it is cancelled.
    """
    left = (delivery.deadline - host.clock.now()).total_seconds() - _SPARE_SECONDS
    taken = 0
    try:
        async with asyncio.timeout(min(max(0.0, left), _MOST_SECONDS)):
            for send in sends:
                try:
                    taken += await send()
                except VedetteError:
                    continue
    except TimeoutError:
        pass
    except Exception:
        host.log.exception(
            "The images of a notification could not be added.", extra={"delivery": delivery.key}
        )
    return msgspec.structs.replace(receipt, summary=receipt.summary + _note(pictures - taken))


def _note(lost: int) -> str:
    if lost <= 0:
        return ""
    return " 1 screenshot was not taken." if lost == 1 else f" {lost} screenshots were not taken."
