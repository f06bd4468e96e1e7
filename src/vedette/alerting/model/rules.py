"""Rules as they are evaluated: queries, condition, and policies for no data and errors."""

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
"""Key in the model of a query that identifies the imported Prometheus rule."""
INTERVAL_MS, MAX_POINTS = 1_000, 43_200
"""Default resolution of a query."""
NEVER_DUE = 1 << 53
"""Due time of a paused rule in milliseconds: later than any time."""


class RuleQuery(msgspec.Struct, frozen=True):
    """One query or expression. Its range is from `since` to `until` before the tick."""

    ref_id: str
    datasource_uid: str
    model: Json
    since: timedelta = timedelta(minutes=10)
    until: timedelta = timedelta(0)
    query_type: str = ""


class NotificationSettings(msgspec.Struct, frozen=True):
    """Routes the alerts of a rule to one contact point, bypassing the policies. None is the
    default."""

    receiver: str
    group_by: tuple[str, ...] | None = None
    group_wait: timedelta | None = None
    group_interval: timedelta | None = None
    repeat_interval: timedelta | None = None
    mute_timings: tuple[str, ...] = ()
    active_timings: tuple[str, ...] = ()


class Rule(msgspec.Struct, frozen=True):
    """`labels` and `annotations` can be templates. `condition` is the refId that is tested."""

    uid: str
    org_id: int
    title: str
    folder_uid: str
    folder: str
    """The title of the folder, for the label `grafana_folder`."""
    group: str
    interval: timedelta
    queries: tuple[RuleQuery, ...]
    condition: str
    hold: timedelta = timedelta(0)
    """`for`: how long the condition must hold before the alert fires."""
    keep_firing: timedelta = timedelta(0)
    """`keep_firing_for`: how long an alert keeps firing after the condition ended."""
    no_data: NoDataPolicy = "NoData"
    on_error: ErrorPolicy = "Error"
    outage: OutagePolicy = "shared"
    """While a data source is down: keep states and raise one alert for all, or apply `on_error`."""
    missing_evaluations: int = 2
    """Number of evaluations without a series after which it is removed."""
    alert_name: str = ""
    """The label `alertname` of its alerts, if it is not the title."""
    labels: Labels = msgspec.field(default_factory=dict)
    annotations: Labels = msgspec.field(default_factory=dict)
    disabled_labels: frozenset[str] = frozenset()
    """Reserved labels that this server does not add."""
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

    def has_same_queries(self, other: "Rule") -> bool:
        """Return False if an edit invalidates the previous states."""
        return self.queries == other.queries and self.condition == other.condition


class RuleGroup(msgspec.Struct, frozen=True):
    org_id: int
    folder_uid: str
    name: str
    interval: timedelta
    rules: tuple[Rule, ...]
