"""Receivers in use: opened when first needed, kept while their settings stay the same."""

from collections.abc import Sequence

import msgspec

from vedette.alerting.contacts.drafts import Drafts
from vedette.alerting.contacts.errors import BadContact
from vedette.alerting.contacts.model import Integration
from vedette.alerting.contacts.receiver_types import ReceiverTypes
from vedette.alerting.contacts.store import ContactStore
from vedette.db.database import Database
from vedette.kernel.clock import Clock
from vedette.outbound.client import SourceClient
from vedette.sdk import Receiver, Undeliverable

_IDLE_SECONDS = 3_600.0
_GRACE_SECONDS = 120.0
"""What is under way on a receiver that was replaced may end within this time."""


class _Live(msgspec.Struct):
    id: int
    version: int
    receiver: Receiver
    clients: Sequence[SourceClient]
    used: float


class LiveReceivers:
    def __init__(
        self, database: Database, drafts: Drafts, types: ReceiverTypes, clock: Clock
    ) -> None:
        self._database = database
        self._drafts = drafts
        self._types = types
        self._clock = clock
        self._live: dict[tuple[int, str], _Live] = {}
        self._retired: list[tuple[float, _Live]] = []

    async def open(self, org_id: int, uid: str) -> Receiver:
        """The receiver of an integration as it is configured now.

        Raises `Undeliverable` where it is gone or its settings can not be used, and `Unreadable`
        or a plugin's error where a later attempt may find it mended.
        """
        async with self._database.reading() as tx:
            integration = await ContactStore(tx).by_uid(org_id, uid)
            if integration is None:
                raise Undeliverable("The contact point was deleted meanwhile.", is_final=True)
            live = self._live.get((org_id, uid))
            if live is None or (live.id, live.version) != (integration.id, integration.version):
                settings = await self._drafts.whole_settings(tx, integration)
                live = self._replace(integration, settings)
        live.used = self._clock.monotonic()
        await self._sweep()
        return live.receiver

    async def aclose(self) -> None:
        for live in (*self._live.values(), *(live for _, live in self._retired)):
            await _close(live)
        self._live.clear()
        self._retired.clear()

    def _replace(self, integration: Integration, settings: dict[str, object]) -> _Live:
        key = (integration.org_id, integration.uid)
        try:
            receiver, clients = self._types.open(
                integration.name,
                integration.type,
                settings,
                is_trusted=integration.provenance == "file",
            )
        except BadContact as error:
            raise Undeliverable(error.public) from error
        if key in self._live:
            self._retire(self._live[key])
        now = self._clock.monotonic()
        live = _Live(integration.id, integration.version, receiver, clients, now)
        self._live[key] = live
        return live

    def _retire(self, live: _Live) -> None:
        self._retired.append((self._clock.monotonic() + _GRACE_SECONDS, live))

    async def _sweep(self) -> None:
        now = self._clock.monotonic()
        for key, live in list(self._live.items()):
            if now - live.used > _IDLE_SECONDS:
                self._retire(self._live.pop(key))
        due = [live for at, live in self._retired if at <= now]
        self._retired = [(at, live) for at, live in self._retired if at > now]
        for live in due:
            await _close(live)


async def _close(live: _Live) -> None:
    for client in live.clients:
        await client.aclose()
