"""Alerting, built from the configuration."""

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from vedette.access.model import Permissions
from vedette.alerting.alertmanager.sealing import ContactSealing
from vedette.alerting.contacts.writer import Users
from vedette.alerting.degraded.database import AlertingDatabase
from vedette.alerting.delivery.configuration import Configurations
from vedette.alerting.delivery.renaming import ToldUnderAName
from vedette.alerting.pictures.service import Pictures
from vedette.alerting.settings import AlertingSettings
from vedette.app import (
    alert_rules,
    alerting_files,
    contacts,
    delivery,
    evaluation,
    handing,
    interface,
    lab,
    pictures,
    routing,
)
from vedette.app.dashboards import Content
from vedette.app.identity import Identity
from vedette.app.sources import Sources
from vedette.cluster.instances import Instances, new_name
from vedette.cluster.periodic import PeriodicJobs
from vedette.cluster.time import SharedClock
from vedette.cluster.wakeups import Wakeups
from vedette.crypto.vault import Vault
from vedette.db.guarded import GuardedDatabase
from vedette.kernel.clock import Clock
from vedette.server.lifecycle import Service
from vedette.settings import Settings
from vedette.telemetry.alerting import EvaluationMetrics, MemoryMetrics
from vedette.telemetry.metrics import Metrics
from vedette.web.routes import Route

if TYPE_CHECKING:
    from vedette.alerting.transfer.provision import AlertingFiles


class Alerting(msgspec.Struct, frozen=True):
    routes: list[Route]
    services: list[Service]
    checks: list[Callable[[], str | None]]
    """For health: names of services that do not get on."""
    warnings: list[Callable[[], str | None]]
    """For health, which stays well: what people have to mend."""
    wakeups: Wakeups
    contacts: contacts.Contacts
    handing: handing.HandingOn
    pictures: Pictures | None
    working: AlertingDatabase
    files: "Callable[[], AlertingFiles]"
    sealing: ContactSealing

    async def aclose(self) -> None:
        await self.contacts.aclose()
        await self.handing.aclose()
        if self.pictures is not None:
            self.pictures.close()
        await self.working.leave_memory()


def build(
    database: GuardedDatabase,
    permissions: Permissions,
    clock: Clock,
    settings: Settings,
    vault: Vault,
    metrics: Metrics,
    people: Identity,
    data: Sources,
    content: Content,
    root_url: str,
) -> Alerting:
    """`root_url` is the address that people use, with its sub path and a slash at the end."""
    wakeups = Wakeups()
    numbers = EvaluationMetrics(metrics.alerting_registry)
    shared = SharedClock(clock, database.dialect)
    instances = Instances(
        database,
        clock,
        new_name(),
        min(settings[AlertingSettings].lease / 3, timedelta(seconds=5)),
        observe_offset=numbers.set_clock_offset,
        shared=shared,
        on_alive=database.share_with,
    )
    clock = shared
    periodic = PeriodicJobs(database, clock, instances.name)
    contact_users: list[Users] = []
    told = contacts.build(
        database, permissions, clock, settings, vault, data, routing.lock, contact_users, root_url
    )
    working = AlertingDatabase(
        database, clock, MemoryMetrics(metrics.alerting_registry), lambda: instances.alive
    )
    engine = evaluation.build(
        working,
        clock,
        settings,
        data.queries,
        evaluation.Recording(data.connections, data.outbound.client),
        told.rule_texts,
        alert_rules.rule_defaults(settings),
        wakeups,
        instances,
        numbers,
    )
    hooks = replace(
        alert_rules.on_change(wakeups),
        on_reset=engine.ending.end_states,
        check_notification=routing.check_notification,
    )
    rules = alert_rules.build(database, working, permissions, clock, settings, data, hooks)
    content.folders.rules = rules.in_folders
    content.usage.rules = rules.of_source
    contact_users.append(contacts.RulesThatTell(rules.groups.rules))
    configurations = Configurations(told.writer.ensure_default)
    routed = routing.build(
        database,
        clock,
        wakeups,
        told,
        rules.groups.rules,
        configurations,
        data,
        metrics,
        root_url,
    )
    contact_users += [routed.policies, ToldUnderAName()]
    filed = alerting_files.build(
        database, permissions, clock, settings, data, content, rules, told, routed
    )
    history = evaluation.retention(database, clock, settings)
    periodic.add("alert-history", timedelta(hours=1), history.delete_old)
    periodic.add("silences", timedelta(hours=1), routed.silences.delete_old)
    periodic.add("alerting-configurations", timedelta(minutes=1), routed.history.keep_all)
    drawn = pictures.build(
        database,
        clock,
        settings,
        data.queries,
        engine.sources,
        alert_rules.rule_defaults(settings),
        metrics,
        interface.static_root() / "fonts",
    )
    handed = handing.build(database, clock, wakeups, told, data, periodic)
    delivering = delivery.build(
        database,
        working,
        clock,
        settings,
        told,
        handed,
        configurations,
        wakeups,
        instances,
        periodic,
        metrics,
        root_url,
        drawn,
    )
    tried = lab.build(
        database,
        clock,
        data.queries,
        configurations,
        told.rule_texts,
        rules.service,
        alert_rules.rule_defaults(settings),
    )
    routes: list[Route] = [
        *tried,
        *rules.routes,
        *told.routes,
        *routed.routes,
        *handed.routes,
        *delivering.routes,
        *filed.routes,
    ]
    services = [
        Service("instances", instances.run, vital=False),
        Service("periodic", periodic.run, vital=False),
        Service("alerting-in-memory", working.run, vital=False),
        *engine.services,
        *delivering.services,
    ]
    checks = [*engine.checks, *delivering.checks]
    is_on = settings[AlertingSettings].enabled
    running = services if is_on else []
    return Alerting(
        routes,
        running,
        checks,
        [working.warning, *delivering.warnings],
        wakeups,
        told,
        handed,
        drawn,
        working,
        filed.files,
        ContactSealing(database, told.drafts),
    )
