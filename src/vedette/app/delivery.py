"""The delivery of notifications, built from the configuration."""

from collections.abc import Callable
from datetime import timedelta

import msgspec

from vedette.alerting.degraded.database import AlertingDatabase
from vedette.alerting.delivery.api import NotificationHistoryApi
from vedette.alerting.delivery.attempt import DeliveryAttempts, ImageRenderer
from vedette.alerting.delivery.configuration import Configurations
from vedette.alerting.delivery.configuration_watch import ConfigurationWatch
from vedette.alerting.delivery.delivery_store import DELIVERIES
from vedette.alerting.delivery.dispatcher import Dispatcher
from vedette.alerting.delivery.external.receivers import EveryReceiver
from vedette.alerting.delivery.flush import Flusher
from vedette.alerting.delivery.group_store import GROUPS
from vedette.alerting.delivery.history.retention import LogLimits, LogRetention
from vedette.alerting.delivery.history.service import NotificationHistory
from vedette.alerting.delivery.recording import DeliveryRecorder
from vedette.alerting.delivery.resending import Resending
from vedette.alerting.delivery.router import Router
from vedette.alerting.delivery.sender import NotificationSender, SenderOptions
from vedette.alerting.settings import AlertingSettings
from vedette.app.contacts import Contacts
from vedette.app.external import ExternalAlertmanagers
from vedette.app.foundation import Foundation
from vedette.cluster.claims import Claims
from vedette.cluster.instances import Instances
from vedette.cluster.periodic import Job
from vedette.cluster.wakeups import Wakeups
from vedette.outbound.mail import NOT_CONFIGURED
from vedette.server.lifecycle import Service
from vedette.server.sections.mail import SmtpSettings
from vedette.telemetry.delivery import DeliveryMetrics
from vedette.web.routes import Route


class DeliveryServices(msgspec.Struct, frozen=True):
    routes: list[Route]
    services: list[Service]
    jobs: list[Job]
    checks: list[Callable[[], str | None]]
    """Checks of the health endpoint."""
    warnings: list[Callable[[], str | None]]
    """Warnings of the health endpoint."""


def build(
    base: Foundation,
    alerting_database: AlertingDatabase,
    contact_points: Contacts,
    external: ExternalAlertmanagers,
    configurations: Configurations,
    wakeups: Wakeups,
    instances: Instances,
    images: ImageRenderer | None,
) -> DeliveryServices:
    """Build the delivery. `alerting_database` is the database that alerting currently uses.
    `images` is None if notifications contain no images."""
    database, clock, settings = base.database, base.clock, base.settings
    alerting = settings[AlertingSettings]
    metrics = DeliveryMetrics(base.metrics.alerting_registry)
    metrics.count_unreadable(configurations.unreadable)
    groups = Claims(alerting_database, clock, GROUPS, instances.name, alerting.lease)
    deliveries = Claims(alerting_database, clock, DELIVERIES, instances.name, alerting.lease)
    dispatcher = Dispatcher(
        alerting_database,
        clock,
        Router(alerting_database, clock, configurations, wakeups),
        Flusher(alerting_database, groups, configurations, wakeups),
        groups,
        wakeups,
        metrics,
        lambda: not alerting_database.is_in_memory,
    )
    sender = NotificationSender(
        alerting_database,
        clock,
        deliveries,
        DeliveryAttempts(
            EveryReceiver(contact_points.live, external.receivers),
            clock,
            base.root_url,
            alerting.delivery_timeout,
            images,
        ),
        DeliveryRecorder(deliveries, clock, alerting.delivery_refusals),
        wakeups,
        metrics,
        SenderOptions(alerting.concurrent_deliveries, alerting.delivery_max_age),
    )
    watch = ConfigurationWatch(database, clock, configurations)
    limits = LogLimits(
        alerting.delivery_log_retention,
        alerting.delivery_log_max_entries,
        alerting.delivery_log_max_mb * 1024 * 1024,
    )
    jobs = [
        Job("alerts", timedelta(seconds=5), dispatcher.upkeep),
        Job("message_queues", timedelta(minutes=1), dispatcher.repair),
        Job("delivery_log", timedelta(minutes=5), LogRetention(database, clock, limits).delete_old),
    ]
    if settings[SmtpSettings].enabled:
        resending = Resending(database, clock, wakeups, NOT_CONFIGURED, alerting.delivery_max_age)
        jobs.append(Job("mails_given_up", timedelta(minutes=1), resending.run))
    return DeliveryServices(
        NotificationHistoryApi(NotificationHistory(database, clock, wakeups), clock).routes(),
        [
            Service("alert-routing", dispatcher.run_routing),
            Service("alert-groups", dispatcher.run_groups),
            Service("message-delivery", sender.run),
            Service("alert-configurations", watch.run, vital=False),
        ],
        jobs,
        [each.stuck for each in (*dispatcher.pulses, sender.pulse)],
        [configurations.warning],
    )
