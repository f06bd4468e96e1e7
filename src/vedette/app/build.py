"""Builds the application from its settings. Long and plain: it answers who uses what."""

import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path

import msgspec

from vedette.access.evaluator import RolePermissions
from vedette.app import (
    alert_rules,
    alerting,
    caching,
    dashboards,
    explore,
    identity,
    interface,
    live,
    provisioning,
    sources,
    transfer,
)
from vedette.app.addresses import (
    PublicAddress,
    header_policy,
    one_domain,
    public_address,
    session_cookie,
    trusted_proxies,
)
from vedette.app.checks import check_settings
from vedette.app.foundation import Foundation
from vedette.app.housekeeping import Housekeeping
from vedette.app.secrets import secret_key_fallbacks, secret_key_of
from vedette.app.version import commit, own_version
from vedette.crypto.passwords import PasswordHashes
from vedette.crypto.vault import Vault
from vedette.db.guarded import GuardedDatabase
from vedette.db.settings import DatabaseSettings
from vedette.db.start import open_upgraded
from vedette.identity.authenticate import Authenticator
from vedette.identity.service.first_start import FirstAdmin
from vedette.identity.settings import AnonymousSettings, UsersSettings
from vedette.kernel.clock import Clock, SystemClock
from vedette.kernel.memory import MemoryBudget
from vedette.kernel.secret import Secret
from vedette.provisioning.engine import Provisioning
from vedette.server import admin, frontend, health, metrics, quotas, statistics
from vedette.server.lifecycle import Service, Supervisor
from vedette.server.memory import collect_garbage
from vedette.server.page import IndexPage
from vedette.server.sections.limits import (
    QueryMemorySettings,
    RateLimitsSettings,
    memory_limits,
)
from vedette.server.sections.process import PathsSettings, ServerSettings
from vedette.settings import Settings
from vedette.telemetry.history import MetricHistory
from vedette.telemetry.metrics import Metrics
from vedette.telemetry.settings import EnvironmentInfoSettings, MetricsSettings
from vedette.web.application import Application
from vedette.web.routes import Route, RouteTable

log = logging.getLogger("vedette.app")


class App(msgspec.Struct, frozen=True):
    application: Application
    routes: tuple[Route, ...]
    services: list[Service]
    supervisor: Supervisor
    health: health.ServerHealth
    authenticate: Authenticator
    sources: sources.Sources
    alerting: alerting.Alerting
    provisioning: Provisioning
    address: PublicAddress
    database: GuardedDatabase
    clock: Clock
    first_admin: FirstAdmin | None
    """Set where this start made the first administrator."""


@asynccontextmanager
async def build(
    settings: Settings,
    *,
    clock: Clock | None = None,
    passwords: PasswordHashes | None = None,
) -> AsyncIterator[App]:
    """An application whose database is open and migrated; closes everything at the end.

    Raises `SettingsError` as `check_settings` does.
    """
    check_settings(settings)
    clock = clock or SystemClock()
    passwords = passwords or PasswordHashes()
    data = Path(settings[PathsSettings].data)
    secret_key, warning = secret_key_of(settings)
    if warning:
        log.warning(warning)
    async with AsyncExitStack() as stack:
        inner, migrations = await open_upgraded(settings[DatabaseSettings], data, clock)
        database = GuardedDatabase(inner)
        stack.push_async_callback(database.aclose)
        for migration in migrations:
            log.info("Migrated the database.", extra={"migration": migration.name})
        first_admin = await identity.first_start(database, clock, settings, passwords)
        vault = Vault(secret_key, clock, secret_key_fallbacks(settings))
        app = _assemble(settings, clock, passwords, secret_key, vault, database, first_admin)
        stack.push_async_callback(app.authenticate.aclose)
        stack.push_async_callback(app.sources.aclose)
        stack.push_async_callback(app.alerting.aclose)
        for seal in (app.sources.sealing, app.alerting.sealing):
            await seal.run()
        yield app


