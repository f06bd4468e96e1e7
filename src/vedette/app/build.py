"""Builds the application from its settings. It shows which part uses which.

A start builds what `/api/health` needs. Each other part is a cached property of `App`: what uses it
first builds it, and imports its modules (ADR 0019).
"""

import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from vedette.app import provisioning
from vedette.app.addresses import header_policy, one_domain, public_address, trusted_proxies
from vedette.app.first_start import first_start
from vedette.app.secrets import secret_key_of
from vedette.app.version import commit, own_version
from vedette.crypto.passwords import PasswordHashes
from vedette.db.guarded import GuardedDatabase
from vedette.db.settings import DatabaseSettings
from vedette.db.start import open_upgraded
from vedette.identity.service.first_start import FirstAdmin
from vedette.identity.settings import AnonymousSettings
from vedette.kernel.clock import Clock, SystemClock
from vedette.kernel.imports import import_modules
from vedette.kernel.memory import MemoryBudget
from vedette.kernel.own_ports import OwnPorts
from vedette.kernel.principal import Principal
from vedette.kernel.secret import Secret
from vedette.server.health import HealthApi, HealthChecks, ServerHealth
from vedette.server.lifecycle import Service, Supervisor
from vedette.server.memory import collect_garbage
from vedette.server.sections.limits import (
    QueryMemorySettings,
    RateLimitsSettings,
    memory_limits,
)
from vedette.server.sections.process import PathsSettings, ServerSettings
from vedette.settings import Settings
from vedette.telemetry.settings import MetricsSettings
from vedette.web.answer import ApiAnswer
from vedette.web.application import Application
from vedette.web.call import Call
from vedette.web.options import Observation, PublicName, RequestLimits
from vedette.web.routes import Route, RouteGroup, RouteTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vedette.app.alerting import Alerting
    from vedette.app.dashboards import DashboardServices
    from vedette.app.explore import Explore
    from vedette.app.foundation import Foundation
    from vedette.app.identity import Identity
    from vedette.app.interface import UserInterface
    from vedette.app.live import LiveQueries
    from vedette.app.sources import Sources
    from vedette.dashboards.service.dashboards import Dashboards
    from vedette.dashboards.service.live import DashboardFeeds
    from vedette.provisioning.files import Root
    from vedette.provisioning.kind import ProvisioningKind
    from vedette.querying.caching import ResultCache
    from vedette.telemetry.history import MetricHistory
    from vedette.telemetry.metrics import Metrics

log = logging.getLogger("vedette.app")


