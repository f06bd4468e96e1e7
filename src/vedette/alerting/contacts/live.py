"""Receivers of contact points, opened when first used."""

from collections.abc import Sequence
from functools import partial

from vedette.alerting.contacts.drafts import Drafts
from vedette.alerting.contacts.errors import BadContact
from vedette.alerting.contacts.model import Integration
from vedette.alerting.contacts.open_receivers import OpenReceivers
from vedette.alerting.contacts.receiver_types import ReceiverTypes
from vedette.alerting.contacts.store import ContactStore
from vedette.db.database import Database, Tx
from vedette.kernel.clock import Clock
from vedette.outbound.client import SourceClient
from vedette.sdk import Receiver, Undeliverable


class LiveReceivers:
    def __init__(
        self, database: Database, drafts: Drafts, types: ReceiverTypes, clock: Clock
    ) -> None:
        self._database = database
        self._drafts = drafts
        self._types = types
        self._open = OpenReceivers(clock)

    async def open(self, org_id: int, uid: str) -> Receiver:
        """Return the receiver of an integration with its current configuration.

        Raises `Undeliverable` if it was deleted or its settings are invalid, and `Unreadable` or an
        error of the plugin if a later attempt can succeed.
        """
        async with self._database.reading() as tx:
            integration = await ContactStore(tx).by_uid(org_id, uid)
            if integration is None:
                raise Undeliverable("The contact point was deleted in the meantime.", is_final=True)
            version = (integration.id, integration.version)
            open_new = partial(self._open_new, tx, integration)
            return await self._open.get((org_id, uid), version, open_new)

    async def aclose(self) -> None:
        await self._open.aclose()

    async def _open_new(
        self, tx: Tx, integration: Integration
    ) -> tuple[Receiver, Sequence[SourceClient]]:
        settings = await self._drafts.whole_settings(tx, integration)
        try:
            return self._types.open(
                integration.name,
                integration.type,
                settings,
                is_trusted=integration.provenance == "file",
            )
        except BadContact as error:
            raise Undeliverable(error.public) from error
