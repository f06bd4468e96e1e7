"""Everything that decides whom an organization's alerts are told to, read once a version."""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeVar

import msgspec

from vedette.alerting.alerts import versions
from vedette.alerting.contacts.model import Integration
from vedette.alerting.contacts.store import ContactStore
from vedette.alerting.muting.inhibition import InhibitRule
from vedette.alerting.muting.intervals import Timing
from vedette.alerting.muting.silence_store import SilenceStore
from vedette.alerting.muting.silences import Silence
from vedette.alerting.muting.store import InhibitStore, TimingStore
from vedette.alerting.routing.policies import DEFAULT_RECEIVER, default_policy
from vedette.alerting.routing.store import PolicyStore
from vedette.alerting.routing.tree import Route, resolve
from vedette.db.database import Tx
from vedette.db.errors import DatabaseUnavailable
from vedette.kernel.errors import VedetteError

log = logging.getLogger("vedette.alerting.delivery")
EnsureContacts = Callable[[Tx, int], Awaitable[object]]
_Version = tuple[int, int]
_Part = TypeVar("_Part")


class Configuration(msgspec.Struct, frozen=True):
    """`silences` are those that did not end yet; whether one is active depends on the time."""

    route: Route
    timings: Mapping[str, Timing]
    silences: Sequence[Silence]
    inhibit_rules: Sequence[InhibitRule]
    receivers: Mapping[str, tuple[Integration, ...]]
    """By name of the contact point."""
    unreadable: Mapping[str, str] = {}
    """By part, why it could not be read: others hold for it, so that alerts go on being told."""


class Configurations:
    """`ensure_contacts` gives an organization its default contact point where it has none.

    A part that can not be read, because somebody or another version wrote it otherwise, is taken
    as it was when it could be read last. Where that is not known, alerts go to the contact point
    everyone begins with, and nothing keeps them back.
    """

    def __init__(self, ensure_contacts: EnsureContacts) -> None:
        self._ensure_contacts = ensure_contacts
        self._known: dict[int, tuple[_Version, Configuration]] = {}
        self._unreadable: dict[int, Mapping[str, str]] = {}

    async def load(self, tx: Tx, org_id: int, now: int) -> Configuration:
        """As it is for this transaction; `now` in the database's milliseconds."""
        parts = await versions.of_org(tx, org_id)
        version = (parts.get("routing", 0), parts.get("contacts", 0))
        known = self._known.get(org_id)
        if known is not None and known[0] == version:
            return known[1]
        read = await self._read(tx, org_id, now, known[1] if known else None)
        self._note(org_id, read.unreadable)
        if version != (0, 0) and not read.unreadable:
            self._known[org_id] = (version, read)
        return read

    def unreadable(self) -> int:
        """Parts of all organizations, of those that alerts were led through."""
        return sum(map(len, self._unreadable.values()))

    async def _read(
        self, tx: Tx, org_id: int, now: int, last: Configuration | None
    ) -> Configuration:
        contacts = ContactStore(tx)
        integrations = await contacts.of_org(org_id)
        if not integrations:
            await self._ensure_contacts(tx, org_id)
            integrations = await contacts.of_org(org_id)
        receivers: dict[str, tuple[Integration, ...]] = {}
        for each in integrations:
            receivers[each.name] = (*receivers.get(each.name, ()), each)
        unreadable: dict[str, str] = {}

        async def part(name: str, read: Awaitable[_Part], otherwise: _Part) -> _Part:
            try:
                return await read
            except DatabaseUnavailable:
                raise
            except VedetteError as error:
                unreadable[name] = error.public
            except (ValueError, TypeError, LookupError, AttributeError) as error:
                unreadable[name] = f"The stored {name} can not be read: {type(error).__name__}."
            return otherwise

        route = resolve(default_policy(_first(receivers))) if last is None else last.route
        return Configuration(
            route=await part("policies", _route(tx, org_id), route),
            timings=await part("mute timings", _timings(tx, org_id), last.timings if last else {}),
            silences=await part(
                "silences", SilenceStore(tx).not_ended(org_id, now), last.silences if last else ()
            ),
            inhibit_rules=await part(
                "inhibitions", _inhibitions(tx, org_id), last.inhibit_rules if last else ()
            ),
            receivers=receivers,
            unreadable=unreadable,
        )

    def _note(self, org_id: int, unreadable: Mapping[str, str]) -> None:
        """Once for each reason, however often it is met."""
        before = self._unreadable.get(org_id, {})
        for name, why in unreadable.items():
            if before.get(name) != why:
                log.error(why, extra={"org": org_id, "part": name})
        if unreadable:
            self._unreadable[org_id] = unreadable
        else:
            self._unreadable.pop(org_id, None)


def _first(receivers: Mapping[str, object]) -> str:
    return DEFAULT_RECEIVER if DEFAULT_RECEIVER in receivers or not receivers else min(receivers)


async def _route(tx: Tx, org_id: int) -> Route:
    return resolve((await PolicyStore(tx).get(org_id)).policy)


async def _timings(tx: Tx, org_id: int) -> Mapping[str, Timing]:
    return {each.timing.name: each.timing for each in await TimingStore(tx).all(org_id)}


async def _inhibitions(tx: Tx, org_id: int) -> Sequence[InhibitRule]:
    return (await InhibitStore(tx).get(org_id)).rules
