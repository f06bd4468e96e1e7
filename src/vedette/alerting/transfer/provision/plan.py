"""Compares files with stored objects, and lists the changes in the order to make them."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec

from vedette.alerting.rules.queries import is_built_in
from vedette.alerting.transfer.provision.entries import (
    AlertingFile,
    Deletion,
    GroupEntry,
    InhibitEntry,
    PartName,
    PointEntry,
    PolicyEntry,
    RuleEntry,
    TemplateEntry,
    TimingEntry,
    Wanted,
)
from vedette.alerting.transfer.provision.parts import Part
from vedette.datasources.store import SourceStore
from vedette.db.database import Tx
from vedette.provisioning.reconciler import Change, Verb
from vedette.querying.model import is_expression

_PARTS: Mapping[type, PartName] = {
    PointEntry: "contact point",
    TimingEntry: "mute timing",
    TemplateEntry: "template",
    RuleEntry: "rule",
    GroupEntry: "group",
    PolicyEntry: "policies",
    InhibitEntry: "inhibitions",
}
_ORDER: Mapping[PartName, int] = {
    "contact point": 1,
    "mute timing": 2,
    "template": 3,
    "rule": 4,
    "group": 5,
    "policies": 6,
    "inhibitions": 7,
}
"""Referenced objects come before those that refer to them. Deletions follow in reverse order."""


class PlanStep(msgspec.Struct, frozen=True):
    part: PartName
    entry: Wanted | None = None
    gone: Deletion | None = None


Planned: TypeAlias = Change[PlanStep]
Key: TypeAlias = tuple[PartName, int, str, bool]
"""Part, organization, name, and whether it is the whole contact point."""


class AlertingPlan:
    def __init__(self, tx: Tx, parts: Mapping[PartName, Part], orgs: frozenset[int]) -> None:
        self._tx = tx
        self._parts = parts
        self._orgs = orgs
        self._places: dict[Key, str] = {}
        """Where each object is listed first."""
        self._going: dict[Key, str] = {}
        self._intervals: dict[tuple[int, str], int | None] = {}
        """Where each group is listed first. Its other rules follow those."""
        self._sources: dict[tuple[int, str], bool] = {}
        self._changes: list[tuple[int, Planned]] = []

    async def add(self, file: str, content: AlertingFile) -> None:
        for entry in content.wanted:
            await self._want(file, entry)

    def note_deletions(self, file: str, content: AlertingFile) -> None:
        """Call this before anything is added."""
        for gone in content.gone:
            key = (gone.part, gone.org_id, gone.name, gone.is_whole)
            self._going.setdefault(key, f"{file}:{gone.line}")

    async def delete(self, file: str, content: AlertingFile) -> None:
        for gone in content.gone:
            if gone.org_id in self._orgs and await self._parts[gone.part].is_there(self._tx, gone):
                rank = 0 if gone.part == "rule" else 20 - _ORDER[gone.part]
                key = _key(gone.part, gone.name)
                step = PlanStep(gone.part, gone=gone)
                self._add(rank, Change("delete", gone.org_id, key, file, "", gone.line, step))

    @property
    def changes(self) -> Sequence[Planned]:
        """Deleted rules make their titles available, so they come first."""
        return [change for _, change in sorted(self._changes, key=lambda pair: pair[0])]

    async def _want(self, file: str, entry: Wanted) -> None:
        part, place = _PARTS[type(entry)], f"{file}:{entry.line}"
        key = _key(part, entry.name)
        what = f"The {part} {entry.name!r} is ignored"
        if isinstance(entry, PolicyEntry | InhibitEntry):
            what = f"The {part} are ignored"
        if entry.org_id not in self._orgs:
            why = f"{what}: there is no organization {entry.org_id}."
            return self._refuse(file, entry.org_id, key, entry.line, why)
        first = self._first(entry, part, place)
        if isinstance(entry, GroupEntry):
            interval = self._intervals.setdefault((entry.org_id, entry.name), entry.interval_ms)
            if first != place and entry.interval_ms in (None, interval):
                return None
            what = f"The interval of the group {entry.name!r} is ignored"
        if first != place:
            why = f"{what}: {first} already lists it."
            return self._refuse(file, entry.org_id, key, entry.line, why)
        if going := self._deleted_at(entry, part):
            why = f"{what}: {going} lists it for deletion."
            return self._refuse(file, entry.org_id, key, entry.line, why)
        verb: Verb = await self._parts[part].verb(self._tx, entry)
        change = Change(
            verb,
            entry.org_id,
            key,
            file,
            "",
            entry.line,
            PlanStep(part, entry=entry),
            await self._warning(entry),
        )
        self._add(_ORDER[part], change)

    def _first(self, entry: Wanted, part: PartName, place: str) -> str:
        """Return where an object is listed first.

        A contact point can be listed several times, each of its integrations only once.
        """
        names = [each.uid for each in entry.drafts] if isinstance(entry, PointEntry) else None
        keys: list[Key] = [
            (part, entry.org_id, name, False) for name in ([entry.name] if names is None else names)
        ]
        others = [self._places[key] for key in keys if key in self._places]
        for key in keys:
            self._places.setdefault(key, place)
        return others[0] if others else place

    def _deleted_at(self, entry: Wanted, part: PartName) -> str:
        """Return where the object, or a part of it, is listed for deletion; empty if nowhere."""
        keys: list[Key] = [(part, entry.org_id, entry.name, False)]
        if isinstance(entry, PointEntry):
            keys = [(part, entry.org_id, each.uid, False) for each in entry.drafts]
            keys.append((part, entry.org_id, entry.name, True))
        return next((self._going[key] for key in keys if key in self._going), "")

    async def _warning(self, entry: Wanted) -> str:
        """Return a warning about missing data sources. The rule fails with that reason until they
        exist."""
        if not isinstance(entry, RuleEntry):
            return ""
        queries = entry.body.get("data") or []
        for query in queries:
            uid = query.get("datasourceUid") or ""
            if not uid or is_expression(uid) or is_built_in(uid):
                continue
            if not await self._is_source(entry.org_id, uid):
                return (
                    f"The rule {entry.uid!r} queries the data source {uid!r}, which does not exist."
                )
        return ""

    async def _is_source(self, org_id: int, uid: str) -> bool:
        if (org_id, uid) not in self._sources:
            found = await SourceStore(self._tx).by_uid(org_id, uid)
            self._sources[org_id, uid] = found is not None
        return self._sources[org_id, uid]

    def _refuse(self, file: str, org_id: int, key: str, line: int, why: str) -> None:
        self._add(0, Change("refuse", org_id, key, file, why, line))

    def _add(self, rank: int, change: Planned) -> None:
        self._changes.append((rank, change))


def _key(part: PartName, name: str) -> str:
    return f"{part}:{name}"
