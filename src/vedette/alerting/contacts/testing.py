"""Sends test notifications and returns the responses of receivers."""

import asyncio
from datetime import timedelta
from typing import Literal

import msgspec

from vedette.alerting.contacts.drafts import Drafts, Prepared
from vedette.alerting.contacts.errors import BadContact
from vedette.alerting.contacts.model import Integration, IntegrationDraft
from vedette.alerting.contacts.receiver_types import ReceiverTypes
from vedette.alerting.contacts.store import ContactStore
from vedette.db.database import Database, Tx
from vedette.kernel.clock import Clock
from vedette.kernel.errors import GatewayTimeout, VedetteError
from vedette.kernel.ids import new_uid
from vedette.sdk import Delivery, Message

_SECONDS = 15.0


class ContactPointTest(msgspec.Struct, frozen=True):
    """`answer` is the response of a receiver that accepted the notification; otherwise `error` is
    the reason."""

    outcome: Literal["sent", "bad", "timeout", "failed"]
    answer: str
    error: str
    duration_ms: int

    @property
    def is_ok(self) -> bool:
        return self.outcome == "sent"


class ContactPointTests:
    def __init__(
        self, database: Database, drafts: Drafts, types: ReceiverTypes, clock: Clock
    ) -> None:
        self._database = database
        self._drafts = drafts
        self._types = types
        self._clock = clock

    async def send(
        self, org_id: int, draft: IntegrationDraft, message: Message
    ) -> ContactPointTest:
        """Test saved or unsaved settings.

        With the uid of a stored integration, its secrets are used where the draft has none. Never
        raises errors that the settings or the receiver cause.
        """
        started = self._clock.monotonic()
        try:
            answer = await self._sent(org_id, draft, message)
            return self._trial("sent", started, answer=answer)
        except BadContact as error:
            return self._trial("bad", started, error=error.public)
        except TimeoutError:
            sentence = f"No response within {_SECONDS:.0f} seconds."
            return self._trial("timeout", started, error=sentence)
        except VedetteError as error:
            outcome: Literal["timeout", "failed"] = "timeout" if _is_late(error) else "failed"
            return self._trial(outcome, started, error=error.public)

    async def _sent(self, org_id: int, draft: IntegrationDraft, message: Message) -> str:
        async with self._database.reading() as tx:
            before = await ContactStore(tx).by_uid(org_id, draft.uid) if draft.uid else None
            prepared = await self._drafts.prepared(tx, draft, before, keeps_absent=True)
            trusted = before is not None and await self._is_as_written(tx, before, draft, prepared)
        receiver, clients = self._types.open(
            draft.name, draft.type, prepared.whole, is_trusted=trusted
        )
        now = self._clock.now()
        delivery = Delivery(f"test-{new_uid()}", 1, 1, now + timedelta(seconds=_SECONDS))
        try:
            async with asyncio.timeout(_SECONDS):
                receipt = await receiver.deliver(message, delivery)
        finally:
            for client in clients:
                await client.aclose()
        return receipt.summary

    async def _is_as_written(
        self, tx: Tx, before: Integration, draft: IntegrationDraft, prepared: Prepared
    ) -> bool:
        """Return whether these settings come from a provisioning file, unchanged."""
        return (
            before.provenance == "file"
            and before.type == draft.type
            and before.settings == prepared.settings
            and await self._drafts.secrets(tx, before) == prepared.secrets
        )

    def _trial(
        self,
        outcome: Literal["sent", "bad", "timeout", "failed"],
        started: float,
        *,
        answer: str = "",
        error: str = "",
    ) -> ContactPointTest:
        return ContactPointTest(
            outcome, answer, error, round((self._clock.monotonic() - started) * 1000)
        )


def _is_late(error: BaseException) -> bool:
    """Return whether the error is a missing response, however the receiver reports it."""
    found: BaseException | None = error
    while found is not None:
        if isinstance(found, GatewayTimeout | TimeoutError):
            return True
        found = found.__cause__ or found.__context__
    return False
