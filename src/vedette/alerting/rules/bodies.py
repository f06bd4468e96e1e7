"""Rules in request bodies, parsed by `parsing`."""

from typing import Any, TypedDict

QuerySpan = TypedDict("QuerySpan", {"from": Any, "to": Any}, total=False)
RecordBody = TypedDict(
    "RecordBody", {"metric": Any, "from": Any, "target_datasource_uid": Any}, total=False
)


class QueryBody(TypedDict, total=False):
    refId: Any
    queryType: Any
    relativeTimeRange: QuerySpan
    datasourceUid: Any
    model: Any


class NotificationBody(TypedDict, total=False):
    receiver: Any
    group_by: Any
    group_wait: Any
    group_interval: Any
    repeat_interval: Any
    mute_time_intervals: Any
    active_time_intervals: Any


RuleBody = TypedDict(
    "RuleBody",
    {
        "uid": Any,
        "folderUID": Any,
        "folderTitle": Any,
        "ruleGroup": Any,
        "title": Any,
        "condition": Any,
        "data": list[QueryBody],
        "thresholds": Any,
        "noDataState": Any,
        "execErrState": Any,
        "outage": Any,
        "for": Any,
        "keep_firing_for": Any,
        "keepFiringFor": Any,
        "missing_series_evals_to_resolve": Any,
        "missingSeriesEvalsToResolve": Any,
        "annotations": Any,
        "labels": Any,
        "isPaused": Any,
        "notification_settings": NotificationBody,
        "notificationSettings": NotificationBody,
        "record": RecordBody,
        "dashboardUid": Any,
        "panelId": Any,
    },
    total=False,
)
"""A rule in the format of the provisioning API."""


class GroupBody(TypedDict, total=False):
    """A group in the format of the provisioning API. `interval` is in seconds."""

    title: Any
    folderUid: Any
    interval: Any
    rules: list[RuleBody]


class RulerAlert(TypedDict, total=False):
    uid: Any
    title: Any
    condition: Any
    data: list[QueryBody]
    thresholds: Any
    no_data_state: Any
    exec_err_state: Any
    outage: Any
    is_paused: Any
    notification_settings: NotificationBody
    record: RecordBody
    missing_series_evals_to_resolve: Any


RulerRule = TypedDict(
    "RulerRule",
    {
        "for": Any,
        "keep_firing_for": Any,
        "labels": Any,
        "annotations": Any,
        "grafana_alert": RulerAlert,
    },
    total=False,
)
"""A rule in the format of the ruler API."""
