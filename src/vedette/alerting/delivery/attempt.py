"""One attempt to send one message: asks the receiver, never the database."""

import asyncio
import logging
from datetime import timedelta
from functools import partial
from typing import Protocol

import msgspec

from vedette.alerting.delivery.delivery_store import AttemptOutcome
from vedette.alerting.delivery.message import message
from vedette.cluster.claims import Claim
from vedette.kernel.clock import Clock
from vedette.kernel.errors import VedetteError
from vedette.kernel.fault import crash_at
from vedette.sdk import Delivery, Receipt, Receiver, TryLater, Undeliverable

log = logging.getLogger("vedette.alerting.delivery")
_LONGEST_ANSWER = 1_000
_LARGE = 200_000
"""Signs of a message; a longer one is read in a thread, as it takes tens of milliseconds."""


class Receivers(Protocol):
    async def open(self, org_id: int, integration_uid: str) -> Receiver:
        """Raises `Undeliverable` where the integration is gone or can not be used."""
        ...


class Outcome(msgspec.Struct, frozen=True):
    """`answer` is a short text for the ledger; `started` in the database's milliseconds."""

    outcome: AttemptOutcome
    answer: str
    started: int
    duration_ms: int
    retry_after: timedelta | None = None
    is_final: bool = False
    """There is no point in any further attempt."""


async def attempt(
    claim: Claim, receivers: Receivers, clock: Clock, root_url: str, deadline: timedelta
) -> Outcome:
    """Never raises, except where it is cancelled."""
    began = clock.monotonic()
    outcome, answer = AttemptOutcome.ERROR, ""
    retry_after, is_final = None, False
    try:
        async with asyncio.timeout(deadline.total_seconds()):
            receipt = await _deliver(claim, receivers, clock, root_url, deadline)
        outcome, answer = AttemptOutcome.SENT, receipt.summary
    except Undeliverable as error:
        outcome, answer = AttemptOutcome.UNDELIVERABLE, error.public
        is_final = error.is_final
    except TryLater as error:
        outcome, answer, retry_after = AttemptOutcome.TRY_LATER, error.public, error.retry_after
    except TimeoutError:
        outcome = AttemptOutcome.TIMEOUT
        answer = f"No answer within {deadline.total_seconds():g} seconds."
    except VedetteError as error:
        outcome, answer = AttemptOutcome.TRY_LATER, error.public
    except Exception as error:
        log.exception("A receiver failed.", extra={"integration": claim.row["integration_type"]})
        answer = f"The receiver failed inside: {type(error).__name__}."
    crash_at("after_send")
    duration = round((clock.monotonic() - began) * 1000)
    return Outcome(outcome, _storable(answer), claim.now, duration, retry_after, is_final)


async def _deliver(
    claim: Claim, receivers: Receivers, clock: Clock, root_url: str, deadline: timedelta
) -> Receipt:
    row = claim.row
    receiver = await receivers.open(row["org_id"], row["integration_uid"])
    read = partial(
        message,
        row["message"],
        org_id=row["org_id"],
        group_key=row["group_key"],
        receiver=row["receiver"],
        root_url=root_url,
    )
    is_large = len(row["message"]) > _LARGE
    what = await asyncio.to_thread(read) if is_large else read()
    how = Delivery(
        key=row["delivery_key"],
        attempt=claim.epoch,
        sequence=row["sequence"],
        deadline=clock.now() + deadline,
    )
    crash_at("before_send")
    return await receiver.deliver(what, how)


def _storable(text: str) -> str:
    """Any text a server may answer, as both databases take it."""
    clean = text.replace("\x00", "").encode("utf-8", "replace").decode()
    return clean if len(clean) <= _LONGEST_ANSWER else f"{clean[: _LONGEST_ANSWER - 1]}…"
