"""The alerting configuration of organizations, cached by version."""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence, Set
from typing import Literal

import msgspec

from vedette.alerting.alerts import version_store
from vedette.alerting.contacts.model import Integration
from vedette.alerting.contacts.store import ContactStore
from vedette.alerting.delivery.destinations import (
    AlertmanagerDestination,
    ContactPointDestination,
    Destination,
)
from vedette.alerting.delivery.external.model import AlertmanagerSelection
from vedette.alerting.delivery.external.store import AlertmanagerChoiceStore
from vedette.alerting.model.unreadable import StoredUnreadable
from vedette.alerting.muting.inhibitions.model import InhibitRule
from vedette.alerting.muting.inhibitions.store import InhibitStore
from vedette.alerting.muting.silences.model import Silence
from vedette.alerting.muting.silences.store import SilenceStore
from vedette.alerting.muting.timings.model import Timing
from vedette.alerting.muting.timings.store import TimingStore
from vedette.alerting.routing.policies import DEFAULT_RECEIVER, default_policy
from vedette.alerting.routing.store import PolicyStore
from vedette.alerting.routing.tree import PolicyRoute, resolve
from vedette.db.database import Tx

log = logging.getLogger("vedette.alerting.delivery")
EnsureContacts = Callable[[Tx, int], Awaitable[object]]
_Version = tuple[int, int, int]


class UnreadableConfiguration(msgspec.Struct, frozen=True):
    """A part of the configuration that cannot be read. `name` is that of a mute timing or the id of
    a silence. `message` names the cause and the remedy."""

    part: Literal["policies", "mute timing", "silence", "inhibitions", "Alertmanager choice"]
    name: str
    message: str


class Configuration(msgspec.Struct, frozen=True):
    """All that decides who receives the alerts of an organization.

    `silences` are those that have not expired. Whether one is active depends on the time.
    """

    route: PolicyRoute
    timings: Mapping[str, Timing]
    silences: Sequence[Silence]
    inhibit_rules: Sequence[InhibitRule]
    receivers: Mapping[str, tuple[Integration, ...]]
    """Receivers by name of the contact point."""
    unreadable: Sequence[UnreadableConfiguration] = ()
    """For these parts the last readable version applies, so that notifications are still sent."""
    selection: AlertmanagerSelection = AlertmanagerSelection()

    def integrations(self, org_id: int, destination: Destination) -> tuple[Integration, ...]:
        """Return the integrations that receive the notifications of a destination, if it exists."""
        match destination:
            case AlertmanagerDestination(uid=uid):
                known = [each for each in self.selection.alertmanagers if each.uid == uid]
                return tuple(each.integration(org_id) for each in known)
            case ContactPointDestination(name=name):
                return self.receivers.get(name, ())


