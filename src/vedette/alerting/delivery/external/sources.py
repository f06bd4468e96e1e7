"""Alertmanager data sources that receive alerts, and whether they can be used."""

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
_PREFIXES = ("mimir", "cortex")


class Candidate(msgspec.Struct, frozen=True):
    """A data source that receives alerts. `url` contains no login. `problem` is why it cannot be
    used, or empty."""

    uid: str
    name: str
    url: str
    problem: str


class AlertmanagerSources:
    def __init__(self, registry: PluginRegistry, outbound: Outbound) -> None:
        self._registry = registry
        self._outbound = outbound

    async def of_org(self, tx: Tx, org_id: int) -> Sequence[Candidate]:
        """Return the candidates of an organization by name."""
        manifest = self._registry.manifest(KIND)
        found = await SourceStore(tx).of_types(org_id, (manifest.id, *manifest.aliases))
        return [
            Candidate(each.uid, each.name, base_url(each), await self._problem(each))
            for each in found
            if receives_alerts(each)
        ]

    async def _problem(self, source: Source) -> str:
        """Return why the source cannot be used. Does no I/O: whether it is reachable shows when
        alerts are sent."""
        options = client_options(source, KIND, {})
        if options is None:
            return "It has no URL."
        try:
            await self._outbound.client(options).aclose()
        except VedetteError as error:
            return error.public
        return ""


def receives_alerts(source: Source) -> bool:
    """Return whether the source receives alerts, read as leniently as its plugin does."""
    setting = source.json_data.get("handleGrafanaManagedAlerts")
    return setting is True or str(setting).lower() in ("true", "1")


def base_url(source: Source) -> str:
    """Return the base URL of the Alertmanager API. Mimir and Cortex have it at a path of its
    own."""
    url = http_url(source.type, source.url.strip()).rstrip("/")
    has_prefix = source.json_data.get("implementation") in _PREFIXES
    return f"{url}/{KIND}" if url and has_prefix and not url.endswith(f"/{KIND}") else url
