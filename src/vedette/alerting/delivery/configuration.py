"""Everything that decides whom an organization's alerts are told to, read once a version."""

from collections.abc import Awaitable, Callable, Mapping, Sequence

import msgspec

from vedette.alerting.alerts import versions
from vedette.alerting.contacts.model import Integration
from vedette.alerting.contacts.store import ContactStore
from vedette.alerting.muting.inhibition import InhibitRule
from vedette.alerting.muting.intervals import Timing
from vedette.alerting.muting.silence_store import SilenceStore
from vedette.alerting.muting.silences import Silence
from vedette.alerting.muting.store import InhibitStore, TimingStore
from vedette.alerting.routing.store import PolicyStore
from vedette.alerting.routing.tree import Route, resolve
from vedette.db.database import Tx

EnsureContacts = Callable[[Tx, int], Awaitable[object]]
_Version = tuple[int, int]


class Configuration(msgspec.Struct, frozen=True):
    """`silences` are those that did not end yet; whether one is active depends on the time."""

    route: Route
    timings: Mapping[str, Timing]
    silences: Sequence[Silence]
    inhibit_rules: Sequence[InhibitRule]
    receivers: Mapping[str, tuple[Integration, ...]]
    """By name of the contact point."""


class Configurations:
    """`ensure_contacts` gives an organization its default contact point where it has none."""

    def __init__(self, ensure_contacts: EnsureContacts) -> None:
        self._ensure_contacts = ensure_contacts
        self._known: dict[int, tuple[_Version, Configuration]] = {}

    async def load(self, tx: Tx, org_id: int, now: int) -> Configuration:
        """As it is for this transaction; `now` in the database's milliseconds."""
        parts = await versions.of_org(tx, org_id)
        version = (parts.get("routing", 0), parts.get("contacts", 0))
        known = self._known.get(org_id)
        if known is not None and known[0] == version:
            return known[1]
        read = await self._read(tx, org_id, now)
        if version != (0, 0):
            self._known[org_id] = (version, read)
        return read

    async def _read(self, tx: Tx, org_id: int, now: int) -> Configuration:
        contacts = ContactStore(tx)
        integrations = await contacts.of_org(org_id)
        if not integrations:
            await self._ensure_contacts(tx, org_id)
            integrations = await contacts.of_org(org_id)
        receivers: dict[str, tuple[Integration, ...]] = {}
        for each in integrations:
            receivers[each.name] = (*receivers.get(each.name, ()), each)
        policy = await PolicyStore(tx).get(org_id)
        timings = await TimingStore(tx).all(org_id)
        return Configuration(
            route=resolve(policy.policy),
            timings={each.timing.name: each.timing for each in timings},
            silences=await SilenceStore(tx).not_ended(org_id, now),
            inhibit_rules=(await InhibitStore(tx).get(org_id)).rules,
            receivers=receivers,
        )
