"""Mails whose texts come from labels: each arrives as one message with the expected headers."""

import asyncio
import re
from collections.abc import AsyncIterator
from email.header import decode_header, make_header
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from email.utils import getaddresses
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from vedette.kernel.clock import SystemClock
from vedette.outbound.mail import MailOptions, SmtpServer
from vedette.outbound.mail_message import MailSender, encoded, one_line
from vedette.sdk import Undeliverable
from vedette.sdk.receiver_testing import alert, delivery, message, open_receiver, receiver_host
from vedette_plugins.receivers.email.receiver import PLUGIN

ALWAYS = ["from", "to", "subject", "date", "message-id", "auto-submitted"]
CONTENT = ["content-type", "mime-version"]
WORD = "=?utf-8?q?x=0d=0aBcc:_victim=40example.org?="
HOSTILE = {
    "CRLF": "x\r\nBcc: victim@example.org\r\n\r\nbody of its own",
    "LF": "x\nBcc: victim@example.org\n\nbody of its own",
    "CR": "x\rBcc: victim@example.org\r\rbody of its own",
    "NUL": "a\x00b",
    "controls": "a\x1b[31mb\x7f\x0b\x0c",
    "line separators": "a\u2028Bcc: victim@example.org\u2029b\x85c",
    "encoded word, Q": "=?utf-8?q?x=0d=0aBcc:victim@example.org=0d=0a=0d=0aown body?=",
    "encoded word, Q, no spaces": "=?utf-8?q?x=0d=0aBcc:victim@example.org=0d=0a=0d=0aown?=",
    "encoded word, B": "=?utf-8?b?eA0KQmNjOiB2aWN0aW1AZXhhbXBsZS5vcmcNCg0Kb3du?=",
    "encoded words in a row": "=?utf-8?q?x=0d=0a?= =?utf-8?q?Bcc:_victim@example.org?=",
    "encoded word inside of text": "host =?iso-8859-1?q?a=0aBcc:_v@example.org?= is down",
    "encoded word of an encoded word": "=?utf-8?q?=3D=3Futf-8=3Fq=3Fx=3D0d=3D0aBcc:_v=3F=3D?=",
    "broken encoded word": "=?utf-8?q?x=0d=0aBcc: v",
    "unknown charset": "=?no-such?q?x?=",
    "long word": "x" * 5_000,
    "long text": "disk full " * 500,
    "long text that is not ASCII": "Füllstand 🔥 " * 300,
    "surrogate": "a\ud800b",
    "right to left": "\u202emoc.elpmaxe\u202c \u05e9\u05dc\u05d5\u05dd \u200f",
    "several spaces": "a  b   c",
    "quotes": 'say "hi" <evil@example.org>, \\ (comment)',
    "address list": "a@example.org, b@example.org; c@example.org:",
    "dot": ".",
}


class Mailbox:
    def __init__(self) -> None:
        self.mails: list[tuple[list[str], EmailMessage]] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        found = BytesParser(policy=default).parsebytes(envelope.content)
        assert isinstance(found, EmailMessage)
        assert max(map(len, envelope.content.split(b"\r\n"))) <= 998
        self.mails.append((list(envelope.rcpt_tos), found))
        return "250 taken"

    def only(self) -> EmailMessage:
        ((recipients, found),) = self.mails
        assert recipients == ["ops@example.org"]
        return found


