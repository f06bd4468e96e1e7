"""Rules as they are evaluated: what to ask, when it is an alert, and what to do with silence."""

from datetime import timedelta
from typing import Literal, TypeAlias

import msgspec

from vedette.alerting.model.labels import (
    ALERT_NAME,
    FOLDER,
    FOLDER_UID,
    RULE_UID,
    Labels,
)
from vedette.sdk import Json

NoDataPolicy: TypeAlias = Literal["NoData", "Alerting", "OK", "KeepLast"]
ErrorPolicy: TypeAlias = Literal["Error", "Alerting", "OK", "KeepLast"]
OutagePolicy: TypeAlias = Literal["shared", "rule"]

MAX_INSTANCES = 5_000
IMPORTED = "importedFrom"
"""Key of a query's model that says which rule of Prometheus it was."""
INTERVAL_MS, MAX_POINTS = 1_000, 43_200
"""Resolution of a query whose model has none."""
NEVER_DUE = 1 << 53
"""When the evaluation of a paused rule is due, in milliseconds: after all time."""


class RuleQuery(msgspec.Struct, frozen=True):
    """One query or expression; its range ends `until` and starts `since` before the tick."""

    ref_id: str
    datasource_uid: str
    model: Json
    since: timedelta = timedelta(minutes=10)
    until: timedelta = timedelta(0)
    query_type: str = ""


class NotificationSettings(msgspec.Struct, frozen=True):
    """Sends a rule's alerts to one contact point, past the policies. None takes the default."""

    receiver: str
    group_by: tuple[str, ...] | None = None
    group_wait: timedelta | None = None
    group_interval: timedelta | None = None
    repeat_interval: timedelta | None = None
    mute_timings: tuple[str, ...] = ()
    active_timings: tuple[str, ...] = ()


class Rule(msgspec.Struct, frozen=True):
    """`labels` and `annotations` may be templates. `condition` is the refId that decides."""

    uid: str
    org_id: int
    title: str
    folder_uid: str
    folder: str
    """The folder's title, for the label `grafana_folder`."""
    group: str
    interval: timedelta
    queries: tuple[RuleQuery, ...]
    condition: str
    hold: timedelta = timedelta(0)
    """`for`: how long the condition holds before the alert fires."""
    keep_firing: timedelta = timedelta(0)
    """`keep_firing_for`: how long an alert goes on after the condition ended."""
    no_data: NoDataPolicy = "NoData"
    on_error: ErrorPolicy = "Error"
    outage: OutagePolicy = "shared"
    """While a data source is down: keep states and tell one alert for all, or do as `on_error`."""
    missing_evaluations: int = 2
    """After how many evaluations without it a series is over."""
    alert_name: str = ""
    """What its alerts carry as `alertname` where that is not the title."""
    labels: Labels = msgspec.field(default_factory=dict)
    annotations: Labels = msgspec.field(default_factory=dict)
    disabled_labels: frozenset[str] = frozenset()
    """Reserved labels that this server leaves out."""
    notification: NotificationSettings | None = None
    is_paused: bool = False
    max_instances: int = MAX_INSTANCES
    version: int = 1

    @property
    def reserved_labels(self) -> dict[str, str]:
        return {
            ALERT_NAME: self.alert_name or self.title,
            FOLDER: self.folder,
            RULE_UID: self.uid,
            FOLDER_UID: self.folder_uid,
        }

    def asks_the_same(self, other: "Rule") -> bool:
        """False where an edit makes the states of before meaningless."""
        return self.queries == other.queries and self.condition == other.condition


class RuleGroup(msgspec.Struct, frozen=True):
    org_id: int
    folder_uid: str
    name: str
    interval: timedelta
    rules: tuple[Rule, ...]
