"""Live queries, built from the configuration."""

import msgspec

from vedette.access.guard import needs
from vedette.app.foundation import Foundation
from vedette.app.identity import Identity
from vedette.app.sources import Sources
from vedette.dashboards.service.live import PREFIX, DashboardFeeds
from vedette.identity.settings import SecuritySettings
from vedette.live.api import LiveApi
from vedette.live.channels import RoutedFeeds
from vedette.live.hub import LiveConnections
from vedette.outbound.settings import DataproxySettings
from vedette.querying.limits import QueryLimits
from vedette.querying.streaming import QueryFeeds
from vedette.server.sections.interface import LiveSettings
from vedette.web.origins import Origins
from vedette.web.routes import Route


class LiveQueries(msgspec.Struct, frozen=True):
    hub: LiveConnections
    routes: list[Route]


def build(
    base: Foundation, identity: Identity, data: Sources, dashboards: DashboardFeeds
) -> LiveQueries:
    settings, clock = base.settings, base.clock
    live = settings[LiveSettings]
    security = settings[SecuritySettings]
    limits = QueryLimits(timeout=float(settings[DataproxySettings].timeout))
    hub = LiveConnections(
        RoutedFeeds(
            QueryFeeds(data.connections, base.permissions, clock, limits), {PREFIX: dashboards}
        ),
        clock,
        identity.authenticator.hold,
        Origins(
            base.root_url,
            security.csrf_trusted_origins,
            live.allowed_origins,
            security.csrf_additional_headers,
        ),
        observe=base.metrics.set_live_connections,
        most=live.max_connections,
    )
    identity.changes.subscribe(hub.doubt)
    return LiveQueries(hub, LiveApi(hub, needs("datasources:read")).routes())