def _assemble(
    settings: Settings,
    clock: Clock,
    passwords: PasswordHashes,
    secret_key: Secret,
    vault: Vault,
    database: GuardedDatabase,
    first_admin: FirstAdmin | None,
) -> App:
    address = public_address(settings)
    metrics_settings = settings[MetricsSettings]
    registry = sources.plugin_registry(settings)
    panels = registry.built_in_panels()
    own_metrics = Metrics(
        version=own_version(),
        commit=commit(),
        panels=[panel.id for panel in panels],
        publish_alerting=not metrics_settings.disable_alerting_stats,
        publish_usage=not metrics_settings.disable_usage_stats,
    )
    own_metrics.set_environment(settings[EnvironmentInfoSettings].labels)
    permissions = RolePermissions(viewers_can_edit=settings[UsersSettings].viewers_can_edit)
    base = Foundation(settings, clock, database, vault, permissions, own_metrics, address.url)
    history = MetricHistory(own_metrics.registry, metrics_settings.interval_seconds)
    supervisor = Supervisor(clock, own_metrics.count_restart)
    boards = dashboards.build_service(base)
    people = identity.build(
        database,
        clock,
        settings,
        root_url=address.url,
        sub_path=address.sub_path,
        is_https=address.is_https,
        passwords=passwords,
        find_dashboard=boards.find,
    )
    memory = MemoryBudget(memory_limits(settings[QueryMemorySettings]))
    cache = caching.build(settings, secret_key, clock, own_metrics)
    data = sources.build(base, registry, history, cache, memory.limits)
    exploration = explore.build(base, data.service)
    alerts = alerting.build(base, data)
    rules = alerts.rules
    content = dashboards.build(
        base,
        boards,
        people.profile,
        data.service,
        rules.in_folders,
        rules.of_source,
        address.sub_path,
    )
    files, file_routes = provisioning.build(base, boards.writer, data, alerts.files)
    checks = health.HealthChecks(
        alerts.checks,
        alerts.warnings,
        {"provisioning": files.is_ready},
        () if cache is None else (lambda: cache.cache.outage,),
    )
    state = health.ServerHealth(
        database, clock, supervisor, checks, version=own_version(), commit=commit()
    )
    hub, live_routes = live.build(base, people, data)
    ui = frontend.Frontend(
        interface.interface(settings, address, panels),
        interface.sources(data, exploration.correlations),
    )
    headers = header_policy(settings, is_https=address.is_https)
    routes: list[Route] = [
        *health.HealthApi(
            state, hide_version_from_anonymous=settings[AnonymousSettings].hide_version
        ).routes(),
        *metrics.MetricsApi(own_metrics, metrics_settings).routes(),
        *frontend.FrontendApi(ui).routes(),
        *people.routes,
        *data.routes,
        *exploration.routes,
        *live_routes,
        *content.routes,
        *alerts.routes,
        *transfer.import_routes(base, rules, content.folders, data),
        *file_routes,
        *quotas.QuotasApi(
            database, people.people, alert_rules.rule_limits(settings).of_org
        ).routes(),
        *statistics.StatisticsApi(database, clock).routes(),
    ]
    routes += admin.AdminApi(
        lambda: ((one.section, one.key, one.text) for one in settings.shown()),
        lambda: tuple(routes),
        own_version(),
        session_cookie(settings),
    ).routes()
    boot = interface.boot_data(ui, people)
    application = Application(
        RouteTable(routes),
        clock=clock,
        authenticate=people.authenticator,
        observe=own_metrics.observe_http,
        headers=headers.common(),
        page=IndexPage(interface.static_root(), boot, headers, address.sub_path),
        sub_path=address.served_path,
        domain=one_domain(settings, address),
        proxies=trusted_proxies(settings),
        rates=settings[RateLimitsSettings].per_minute,
        memory=memory,
        log_requests=settings[ServerSettings].router_logging,
    )
    sealings = (data.sealing.run, alerts.sealing.run)
    housekeeping = Housekeeping(base, people, history, exploration.history, sealings)
    return App(
        application,
        tuple(routes),
        [
            Service("housekeeping", housekeeping.run, vital=False),
            Service("provisioning", files.run, vital=False),
            Service("live", hub.run, vital=False),
            Service("memory", partial(collect_garbage, clock), vital=False),
            *alerts.services,
        ],
        supervisor,
        state,
        people.authenticator,
        data,
        alerts,
        files,
        address,
        database,
        clock,
        first_admin,
    )
