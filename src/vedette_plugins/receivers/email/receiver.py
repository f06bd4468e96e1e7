"""Sends e-mail, as text and HTML, through the mail server of this installation."""

import hashlib
import re
from collections.abc import Mapping, Sequence

import msgspec

from vedette.sdk import (
    BadRequest,
    Delivery,
    Json,
    Message,
    Receipt,
    Receiver,
    ReceiverHost,
    ReceiverPlugin,
    SettingField,
    TerraformNames,
    TryLater,
    Undeliverable,
    plain_text,
    plain_title,
)
from vedette.sdk.receiver import MOST_RECIPIENTS
from vedette.sdk.receiver_http import seconds_left
from vedette.sdk.receiver_text import DEFAULT_MESSAGE, DEFAULT_TITLE
from vedette_plugins.receivers.email.page import page
from vedette_plugins.receivers.email.transfer import SECTIONS

_ADDRESS = re.compile(r"[^\s@<>,;]+@[^\s@<>,;]+")
_NAMED = re.compile(r"[^<>\r\n]*<([^<>]+)>")
_MAX_IMAGES = 10
_KEPT = 1_000
"""Sent mails of unfinished notifications, so that a later attempt does not send them again."""


class EmailSettings(msgspec.Struct, frozen=True):
    addresses: str = ""
    single_email: bool = msgspec.field(default=False, name="singleEmail")
    subject: str = ""
    message: str = ""


FIELDS = (
    SettingField(
        "addresses",
        "Addresses",
        help="Separated by semicolons, commas or lines.",
        kind="lines",
        placeholder="ops@example.org; boss@example.org",
        required=True,
        secret=False,
    ),
    SettingField(
        "singleEmail",
        "One mail to all",
        help="All recipients see each other.",
        kind="switch",
        default="false",
    ),
    SettingField("subject", "Subject", template=True, default=DEFAULT_TITLE),
    SettingField(
        "message",
        "Message",
        help="Text that replaces the list of alerts.",
        kind="lines",
        template=True,
        advanced=True,
    ),
)


class Email:
    accepts_images = True

    def __init__(
        self, addresses: Sequence[str], settings: EmailSettings, host: ReceiverHost
    ) -> None:
        size = MOST_RECIPIENTS if settings.single_email else 1
        self._mails = [addresses[at : at + size] for at in range(0, len(addresses), size)]
        self._settings = settings
        self._host = host
        self._sent: dict[str, None] = {}

    async def deliver(self, message: Message, delivery: Delivery) -> Receipt:
        """Send to every recipient; those that a previous attempt reached get no second mail."""
        parts = await self._parts(message)
        answers: list[str] = []
        failures: list[TryLater | Undeliverable] = []
        for recipients in self._mails:
            message_id = self._message_id(delivery, recipients)
            if message_id in self._sent:
                continue
            try:
                answer = await self._host.mail.send(
                    recipients,
                    parts.subject,
                    text=parts.text,
                    html=parts.html,
                    message_id=message_id,
                    images=parts.images,
                    timeout=seconds_left(self._host.clock, delivery),
                )
            except (TryLater, Undeliverable) as error:
                failures.append(error)
            else:
                answers.append(answer)
                self._remember(message_id)
        if failures:
            raise _worst(failures, len(self._mails))
        return Receipt(answers[-1] if answers else "All recipients have it already.")

    def _message_id(self, delivery: Delivery, recipients: Sequence[str]) -> str:
        """Return a Message-ID that is the same for each attempt. Mails to different recipients
        differ."""
        if len(self._mails) == 1:
            return delivery.key
        return f"{delivery.key}.{hashlib.sha256(recipients[0].encode()).hexdigest()[:12]}"

    def _remember(self, message_id: str) -> None:
        self._sent[message_id] = None
        while len(self._sent) > _KEPT:
            del self._sent[next(iter(self._sent))]

    async def _parts(self, message: Message) -> "_Parts":
        settings, texts = self._settings, self._host.texts
        subject = await texts.text(
            settings.subject or DEFAULT_TITLE, message, otherwise=plain_title
        )
        subject = " ".join(subject.split()) or plain_title(message)
        text = await texts.text(settings.message or DEFAULT_MESSAGE, message, otherwise=plain_text)
        files: dict[str, bytes] = {}
        content_ids: dict[str, str] = {}
        for alert in message.alerts:
            if alert.image and len(files) < _MAX_IMAGES:
                content_id = f"alert-{len(files)}.png"
                files[content_id] = alert.image
                content_ids[alert.fingerprint] = content_id
        html = page(message, subject, text if settings.message else None, content_ids)
        return _Parts(subject, text, html, files)


class _Parts(msgspec.Struct, frozen=True):
    subject: str
    text: str
    html: str
    images: Mapping[str, bytes]


def _worst(failures: Sequence[TryLater | Undeliverable], mails: int) -> TryLater | Undeliverable:
    """Return an error that can be retried if there is one, else a final one."""
    later = [error for error in failures if isinstance(error, TryLater)]
    found = (later or failures)[0]
    if mails == 1:
        return found
    sentence = f"{len(failures)} of {mails} e-mails were rejected: {found.public}"
    if isinstance(found, TryLater):
        return TryLater(sentence, found.retry_after)
    is_final = all(isinstance(each, Undeliverable) and each.is_final for each in failures)
    return Undeliverable(sentence, is_final=is_final)


def open_email(settings: EmailSettings, host: ReceiverHost) -> Receiver:
    found = [each.strip() for each in re.split(r"[;,\n]", settings.addresses) if each.strip()]
    if not found:
        raise BadRequest("An e-mail needs at least one address.")
    for each in found:
        named = _NAMED.fullmatch(each)
        if not _ADDRESS.fullmatch(named[1] if named else each):
            raise BadRequest(f"{each[:100]!r} is not an e-mail address.")
    return Email(list(dict.fromkeys(found)), settings, host)


def upgrade(settings: Json) -> Json:
    """Accept a list of addresses, too, for provisioning files."""
    addresses = settings.get("addresses")
    if isinstance(addresses, list):
        return {**settings, "addresses": ";".join(map(str, addresses))}
    return settings


PLUGIN = ReceiverPlugin(
    settings=EmailSettings,
    fields=FIELDS,
    open=open_email,
    upgrade=upgrade,
    terraform=TerraformNames(lists=frozenset({"addresses"})),
    alertmanager=SECTIONS,
)
