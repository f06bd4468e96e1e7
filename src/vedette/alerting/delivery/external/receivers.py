"""Opens Alertmanager data sources as receivers, with their login, headers and certificates."""

from collections.abc import Sequence
from functools import partial

from vedette.alerting.contacts.host import Lender
from vedette.alerting.contacts.live import LiveReceivers
from vedette.alerting.contacts.open_receivers import OpenReceivers
from vedette.alerting.delivery.destinations import (
    ENDS_AFTER,
    RECEIVER_TYPE,
    AlertmanagerDestination,
    ContactPointDestination,
    destination_of,
)
from vedette.alerting.delivery.external.sources import KIND, base_url, receives_alerts
from vedette.datasources.client_options import client_options
from vedette.datasources.model import Source
from vedette.datasources.store import SourceStore
from vedette.datasources.writer import SourceWriter
from vedette.db.database import Database, Tx
from vedette.kernel.clock import Clock
from vedette.kernel.errors import BadRequest, Forbidden
from vedette.outbound.client import SourceClient
from vedette.plugins.registry import PluginRegistry
from vedette.sdk import Receiver, Undeliverable, decode_settings


class Alertmanagers:
    def __init__(
        self,
        database: Database,
        writer: SourceWriter,
        registry: PluginRegistry,
        lender: Lender,
        clock: Clock,
    ) -> None:
        self._database = database
        self._writer = writer
        self._registry = registry
        self._lender = lender
        self._open = OpenReceivers(clock)

    async def open(self, org_id: int, uid: str) -> Receiver:
        """Open the data source with its current configuration.

        Raises `Undeliverable` if it does not exist, no longer receives alerts or cannot be used,
        and `Unreadable` or an error of the plugin if a later attempt can succeed.
        """
        async with self._database.reading() as tx:
            source = await SourceStore(tx).by_uid(org_id, uid)
            if source is None or not receives_alerts(source):
                raise Undeliverable(
                    "The data source was deleted, or it no longer receives alerts.",
                    is_final=True,
                )
            version = (source.id, source.version)
            open_new = partial(self._open_new, tx, source)
            return await self._open.get((org_id, uid), version, open_new)

    async def aclose(self) -> None:
        await self._open.aclose()

    async def _open_new(self, tx: Tx, source: Source) -> tuple[Receiver, Sequence[SourceClient]]:
        secrets = await self._writer.secrets(tx, source)
        options = client_options(source, KIND, secrets)
        if options is None:
            raise Undeliverable(f"The data source {source.name!r} has no URL.")
        plugin = self._registry.receiver(RECEIVER_TYPE)
        host, clients = self._lender.lend_as(options)
        settings = {"url": base_url(source), "endsAfterSeconds": int(ENDS_AFTER.total_seconds())}
        try:
            return plugin.open(decode_settings(plugin, settings), host), clients
        except (BadRequest, Forbidden) as error:
            raise Undeliverable(f"The data source {source.name!r}: {error.public}") from error


class EveryReceiver:
    """Implements `delivery.attempt.Receivers` over contact points and Alertmanagers."""

    def __init__(self, contacts: LiveReceivers, alertmanagers: Alertmanagers) -> None:
        self._contacts = contacts
        self._alertmanagers = alertmanagers

    async def open(self, org_id: int, integration_uid: str) -> Receiver:
        match destination_of(integration_uid):
            case AlertmanagerDestination(uid=source_uid):
                return await self._alertmanagers.open(org_id, source_uid)
            case ContactPointDestination():
                return await self._contacts.open(org_id, integration_uid)
