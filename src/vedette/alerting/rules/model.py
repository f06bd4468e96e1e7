"""Rules, groups and versions as the store keeps them. Times in milliseconds since the epoch."""

from datetime import timedelta
from functools import cached_property, lru_cache
from typing import Any, Literal, TypeAlias

import msgspec
import orjson

from vedette.alerting.model import Rule
from vedette.alerting.rules.parsing import (
    DEFAULTS,
    Recording,
    RuleDefaults,
    read_rule,
    recording,
    title_of,
)
from vedette.querying.model import is_expression

READ, WRITE, DELETE = "alerting:read", "alerting:write", "alerting:delete"
RuleKind: TypeAlias = Literal["alerting", "recording"]


class EvaluationGroup(msgspec.Struct, frozen=True):
    """Rules that lie together in a folder and are evaluated at one interval."""

    id: int
    org_id: int
    folder_uid: str
    folder_title: str
    name: str
    interval: timedelta


@lru_cache(maxsize=4_096)
def _read(
    text: str, group: EvaluationGroup, uid: str, version: int, defaults: RuleDefaults
) -> Rule:
    """Lists are asked for again and again, and their rules hardly change."""
    return read_rule(
        orjson.loads(text),
        org_id=group.org_id,
        uid=uid,
        folder_uid=group.folder_uid,
        folder_title=group.folder_title,
        group=group.name,
        interval=group.interval,
        defaults=defaults,
        version=version,
    )


class StoredRule(msgspec.Struct, frozen=True, dict=True):
    """One row, with what its group and folder add. It is read into a `Rule` when that is asked."""

    id: int
    group: EvaluationGroup
    uid: str
    position: int
    text: str
    """The rule in JSON as the provisioning API spells it, without what columns hold."""
    provenance: str
    version: int
    dashboard_uid: str
    panel_id: int
    created: int
    created_by: str
    updated: int
    updated_by: str
    defaults: RuleDefaults = DEFAULTS

    @cached_property
    def body(self) -> dict[str, Any]:
        found: dict[str, Any] = orjson.loads(self.text)
        return found

    @cached_property
    def rule(self) -> Rule:
        return _read(self.text, self.group, self.uid, self.version, self.defaults)

    @property
    def interval(self) -> timedelta:
        """Of its group, raised to the shortest that the server allows."""
        return max(self.group.interval, self.defaults.min_interval)

    @cached_property
    def record(self) -> Recording | None:
        return recording(self.body)

    @property
    def org_id(self) -> int:
        return self.group.org_id

    @property
    def title(self) -> str:
        return title_of(self.body, self.uid).strip()

    @property
    def sources(self) -> list[str]:
        """Uids of the data sources it asks."""
        asked = {each.datasource_uid for each in self.rule.queries}
        return sorted(uid for uid in asked if not is_expression(uid))

    @property
    def is_paused(self) -> bool:
        return bool(self.body.get("isPaused"))


class RuleVersion(msgspec.Struct, frozen=True):
    version: int
    body: str
    message: str
    created: int
    created_by: str


class RuleDraft(msgspec.Struct, frozen=True):
    """What somebody asks a rule to be. Without `uid` it is a new one."""

    body: dict[str, Any]
    uid: str = ""
    version: int | None = None
    """Where it is given, the change is refused when the rule has another version by now."""
    is_patch: bool = False
    """What the body does not say stays as it is."""