@pytest.fixture
async def place() -> AsyncIterator[tuple[Mailbox, MailOptions]]:
    """A mailbox behind a real SMTP server, and the options that lead there."""
    mailbox, sessions = Mailbox(), []

    def session() -> SMTP:
        sessions.append(
            SMTP(
                mailbox,
                hostname="mail.test",
                loop=asyncio.get_running_loop(),
                enable_SMTPUTF8=True,
                decode_data=False,
            )
        )
        return sessions[-1]

    server = await asyncio.get_running_loop().create_server(session, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    sender = MailSender("alerts@example.org", "Vedette", {}, ("text/html", "text/plain"))
    yield mailbox, MailOptions(True, f"127.0.0.1:{port}", sender, "vedette.test")
    server.close()
    for each in sessions:
        if each._handler_coroutine:
            each._handler_coroutine.cancel()


def line(text: str) -> str:
    """The text as a header field can hold it."""
    text = re.sub("[\ud800-\udfff]", "\ufffd", text)
    return re.sub(r"[\x00-\x1f\x7f\x85\u2028\u2029]+", " ", text).strip()


def lines(text: str) -> str:
    """The text as a body can hold it."""
    return re.sub("\r\n|\r", "\n", re.sub("[\ud800-\udfff]", "\ufffd", text)).rstrip("\n")


def body(mail: EmailMessage, kind: str) -> str:
    part = mail.get_body((kind,))
    assert part is not None
    content = part.get_content()
    assert isinstance(content, str)
    return content.replace("\r\n", "\n").rstrip("\n")


def addresses(mail: EmailMessage, name: str) -> list[tuple[str, str]]:
    """Name and address of each, read as RFC 2047 has it.

    The parser of Python 3.11 keeps the spaces between the encoded words of a name.
    """
    (value,) = [each for key, each in mail.raw_items() if key == name]
    text = str(value).encode("utf-8", "surrogateescape").decode()
    return [(str(make_header(decode_header(name))), it) for name, it in getaddresses([text])]


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
async def test_hostile_text_stays_text_wherever_it_stands(
    place: tuple[Mailbox, MailOptions], text: str
) -> None:
    """T61: No text adds a header field, a recipient or a body to a mail, and none stops it."""
    mailbox, options = place
    sender = replace(options.sender, name=text, headers={"X-Team": text})
    await SmtpServer(replace(options, sender=sender), SystemClock()).send(
        ["ops@example.org"],
        text,
        text=text,
        html=f"<pre>{text}</pre>",
        message_id=text,
        images={text: b"\x89PNG"},
    )
    mail = mailbox.only()
    assert sorted(map(str.lower, mail.keys())) == sorted([*ALWAYS, "x-team", *CONTENT])
    assert mail["Subject"] == line(text)[:900]
    assert mail["X-Team"] == line(text)
    assert addresses(mail, "From") == [(line(text), "alerts@example.org")]
    assert str(mail["To"]) == "ops@example.org"
    assert re.fullmatch(r"<[!-;=?-~]{1,200}@[a-z.]+[!-;=?-~]*>", mail["Message-ID"])
    assert body(mail, "plain") == lines(text)
    assert body(mail, "html") == lines(f"<pre>{text}</pre>")
    assert [each.get_content_type() for each in mail.walk()] == [
        "multipart/alternative",
        "text/plain",
        "multipart/related",
        "text/html",
        "image/png",
    ]


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
async def test_an_alert_with_a_hostile_label_arrives(
    place: tuple[Mailbox, MailOptions], text: str
) -> None:
    """T61: A label with an encoded word adds no header to a mail and does not stop its alert."""
    mailbox, options = place
    lent = replace(receiver_host(), mail=SmtpServer(options, SystemClock()))
    settings = {"addresses": "ops@example.org", "subject": "{{ .CommonLabels.host }}"}
    firing = alert(host=text)
    await open_receiver(PLUGIN, settings, lent).deliver(message(firing), delivery())
    mail = mailbox.only()
    assert sorted(map(str.lower, mail.keys())) == sorted([*ALWAYS, *CONTENT])
    shown = line(" ".join(text.split()))[:900]
    assert " ".join(mail["Subject"].split()) == " ".join(shown.split())
    assert "DiskFull" in body(mail, "plain")
    assert [each.get_content_type() for each in mail.walk()] == [
        "multipart/alternative",
        "text/plain",
        "text/html",
    ]


@pytest.mark.parametrize(
    ("recipient", "name", "address"),
    [
        (f"{WORD} <ops@example.org>", WORD, "ops@example.org"),
        ('"Doe, Jane" <ops@example.org>', "Doe, Jane", "ops@example.org"),
        ("Jane \\ (on call) <ops@example.org>", "Jane \\ (on call)", "ops@example.org"),
        ("Jörg 🔥 <ops@example.org>", "Jörg 🔥", "ops@example.org"),
        ("\u202e\u05e9\u05dc <ops@example.org>", "\u202e\u05e9\u05dc", "ops@example.org"),
        ("x" * 700 + " <ops@example.org>", "x" * 700, "ops@example.org"),
        ("a..b@example.org", "", "a..b@example.org"),
        ("ops@münchen.example", "", "ops@xn--mnchen-3ya.example"),
        ("jörg@example.org", "", "jörg@example.org"),
    ],
)
async def test_a_recipient_is_written_as_given(
    place: tuple[Mailbox, MailOptions], recipient: str, name: str, address: str
) -> None:
    """T61: The name of a recipient adds no header and no recipient."""
    mailbox, options = place
    mail = SmtpServer(options, SystemClock())
    await mail.send([recipient], "s", text="t", html="", message_id="m")
    ((recipients, arrived),) = mailbox.mails
    assert recipients == [address]
    assert sorted(map(str.lower, arrived.keys())) == sorted(
        [*ALWAYS, *CONTENT, "content-transfer-encoding"]
    )
    assert addresses(arrived, "To") == [(name, address)]


async def test_many_recipients_stand_in_one_header(place: tuple[Mailbox, MailOptions]) -> None:
    """T61: Names with commas and quotes do not change who receives a mail."""
    mailbox, options = place
    given = [f'"Team {number}, Ops" <t{number}@example.org>' for number in range(40)]
    await SmtpServer(options, SystemClock()).send(given, "s", text="t", html="", message_id="m")
    ((recipients, arrived),) = mailbox.mails
    assert recipients == [f"t{number}@example.org" for number in range(40)]
    assert addresses(arrived, "To") == [
        (f"Team {number}, Ops", f"t{number}@example.org") for number in range(40)
    ]


async def test_a_mail_to_more_than_fifty_is_refused(place: tuple[Mailbox, MailOptions]) -> None:
    """T61: A mail with 50 recipients is sent; one with 51 is refused with the limit."""
    mailbox, options = place
    given = [f"t{number}@example.org" for number in range(51)]
    server = SmtpServer(options, SystemClock())
    await server.send(given[:50], "s", text="t", html="", message_id="m")
    with pytest.raises(Undeliverable, match="1 to 50 recipients"):
        await server.send(given, "s", text="t", html="", message_id="n")
    ((recipients, _),) = mailbox.mails
    assert recipients == given[:50]


@pytest.mark.parametrize(
    "address",
    [
        'a"b@example.org',
        "a(b)@example.org",
        "a,b@example.org",
        "a@example.org,b@example.org",
        "a@exa(mple).org",
        "a\ud800@example.org",
        "a\u2028@example.org",
        "a@example.org\x00",
        "=?utf-8?q?a=0d=0a?= @example.org",
        "a" * 65 + "@example.org",
    ],
)
async def test_what_an_smtp_command_cannot_hold_is_refused(
    place: tuple[Mailbox, MailOptions], address: str
) -> None:
    """T61: An address that could end an SMTP command is refused with a reason."""
    mailbox, options = place
    with pytest.raises(Undeliverable, match="is not an e-mail address"):
        await SmtpServer(options, SystemClock()).send(
            [address], "s", text="t", html="", message_id="m"
        )
    assert not mailbox.mails


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.one_of(st.text(max_size=300), st.text("=?utf-8qb_ \r\n0DA:", max_size=120)))
def test_a_header_field_reads_back_as_its_text(text: str) -> None:
    """T61: Whatever the text, one field is written and it reads back as this text."""
    shown = one_line(text)
    written = f"Subject: {encoded('Subject', shown)}\r\nX-Last: 1\r\n\r\n"
    assert written.isascii()
    assert all(len(each) <= 78 for each in written.split("\r\n"))
    read = BytesParser(policy=default).parsebytes(written.encode())
    assert read.keys() == ["Subject", "X-Last"]
    assert read["Subject"] == shown
