"""Stored rules, groups and versions. Times are in milliseconds since the epoch."""

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
    """Rules of a folder that are evaluated at one interval."""

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
    """Cached, as lists are requested frequently and rules rarely change."""
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
    """A row with data of its group and folder. It is parsed into a `Rule` on demand."""

    id: int
    group: EvaluationGroup
    uid: str
    position: int
    text: str
    """The rule as JSON in the format of the provisioning API, without what columns contain."""
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
        """Return the interval of the group, at least the minimum of the server."""
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
        """Return the uids of the queried data sources."""
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
    """The desired state of a rule. Without `uid` it is a new one."""

    body: dict[str, Any]
    uid: str = ""
    version: int | None = None
    """If given, the change is rejected if the rule has another version."""
    is_patch: bool = False
    """Missing keys keep their values."""
