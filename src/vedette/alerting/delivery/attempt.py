"""One attempt to send one notification. It does not use the database."""

import asyncio
import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Protocol

import msgspec

from vedette.alerting.delivery.delivery_store import AttemptOutcome
from vedette.alerting.delivery.message import message, with_images
from vedette.cluster.claims import Claim
from vedette.cluster.renewal import Held
from vedette.kernel.clock import Clock, moment
from vedette.kernel.errors import VedetteError
from vedette.kernel.fault import crash_at
from vedette.sdk import (
    Delivery,
    Message,
    Receipt,
    Receiver,
    TryLater,
    Undeliverable,
    accepts_images,
)

log = logging.getLogger("vedette.alerting.delivery")
_LONGEST_ANSWER = 1_000
_LARGE = 200_000
"""Characters of a stored notification. A longer one is decoded in a thread, as it takes tens of
milliseconds."""


class Receivers(Protocol):
    async def open(self, org_id: int, integration_uid: str) -> Receiver:
        """Open an integration. Raises `Undeliverable` if it does not exist or cannot be used."""
        ...


class ImageRenderer(Protocol):
    async def draw(self, message: Message, at: datetime, late: float) -> Mapping[str, bytes]:
        """Return PNG files by the uid of their rule, within a bounded time.

        `at` is when the notification was created, `late` how many seconds it has been due.
        """
        ...


class DeliveryOutcome(msgspec.Struct, frozen=True):
    """Result of an attempt. `answer` is a short text for the notification history, `started` is in
    milliseconds of the database's clock."""

    outcome: AttemptOutcome
    answer: str
    started: int
    duration_ms: int
    retry_after: timedelta | None = None
    is_final: bool = False
    """Further attempts cannot succeed."""


class DeliveryAttempts:
    """Sends notifications through their receivers. `root_url` is the server's public address."""

    def __init__(
        self,
        receivers: Receivers,
        clock: Clock,
        root_url: str,
        deadline: timedelta,
        renderer: ImageRenderer | None = None,
    ) -> None:
        self._receivers = receivers
        self._clock = clock
        self._root_url = root_url
        self._deadline = deadline
        self._renderer = renderer

    async def send(self, lease: Held) -> DeliveryOutcome | None:
        """Send one notification. Never raises, except when it is cancelled.

        Images are rendered before the deadline starts. Returns None if nothing was sent because the
        lease had expired: another instance may own the notification now.
        """
        claim, began = lease.claim, self._clock.monotonic()
        outcome, answer = AttemptOutcome.ERROR, ""
        retry_after, is_final = None, False
        try:
            receipt = await self._send(lease)
            if receipt is None:
                return None
            outcome, answer = AttemptOutcome.SENT, receipt.summary
        except Undeliverable as error:
            outcome, answer = AttemptOutcome.UNDELIVERABLE, error.public
            is_final = error.is_final
        except TryLater as error:
            outcome, answer, retry_after = AttemptOutcome.TRY_LATER, error.public, error.retry_after
        except TimeoutError:
            outcome = AttemptOutcome.TIMEOUT
            answer = f"No response within {self._deadline.total_seconds():g} seconds."
        except VedetteError as error:
            outcome, answer = AttemptOutcome.TRY_LATER, error.public
        except Exception as error:
            log.exception(
                "A receiver raised an exception.",
                extra={"integration": claim.row["integration_type"]},
            )
            answer = f"The receiver failed with an internal error: {type(error).__name__}."
        crash_at("after_send")
        duration = round((self._clock.monotonic() - began) * 1000)
        return DeliveryOutcome(
            outcome, _storable(answer), claim.now, duration, retry_after, is_final
        )

    async def _send(self, lease: Held) -> Receipt | None:
        claim, clock, deadline = lease.claim, self._clock, self._deadline
        async with asyncio.timeout(deadline.total_seconds()):
            receiver = await self._receivers.open(claim.row["org_id"], claim.row["integration_uid"])
            message = await _read(claim, self._root_url)
        if self._renderer is not None and accepts_images(receiver):
            message = await _with_images(claim, message, self._renderer)
        if clock.monotonic() >= lease.until:
            return None
        async with asyncio.timeout(deadline.total_seconds()):
            return await _deliver(claim, receiver, message, clock, deadline)


async def _read(claim: Claim, root_url: str) -> Message:
    row = claim.row
    read = partial(
        message,
        row["message"],
        org_id=row["org_id"],
        group_key=row["group_key"],
        receiver=row["receiver"],
        root_url=root_url,
    )
    is_large = len(row["message"]) > _LARGE
    return await asyncio.to_thread(read) if is_large else read()


async def _with_images(claim: Claim, what: Message, renderer: ImageRenderer) -> Message:
    """Return the notification with the images that are rendered in time. A failure to render never
    delays it."""
    try:
        images = await renderer.draw(what, moment(claim.row["created"]), _late(claim))
    except Exception:
        log.exception("A notification is sent without images.", extra={"delivery": claim.key})
        return what
    return with_images(what, images)


def _late(claim: Claim) -> float:
    """Return for how many seconds the notification has been due. Time that a crashed instance lost
    does not count."""
    was_taken_over = claim.epoch - 1 > claim.row["attempts"]
    return 0.0 if was_taken_over else max(0.0, (claim.now - claim.due) / 1000)


async def _deliver(
    claim: Claim, receiver: Receiver, what: Message, clock: Clock, deadline: timedelta
) -> Receipt:
    how = Delivery(
        key=claim.row["delivery_key"],
        attempt=claim.epoch,
        sequence=claim.row["sequence"],
        deadline=clock.now() + deadline,
    )
    crash_at("before_send")
    return await receiver.deliver(what, how)


def _storable(text: str) -> str:
    """Return a response of a server as text that both databases can store."""
    clean = text.replace("\x00", "").encode("utf-8", "replace").decode()
    return clean if len(clean) <= _LONGEST_ANSWER else f"{clean[: _LONGEST_ANSWER - 1]}…"