class Configurations:
    """Reads and caches configurations.

    `ensure_contacts` creates the default contact point of an organization that has none.

    A part that cannot be read, because someone or another version wrote another format, keeps its
    last readable version. If none is known, alerts go to the default contact point and the part
    suppresses nothing.
    """

    def __init__(self, ensure_contacts: EnsureContacts) -> None:
        self._ensure_contacts = ensure_contacts
        self._known: dict[int, tuple[_Version, Configuration]] = {}
        self._unreadable: dict[int, Sequence[UnreadableConfiguration]] = {}

    async def load(self, tx: Tx, org_id: int, now: int) -> Configuration:
        """Return the configuration as this transaction sees it. `now` is in milliseconds of the
        database's clock."""
        parts = await version_store.of_org(tx, org_id)
        version = (parts.get("routing", 0), parts.get("contacts", 0), parts.get("handing", 0))
        known = self._known.get(org_id)
        if known is not None and known[0] == version:
            return known[1]
        makes_contacts = not await ContactStore(tx).has_points(org_id)
        if makes_contacts:
            await self._ensure_contacts(tx, org_id)
        read = await self._read(tx, org_id, now, known[1] if known else None)
        self._note(org_id, read.unreadable)
        # Rows that this transaction created disappear if it is rolled back.
        if any(version) and not read.unreadable and not makes_contacts:
            self._known[org_id] = (version, read)
        return read

    async def changed(self, tx: Tx) -> Sequence[int]:
        """Return the organizations to read: their configuration changed or could not be read
        before."""
        found = await version_store.versions(tx, "routing")
        for org_id in self._unreadable.keys() - found.keys():
            del self._unreadable[org_id]
        return [
            org_id
            for org_id, version in found.items()
            if org_id not in self._known or self._known[org_id][0][0] != version
        ]

    def unreadable(self) -> int:
        """Return the number of unreadable parts in all organizations."""
        return sum(map(len, self._unreadable.values()))

    def warning(self) -> str | None:
        """Return the warning for the health endpoint. It contains no organization and no
        content."""
        count = self.unreadable()
        if not count:
            return None
        return (
            f"{count} {'part' if count == 1 else 'parts'} of the alerting configuration cannot be"
            " read; earlier versions apply. See GET /api/v1/alerting/unreadable and the log."
        )

    async def _read(
        self, tx: Tx, org_id: int, now: int, last: Configuration | None
    ) -> Configuration:
        contacts = ContactStore(tx)
        integrations = await contacts.of_org(org_id)
        empty = await contacts.empty(org_id)
        receivers: dict[str, tuple[Integration, ...]] = dict.fromkeys(empty, ())
        for each in integrations:
            receivers[each.name] = (*receivers.get(each.name, ()), each)
        unreadable: list[UnreadableConfiguration] = []
        first = _first({each.name for each in integrations})
        return Configuration(
            route=await _route(tx, org_id, last, unreadable, first),
            timings=await _timings(tx, org_id, last, unreadable),
            silences=await _silences(tx, org_id, now, last, unreadable),
            inhibit_rules=await _inhibitions(tx, org_id, last, unreadable),
            receivers=receivers,
            selection=await _selection(tx, org_id, last, unreadable),
            unreadable=tuple(unreadable),
        )

    def _note(self, org_id: int, unreadable: Sequence[UnreadableConfiguration]) -> None:
        """Log each reason once."""
        before = self._unreadable.get(org_id, ())
        for each in unreadable:
            if each not in before:
                log.error(each.message, extra={"org": org_id, "part": each.part})
        if unreadable:
            self._unreadable[org_id] = unreadable
        else:
            self._unreadable.pop(org_id, None)


def _first(receivers: Set[str]) -> str:
    return DEFAULT_RECEIVER if DEFAULT_RECEIVER in receivers or not receivers else min(receivers)


async def _route(
    tx: Tx,
    org_id: int,
    last: Configuration | None,
    unreadable: list[UnreadableConfiguration],
    first: str,
) -> PolicyRoute:
    try:
        stored = await PolicyStore(tx).get(org_id)
    except StoredUnreadable as error:
        unreadable.append(UnreadableConfiguration("policies", "", error.public))
        return resolve(default_policy(first)) if last is None else last.route
    return resolve(stored.policy)


async def _timings(
    tx: Tx, org_id: int, last: Configuration | None, unreadable: list[UnreadableConfiguration]
) -> Mapping[str, Timing]:
    store = TimingStore(tx)
    timings = {each.timing.name: each.timing for each in await store.all(org_id)}
    for name, error in (await store.unreadable(org_id)).items():
        unreadable.append(UnreadableConfiguration("mute timing", name, error.public))
        if last is not None and name in last.timings:
            timings[name] = last.timings[name]
    return timings


async def _silences(
    tx: Tx,
    org_id: int,
    now: int,
    last: Configuration | None,
    unreadable: list[UnreadableConfiguration],
) -> Sequence[Silence]:
    store = SilenceStore(tx)
    broken = await store.unreadable(org_id, now)
    unreadable += [
        UnreadableConfiguration("silence", id, error.public) for id, error in broken.items()
    ]
    readable = [each for each in last.silences if each.id in broken] if last else []
    return [*await store.not_ended(org_id, now), *readable]


async def _inhibitions(
    tx: Tx, org_id: int, last: Configuration | None, unreadable: list[UnreadableConfiguration]
) -> Sequence[InhibitRule]:
    try:
        return (await InhibitStore(tx).get(org_id)).rules
    except StoredUnreadable as error:
        unreadable.append(UnreadableConfiguration("inhibitions", "", error.public))
        return last.inhibit_rules if last else ()


async def _selection(
    tx: Tx, org_id: int, last: Configuration | None, unreadable: list[UnreadableConfiguration]
) -> AlertmanagerSelection:
    try:
        return await AlertmanagerChoiceStore(tx).get(org_id)
    except StoredUnreadable as error:
        unreadable.append(UnreadableConfiguration("Alertmanager choice", "", error.public))
        return last.selection if last else AlertmanagerSelection()
