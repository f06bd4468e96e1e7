"""An e-mail as it is sent: headers that nothing can be added to, text, HTML and pictures."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

import msgspec

from vedette.sdk import Undeliverable

if TYPE_CHECKING:  # Where no mail is sent, nobody waits for these to load.
    from email.headerregistry import Address
    from email.message import EmailMessage

_BREAKS = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029]+")
_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,76}")
_ADDRESS = re.compile(r"\s*(?:([^<>]*)<)?\s*([^\s<>@]+)@([^\s<>@]+)\s*>?\s*")
_OWN = frozenset(
    {"content-type", "content-transfer-encoding", "mime-version", "bcc", "date", "message-id"}
)
_LONGEST_SUBJECT = 900
_MOST_RECIPIENTS = 500
HTML, TEXT = "text/html", "text/plain"


class MailParts(msgspec.Struct, frozen=True):
    text: str
    html: str
    images: Mapping[str, bytes]
    """PNG files by content id."""


class Sender(msgspec.Struct, frozen=True):
    address: str
    name: str
    headers: Mapping[str, str]
    """Of every message."""
    content_types: tuple[str, ...]


def compose(
    sender: Sender,
    recipients: "Sequence[Address]",
    subject: str,
    parts: MailParts,
    *,
    message_id: str,
    now: datetime,
) -> "EmailMessage":
    """Raises `Undeliverable` where an address or a header can not be written."""
    from email.errors import HeaderParseError
    from email.message import EmailMessage
    from email.policy import SMTP
    from email.utils import format_datetime

    own = address(sender.address, sender.name)
    message = EmailMessage(policy=SMTP)
    try:
        message["From"] = own
        message["To"] = recipients
        message["Subject"] = one_line(subject)[:_LONGEST_SUBJECT]
        message["Date"] = format_datetime(now)
        message["Message-ID"] = _id(message_id, own.domain)
        message["Auto-Submitted"] = "auto-generated"
        for name, value in sender.headers.items():
            if _NAME.fullmatch(name) and name.lower() not in _OWN:
                del message[name]
                message[name] = one_line(value)
    except (ValueError, HeaderParseError) as error:
        raise Undeliverable(f"The e-mail has a header that can not be sent: {error}.") from error
    _fill(message, parts, sender.content_types)
    return message


def address(text: str, name: str = "") -> "Address":
    """`someone@example.org`, `<someone@example.org>` or `Some One <someone@example.org>`.

    Raises `Undeliverable`.
    """
    from email.errors import HeaderParseError
    from email.headerregistry import Address

    shown = _BREAKS.sub(" ", text).strip()[:200]
    wrong = Undeliverable(f"{shown!r} is not an e-mail address.")
    if _BREAKS.search(text):
        raise wrong
    found = _ADDRESS.fullmatch(text)
    if found is None:
        raise wrong
    its_name, user, domain = (found[1] or "").strip('" '), found[2], found[3]
    try:
        host = domain.encode("idna").decode("ascii")
        return Address(display_name=one_line(name or its_name), username=user, domain=host)
    except (UnicodeError, ValueError, HeaderParseError):
        raise wrong from None


def addresses(texts: Sequence[str]) -> "list[Address]":
    """Each once, in their order. Raises `Undeliverable` where one is wrong or there is none."""
    found = {each.addr_spec.lower(): each for each in reversed([address(one) for one in texts])}
    if not 0 < len(found) <= _MOST_RECIPIENTS:
        raise Undeliverable(f"An e-mail goes to 1 to {_MOST_RECIPIENTS} addresses.")
    return list(reversed(found.values()))


def one_line(text: str) -> str:
    """Without the breaks that would start another header."""
    return _BREAKS.sub(" ", text).strip()


def _fill(message: "EmailMessage", parts: MailParts, content_types: tuple[str, ...]) -> None:
    has_html = bool(parts.html) and (HTML in content_types or TEXT not in content_types)
    has_text = bool(parts.text) and (TEXT in content_types or not has_html)
    if has_text or not has_html:
        message.set_content(parts.text)
    if not has_html:
        return
    if has_text:
        message.add_alternative(parts.html, subtype="html")
        part = list(message.iter_parts())[-1]
    else:
        message.set_content(parts.html, subtype="html")
        part = message
    for content_id, image in parts.images.items():
        clean = one_line(content_id).strip("<>")
        part.add_related(
            image,
            maintype="image",
            subtype="png",
            cid=f"<{clean}>",
            filename=clean if clean.endswith(".png") else f"{clean}.png",
            disposition="inline",
        )


def _id(text: str, domain: str) -> str:
    bare = re.sub(r"[^A-Za-z0-9!#$%&'*+/=?^_`{|}~.@-]", "", text.strip("<> "))
    return f"<{bare}>" if "@" in bare else f"<{bare}@{domain}>"
