"""Live queries, built from the configuration."""

from vedette.access.guard import needs
from vedette.access.model import Permissions
from vedette.app.identity import Identity
from vedette.app.sources import Sources
from vedette.identity.settings import SecuritySettings
from vedette.kernel.clock import Clock
from vedette.live.api import LiveApi
from vedette.live.hub import Hub
from vedette.outbound.settings import DataproxySettings
from vedette.querying.limits import Limits
from vedette.querying.streaming import QueryFeeds
from vedette.server.sections.interface import LiveSettings
from vedette.settings import Settings
from vedette.telemetry.metrics import Metrics
from vedette.web.origins import Origins
from vedette.web.routes import Route


def build(
    permissions: Permissions,
    clock: Clock,
    settings: Settings,
    people: Identity,
    data: Sources,
    numbers: Metrics,
    root_url: str,
) -> tuple[Hub, list[Route]]:
    live = settings[LiveSettings]
    security = settings[SecuritySettings]
    limits = Limits(timeout=float(settings[DataproxySettings].timeout))
    hub = Hub(
        QueryFeeds(data.connections, permissions, clock, limits),
        clock,
        people.authenticator.hold,
        Origins(
            root_url,
            security.csrf_trusted_origins,
            live.allowed_origins,
            security.csrf_additional_headers,
        ),
        observe=numbers.set_live_connections,
        most=live.max_connections,
    )
    people.authenticator.watchers.append(hub.doubt)
    return hub, LiveApi(hub, needs("datasources:read")).routes()
