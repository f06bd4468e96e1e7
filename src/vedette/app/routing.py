"""Where alerts go and what keeps them back, and the Alertmanager API over it."""

from collections.abc import Awaitable, Callable, Collection, Sequence

import msgspec

from vedette.alerting.alertmanager.alerts_api import AlertsApi
from vedette.alerting.alertmanager.explain_api import ExplainApi
from vedette.alerting.alertmanager.inhibitions_api import InhibitionsApi
from vedette.alerting.alertmanager.intake import Intake
from vedette.alerting.alertmanager.silences_api import SilencesApi
from vedette.alerting.alertmanager.status_api import StatusApi
from vedette.alerting.alertmanager.view import Views
from vedette.alerting.contacts.store import ContactStore
from vedette.alerting.delivery.configuration import Configurations
from vedette.alerting.muting.api import TimingsApi
from vedette.alerting.muting.inhibition_service import InhibitionService
from vedette.alerting.muting.silence_service import SilenceService
from vedette.alerting.muting.store import TimingStore
from vedette.alerting.muting.timing_service import TimingLinks, TimingService
from vedette.alerting.routing.api import PoliciesApi
from vedette.alerting.routing.service import PolicyService, lock_name
from vedette.app.version import commit, own_version
from vedette.cluster.wakeups import Wakeups
from vedette.db.database import Database, Tx
from vedette.kernel.clock import Clock
from vedette.web.routes import Route

EnsureContacts = Callable[[Tx, int], Awaitable[object]]


class Routing(msgspec.Struct, frozen=True):
    policies: PolicyService
    timings: TimingService
    silences: SilenceService
    inhibitions: InhibitionService
    routes: list[Route]


def build(
    database: Database,
    clock: Clock,
    wakeups: Wakeups,
    configurations: Configurations,
    ensure_contacts: EnsureContacts,
    links: Sequence[TimingLinks],
) -> Routing:
    """`links` are rules, which name timings too."""

    async def receivers(tx: Tx, org_id: int) -> Collection[str]:
        await ensure_contacts(tx, org_id)
        return {each.name for each in await ContactStore(tx).of_org(org_id)}

    policies = PolicyService(database, clock, wakeups, receivers, timing_names)
    timings = TimingService(database, clock, wakeups, [policies, *links], lock)
    silences = SilenceService(database, clock, wakeups)
    inhibitions = InhibitionService(database, clock, wakeups)
    views = Views(database, clock, configurations, ensure_contacts)
    routes = [
        *PoliciesApi(policies).routes(),
        *TimingsApi(timings).routes(),
        *AlertsApi(database, views, Intake(database, clock, wakeups)).routes(),
        *SilencesApi(silences, clock).routes(),
        *StatusApi(views, clock, own_version(), commit()).routes(),
        *InhibitionsApi(inhibitions).routes(),
        *ExplainApi(database, views).routes(),
    ]
    return Routing(policies, timings, silences, inhibitions, routes)


async def timing_names(tx: Tx, org_id: int) -> Collection[str]:
    return {each.timing.name for each in await TimingStore(tx).all(org_id)}


async def lock(tx: Tx, org_id: int) -> None:
    """Held while policies, timings or contact points change, since they name one another."""
    await tx.lock(lock_name(org_id))
