"""The firing alerts of an organization at one moment, with their routes and suppression."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import datetime

import msgspec

from vedette.alerting.alerts.model import Alert
from vedette.alerting.alerts.store import AlertStore
from vedette.alerting.delivery.configuration import Configuration, Configurations
from vedette.alerting.model import Labels, NotificationSettings
from vedette.alerting.muting.inhibitions.rules import Inhibitor
from vedette.alerting.muting.silences.model import Silence
from vedette.alerting.muting.silences.rules import Silencer, active
from vedette.alerting.muting.suppression import Suppression, suppression
from vedette.alerting.muting.timings.rules import muted_by
from vedette.alerting.routing.tree import PolicyRoute, routes_for
from vedette.cluster.time import database_now
from vedette.db.database import Database, Tx
from vedette.kernel.clock import Clock, moment

_AT_ONCE = 200


class ViewedAlert(msgspec.Struct, frozen=True):
    """`suppression.muted_by` contains mute timings if every route of the alert is muted.

    Alerts that are only sent to external Alertmanagers are in the groups of these, where they are
    never suppressed.
    """

    alert: Alert
    routes: tuple[PolicyRoute, ...]
    suppression: Suppression

    @property
    def receivers(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(route.receiver for route in self.routes))


class View(msgspec.Struct, frozen=True):
    now: datetime
    configuration: Configuration
    alerts: Sequence[Alert]
    silences: Sequence[Silence]
    """Active silences."""
    silencer: Silencer
    inhibitor: Inhibitor

    def timings_of(self, route: PolicyRoute) -> tuple[str, ...]:
        """Return the names of the mute timings that mute the route now."""
        return muted_by(
            route.mute_timings, route.active_timings, self.configuration.timings, self.now
        )

    def routes(
        self, labels: Labels, settings: NotificationSettings | None
    ) -> tuple[PolicyRoute, ...]:
        return routes_for(self.configuration.route, labels, settings)

    def suppression(
        self, fingerprint: str, labels: Labels, routes: Iterable[PolicyRoute]
    ) -> Suppression:
        silent = [self.timings_of(route) for route in routes]
        timings = tuple(dict.fromkeys(name for names in silent for name in names))
        return suppression(
            fingerprint,
            labels,
            self.silencer,
            self.inhibitor,
            timings if all(silent) else (),
        )

    def seen(self, alert: Alert) -> ViewedAlert:
        selection = self.configuration.selection
        if not selection.is_routed_here(alert):
            routes = tuple(each.route for each in selection.external(alert))
            return ViewedAlert(alert, routes, Suppression())
        routes = self.routes(alert.labels, alert.notification)
        return ViewedAlert(alert, routes, self.suppression(alert.fingerprint, alert.labels, routes))


class Views:
    """`ensure_contacts` creates the default contact point of an organization that has none."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        configurations: Configurations,
        ensure_contacts: Callable[[Tx, int], Awaitable[object]],
    ) -> None:
        self._database = database
        self._clock = clock
        self._configurations = configurations
        self._ensure_contacts = ensure_contacts
        self._ensured: set[int] = set()

    async def of_org(self, org_id: int) -> View:
        if org_id not in self._ensured:
            async with self._database.transaction() as tx:
                await self._ensure_contacts(tx, org_id)
            self._ensured.add(org_id)
        async with self._database.reading() as tx:
            now = await database_now(tx, self._clock)
            configuration = await self._configurations.load(tx, org_id, now)
            alerts = await AlertStore(tx).active(org_id)
        firing = {alert.fingerprint: alert.labels for alert in alerts}
        silences = active(configuration.silences, moment(now))
        return View(
            now=moment(now),
            configuration=configuration,
            alerts=alerts,
            silences=silences,
            silencer=Silencer(silences, moment(now)),
            inhibitor=Inhibitor(configuration.inhibit_rules, firing),
        )

    async def seen(self, view: View) -> Sequence[ViewedAlert]:
        """Return all alerts of a view. Yields to other tasks if there are many."""
        found = []
        for count, alert in enumerate(view.alerts, start=1):
            found.append(view.seen(alert))
            if count % _AT_ONCE == 0:
                await self._clock.sleep(0)
        return found
