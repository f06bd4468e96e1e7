"""The interface of receiver plugins, and the services that the server provides for them.

A receiver sends one notification once. It never retries, never waits and never logs secrets: the
server stores notifications until they are sent, in order, and retries with growing pauses.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import ClassVar, Generic, Literal, Protocol, TypeVar, get_args, get_origin

import msgspec

from vedette.kernel.clock import Clock
from vedette.kernel.errors import BadRequest, VedetteError
from vedette.sdk.datasource import Network
from vedette.sdk.frame import Json
from vedette.sdk.http import HttpClient
from vedette.sdk.receiver_transfer import AlertmanagerSection, TerraformNames

Labels = Mapping[str, str]


class AlertView(msgspec.Struct, frozen=True):
    """One alert of a notification, with its public labels and annotations."""

    status: Literal["firing", "resolved"]
    labels: Labels
    annotations: Labels
    values: Mapping[str, float]
    """Numbers by refId."""
    value_text: str
    """All values as text, such as `[ var='B' labels={host=a} value=3 ]`."""
    starts_at: datetime
    ends_at: datetime | None
    """None while the alert fires."""
    fingerprint: str
    generator_url: str = ""
    silence_url: str = ""
    dashboard_url: str = ""
    panel_url: str = ""
    image_url: str = ""
    image: bytes | None = None
    """A PNG graph of the queries of the alert's rule. Set at the first alert of each rule if the
    receiver `accepts_images` and the server renders images."""
    rule_uid: str = ""


class Message(msgspec.Struct, frozen=True):
    """A notification about one group of alerts, firing alerts first."""

    org_id: int
    group_key: str
    receiver: str
    """The name of the contact point."""
    alerts: tuple[AlertView, ...]
    group_labels: Labels
    common_labels: Labels
    common_annotations: Labels
    external_url: str
    """The URL of the server, with a trailing slash."""

    @property
    def firing(self) -> tuple[AlertView, ...]:
        return tuple(each for each in self.alerts if each.status == "firing")

    @property
    def resolved(self) -> tuple[AlertView, ...]:
        return tuple(each for each in self.alerts if each.status == "resolved")

    @property
    def status(self) -> Literal["firing", "resolved"]:
        return "firing" if self.firing else "resolved"


class Delivery(msgspec.Struct, frozen=True):
    key: str
    """The same for every attempt and instance. HTTP receivers send it as `Idempotency-Key`, e-mail
    as its Message-ID."""
    attempt: int
    """Counted from 1."""
    sequence: int
    """Increases with each notification of one integration about one group."""
    deadline: datetime


class Receipt(msgspec.Struct, frozen=True):
    summary: str
    """The response of the service for the notification history: short and without secrets."""
    remote_id: str = ""


class Undeliverable(VedetteError):
    """No later attempt can succeed, for example because of a wrong URL or rejected credentials.

    The server still retries a few times, because another program may answer at the URL for a while;
    not if the refusal `is_final`.
    """

    code: ClassVar[str] = "delivery.undeliverable"
    status: ClassVar[int] = 502
    source: ClassVar[Literal["server", "downstream"]] = "downstream"

    def __init__(self, public: str, *, is_final: bool = False, **detail: object) -> None:
        super().__init__(public, **detail)
        self.is_final = is_final


class TryLater(VedetteError):
    """A later attempt may succeed. Any other error is treated like this one."""

    code: ClassVar[str] = "delivery.try_later"
    status: ClassVar[int] = 503
    source: ClassVar[Literal["server", "downstream"]] = "downstream"

    def __init__(self, public: str, retry_after: timedelta | None = None, **detail: object) -> None:
        super().__init__(public, **detail)
        self.retry_after = retry_after


class Texts(Protocol):
    """Renders the templates in the settings of a contact point."""

    async def text(
        self,
        template: str,
        message: Message,
        *,
        otherwise: Callable[[Message], str],
        html: bool = False,
        escape: Callable[[str], str] | None = None,
        variables: Mapping[str, object] | None = None,
    ) -> str:
        """Render a template. It never raises: if the template fails, the result is
        `otherwise(message)` and a line with the error.

        The template can use all template groups of the organization, and `default.title`,
        `default.message` and the other documented names. `html` escapes the output as HTML;
        `otherwise` must return HTML then. For other markup, `escape` is applied to data in the
        output of each action, but not to literals of the template nor to values in conditions, and
        to the result of `otherwise`.
        """
        ...


MOST_RECIPIENTS = 50
"""The maximum number of recipients of one e-mail. Many mail servers refuse more, or treat it as
spam."""


class MailServer(Protocol):
    """The mail server of the `[smtp]` settings."""

    async def send(
        self,
        recipients: Sequence[str],
        subject: str,
        *,
        text: str,
        html: str,
        message_id: str,
        images: Mapping[str, bytes] | None = None,
        timeout: float = 30.0,
    ) -> str:
        """Send a mail and return the response of the server. `images` are PNG files by content id.

        Raises `TryLater` for responses 4xx, time-outs and broken connections, and `Undeliverable`
        for responses 5xx, wrong addresses, more than `MOST_RECIPIENTS`, failing TLS, and without a
        configured mail server.
        """
        ...


class ReceiverHost(msgspec.Struct, frozen=True):
    """The services of the server for a receiver. Nothing else is reachable."""

    clock: Clock
    http: Callable[["HttpOptions"], HttpClient]
    """Creates a client under the egress policy. Call it when the receiver is opened."""
    network: Network
    log: logging.Logger
    texts: Texts
    mail: MailServer
    hidden: Sequence[str] = ()
    """Texts that no error and no receipt shows, in addition to secret settings."""


class HttpOptions(msgspec.Struct, frozen=True):
    """`url` is the base of requests; user and password are sent as basic auth."""

    url: str
    user: str = ""
    password: str = ""
    headers: Mapping[str, str] = msgspec.field(default_factory=dict)
    skip_verify: bool = False
    ca_certificate: str = ""
    client_certificate: str = ""
    client_key: str = ""
    timeout: float = 30.0


class Receiver(Protocol):
    async def deliver(self, message: Message, delivery: Delivery) -> Receipt:
        """Send a notification once. Raises `Undeliverable` or `TryLater`."""
        ...


def accepts_images(receiver: Receiver) -> bool:
    """Return whether the attribute `accepts_images` of a receiver is True.

    Rendering takes time, so images are rendered only for these receivers.
    """
    return getattr(receiver, "accepts_images", False) is True


class SettingField(msgspec.Struct, frozen=True):
    """One field of the form of a receiver's settings."""

    key: str
    """The key in the settings; a dot separates nested keys: `tlsConfig.caCertificate`."""
    label: str
    help: str = ""
    kind: Literal["text", "lines", "number", "switch", "choice", "pairs", "list"] = "text"
    """`lines` is a multi-line text, `pairs` an object of texts, `list` a list of texts."""
    placeholder: str = ""
    required: bool = False
    secret: bool | None = None
    """Whether the value is encrypted and never shown again.

    By default, `text`, `lines`, `pairs` and `list` are secret unless they are templates; `False`
    makes a field public. A URL in a public field that may contain a token is encrypted as well.
    """
    template: bool = False
    """Whether the text is a template."""
    choices: tuple[str, ...] = ()
    default: str = ""
    advanced: bool = False
    """Whether the field is collapsed by default."""

    def __post_init__(self) -> None:
        if self.secret is None:
            is_free_text = self.kind in ("text", "lines", "pairs", "list")
            msgspec.structs.force_setattr(self, "secret", is_free_text and not self.template)


