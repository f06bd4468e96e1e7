"""Contact points, their health and their tests as HTTP APIs return them."""

from collections.abc import Mapping
from typing import Any, Literal, NotRequired, TypedDict

from vedette.sdk import SettingField


class IntegrationAnswer(TypedDict):
    """Secrets in `settings` are redacted."""

    uid: str
    name: str
    type: str
    settings: Mapping[str, Any]
    disableResolveMessage: bool
    provenance: NotRequired[str]


class IntegrationHealth(TypedDict):
    uid: str
    name: str
    sendResolved: bool
    lastNotifyAttempt: str
    lastNotifyAttemptDuration: str
    lastNotifyAttemptError: NotRequired[str]


class ContactPointHealth(TypedDict):
    name: str
    active: bool
    integrations: list[IntegrationHealth]


class IntegrationWithHealth(IntegrationAnswer):
    health: IntegrationHealth


class ContactPointAnswer(TypedDict):
    name: str
    provenance: str
    usedBy: list[str]
    integrations: list[IntegrationWithHealth]


class TestResult(TypedDict):
    """`answer` is the response of the receiver."""

    status: Literal["ok", "failed"]
    answer: str
    error: str
    durationMs: int


class TestedIntegration(TypedDict):
    name: str
    uid: str
    status: str
    answer: str
    error: NotRequired[str]


class TestedReceiver(TypedDict):
    name: str
    grafana_managed_receiver_configs: list[TestedIntegration]


class TestedAlert(TypedDict):
    annotations: Mapping[str, str]
    labels: Mapping[str, str]


class TestedReceivers(TypedDict):
    alert: TestedAlert
    receivers: list[TestedReceiver]
    notified_at: str


class ReceiverForm(TypedDict):
    """A receiver type with the fields of its settings."""

    type: str
    name: str
    description: str
    aliases: list[str]
    fields: list[SettingField]


class SelectOption(TypedDict):
    value: str
    label: str


ShowWhen = TypedDict("ShowWhen", {"field": str, "is": str})


class NotifierOption(TypedDict):
    element: str
    inputType: str
    label: str
    description: str
    placeholder: str
    propertyName: str
    selectOptions: list[SelectOption] | None
    showWhen: ShowWhen
    required: bool
    validationRule: str
    secure: bool | None
    dependsOn: str
    subformOptions: "list[NotifierOption] | None"


class Notifier(TypedDict):
    type: str
    name: str
    heading: str
    description: str
    info: str
    options: list[NotifierOption]
