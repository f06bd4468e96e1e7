"""Data sources and queries, built from the configuration."""

from contextlib import suppress
from pathlib import Path

import msgspec

from vedette.access.guard import SIGNED_IN
from vedette.alerting.settings import AlertingSettings
from vedette.app.addresses import session_cookie
from vedette.app.foundation import Foundation
from vedette.app.version import own_version
from vedette.datasources.api import routes as source_routes
from vedette.datasources.calls import SourceCalls
from vedette.datasources.connections import ConnectionOptions, Connections
from vedette.datasources.sealing import SourceSealing
from vedette.datasources.service import DataSources
from vedette.datasources.settings import DatasourcesSettings, SqlDatasourcesSettings
from vedette.datasources.writer import SourceWriter
from vedette.db.settings import DatabaseSettings
from vedette.identity.settings import SecuritySettings
from vedette.kernel.errors import VedetteError
from vedette.kernel.memory import MemoryLimits
from vedette.outbound.client import Outbound
from vedette.outbound.policy import Egress
from vedette.outbound.settings import DataproxySettings, EgressSettings
from vedette.plugins.api import PluginsApi
from vedette.plugins.registry import PluginRegistry
from vedette.querying.api import QueryApi
from vedette.querying.caching import ResultCache, SharedQueries
from vedette.querying.expressions.settings import ExpressionsSettings
from vedette.querying.expressions.settings import limits as expression_limits
from vedette.querying.limits import QueryLimits
from vedette.querying.own_numbers import Numbers
from vedette.querying.service import QueryService
from vedette.sdk import ReadLimits
from vedette.server.sections.plugins import PluginsSettings
from vedette.server.sections.process import DefaultSettings, PathsSettings
from vedette.settings import Settings
from vedette.web.routes import Route

_MIB = 1024 * 1024


class Sources(msgspec.Struct, frozen=True):
    registry: PluginRegistry
    service: DataSources
    writer: SourceWriter
    connections: Connections
    calls: SourceCalls
    queries: QueryService
    outbound: Outbound
    routes: list[Route]
    cache: ResultCache | None
    sealing: SourceSealing

    def warm(self) -> None:
        """Load the modules that the first query needs. Runs in a thread."""
        self.outbound.warm()
        if self.cache is not None:
            self.cache.cache.warm()
        with suppress(
            VedetteError
        ):  # Load failures are in the log and are reported when the plugin is used.
            self.registry.datasource("prometheus")

    async def aclose(self) -> None:
        await self.connections.aclose()
        if self.cache is not None:
            await self.cache.cache.aclose()


def build(
    base: Foundation, numbers: Numbers, cache: ResultCache | None, memory: MemoryLimits
) -> Sources:
    """Build data sources and queries. `numbers` are the server's own metrics, as a data source."""
    database, permissions, clock = base.database, base.permissions, base.clock
    settings, metrics = base.settings, base.metrics
    plugins, security = settings[PluginsSettings], settings[SecuritySettings]
    directory = Path(settings[PathsSettings].plugins)
    registry = PluginRegistry(
        directory if directory.is_dir() else None,
        plugins.all_unsigned_may_load or plugins.unsigned_that_may_load,
    )
    embedded = settings[DatabaseSettings].is_embedded
    egress = Egress(
        settings[EgressSettings],
        loopback_by_default=embedded or settings[DefaultSettings].app_mode == "development",
        own_ports=base.own_ports,
    )
    proxy = settings[DataproxySettings]
    outbound = Outbound(
        proxy,
        egress,
        clock,
        resolve_seconds=settings[EgressSettings].resolve_cache.total_seconds(),
        user_agent=f"Vedette/{own_version()}",
        observe=metrics.observe_source,
    )
    writer = SourceWriter(base.vault, clock, registry)
    cookie = session_cookie(settings)
    connections = Connections(
        database,
        writer,
        registry,
        outbound,
        clock,
        (cookie, f"{cookie}_expiry"),
        ConnectionOptions(
            tuple(Path(each) for each in settings[DatasourcesSettings].directories),
            settings[SqlDatasourcesSettings].pool,
            memory,
        ),
    )
    service = DataSources(
        database, permissions, writer, registry, settings[DatasourcesSettings].datasource_limit
    )
    calls = SourceCalls(connections, permissions, security.data_source_proxy_whitelist)
    queries = QueryService(
        connections,
        permissions,
        clock,
        metrics.observe_query,
        _limits(settings, memory),
        numbers,
        SharedQueries(clock, cache, metrics.observe_cache),
        expression_limits(settings[ExpressionsSettings]),
    )
    routes = [
        *source_routes(service, calls, registry),
        *QueryApi(queries, clock).routes(),
        *PluginsApi(registry, SIGNED_IN).routes(),
    ]
    return Sources(
        registry,
        service,
        writer,
        connections,
        calls,
        queries,
        outbound,
        routes,
        cache,
        SourceSealing(database, writer),
    )


def _limits(settings: Settings, memory: MemoryLimits) -> QueryLimits:
    proxy, seconds = settings[DataproxySettings], float(settings[DataproxySettings].timeout)
    most_bytes = settings[AlertingSettings].max_response_mb * _MIB
    return QueryLimits(
        timeout=seconds, of_alerts=ReadLimits(proxy.row_limit, most_bytes, seconds), memory=memory
    )
