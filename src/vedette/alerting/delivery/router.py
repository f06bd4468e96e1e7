"""Routes alerts through the policies into their groups."""

import logging
from collections.abc import Sequence
from itertools import groupby

import msgspec

from vedette.alerting.alerts.model import Alert
from vedette.alerting.alerts.store import AlertStore
from vedette.alerting.delivery.configuration import (
    Configuration,
    Configurations,
    UnreadableConfiguration,
)
from vedette.alerting.delivery.decision_store import DecisionRecord, DecisionStore, DecisionVerdict
from vedette.alerting.delivery.destinations import ContactPointDestination, Destination
from vedette.alerting.delivery.group_store import (
    GroupMember,
    NotificationGroupStore,
    Place,
    WantedGroup,
    stored_route,
)
from vedette.alerting.routing.grouping import first_flush, group_key, group_labels
from vedette.alerting.routing.tree import PolicyRoute, routes_for
from vedette.cluster.bounded import reading, transaction
from vedette.cluster.time import database_now
from vedette.cluster.wakeups import Wakeups
from vedette.db.database import Database, Tx
from vedette.db.errors import DatabaseUnavailable
from vedette.kernel.clock import Clock, milliseconds, moment

log = logging.getLogger("vedette.alerting.delivery")
_AT_ONCE = 200
_MOST_SENTENCES = 5


class _RoutedAlert(msgspec.Struct, frozen=True):
    """An alert and the groups that it belongs to."""

    alert: Alert
    wanted: dict[Place, WantedGroup]


class Router:
    def __init__(
        self,
        database: Database,
        clock: Clock,
        configurations: Configurations,
        wakeups: Wakeups,
    ) -> None:
        self._database = database
        self._clock = clock
        self._configurations = configurations
        self._wakeups = wakeups

    async def route(self) -> int:
        """Route some of the alerts that need it and return how many.

        A resolved alert stays in its groups, which still send it as resolved. It joins no other
        group.
        """
        async with reading(self._database) as tx:
            if not await AlertStore(tx).has_unrouted():
                return 0
        try:
            return await self._route_some()
        except DatabaseUnavailable:
            raise
        except Exception as error:
            return await self._route_by_organization(error)

    async def _route_by_organization(self, error: Exception) -> int:
        """Route alerts by organization, so that an error affects one only. Raises `error` if all
        fail."""
        async with reading(self._database) as tx:
            org_ids = await AlertStore(tx).unrouted_organizations()
        count = 0
        for org_id in org_ids:
            try:
                count += await self._route_some(org_id)
            except DatabaseUnavailable:
                raise
            except Exception:
                log.exception("Alerts of an organization cannot be routed.", extra={"org": org_id})
        if not count:
            raise error
        return count

    async def _route_some(self, org_id: int | None = None) -> int:
        """Route some alerts of one organization, or of all. Returns how many."""
        async with transaction(self._database) as tx:
            alerts = await AlertStore(tx).take_unrouted(_AT_ONCE, org_id)
            if not alerts:
                return 0
            now = await database_now(tx, self._clock)
            for each, of_org in groupby(alerts, lambda alert: alert.org_id):
                by_state: dict[bool, list[Alert]] = {True: [], False: []}
                for alert in of_org:
                    by_state[alert.is_firing].append(alert)
                await self._route(tx, each, by_state[True], now)
                await _record_unsent(tx, each, by_state[False], now)
            tx.after_commit(lambda: self._wakeups.notify("groups"))
        return len(alerts)

    async def _route(self, tx: Tx, org_id: int, alerts: Sequence[Alert], now: int) -> None:
        if not alerts:
            return
        configuration = await self._configurations.load(tx, org_id, now)
        routed_alerts = [_route_alert(alert, configuration, now) for alert in alerts]
        store = NotificationGroupStore(tx)
        ids = await store.ensure(org_id, _merged(routed_alerts), moment(now))
        members = await store.memberships(org_id, [alert.fingerprint for alert in alerts])
        by_alert: dict[str, list[GroupMember]] = {}
        for member in members:
            by_alert.setdefault(member.fingerprint, []).append(member)
        joined: list[tuple[int, str]] = []
        left: list[tuple[int, str]] = []
        decisions: list[DecisionRecord] = []
        for each in routed_alerts:
            before = by_alert.get(each.alert.fingerprint, [])
            staying = {(one.key, one.destination) for one in before if not one.has_left}
            for place, wanted in each.wanted.items():
                if place not in staying:
                    joined.append((ids[place], each.alert.fingerprint))
                    decisions.append(_routed(each.alert, wanted, configuration.unreadable, now))
            for one in before:
                if not one.has_left and (one.key, one.destination) not in each.wanted:
                    left.append((one.group_id, one.fingerprint))
                    decisions.append(_left(each.alert, one, now))
        await store.join(org_id, sorted(joined))
        await store.leave(sorted(left))
        await DecisionStore(tx).add(decisions)


