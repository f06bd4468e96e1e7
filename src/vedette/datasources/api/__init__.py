"""`/api/datasources`: records, health, resources and the proxy."""

from vedette.datasources.api.calls import CallsApi
from vedette.datasources.api.records import RecordsApi
from vedette.datasources.calls import SourceCalls
from vedette.datasources.service import DataSources
from vedette.plugins.registry import PluginRegistry
from vedette.web.routes import Route


def routes(service: DataSources, calls: SourceCalls, registry: PluginRegistry) -> list[Route]:
    return [*RecordsApi(service, registry).routes(), *CallsApi(service, calls).routes()]
