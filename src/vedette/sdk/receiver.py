"""What a receiver plugin implements, and what the server lends it.

A receiver sends one message once. It never retries, never waits and never logs secrets: the server
keeps messages until they are sent, in order, with growing pauses.
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
    """One alert of a message. Labels and annotations are those that people may see."""

    status: Literal["firing", "resolved"]
    labels: Labels
    annotations: Labels
    values: Mapping[str, float]
    """Numbers by refId."""
    value_text: str
    """All values in words, such as `[ var='B' labels={host=a} value=3 ]`."""
    starts_at: datetime
    ends_at: datetime | None
    """None while it fires."""
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
    """What is told of one group of alerts; the alerts that fire come first."""

    org_id: int
    group_key: str
    receiver: str
    """Name of the contact point."""
    alerts: tuple[AlertView, ...]
    group_labels: Labels
    common_labels: Labels
    common_annotations: Labels
    external_url: str
    """Address of the server, with a slash at its end."""

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
    """The same on every attempt and from every instance. HTTP receivers send it as
    `Idempotency-Key`, e-mail as its Message-ID."""
    attempt: int
    """From 1."""
    sequence: int
    """Grows with each message to one integration about one group."""
    deadline: datetime


class Receipt(msgspec.Struct, frozen=True):
    summary: str
    """What the other side answered, for the ledger: short, and no secrets in it."""
    remote_id: str = ""


class Undeliverable(VedetteError):
    """No later attempt can succeed: wrong address, refused login, a message nobody accepts.

    The server still tries a few times, as what answers for an address is not always what lives
    there; not where the refusal `is_final`.
    """

    code: ClassVar[str] = "delivery.undeliverable"
    status: ClassVar[int] = 502
    source: ClassVar[Literal["server", "downstream"]] = "downstream"

    def __init__(self, public: str, *, is_final: bool = False, **detail: object) -> None:
        super().__init__(public, **detail)
        self.is_final = is_final


class TryLater(VedetteError):
    """A later attempt may succeed. Any other error counts as this one."""

    code: ClassVar[str] = "delivery.try_later"
    status: ClassVar[int] = 503
    source: ClassVar[Literal["server", "downstream"]] = "downstream"

    def __init__(self, public: str, retry_after: timedelta | None = None, **detail: object) -> None:
        super().__init__(public, **detail)
        self.retry_after = retry_after


class Texts(Protocol):
    """Renders the templates that people write into the settings of a contact point."""

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
        """Never raises: where the template fails, `otherwise(message)` and a line that says why.

        All template groups of the organization are known, and `default.title`, `default.message`
        and the other documented names. `html` escapes what the template prints as HTML; `otherwise`
        makes HTML then. For other mark-up `escape` is applied to the data that each action prints,
        so that what people write into a template stays theirs, what comes with the data is text,
        and the data itself is as it is for conditions; and to what `otherwise` makes.
        """
        ...


MOST_RECIPIENTS = 50
"""Recipients of one e-mail at most. Many mail servers refuse more, or take it for spam."""


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
        """The server's answer. `images` are PNG files by content id.

        Raises `TryLater` for answers 4xx, time-outs and broken connections, `Undeliverable` for
        answers 5xx, wrong addresses, more than `MOST_RECIPIENTS`, failing TLS, and where no mail
        server is configured.
        """
        ...


class ReceiverHost(msgspec.Struct, frozen=True):
    """Everything the server lends a receiver. Nothing else is reachable."""

    clock: Clock
    http: Callable[["HttpOptions"], HttpClient]
    """A client under the egress policy; make one when the receiver is opened."""
    network: Network
    log: logging.Logger
    texts: Texts
    mail: MailServer
    hidden: Sequence[str] = ()
    """What no error and no receipt shows, besides the secrets of the settings."""


class HttpOptions(msgspec.Struct, frozen=True):
    """`url` is where requests start from; user and password are sent as basic auth."""

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
        """Raises `Undeliverable` or `TryLater`."""
        ...


def accepts_images(receiver: Receiver) -> bool:
    """Return whether the attribute `accepts_images` of a receiver is True.

    Rendering takes time, so images are rendered only for these receivers.
    """
    return getattr(receiver, "accepts_images", False) is True


class SettingField(msgspec.Struct, frozen=True):
    """One field of the form in which people fill in a receiver's settings."""

    key: str
    """In the settings; a dot leads into an object: `tlsConfig.caCertificate`."""
    label: str
    help: str = ""
    kind: Literal["text", "lines", "number", "switch", "choice", "pairs", "list"] = "text"
    """`lines` is a text of several lines, `pairs` an object of texts, `list` a list of texts."""
    placeholder: str = ""
    required: bool = False
    secret: bool | None = None
    """Stored encrypted and never shown again.

    Secret by default are `text`, `lines`, `pairs` and `list` that are no templates; `False` makes
    a field public. Also of a public field, a URL that may hold a token is stored encrypted.
    """
    template: bool = False
    """The text is a template."""
    choices: tuple[str, ...] = ()
    default: str = ""
    advanced: bool = False
    """Shown on demand."""

    def __post_init__(self) -> None:
        if self.secret is None:
            is_free_text = self.kind in ("text", "lines", "pairs", "list")
            msgspec.structs.force_setattr(self, "secret", is_free_text and not self.template)


ReceiverSettingsT = TypeVar("ReceiverSettingsT")


class ReceiverPlugin(msgspec.Struct, Generic[ReceiverSettingsT], frozen=True):
    """The single object, `PLUGIN`, that a receiver's folder exports."""

    settings: type[ReceiverSettingsT]
    """A msgspec struct; see `decode_settings`."""
    fields: tuple[SettingField, ...]
    open: Callable[[ReceiverSettingsT, ReceiverHost], Receiver]
    """Checks the settings without any I/O. Raises `BadRequest` with one sentence."""
    upgrade: Callable[[Json], Json] | None = None
    """Other spellings of the settings, to the ones of `settings`; secrets may be missing."""
    check: Callable[[Json], None] | None = None
    """Raises `BadRequest` for what cannot be done and would be left out in silence.

    Asked when settings are saved or tried, before `upgrade`; those stored earlier are used.
    """
    alertmanager: tuple[AlertmanagerSection, ...] = ()
    """Sections of `alertmanager.yml` that an import turns into this receiver."""
    terraform: TerraformNames = TerraformNames()
    """How exports write the settings for Terraform."""


def decode_settings(plugin: ReceiverPlugin[ReceiverSettingsT], settings: Json) -> ReceiverSettingsT:
    """The settings of a contact point as the plugin reads them, secrets in their places.

    What forms and YAML files write is read kindly: null counts as absent, and so does an empty
    text where a number or a switch belongs; a number is taken where a text belongs. Unknown keys
    do no harm. Raises `BadRequest` that names the key.
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
    """`[FIRING:2] name value value`, made without any template."""
    firing = len(message.firing)
    head = f"[FIRING:{firing}]" if firing else "[RESOLVED]"
    return " ".join([head, *(value for _, value in sorted(message.group_labels.items()))])


def plain_text(message: Message) -> str:
    """Every alert with its labels and annotations, made without any template."""
    return "\n\n".join(_plain_alert(alert) for alert in message.alerts)


def _plain_alert(alert: AlertView) -> str:
    labels = ", ".join(f"{name}={value}" for name, value in sorted(alert.labels.items()))
    notes = [f"{name}: {value}" for name, value in sorted(alert.annotations.items())]
    return "\n".join([f"{alert.status}: {labels}", *notes, alert.generator_url]).rstrip()
