"""Routing, muting, silences and inhibition, and the Alertmanager API for them."""

import msgspec

from vedette.alerting.alertmanager.alerts_api import AlertsApi
from vedette.alerting.alertmanager.configuration import ConfigurationService
from vedette.alerting.alertmanager.configuration_api import ConfigurationApi
from vedette.alerting.alertmanager.configuration_history import ConfigurationHistory
from vedette.alerting.alertmanager.explain_api import RoutingExplainApi
from vedette.alerting.alertmanager.intake import Intake
from vedette.alerting.alertmanager.silences_api import SilencesApi
from vedette.alerting.alertmanager.sources_api import OthersApi
from vedette.alerting.alertmanager.status_api import StatusApi
from vedette.alerting.alertmanager.view import Views
from vedette.alerting.delivery.configuration import Configurations
from vedette.alerting.muting.inhibitions.api import InhibitionsApi
from vedette.alerting.muting.inhibitions.service import InhibitionService
from vedette.alerting.muting.silences.service import SilenceService
from vedette.alerting.muting.timings.api import TimingsApi
from vedette.alerting.muting.timings.service import TimingService
from vedette.alerting.routing.api import PoliciesApi
from vedette.alerting.routing.service import PolicyService, lock
from vedette.alerting.rules.references import RuleReferences
from vedette.app.contacts import Contacts
from vedette.app.foundation import Foundation
from vedette.app.sources import Sources
from vedette.app.version import commit, own_version
from vedette.cluster.wakeups import Wakeups
from vedette.telemetry.intake import IntakeMetrics
from vedette.web.routes import Route


class Routing(msgspec.Struct, frozen=True):
    policies: PolicyService
    timings: TimingService
    silences: SilenceService
    inhibitions: InhibitionService
    history: ConfigurationHistory
    routes: list[Route]


def build(
    base: Foundation,
    wakeups: Wakeups,
    policies: PolicyService,
    rules: RuleReferences,
    contact_points: Contacts,
    configurations: Configurations,
    data: Sources,
) -> Routing:
    database, clock = base.database, base.clock
    timings = TimingService(database, clock, wakeups, [policies, rules], lock)
    silences = SilenceService(database, clock, wakeups)
    inhibitions = InhibitionService(database, clock, wakeups)
    views = Views(database, clock, configurations, contact_points.writer.ensure_default)
    intake = Intake(database, clock, wakeups, IntakeMetrics(base.metrics.alerting_registry))
    whole = ConfigurationService(
        database, policies, timings, inhibitions, contact_points.writer, contact_points.templates
    )
    history = ConfigurationHistory(database, clock, whole)
    routes = [
        *PoliciesApi(policies).routes(),
        *PoliciesApi(policies, own=True).routes(),
        *TimingsApi(timings).routes(),
        *TimingsApi(timings, own=True).routes(),
        *AlertsApi(database, views, intake, base.root_url).routes(),
        *SilencesApi(silences).routes(),
        *StatusApi(views, clock, own_version(), commit()).routes(),
        *InhibitionsApi(inhibitions).routes(),
        *RoutingExplainApi(database, views).routes(),
        *ConfigurationApi(whole, history, contact_points.visibility).routes(),
        *OthersApi(data.service, data.calls).routes(),
    ]
    return Routing(policies, timings, silences, inhibitions, history, routes)
