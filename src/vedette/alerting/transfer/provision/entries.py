"""Entries of a file of `provisioning/alerting`."""

from typing import Literal, TypeAlias

import msgspec

from vedette.alerting.contacts.model import IntegrationDraft
from vedette.alerting.muting.inhibitions.model import InhibitRule
from vedette.alerting.muting.timings.model import Timing
from vedette.alerting.routing.policies import NotificationPolicy
from vedette.sdk import Json

POLICIES, INHIBITIONS = "policies", "inhibitRules"
"""Names of objects that an organization has only one of."""


class FolderName(msgspec.Struct, frozen=True):
    """The folder of a group: the one with the uid, else the one at the root with the title."""

    title: str
    uid: str = ""


class RuleEntry(msgspec.Struct, frozen=True):
    """`interval_ms` is that of the group."""

    org_id: int
    folder: FolderName
    group: str
    interval_ms: int | None
    uid: str
    body: Json
    line: int

    @property
    def name(self) -> str:
        return self.uid


class GroupEntry(msgspec.Struct, frozen=True):
    """The interval of a group and the order of its rules, by uid."""

    org_id: int
    folder: FolderName
    group: str
    interval_ms: int | None
    uids: tuple[str, ...]
    line: int

    @property
    def name(self) -> str:
        return f"{self.folder.uid or self.folder.title}/{self.group}"


class PointEntry(msgspec.Struct, frozen=True):
    org_id: int
    name: str
    drafts: tuple[IntegrationDraft, ...]
    line: int


class TimingEntry(msgspec.Struct, frozen=True):
    org_id: int
    timing: Timing
    line: int

    @property
    def name(self) -> str:
        return self.timing.name


class TemplateEntry(msgspec.Struct, frozen=True):
    org_id: int
    name: str
    text: str
    line: int


class PolicyEntry(msgspec.Struct, frozen=True):
    org_id: int
    policy: NotificationPolicy
    line: int
    name: str = POLICIES


class InhibitEntry(msgspec.Struct, frozen=True):
    org_id: int
    rules: tuple[InhibitRule, ...]
    line: int
    name: str = INHIBITIONS


Wanted: TypeAlias = (
    RuleEntry | GroupEntry | PointEntry | TimingEntry | TemplateEntry | PolicyEntry | InhibitEntry
)
PartName: TypeAlias = Literal[
    "rule", "group", "contact point", "mute timing", "template", "policies", "inhibitions"
]


class Deletion(msgspec.Struct, frozen=True):
    """An entry of a list of deletions. `name` is the uid of a rule or of an integration."""

    part: PartName
    org_id: int
    name: str
    line: int
    is_whole: bool = False
    """Delete all integrations of the contact point `name`."""


class Refusal(msgspec.Struct, frozen=True):
    """An invalid entry."""

    line: int
    why: str


class AlertingFile(msgspec.Struct, frozen=True):
    wanted: tuple[Wanted, ...] = ()
    gone: tuple[Deletion, ...] = ()
    refusals: tuple[Refusal, ...] = ()
