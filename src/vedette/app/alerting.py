"""Alerting, built from the configuration."""

import msgspec

from vedette.access.model import Permissions
from vedette.app.dashboards import Content
from vedette.app.identity import Identity
from vedette.app.sources import Sources
from vedette.cluster.instances import Instances, new_name
from vedette.cluster.periodic import PeriodicJobs
from vedette.cluster.pulse import Pulse
from vedette.cluster.wakeups import Wakeups
from vedette.crypto.vault import Vault
from vedette.db.database import Database
from vedette.kernel.clock import Clock
from vedette.server.lifecycle import Service
from vedette.settings import Settings
from vedette.telemetry.alerting import EvaluationMetrics
from vedette.telemetry.metrics import Metrics
from vedette.web.routes import Route


class Alerting(msgspec.Struct, frozen=True):
    routes: list[Route]
    services: list[Service]
    pulses: list[Pulse]
    """Of the loops that health watches."""
    wakeups: Wakeups


def build(
    database: Database,
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
    numbers = EvaluationMetrics(metrics.registry)
    instances = Instances(database, clock, new_name(), observe_offset=numbers.set_clock_offset)
    periodic = PeriodicJobs(database, clock, instances.name)
    routes: list[Route] = []
    pulses: list[Pulse] = []
    services = [
        Service("instances", instances.run, vital=False),
        Service("periodic", periodic.run, vital=False),
    ]
    return Alerting(routes, services, pulses, wakeups)
