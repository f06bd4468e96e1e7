"""What tells people of alerts, built from the configuration."""

from collections.abc import Callable
from datetime import timedelta

import msgspec

from vedette.alerting.degraded.database import AlertingDatabase
from vedette.alerting.delivery.api import LedgerApi
from vedette.alerting.delivery.attempt import Pictures
from vedette.alerting.delivery.configuration import Configurations
from vedette.alerting.delivery.configuration_watch import ConfigurationWatch
from vedette.alerting.delivery.delivery_store import DELIVERIES
from vedette.alerting.delivery.dispatcher import Dispatcher
from vedette.alerting.delivery.external.receivers import EveryReceiver
from vedette.alerting.delivery.flush import Flusher
from vedette.alerting.delivery.group_store import GROUPS
from vedette.alerting.delivery.ledger.retention import LogLimits, LogRetention
from vedette.alerting.delivery.ledger.service import Ledger
from vedette.alerting.delivery.recording import Recorder
from vedette.alerting.delivery.resending import Resending
from vedette.alerting.delivery.router import Router
from vedette.alerting.delivery.sender import Sender, SenderOptions
from vedette.alerting.settings import AlertingSettings
from vedette.app.contacts import Contacts
from vedette.app.handing import HandingOn
from vedette.cluster.claims import Claims
from vedette.cluster.instances import Instances
from vedette.cluster.periodic import PeriodicJobs
from vedette.cluster.wakeups import Wakeups
from vedette.db.database import Database
from vedette.kernel.clock import Clock
from vedette.outbound.mail import NOT_CONFIGURED
from vedette.server.lifecycle import Service
from vedette.server.sections.mail import SmtpSettings
from vedette.settings import Settings
from vedette.telemetry.delivery import DeliveryMetrics
from vedette.telemetry.metrics import Metrics
from vedette.web.routes import Route


class Delivering(msgspec.Struct, frozen=True):
    routes: list[Route]
    services: list[Service]
    checks: list[Callable[[], str | None]]
    """For health."""
    warnings: list[Callable[[], str | None]]
    """For health, too, which stays well."""


def build(
    database: Database,
    working: AlertingDatabase,
    clock: Clock,
    settings: Settings,
    told: Contacts,
    handing: HandingOn,
    configurations: Configurations,
    wakeups: Wakeups,
    instances: Instances,
    periodic: PeriodicJobs,
    metrics: Metrics,
    root_url: str,
    pictures: Pictures | None,
) -> Delivering:
    """`working` is the database that alerting works on now; `pictures` is None where messages
    carry none."""
    alerting = settings[AlertingSettings]
    numbers = DeliveryMetrics(metrics.alerting_registry)
    numbers.count_unreadable(configurations.unreadable)
    groups = Claims(working, clock, GROUPS, instances.name, alerting.lease)
    deliveries = Claims(working, clock, DELIVERIES, instances.name, alerting.lease)
    dispatcher = Dispatcher(
        working,
        clock,
        Router(working, clock, configurations, wakeups),
        Flusher(working, groups, configurations, wakeups),
        groups,
        wakeups,
        numbers,
        lambda: not working.is_in_memory,
    )
    sender = Sender(
        working,
        clock,
        deliveries,
        EveryReceiver(told.live, handing.receivers),
        Recorder(deliveries, clock, alerting.delivery_refusals),
        wakeups,
        numbers,
        SenderOptions(
            root_url,
            alerting.concurrent_deliveries,
            alerting.delivery_timeout,
            alerting.delivery_max_age,
        ),
        pictures,
    )
    if settings[SmtpSettings].enabled:
        resending = Resending(database, clock, wakeups, NOT_CONFIGURED, alerting.delivery_max_age)
        periodic.add("mails_given_up", timedelta(minutes=1), resending.run)
    periodic.add("alerts", timedelta(seconds=5), dispatcher.upkeep)
    periodic.add("message_queues", timedelta(minutes=1), dispatcher.mend)
    watch = ConfigurationWatch(database, clock, configurations)
    limits = LogLimits(
        alerting.delivery_log_retention,
        alerting.delivery_log_max_entries,
        alerting.delivery_log_max_mb * 1024 * 1024,
    )
    retention = LogRetention(database, clock, limits)
    periodic.add("delivery_log", timedelta(minutes=5), retention.delete_old)
    ledger = Ledger(database, clock, wakeups)
    return Delivering(
        LedgerApi(ledger, clock).routes(),
        [
            Service("alert-routing", dispatcher.run_routing),
            Service("alert-groups", dispatcher.run_groups),
            Service("message-delivery", sender.run),
            Service("alert-configurations", watch.run, vital=False),
        ],
        [each.stuck for each in (*dispatcher.pulses, sender.pulse)],
        [configurations.warning],
    )
