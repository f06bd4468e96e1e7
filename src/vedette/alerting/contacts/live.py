"""Receivers of contact points in use: opened when first needed."""

from vedette.alerting.contacts.drafts import Drafts
from vedette.alerting.contacts.errors import BadContact
from vedette.alerting.contacts.kept import KeptReceivers
from vedette.alerting.contacts.receiver_types import ReceiverTypes
from vedette.alerting.contacts.store import ContactStore
from vedette.db.database import Database
from vedette.kernel.clock import Clock
from vedette.sdk import Receiver, Undeliverable


class LiveReceivers:
    def __init__(
        self, database: Database, drafts: Drafts, types: ReceiverTypes, clock: Clock
    ) -> None:
        self._database = database
        self._drafts = drafts
        self._types = types
        self._kept = KeptReceivers(clock)

    async def open(self, org_id: int, uid: str) -> Receiver:
        """The receiver of an integration as it is configured now.

        Raises `Undeliverable` where it is gone or its settings can not be used, and `Unreadable`
        or a plugin's error where a later attempt may find it mended.
        """
        async with self._database.reading() as tx:
            integration = await ContactStore(tx).by_uid(org_id, uid)
            if integration is None:
                raise Undeliverable("The contact point was deleted in the meantime.", is_final=True)
            key, made = (org_id, uid), (integration.id, integration.version)
            receiver = self._kept.get(key, made)
            if receiver is None:
                settings = await self._drafts.whole_settings(tx, integration)
                try:
                    receiver, clients = self._types.open(
                        integration.name,
                        integration.type,
                        settings,
                        is_trusted=integration.provenance == "file",
                    )
                except BadContact as error:
                    raise Undeliverable(error.public) from error
                self._kept.put(key, made, receiver, clients)
        await self._kept.sweep()
        return receiver

    async def aclose(self) -> None:
        await self._kept.aclose()
