"""Alerts, status and configuration as the Alertmanager API v2 and its relatives return them."""

from typing import Any, Literal, NotRequired, TypedDict

from vedette.alerting.delivery.external.model import AlertmanagerChoice
from vedette.alerting.muting.answers import InhibitionAnswer, SilenceAnswer, TimingAnswer
from vedette.alerting.routing.answers import PoliciesAnswer


class ReceiverName(TypedDict):
    name: str


class AlertStatus(TypedDict):
    state: Literal["active", "suppressed", "unprocessed"]
    silencedBy: list[str]
    inhibitedBy: list[str]
    mutedBy: list[str]


class AlertAnswer(TypedDict):
    annotations: dict[str, str]
    endsAt: str
    fingerprint: str
    receivers: list[ReceiverName]
    startsAt: str
    status: AlertStatus
    updatedAt: str
    generatorURL: str
    labels: dict[str, str]


class AlertGroupAnswer(TypedDict):
    """`dueAt` is the time of the next flush."""

    alerts: list[AlertAnswer]
    labels: dict[str, str]
    receiver: ReceiverName
    groupKey: str
    mutedBy: list[str]
    dueAt: NotRequired[str]


class ClusterStatus(TypedDict):
    status: str
    peers: list[str]


class OriginalConfiguration(TypedDict):
    original: str


class VersionInfo(TypedDict):
    version: str
    revision: str
    branch: str
    buildUser: str
    buildDate: str
    goVersion: str


class StatusAnswer(TypedDict):
    cluster: ClusterStatus
    config: OriginalConfiguration
    uptime: str
    versionInfo: VersionInfo


class ConfiguredIntegration(TypedDict):
    """`secureFields` names the secrets that are stored."""

    uid: str
    name: str
    type: str
    disableResolveMessage: bool
    settings: dict[str, Any]
    secureFields: dict[str, bool]
    provenance: NotRequired[str]


class ConfiguredReceiver(TypedDict):
    name: str
    grafana_managed_receiver_configs: list[ConfiguredIntegration]


class AlertmanagerConfig(TypedDict):
    route: PoliciesAnswer
    receivers: list[ConfiguredReceiver]
    mute_time_intervals: list[TimingAnswer]
    time_intervals: list[TimingAnswer]
    muteTimeProvenances: dict[str, str]
    inhibit_rules: list[InhibitionAnswer]
    templates: list[str]


class ConfigurationAnswer(TypedDict):
    template_files: dict[str, str]
    template_file_provenances: dict[str, str]
    alertmanager_config: AlertmanagerConfig


class StoredConfiguration(ConfigurationAnswer):
    """A configuration of the history."""

    id: int
    last_applied: str


class ChoiceAnswer(TypedDict):
    """`numExternalAlertmanagers` counts the Alertmanagers that can receive alerts."""

    alertmanagersChoice: AlertmanagerChoice
    numExternalAlertmanagers: int


class ExternalAlertmanager(TypedDict):
    url: str
    name: str
    uid: str


class DroppedAlertmanager(ExternalAlertmanager):
    reason: str


class ExternalAlertmanagersData(TypedDict):
    activeAlertManagers: list[ExternalAlertmanager]
    droppedAlertManagers: list[DroppedAlertmanager]


class ExternalAlertmanagersAnswer(TypedDict):
    status: str
    data: ExternalAlertmanagersData


class PolicyVisit(TypedDict):
    """`failing` lists the matchers that do not match."""

    place: list[int]
    name: str
    receiver: str
    matched: bool
    handles: bool
    failing: list[str]
    sentence: str


class ExplainedRoute(TypedDict):
    place: list[int]
    receiver: str
    receiverExists: bool
    groupBy: list[str]
    groupLabels: dict[str, str]
    groupKey: str
    groupWait: str
    groupInterval: str
    repeatInterval: str
    muteTimings: list[str]
    activeTimings: list[str]
    mutedBy: list[str]


class ExplainedPolicies(TypedDict):
    labels: dict[str, str]
    sentences: list[str]
    visits: list[PolicyVisit]
    routes: list[ExplainedRoute]
    silencedBy: list[SilenceAnswer]
    inhibitedBy: list[str]
    mutedBy: list[str]
    isMuted: bool