class App:
    """The server of one process. `load` builds the parts that nothing has used yet."""

    def __init__(
        self,
        settings: Settings,
        clock: Clock,
        passwords: PasswordHashes,
        database: GuardedDatabase,
        first_admin: FirstAdmin | None,
        secret_key: Secret,
        closing: AsyncExitStack,
    ) -> None:
        """Objects that are built later are closed by `closing`."""
        self.settings = settings
        self.clock = clock
        self.database = database
        self.first_admin = first_admin
        """Set if this start created the first administrator."""
        self.own_ports = OwnPorts()
        """Ports of listeners, to which data sources cannot connect. The listener adds its port."""
        self._passwords = passwords
        self._secret_key = secret_key
        self._closing = closing
        self._unobserved: list[tuple[str, str, int, float]] = []
        self.address = public_address(settings)
        self._headers = header_policy(settings, is_https=self.address.is_https)
        self._memory = MemoryBudget(memory_limits(settings[QueryMemorySettings]))
        self.supervisor = Supervisor(clock, lambda name: self.metrics.count_restart(name))
        self.provisioning = provisioning.build(settings, database, clock, self._kinds)
        self.health = ServerHealth(
            database,
            clock,
            self.supervisor,
            HealthChecks(ready={"provisioning": self.provisioning.is_ready}),
            version=own_version(),
            commit=commit(),
        )
        rates = settings[RateLimitsSettings].per_minute
        hides_version = settings[AnonymousSettings].hide_version
        self._table = RouteTable(
            HealthApi(self.health, hide_version_from_anonymous=hides_version).routes(),
            self.route_groups(),
            rates,
        )
        self.application = Application(
            self._table,
            clock=clock,
            authenticate=self.authenticate,
            headers=self._headers.common(),
            page=self._page,
            observation=Observation(
                self._observe, logs_all=settings[ServerSettings].router_logging
            ),
            name=PublicName(
                self.address.served_path,
                one_domain(settings, self.address),
                trusted_proxies(settings),
            ),
            limits=RequestLimits(rates, self._memory),
        )

    def route_groups(self) -> "Sequence[RouteGroup]":
        """By domain, with the prefixes that all their paths have."""
        return (
            RouteGroup(
                (
                    *("/login", "/logout", "/api/login", "/api/auth", "/api/serviceaccounts"),
                    *("/api/user", "/api/users", "/api/org", "/api/orgs", "/api/admin/users"),
                ),
                ("vedette.app.identity",),
                lambda: self.people.routes,
            ),
            RouteGroup(
                ("/api/datasources", "/api/ds", "/api/plugins"),
                ("vedette.app.sources",),
                lambda: self.sources.routes,
            ),
            RouteGroup(
                ("/api/datasources", "/api/query-history", "/api/saved-queries"),
                ("vedette.app.explore",),
                lambda: self.exploration.routes,
            ),
            RouteGroup(
                ("/api/frontend",),
                ("vedette.app.explore", "vedette.app.interface"),
                lambda: self.interface.routes,
            ),
            RouteGroup(
                ("/api/live",),
                ("vedette.app.dashboards", "vedette.app.live"),
                lambda: self.live.routes,
            ),
            RouteGroup(
                (
                    *("/api/alertmanager", "/api/alert-notifiers", "/api/annotations"),
                    *("/api/prometheus", "/api/ruler", "/api/v1"),
                ),
                ("vedette.app.alerting",),
                lambda: self.alerting.routes,
            ),
            RouteGroup(
                (
                    *("/api/dashboards", "/api/folders", "/api/search", "/api/user/stars"),
                    *("/api/datasources/uid", "/api/library-elements"),
                ),
                ("vedette.app.alerting", "vedette.app.dashboards"),
                lambda: self.content.routes,
            ),
            RouteGroup(
                ("/api/convert",),
                ("vedette.app.alerting", "vedette.app.dashboards", "vedette.app.transfer"),
                self._import_routes,
            ),
            RouteGroup(
                (
                    *("/metrics", "/api/frontend-metrics", "/api/admin", "/api/openapi.json"),
                    *("/api/org/quotas", "/api/orgs"),
                ),
                ("vedette.app.operation",),
                self._operation_routes,
            ),
        )

    async def load(self) -> None:
        """Import and build everything that was not used yet, one part after another."""
        await self._table.load_all()
        await import_modules("vedette.app.provisioning_kinds", "vedette.app.housekeeping")

    @property
    def routes(self) -> tuple[Route, ...]:
        """All of them. Building those that were not used yet takes a moment."""
        self._table.load_all_now()
        return self._table.routes

    async def authenticate(self, call: Call) -> Principal | None:
        """Raises as `Authenticator` does."""
        await import_modules("vedette.app.identity")
        return await self.people.authenticator(call)

    async def _page(self, call: Call) -> ApiAnswer:
        await import_modules("vedette.app.explore", "vedette.app.interface")
        return await self.interface.page(call)

    def _observe(self, method: str, handler: str, status: int, seconds: float) -> None:
        """Requests from before the metrics are built are counted then."""
        if "metrics" in vars(self):
            self.metrics.observe_http(method, handler, status, seconds)
        else:
            self._unobserved.append((method, handler, status, seconds))

    @cached_property
    def metrics(self) -> "Metrics":
        from vedette.app import own_metrics

        metrics = own_metrics.build(self.settings)
        for request in self._unobserved:
            metrics.observe_http(*request)
        self._unobserved.clear()
        return metrics

    @cached_property
    def base(self) -> "Foundation":
        from vedette.app.foundation import build_foundation

        return build_foundation(
            self.settings,
            self.clock,
            self.database,
            self._secret_key,
            self.metrics,
            self.own_ports,
            self.address.url,
        )

    @cached_property
    def history(self) -> "MetricHistory":
        from vedette.telemetry.history import MetricHistory

        interval = self.settings[MetricsSettings].interval_seconds
        return MetricHistory(self.metrics.registry, interval)

    @cached_property
    def people(self) -> "Identity":
        from vedette.app import identity

        people = identity.build(
            self.database,
            self.clock,
            self.settings,
            root_url=self.address.url,
            sub_path=self.address.sub_path,
            is_https=self.address.is_https,
            passwords=self._passwords,
            find_dashboard=self._find_dashboard,
        )
        self._closing.push_async_callback(people.authenticator.aclose)
        return people

    async def _find_dashboard(self, who: Principal, uid: str, number: int) -> str:
        await import_modules("vedette.app.dashboards")
        return await self.boards.find(who, uid, number)

    @cached_property
    def cache(self) -> "ResultCache | None":
        from vedette.app import caching

        cache = caching.build(self.settings, self._secret_key, self.clock, self.metrics)
        if cache is not None:
            self.health.add(HealthChecks(outages=[lambda: cache.cache.outage]))
        return cache

    @cached_property
    def sources(self) -> "Sources":
        from vedette.app import sources

        data = sources.build(self.base, self.history, self.cache, self._memory.limits)
        self._closing.push_async_callback(data.aclose)
        return data

    @cached_property
    def exploration(self) -> "Explore":
        from vedette.app import explore

        return explore.build(self.base, self.sources.service)

    @cached_property
    def live(self) -> "LiveQueries":
        from vedette.app import live

        return live.build(self.base, self.people, self.sources, self.dashboard_feeds)

    @cached_property
    def dashboard_feeds(self) -> "DashboardFeeds":
        from vedette.app import dashboards

        return dashboards.build_feeds(self.base, self.boards)

    @cached_property
    def interface(self) -> "UserInterface":
        from vedette.app import interface

        return interface.build(
            self.settings,
            self.address,
            self._headers,
            self.people,
            self.sources,
            self.exploration.correlations,
        )

    @cached_property
    def alerting(self) -> "Alerting":
        from vedette.app import alerting

        alerts = alerting.build(self.base, self.sources)
        self._closing.push_async_callback(alerts.aclose)
        self.health.add(HealthChecks(alerts.checks, alerts.warnings))
        return alerts

    @cached_property
    def boards(self) -> "Dashboards":
        from vedette.app import dashboards

        return dashboards.build_service(self.base)

    @cached_property
    def content(self) -> "DashboardServices":
        from vedette.app import dashboards

        return dashboards.build(
            self.base,
            self.boards,
            self.people.profile,
            self.sources.service,
            self.alerting.rules.in_folders,
            self.alerting.rules.of_source,
            self.address.sub_path,
        )

    def _kinds(self, roots: "Sequence[Root]") -> "Sequence[ProvisioningKind]":
        from vedette.app import provisioning_kinds

        files = self.alerting.files()
        return provisioning_kinds.build(self.base, self.boards.writer, self.sources, files, roots)

    def _import_routes(self) -> list[Route]:
        from vedette.app import transfer

        return transfer.import_routes(
            self.base, self.alerting.rules, self.content.folders, self.sources
        )

    def _operation_routes(self) -> list[Route]:
        from vedette.app import operation

        return operation.routes(self.base, self.people, self.provisioning, self._table)

    @cached_property
    def services(self) -> list[Service]:
        """Of this instance; they run until they are cancelled."""
        from vedette.app.housekeeping import Housekeeping

        sealings = (self.sources.sealing.run, self.alerting.sealing.run)
        housekeeping = Housekeeping(
            self.base,
            self.people,
            self.history,
            self.exploration.history,
            self.content.trash,
            sealings,
        )
        return [
            Service("housekeeping", housekeeping.run, vital=False),
            Service("provisioning", self.provisioning.run, vital=False),
            Service("live", self.live.hub.run, vital=False),
            Service("dashboard-events", self.dashboard_feeds.run, vital=False),
            Service("memory", partial(collect_garbage, self.clock), vital=False),
            *self.alerting.services,
        ]


@asynccontextmanager
async def build(
    settings: Settings,
    *,
    clock: Clock | None = None,
    passwords: PasswordHashes | None = None,
) -> AsyncIterator[App]:
    """Open and migrate the database, and yield the application. Closes everything at the end.

    `settings` have passed `check_settings`.
    """
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
        first_admin = await first_start(database, clock, settings, passwords)
        yield App(settings, clock, passwords, database, first_admin, secret_key, stack)
