"""One attempt to send one message: asks the receiver, never the database."""

import asyncio
import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Protocol

import msgspec

from vedette.alerting.delivery.delivery_store import AttemptOutcome
from vedette.alerting.delivery.message import message, with_pictures
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
    takes_pictures,
)

log = logging.getLogger("vedette.alerting.delivery")
_LONGEST_ANSWER = 1_000
_LARGE = 200_000
"""Signs of a message; a longer one is read in a thread, as it takes tens of milliseconds."""


class Receivers(Protocol):
    async def open(self, org_id: int, integration_uid: str) -> Receiver:
        """Raises `Undeliverable` where the integration is gone or cannot be used."""
        ...


class ImageRenderer(Protocol):
    async def draw(self, message: Message, at: datetime, late: float) -> Mapping[str, bytes]:
        """PNG files by the uid of the rule they are of, within a bounded time.

        `at` is when the message was decided, `late` for how many seconds it has been due.
        """
        ...


class DeliveryOutcome(msgspec.Struct, frozen=True):
    """`answer` is a short text for the ledger; `started` in the database's milliseconds."""

    outcome: AttemptOutcome
    answer: str
    started: int
    duration_ms: int
    retry_after: timedelta | None = None
    is_final: bool = False
    """There is no point in any further attempt."""


async def attempt(
    held: Held,
    receivers: Receivers,
    clock: Clock,
    root_url: str,
    deadline: timedelta,
    pictures: ImageRenderer | None = None,
) -> DeliveryOutcome | None:
    """Never raises, except where it is cancelled. Pictures are drawn before its deadline runs.

    None where nothing was sent, as the lease had ended by then: the message may be another's.
    """
    claim, began = held.claim, clock.monotonic()
    outcome, answer = AttemptOutcome.ERROR, ""
    retry_after, is_final = None, False
    try:
        async with asyncio.timeout(deadline.total_seconds()):
            receiver = await receivers.open(claim.row["org_id"], claim.row["integration_uid"])
            what = await _read(claim, root_url)
        if pictures is not None and takes_pictures(receiver):
            what = await _illustrated(claim, what, pictures)
        if clock.monotonic() >= held.until:
            return None
        async with asyncio.timeout(deadline.total_seconds()):
            receipt = await _deliver(claim, receiver, what, clock, deadline)
        outcome, answer = AttemptOutcome.SENT, receipt.summary
    except Undeliverable as error:
        outcome, answer = AttemptOutcome.UNDELIVERABLE, error.public
        is_final = error.is_final
    except TryLater as error:
        outcome, answer, retry_after = AttemptOutcome.TRY_LATER, error.public, error.retry_after
    except TimeoutError:
        outcome = AttemptOutcome.TIMEOUT
        answer = f"No response within {deadline.total_seconds():g} seconds."
    except VedetteError as error:
        outcome, answer = AttemptOutcome.TRY_LATER, error.public
    except Exception as error:
        log.exception("A receiver failed.", extra={"integration": claim.row["integration_type"]})
        answer = f"The receiver failed inside: {type(error).__name__}."
    crash_at("after_send")
    duration = round((clock.monotonic() - began) * 1000)
    return DeliveryOutcome(outcome, _storable(answer), claim.now, duration, retry_after, is_final)


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


async def _illustrated(claim: Claim, what: Message, pictures: ImageRenderer) -> Message:
    """With what could be drawn in time; nothing that goes wrong with it keeps the message."""
    try:
        drawn = await pictures.draw(what, moment(claim.row["created"]), _late(claim))
    except Exception:
        log.exception("A notification is sent without images.", extra={"delivery": claim.key})
        return what
    return with_pictures(what, drawn)


def _late(claim: Claim) -> float:
    """Seconds. What an instance had in hand that vanished is not late for that."""
    is_taken_over = claim.epoch - 1 > claim.row["attempts"]
    return 0.0 if is_taken_over else max(0.0, (claim.now - claim.due) / 1000)


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
    """Any text a server may answer, as both databases take it."""
    clean = text.replace("\x00", "").encode("utf-8", "replace").decode()
    return clean if len(clean) <= _LONGEST_ANSWER else f"{clean[: _LONGEST_ANSWER - 1]}…"
