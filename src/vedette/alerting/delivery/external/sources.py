"""Alertmanager data sources that ask for alerts, and whether they can be handed any."""

from collections.abc import Sequence

import msgspec

from vedette.datasources.client_options import client_options
from vedette.datasources.model import Source
from vedette.datasources.rules import http_url
from vedette.datasources.store import SourceStore
from vedette.db.database import Tx
from vedette.kernel.errors import VedetteError
from vedette.outbound.client import Outbound
from vedette.plugins.registry import PluginRegistry

KIND = "alertmanager"
_BELOW = ("mimir", "cortex")


class Candidate(msgspec.Struct, frozen=True):
    """`url` has no login in it. `problem` is why it is handed nothing; empty where it can be."""

    uid: str
    name: str
    url: str
    problem: str


class AlertmanagerSources:
    def __init__(self, registry: PluginRegistry, outbound: Outbound) -> None:
        self._registry = registry
        self._outbound = outbound

    async def of_org(self, tx: Tx, org_id: int) -> Sequence[Candidate]:
        """By name."""
        manifest = self._registry.manifest(KIND)
        found = await SourceStore(tx).of_types(org_id, (manifest.id, *manifest.aliases))
        return [
            Candidate(each.uid, each.name, base_url(each), await self._problem(each))
            for each in found
            if is_handed_alerts(each)
        ]

    async def _problem(self, source: Source) -> str:
        """Does no I/O: whether somebody answers there is seen when alerts are handed on."""
        options = client_options(source, KIND, {})
        if options is None:
            return "It has no URL."
        try:
            await self._outbound.client(options).aclose()
        except VedetteError as error:
            return error.public
        return ""


def is_handed_alerts(source: Source) -> bool:
    """What its settings say, read as kindly as its plugin reads them."""
    asked = source.json_data.get("handleGrafanaManagedAlerts")
    return asked is True or str(asked).lower() in ("true", "1")


def base_url(source: Source) -> str:
    """Where the Alertmanager API begins: that of Mimir and Cortex is below a path of its own."""
    url = http_url(source.type, source.url.strip()).rstrip("/")
    is_below = source.json_data.get("implementation") in _BELOW
    return f"{url}/{KIND}" if url and is_below and not url.endswith(f"/{KIND}") else url
