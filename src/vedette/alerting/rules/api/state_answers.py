"""Responses with states and history of rules."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NotRequired, TypedDict

from vedette.alerting.rules.answers import NotificationSettingsAnswer


class InstanceAnswer(TypedDict):
    """`value` is that of the condition. Numbers that are not finite are strings in `values`."""

    labels: dict[str, str]
    annotations: dict[str, str]
    state: str
    activeAt: str
    value: str
    values: dict[str, float | str]
    fingerprint: str
    ruleUid: str


class RuleStatus(TypedDict):
    """Recording rules have no `state` and no `alerts`."""

    state: NotRequired[Literal["inactive", "pending", "firing", "recovering"]]
    name: str
    uid: str
    folderUid: str
    query: str
    queriedDatasourceUIDs: Sequence[str]
    duration: float
    keepFiringFor: float
    labels: Mapping[str, str]
    annotations: Mapping[str, str]
    type: Literal["alerting", "recording"]
    isPaused: bool
    provenance: str
    version: int
    totals: Mapping[str, int]
    totalsFiltered: Mapping[str, int]
    health: Literal["ok", "nodata", "error", "unknown"]
    lastEvaluation: str
    evaluationTime: float
    missedEvaluations: NotRequired[int]
    lastError: NotRequired[str]
    lastErrorReason: NotRequired[str]
    alerts: NotRequired[list[InstanceAnswer]]
    activeAt: NotRequired[str]
    notificationSettings: NotRequired[NotificationSettingsAnswer]


class GroupStatus(TypedDict):
    """`interval` in seconds."""

    name: str
    file: str
    folderUid: str
    interval: float
    intervalText: str
    lastEvaluation: str
    evaluationTime: float
    rules: list[RuleStatus]
    totals: Mapping[str, int]


class FoundGroups(TypedDict):
    """`groupNextToken` is present if more groups follow."""

    groups: list[GroupStatus]
    totals: dict[str, int]
    groupNextToken: NotRequired[str]


class RulesStatus(TypedDict):
    status: str
    data: FoundGroups


class FoundInstances(TypedDict):
    alerts: list[InstanceAnswer]


class InstancesStatus(TypedDict):
    status: str
    data: FoundInstances


class HistoryTypeInfo(TypedDict):
    frame: str


class HistoryField(TypedDict):
    name: str
    type: str
    typeInfo: HistoryTypeInfo


class HistorySchema(TypedDict):
    name: str
    fields: list[HistoryField]


class HistoryData(TypedDict):
    """Three columns: times in milliseconds, transitions, and labels of their streams."""

    values: list[list[Any]]


class HistoryFrame(TypedDict):
    schema: HistorySchema
    data: HistoryData


class AnnotationData(TypedDict):
    values: dict[str, float | str]


class AnnotationAnswer(TypedDict):
    id: int
    alertId: int
    alertUID: str
    alertName: str
    dashboardId: int
    dashboardUID: str
    panelId: int | None
    userId: int
    login: str
    email: str
    avatarUrl: str
    prevState: str
    newState: str
    created: int
    updated: int
    time: int
    timeEnd: int
    text: str
    tags: list[str]
    data: AnnotationData
