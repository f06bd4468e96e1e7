"""Images for receivers that send them in separate requests after the text of a notification.

An accepted text is never sent again because of its images: an image that is refused or takes too
long is omitted, and the receipt states how many are missing.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable

import msgspec

from vedette.kernel.errors import VedetteError
from vedette.sdk.receiver import Delivery, Receipt, ReceiverHost

_MOST_SECONDS = 6.0
"""The limit for all images. A stopping server waits longer than this for active deliveries."""
_SPARE_SECONDS = 2.0
"""Reserved at the end of the attempt, so that it ends before its deadline on a busy server too."""

Send = Callable[[], Awaitable[int]]
"""Sends images and returns how many were accepted. Raises a `VedetteError` if none was."""


async def send_images(
    receipt: Receipt, host: ReceiverHost, delivery: Delivery, images: int, sends: Iterable[Send]
) -> Receipt:
    """Send the images of an accepted notification; return its receipt with the number not sent.

    `sends` are called one after the other. `images` is the number of images they send in total.
    Raises only if it is cancelled.
    """
    left = (delivery.deadline - host.clock.now()).total_seconds() - _SPARE_SECONDS
    accepted = 0
    try:
        async with asyncio.timeout(min(max(0.0, left), _MOST_SECONDS)):
            for send in sends:
                try:
                    accepted += await send()
                except VedetteError:
                    continue
    except TimeoutError:
        pass
    except Exception:
        host.log.exception(
            "The images of a notification could not be added.", extra={"delivery": delivery.key}
        )
    return msgspec.structs.replace(receipt, summary=receipt.summary + _note(images - accepted))


def _note(lost: int) -> str:
    if lost <= 0:
        return ""
    return " 1 screenshot was not taken." if lost == 1 else f" {lost} screenshots were not taken."
