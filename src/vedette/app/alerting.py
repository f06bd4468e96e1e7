"""Alerting, built from the configuration."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from vedette.alerting.alertmanager.sealing import ContactSealing
from vedette.alerting.contacts.default_point import DefaultContactPoint
from vedette.alerting.degraded.database import AlertingDatabase
from vedette.alerting.delivery.configuration import Configurations
from vedette.alerting.delivery.references import (
    ContactPointNames,
    check_notification,
    timing_names,
)
from vedette.alerting.delivery.renaming import RenamedDestinations
from vedette.alerting.images.service import ImageService
from vedette.alerting.routing.service import PolicyService, lock
from vedette.alerting.rules.references import RuleReferences
from vedette.alerting.rules.writer import RuleHooks
from vedette.alerting.settings import AlertingSettings
from vedette.alerting.templates.rule_texts import RuleTexts
from vedette.app import (
    alert_rules,
    contacts,
    delivery,
    evaluation,
    external,
    images,
    interface,
    lab,
    routing,
    transfer,
)
from vedette.app.foundation import Foundation
from vedette.app.sources import Sources
from vedette.cluster.instances import Instances, new_name
from vedette.cluster.periodic import Job, PeriodicJobs
from vedette.cluster.time import SharedClock
from vedette.cluster.wakeups import Wakeups
from vedette.server.lifecycle import Service
from vedette.telemetry.alerting import EvaluationMetrics, MemoryMetrics
from vedette.web.routes import Route

if TYPE_CHECKING:
    from vedette.alerting.transfer.provision import AlertingFiles


class Alerting(msgspec.Struct, frozen=True):
    routes: list[Route]
    services: list[Service]
    checks: list[Callable[[], str | None]]
    """Checks of the health endpoint: names of services that make no progress."""
    warnings: list[Callable[[], str | None]]
    """Warnings of the health endpoint: what an operator has to fix."""
    rules: alert_rules.RuleServices
    contacts: contacts.Contacts
    external: external.ExternalAlertmanagers
    images: ImageService | None
    alerting_database: AlertingDatabase
    files: "Callable[[], AlertingFiles]"
    sealing: ContactSealing

    async def aclose(self) -> None:
        await self.contacts.aclose()
        await self.external.aclose()
        if self.images is not None:
            self.images.close()
        await self.alerting_database.leave_memory()


def build(base: Foundation, data: Sources) -> Alerting:
    database, settings = base.database, base.settings
    wakeups = Wakeups()
    metrics = EvaluationMetrics(base.metrics.alerting_registry)
    clock = SharedClock(base.clock, database.dialect)
    instances = Instances(
        database,
        base.clock,
        new_name(),
        min(settings[AlertingSettings].lease / 3, timedelta(seconds=5)),
        observe_offset=metrics.set_clock_offset,
        shared=clock,
        on_alive=database.share_with,
    )
    base = replace(base, clock=clock)
    alerting_database = AlertingDatabase(
        database, clock, MemoryMetrics(base.metrics.alerting_registry), lambda: instances.alive
    )
    rule_texts = RuleTexts(base.root_url, clock.now)
    defaults = alert_rules.rule_defaults(settings)
    engine = evaluation.build(
        alerting_database,
        clock,
        settings,
        evaluation.EvaluationServices(
            data.queries, rule_texts, data.connections, data.outbound.client
        ),
        defaults,
        wakeups,
        instances,
        metrics,
    )
    hooks = RuleHooks(
        engine.rule_reset.reset_states, alert_rules.on_change(wakeups), check_notification
    )
    rules = alert_rules.build(base, alerting_database, data, hooks)
    default_point = DefaultContactPoint(clock, lock)
    policies = PolicyService(
        database, clock, wakeups, ContactPointNames(default_point.ensure), timing_names
    )
    references = RuleReferences(rules.groups.rules)
    contact_points = contacts.build(base, data, [references, policies, RenamedDestinations()])
    configurations = Configurations(default_point.ensure)
    alert_routing = routing.build(
        base, wakeups, policies, references, contact_points, configurations, data
    )
    renderer = images.build(
        database,
        clock,
        settings,
        data.queries,
        engine.sources,
        defaults,
        base.metrics,
        interface.static_root() / "fonts",
    )
    alertmanagers = external.build(base, wakeups, contact_points, data)
    notifications = delivery.build(
        base,
        alerting_database,
        contact_points,
        alertmanagers,
        configurations,
        wakeups,
        instances,
        renderer,
    )
    history = evaluation.retention(database, clock, settings)
    jobs = [
        Job("alert-history", timedelta(hours=1), history.delete_old),
        Job("silences", timedelta(hours=1), alert_routing.silences.delete_old),
        Job("alerting-configurations", timedelta(minutes=1), alert_routing.history.keep_all),
        *alertmanagers.jobs,
        *notifications.jobs,
    ]
    periodic = PeriodicJobs(database, clock, instances.name, jobs)
    services = [
        Service("instances", instances.run, vital=False),
        Service("periodic", periodic.run, vital=False),
        Service("alerting-in-memory", alerting_database.run, vital=False),
        *engine.services,
        *notifications.services,
    ]
    return Alerting(
        routes=[
            *lab.build(base, data.queries, configurations, rule_texts, rules.service, defaults),
            *rules.routes,
            *contact_points.routes,
            *alert_routing.routes,
            *alertmanagers.routes,
            *notifications.routes,
            *transfer.export_routes(base, rules, contact_points, data.registry),
        ],
        services=services if settings[AlertingSettings].enabled else [],
        checks=[*engine.checks, *notifications.checks],
        warnings=[alerting_database.warning, *notifications.warnings],
        rules=rules,
        contacts=contact_points,
        external=alertmanagers,
        images=renderer,
        alerting_database=alerting_database,
        files=partial(transfer.files, clock, rules.groups, contact_points, alert_routing),
        sealing=ContactSealing(database, contact_points.drafts),
    )
