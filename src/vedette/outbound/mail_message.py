"""Compose e-mails: encoded header fields, then text, HTML and images.

Header fields are encoded here (RFC 2047) and written as bytes. The `email` package decodes encoded
words in values and folds the result, so that a value could become several fields; its behaviour
also differs between versions of Python.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

import msgspec

from vedette.sdk import Undeliverable
from vedette.sdk.receiver import MOST_RECIPIENTS

if TYPE_CHECKING:  # Loaded when the first e-mail is sent.
    from email.message import EmailMessage, MIMEPart

_BREAKS = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029]+")
_SURROGATES = re.compile(r"[\ud800-\udfff]")
_PLAIN = re.compile(r"[\x20-\x7e]*")
_WORDS = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?: [A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*")
_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,76}")
_ADDRESS = re.compile(r"\s*(?:([^<>]*)<)?\s*([^\s<>@]+)@([^\s<>@]+)\s*>?\s*")
_USER = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.\u00a1-\U0010ffff-]{1,64}")
_HOST = re.compile(r"[A-Za-z0-9._-]{1,255}|\[[0-9A-Za-z.:]{1,45}\]")
_OWN = frozenset(
    {"content-type", "content-transfer-encoding", "mime-version", "bcc", "date", "message-id"}
)
_UNSAFE_IN_ID = re.compile(r"[^A-Za-z0-9!#$%&'*+/=?^_`{|}~.@-]")
_CTE = "quoted-printable"
"""A content transfer encoding without NUL, long lines or lines that SMTP would change."""
_LONGEST_SUBJECT = 900
_LONGEST_ID = 200
_LONGEST_LINE = 76
HTML, TEXT = "text/html", "text/plain"


class MailParts(msgspec.Struct, frozen=True):
    text: str
    html: str
    images: Mapping[str, bytes]
    """PNG files by content id."""


class MailSender(msgspec.Struct, frozen=True):
    address: str
    name: str
    headers: Mapping[str, str]
    """Additional headers."""
    content_types: tuple[str, ...]


class Mailbox(msgspec.Struct, frozen=True):
    """An address and the name shown with it (RFC 5322, section 3.4)."""

    name: str
    user: str
    domain: str
    """The domain in ASCII. International names are encoded."""

    @property
    def address(self) -> str:
        return f"{self.user}@{self.domain}"


def compose(
    sender: MailSender,
    recipients: Sequence[Mailbox],
    subject: str,
    parts: MailParts,
    *,
    message_id: str,
    now: datetime,
) -> bytes:
    """Return the message with CRLF line ends. Everything but non-ASCII users is ASCII.

    Raises `Undeliverable` where the sender's address cannot be written.
    """
    from email.utils import format_datetime

    own = mailbox(sender.address, sender.name)
    fields = {
        "From": _mailboxes("From", [own]),
        "To": _mailboxes("To", recipients),
        "Subject": encoded("Subject", one_line(subject)[:_LONGEST_SUBJECT]),
        "Date": format_datetime(now),
        "Message-ID": _id(message_id, own.domain),
        "Auto-Submitted": "auto-generated",
    }
    for name, value in sender.headers.items():
        if _NAME.fullmatch(name) and name.lower() not in _OWN:
            fields = {key: each for key, each in fields.items() if key.lower() != name.lower()}
            fields[name] = encoded(name, one_line(value))
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    return head.encode() + _content(parts, sender.content_types).as_bytes()


def mailbox(text: str, name: str = "") -> Mailbox:
    """Read `someone@example.org`, `<someone@example.org>` or `Some One <someone@example.org>`.

    Raises `Undeliverable`.
    """
    wrong = Undeliverable(f"{one_line(text)[:200]!r} is not an e-mail address.")
    found = None if _BREAKS.search(text) else _ADDRESS.fullmatch(text)
    if found is None:
        raise wrong
    own_name, user, domain = (found[1] or "").strip('" '), found[2], found[3]
    try:
        host = domain.encode("idna").decode("ascii")
    except UnicodeError:
        raise wrong from None
    if not _USER.fullmatch(user) or _SURROGATES.search(user) or not _HOST.fullmatch(host):
        raise wrong
    return Mailbox(one_line(name or own_name), user, host)


def mailboxes(texts: Sequence[str]) -> list[Mailbox]:
    """Return each once, in order. Raises `Undeliverable` where one is wrong or there is none."""
    found = {each.address.lower(): each for each in reversed([mailbox(one) for one in texts])}
    if not 0 < len(found) <= MOST_RECIPIENTS:
        raise Undeliverable(f"An e-mail must have 1 to {MOST_RECIPIENTS} recipients.")
    return list(reversed(found.values()))


def one_line(text: str) -> str:
    """Return the text with its line breaks and other control characters as spaces."""
    return _BREAKS.sub(" ", _valid(text)).strip()


def encoded(name: str, text: str) -> str:
    """Encode a line of text as the value of a header field that decodes to the same text.

    Text that is not plain ASCII, looks like an encoded word or is long becomes encoded words.
    """
    from email.header import Header

    is_short = len(name) + len(text) + 2 <= _LONGEST_LINE
    if is_short and _PLAIN.fullmatch(text) and "=?" not in text:
        return text
    return Header(text, "utf-8", _LONGEST_LINE, name).encode(linesep="\r\n")


def _mailboxes(name: str, found: Sequence[Mailbox]) -> str:
    return ",\r\n ".join(_written(name, each) for each in found)


def _written(name: str, mailbox: Mailbox) -> str:
    if not mailbox.name:
        return mailbox.address
    phrase = encoded(name, mailbox.name)
    if phrase == mailbox.name and not _WORDS.fullmatch(phrase):
        escaped = phrase.replace("\\", "\\\\").replace('"', '\\"')
        phrase = f'"{escaped}"'
    is_short = len(name) + len(phrase) + len(mailbox.address) + 5 <= _LONGEST_LINE
    return f"{phrase} <{mailbox.address}>" if is_short else f"{phrase}\r\n <{mailbox.address}>"


def _content(parts: MailParts, content_types: tuple[str, ...]) -> "EmailMessage":
    """Return a message with the header fields of its content only."""
    from email.message import EmailMessage
    from email.policy import SMTP

    has_html = bool(parts.html) and (HTML in content_types or TEXT not in content_types)
    has_text = bool(parts.text) and (TEXT in content_types or not has_html)
    message = EmailMessage(policy=SMTP)
    part: MIMEPart = message
    if has_text or not has_html:
        message.set_content(_valid(parts.text), cte=_CTE)
    if not has_html:
        return message
    if has_text:
        message.add_alternative(_valid(parts.html), subtype="html", cte=_CTE)
        part = list(message.iter_parts())[-1]
    else:
        message.set_content(_valid(parts.html), subtype="html", cte=_CTE)
    for content_id, image in parts.images.items():
        clean = _UNSAFE_IN_ID.sub("", content_id)
        part.add_related(
            image,
            maintype="image",
            subtype="png",
            cid=f"<{clean}>",
            filename=clean if clean.endswith(".png") else f"{clean}.png",
            disposition="inline",
        )
    return message


def _valid(text: str) -> str:
    """Return the text with U+FFFD for each lone surrogate, which UTF-8 cannot encode."""
    return _SURROGATES.sub("\ufffd", text)


def _id(text: str, domain: str) -> str:
    bare = _UNSAFE_IN_ID.sub("", text)[:_LONGEST_ID]
    return f"<{bare}>" if "@" in bare else f"<{bare}@{domain}>"