ReceiverSettingsT = TypeVar("ReceiverSettingsT")


class ReceiverPlugin(msgspec.Struct, Generic[ReceiverSettingsT], frozen=True):
    """The object that the folder of a receiver exports as `PLUGIN`."""

    settings: type[ReceiverSettingsT]
    """A msgspec struct; see `decode_settings`."""
    fields: tuple[SettingField, ...]
    open: Callable[[ReceiverSettingsT, ReceiverHost], Receiver]
    """Creates a receiver and checks the settings without I/O. Raises `BadRequest` with one
    sentence."""
    upgrade: Callable[[Json], Json] | None = None
    """Converts other spellings of the settings to those of `settings`; secrets may be missing."""
    check: Callable[[Json], None] | None = None
    """Raises `BadRequest` for unsupported settings that would otherwise be ignored silently.

    Called before `upgrade` when settings are saved or tested; stored settings stay in use.
    """
    alertmanager: tuple[AlertmanagerSection, ...] = ()
    """Sections of `alertmanager.yml` that an import converts to this receiver."""
    terraform: TerraformNames = TerraformNames()
    """How exports write the settings for Terraform."""


def decode_settings(plugin: ReceiverPlugin[ReceiverSettingsT], settings: Json) -> ReceiverSettingsT:
    """Return the settings of a contact point for the plugin, with decrypted secrets.

    Values of forms and YAML files are converted leniently: null means absent, and so does an empty
    text for a number or a switch; a number is accepted as a text. Unknown keys are ignored. Raises
    `BadRequest` that names the key.
    """
    upgraded = plugin.upgrade(settings) if plugin.upgrade else settings
    try:
        return msgspec.convert(_kindly(plugin.settings, upgraded), plugin.settings, strict=False)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$")
        place = f"The setting {where.strip('.`')}" if where.strip(".`") else "The settings"
        raise BadRequest(f"{place}: {what[:1].lower()}{what[1:]}.") from error


def _kindly(kind: type, settings: Json) -> Json:
    kinds = {field.encode_name: field.type for field in msgspec.structs.fields(kind)}
    read = {key: _kind_value(kinds.get(key), value) for key, value in settings.items()}
    return {key: value for key, value in read.items() if value is not None}


def _kind_value(kind: object, value: object) -> object:
    match value:
        case bool() if kind is str:
            return str(value).lower()
        case int() | float() if kind is str:
            return str(value)
        case "" if kind is not str:
            return None
        case dict() if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            return _kindly(kind, value)
        case dict() if get_origin(kind) is dict and get_args(kind)[1] is str:
            return {key: _kind_value(str, each) for key, each in value.items() if each is not None}
        case list() if get_origin(kind) is list:
            return [_kind_value(get_args(kind)[0], each) for each in value if each is not None]
    return value


def plain_title(message: Message) -> str:
    """Return `[FIRING:2] name value value`, without a template."""
    firing = len(message.firing)
    head = f"[FIRING:{firing}]" if firing else "[RESOLVED]"
    return " ".join([head, *(value for _, value in sorted(message.group_labels.items()))])


def plain_text(message: Message) -> str:
    """Return every alert with its labels and annotations, without a template."""
    return "\n\n".join(_plain_alert(alert) for alert in message.alerts)


def _plain_alert(alert: AlertView) -> str:
    labels = ", ".join(f"{name}={value}" for name, value in sorted(alert.labels.items()))
    notes = [f"{name}: {value}" for name, value in sorted(alert.annotations.items())]
    return "\n".join([f"{alert.status}: {labels}", *notes, alert.generator_url]).rstrip()
