"""Where alerts go and what keeps them back, and the Alertmanager API over it."""

from collections.abc import Collection, Sequence

import msgspec

from vedette.alerting.alertmanager.alerts_api import AlertsApi
from vedette.alerting.alertmanager.configuration import ConfigurationService
from vedette.alerting.alertmanager.configuration_api import ConfigurationApi
from vedette.alerting.alertmanager.configuration_history import ConfigurationHistory
from vedette.alerting.alertmanager.explain_api import ExplainApi
from vedette.alerting.alertmanager.inhibitions_api import InhibitionsApi
from vedette.alerting.alertmanager.intake import Intake
from vedette.alerting.alertmanager.others_api import OthersApi
from vedette.alerting.alertmanager.silences_api import SilencesApi
from vedette.alerting.alertmanager.status_api import StatusApi
from vedette.alerting.alertmanager.view import Views
from vedette.alerting.contacts.store import ContactStore
from vedette.alerting.delivery.configuration import Configurations
from vedette.alerting.model import NotificationSettings
from vedette.alerting.model.provenance import API, FILE, UI
from vedette.alerting.muting.api import TimingsApi
from vedette.alerting.muting.inhibition_service import InhibitionService
from vedette.alerting.muting.silence_service import SilenceService
from vedette.alerting.muting.store import TimingStore
from vedette.alerting.muting.timing_service import TimingService
from vedette.alerting.routing.api import PoliciesApi
from vedette.alerting.routing.policies import DEFAULT_RECEIVER
from vedette.alerting.routing.service import PolicyService, lock_name
from vedette.alerting.rules.model import Draft as RuleDraft
from vedette.alerting.rules.model import StoredRule
from vedette.alerting.rules.writer import RuleWriter
from vedette.app.contacts import Contacts
from vedette.app.sources import Sources
from vedette.app.version import commit, own_version
from vedette.cluster.wakeups import Wakeups
from vedette.db.database import Database, Tx
from vedette.kernel.clock import Clock
from vedette.telemetry.intake import IntakeMetrics
from vedette.telemetry.metrics import Metrics
from vedette.web.routes import Route


class RulesWithTimings:
    """Rules that name timings themselves, past the policies."""

    def __init__(self, rules: RuleWriter) -> None:
        self._rules = rules

    async def uses_of_timing(self, tx: Tx, org_id: int, name: str) -> Sequence[str]:
        found = await self._naming(tx, org_id, name)
        return [f"the rule {each.rule.title!r}" for each in found]

    async def rename_timing(self, tx: Tx, org_id: int, old: str, new: str) -> None:
        """Rules follow as policies do, whoever keeps them."""
        await self._rules.lock(tx, org_id)
        for rule in await self._naming(tx, org_id, old):
            settings = dict(rule.body["notification_settings"])
            for key in ("mute_time_intervals", "active_time_intervals"):
                if settings.get(key):
                    settings[key] = [new if name == old else name for name in settings[key]]
            draft = RuleDraft({**rule.body, "notification_settings": settings})
            edit = {"": UI, "api": API}.get(rule.provenance, FILE)
            message = f"The mute timing {old} was renamed to {new}."
            await self._rules.update(tx, rule, draft, edit, rule.updated_by, message)

    async def _naming(self, tx: Tx, org_id: int, name: str) -> Sequence[StoredRule]:
        return [
            each
            for each in await self._rules.rules(tx).all(org_id)
            if (settings := each.rule.notification) is not None
            and name in (*settings.mute_timings, *settings.active_timings)
        ]


class Routing(msgspec.Struct, frozen=True):
    policies: PolicyService
    timings: TimingService
    silences: SilenceService
    inhibitions: InhibitionService
    history: ConfigurationHistory
    routes: list[Route]


def build(
    database: Database,
    clock: Clock,
    wakeups: Wakeups,
    told: Contacts,
    rules: RuleWriter,
    configurations: Configurations,
    data: Sources,
    metrics: Metrics,
    root_url: str,
) -> Routing:
    ensure_contacts = told.writer.ensure_default

    async def receivers(tx: Tx, org_id: int) -> Collection[str]:
        await ensure_contacts(tx, org_id)
        return await receiver_names(tx, org_id)

    policies = PolicyService(database, clock, wakeups, receivers, timing_names)
    timings = TimingService(database, clock, wakeups, [policies, RulesWithTimings(rules)], lock)
    silences = SilenceService(database, clock, wakeups)
    inhibitions = InhibitionService(database, clock, wakeups)
    views = Views(database, clock, configurations, ensure_contacts)
    intake = Intake(database, clock, wakeups, IntakeMetrics(metrics.alerting_registry))
    whole = ConfigurationService(
        database, policies, timings, inhibitions, told.writer, told.templates
    )
    history = ConfigurationHistory(database, clock, whole)
    routes = [
        *PoliciesApi(policies).routes(),
        *PoliciesApi(policies, own=True).routes(),
        *TimingsApi(timings).routes(),
        *TimingsApi(timings, own=True).routes(),
        *AlertsApi(database, views, intake, root_url).routes(),
        *SilencesApi(silences).routes(),
        *StatusApi(views, clock, own_version(), commit()).routes(),
        *InhibitionsApi(inhibitions).routes(),
        *ExplainApi(database, views).routes(),
        *ConfigurationApi(whole, history, told.visibility).routes(),
        *OthersApi(data.service, data.calls).routes(),
    ]
    return Routing(policies, timings, silences, inhibitions, history, routes)


async def check_notification(tx: Tx, org_id: int, settings: NotificationSettings) -> str | None:
    """What is wrong with the names in a rule's own settings, if anything."""
    receivers = await receiver_names(tx, org_id)
    if settings.receiver not in receivers and settings.receiver != DEFAULT_RECEIVER:
        return f"It names the contact point {settings.receiver!r}, which does not exist."
    known = await timing_names(tx, org_id)
    for name in (*settings.mute_timings, *settings.active_timings):
        if name not in known:
            return f"It names the timing {name!r}, which does not exist."
    return None


async def receiver_names(tx: Tx, org_id: int) -> Collection[str]:
    return await ContactStore(tx).names(org_id)


async def timing_names(tx: Tx, org_id: int) -> Collection[str]:
    return (await TimingStore(tx).marks(org_id)).keys()


async def lock(tx: Tx, org_id: int) -> None:
    """Held while policies, timings or contact points change, since they name one another."""
    await tx.lock(lock_name(org_id))