async def _record_unsent(tx: Tx, org_id: int, ended: Sequence[Alert], now: int) -> None:
    """Record alerts that resolved before they joined a group."""
    store = DecisionStore(tx)
    last = await store.last_times(org_id, [alert.fingerprint for alert in ended])
    await store.add(
        [
            _decision(alert, "", "", DecisionVerdict.RESOLVED_UNSENT, {}, now)
            for alert in ended
            if last.get(alert.fingerprint, 0) < milliseconds(alert.starts_at)
        ]
    )


def _route_alert(alert: Alert, configuration: Configuration, now: int) -> _RoutedAlert:
    selection = configuration.selection
    wanted: dict[Place, WantedGroup] = {}
    if selection.is_routed_here(alert):
        own_rule = alert.rule_uid if alert.notification else ""
        for route in routes_for(configuration.route, alert.labels, alert.notification):
            _add_wanted(
                wanted, alert, ContactPointDestination(route.receiver), route, own_rule, now
            )
    for external in selection.external(alert):
        _add_wanted(wanted, alert, external, external.route, "", now)
    return _RoutedAlert(alert, wanted)


def _add_wanted(
    wanted: dict[Place, WantedGroup],
    alert: Alert,
    destination: Destination,
    route: PolicyRoute,
    rule_uid: str,
    now: int,
) -> None:
    key = group_key(route, alert.labels)
    wanted[key, destination] = WantedGroup(
        key=key,
        destination=destination,
        labels=group_labels(route, alert.labels),
        route=stored_route(route, rule_uid),
        due=first_flush(route.timings, moment(now), alert.starts_at),
    )


def _merged(routed_alerts: Sequence[_RoutedAlert]) -> Sequence[WantedGroup]:
    """Return each group once, with the earliest due time that an alert needs."""
    found: dict[Place, WantedGroup] = {}
    for each in routed_alerts:
        for place, wanted in each.wanted.items():
            if place not in found or wanted.due < found[place].due:
                found[place] = wanted
    return list(found.values())


def _routed(
    alert: Alert, wanted: WantedGroup, unreadable: Sequence[UnreadableConfiguration], now: int
) -> DecisionRecord:
    detail: dict[str, object] = {
        "labels": dict(alert.labels),
        "group": dict(wanted.labels),
        **wanted.destination.reason(wanted.route.place, wanted.route.rule_uid),
        **({"unreadable": _error_texts(unreadable)} if unreadable else {}),
    }
    return _decision(
        alert, wanted.key, wanted.destination.name, DecisionVerdict.ROUTED, detail, now
    )


def _error_texts(unreadable: Sequence[UnreadableConfiguration]) -> list[str]:
    return [each.message for each in unreadable[:_MOST_SENTENCES]]


def _left(alert: Alert, member: GroupMember, now: int) -> DecisionRecord:
    return _decision(alert, member.key, member.destination.name, DecisionVerdict.LEFT, {}, now)


def _decision(
    alert: Alert,
    key: str,
    receiver: str,
    verdict: DecisionVerdict,
    detail: dict[str, object],
    now: int,
) -> DecisionRecord:
    return DecisionRecord(
        org_id=alert.org_id,
        fingerprint=alert.fingerprint,
        rule_uid=alert.rule_uid,
        group_key=key,
        receiver=receiver,
        integration_uid="",
        slot=now,
        decision=verdict.value,
        detail=detail,
        delivery_id=None,
        created=now,
    )
