"""Alert rules as the provisioning API and the ruler API return them."""

from collections.abc import Sequence
from typing import Any, Literal, NotRequired, TypedDict

NoDataState = Literal["NoData", "Alerting", "OK", "KeepLast"]
ErrorState = Literal["Error", "Alerting", "OK", "KeepLast"]
OutageHandling = Literal["shared", "rule"]

QuerySpanAnswer = TypedDict("QuerySpanAnswer", {"from": int, "to": int})


class QueryPart(TypedDict):
    """A query or an expression of a rule. `model` is defined by its data source."""

    refId: str
    queryType: str
    relativeTimeRange: QuerySpanAnswer
    datasourceUid: str
    model: dict[str, Any]


class NotificationSettingsAnswer(TypedDict, total=False):
    receiver: str
    group_by: list[str] | None
    group_wait: str
    group_interval: str
    repeat_interval: str
    mute_time_intervals: list[str] | None
    active_time_intervals: list[str] | None


RecordAnswer = TypedDict(
    "RecordAnswer",
    {"metric": str, "from": str, "target_datasource_uid": NotRequired[str]},
)
EvaluatorAnswer = TypedDict(
    "EvaluatorAnswer",
    {"type": str, "params": NotRequired[list[float]], "from": NotRequired[str]},
)
"""`from` is the refId of a query that gives each series its own limit, in place of `params`."""


class LevelAnswer(TypedDict):
    """One severity: the labels that it adds, and where it begins and ends."""

    labels: dict[str, str]
    evaluator: EvaluatorAnswer
    unloadEvaluator: NotRequired[EvaluatorAnswer | None]


class ThresholdsAnswer(TypedDict):
    """Several severities of one rule, the most severe first, instead of a condition."""

    of: str
    levels: list[LevelAnswer]


ProvisionedRule = TypedDict(
    "ProvisionedRule",
    {
        "id": int,
        "uid": str,
        "orgID": int,
        "folderUID": str,
        "ruleGroup": str,
        "title": str,
        "condition": str,
        "data": list[QueryPart],
        "updated": str,
        "noDataState": NoDataState,
        "execErrState": ErrorState,
        "for": str,
        "annotations": dict[str, str],
        "labels": dict[str, str],
        "isPaused": bool,
        "version": int,
        "provenance": NotRequired[str],
        "keep_firing_for": NotRequired[str],
        "missing_series_evals_to_resolve": NotRequired[int],
        "notification_settings": NotRequired[NotificationSettingsAnswer],
        "record": NotRequired[RecordAnswer],
        "thresholds": NotRequired[ThresholdsAnswer | None],
        "outage": NotRequired[OutageHandling],
    },
)


class ProvisionedGroup(TypedDict):
    """`interval` in seconds."""

    title: str
    folderUid: str
    interval: int
    rules: list[ProvisionedRule]


class Author(TypedDict):
    name: str


class RulerAlertAnswer(TypedDict):
    id: int
    orgId: int
    uid: str
    title: str
    condition: str
    data: list[QueryPart]
    updated: str
    updated_by: Author
    intervalSeconds: int
    version: int
    namespace_uid: str
    rule_group: str
    no_data_state: NoDataState
    exec_err_state: ErrorState
    is_paused: bool
    provenance: NotRequired[str]
    missing_series_evals_to_resolve: NotRequired[int]
    notification_settings: NotRequired[NotificationSettingsAnswer]
    record: NotRequired[RecordAnswer]
    thresholds: NotRequired[ThresholdsAnswer | None]
    outage: NotRequired[OutageHandling]


RulerRuleAnswer = TypedDict(
    "RulerRuleAnswer",
    {
        "expr": str,
        "for": str,
        "labels": dict[str, str],
        "annotations": dict[str, str],
        "grafana_alert": RulerAlertAnswer,
        "keep_firing_for": NotRequired[str],
    },
)


class RulerGroupAnswer(TypedDict):
    """`interval` is missing if the group does not exist."""

    name: str
    interval: NotRequired[str]
    rules: list[RulerRuleAnswer]


RulerGroups = dict[str, list[RulerGroupAnswer]]
"""Groups by title of the folder."""


class RulerChange(TypedDict):
    """The uids of the rules that changed; empty lists are missing."""

    message: str
    created: NotRequired[Sequence[str]]
    updated: NotRequired[Sequence[str]]
    deleted: NotRequired[Sequence[str]]


class RuleVersionAnswer(TypedDict):
    """`created` in milliseconds since the epoch; `rule` is the stored form."""

    version: int
    created: int
    createdBy: str
    message: str
    rule: dict[str, Any]


class QueryingRule(TypedDict):
    """A rule that queries a data source."""

    uid: str
    title: str
    folderUid: str
    folderTitle: str
    ruleGroup: str
