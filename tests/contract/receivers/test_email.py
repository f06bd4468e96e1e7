"""What the e-mail receiver sends arrives through a real SMTP server, whole and once."""

import asyncio
from email import message_from_bytes
from email.policy import default

import msgspec
import pytest
from aiosmtpd.smtp import SMTP

from vedette.kernel.clock import SystemClock
from vedette.outbound.mail import MailOptions, SmtpServer
from vedette.outbound.mail_message import MailSender
from vedette.sdk import TryLater
from vedette.sdk.receiver_testing import alert, delivery, message, open_receiver, receiver_host
from vedette_plugins.receivers.email.receiver import PLUGIN

SENDER = MailSender("alerts@example.org", "Vedette", {}, ("text/html", "text/plain"))
PNG = b"\x89PNG\r\n\x1a\n" + b"\x00" * 16


class Mailbox:
    def __init__(self):
        self.busy = set()
        self.mails = []

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address in self.busy:
            return "450 busy"
        envelope.rcpt_tos.append(address)
        return "250 ok"

    async def handle_DATA(self, server, session, envelope):
        self.mails.append((envelope.rcpt_tos, message_from_bytes(envelope.content, policy=default)))
        return "250 taken as 4711"


@pytest.fixture
async def mailbox():
    """A mailbox, and a receiver's way to it."""
    found = Mailbox()
    sessions = []

    def session():
        sessions.append(SMTP(found, hostname="mail.test", loop=asyncio.get_running_loop()))
        return sessions[-1]

    server = await asyncio.get_running_loop().create_server(session, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    options = MailOptions(True, f"127.0.0.1:{port}", SENDER, "vedette.test")
    mail = SmtpServer(options, SystemClock())
    yield found, msgspec.structs.replace(receiver_host(), mail=mail)
    server.close()
    for each in sessions:
        if each._handler_coroutine:
            each._handler_coroutine.cancel()


async def test_text_html_and_image_arrive(mailbox):
    box, lent = mailbox
    with_image = msgspec.structs.replace(alert(host="<b>web</b>"), image=PNG)
    receiver = open_receiver(PLUGIN, {"addresses": "ann@example.org"}, lent)
    receipt = await receiver.deliver(message(with_image), delivery())
    assert "4711" in receipt.summary
    ((recipients, mail),) = box.mails
    assert recipients == ["ann@example.org"]
    assert mail["Subject"] == "[FIRING:1] DiskFull"
    assert mail["Message-ID"] == "<d-0001@example.org>"
    assert "about DiskFull" in mail.get_body(("plain",)).get_content()
    html = mail.get_body(("related", "html"))
    assert "&lt;b&gt;web&lt;/b&gt;" in html.get_body(("html",)).get_content()
    (image,) = html.iter_attachments()
    assert image.get_content() == PNG and image["Content-ID"] == "<alert-0.png>"


async def test_a_label_cannot_add_a_header(mailbox):
    """Proves T61."""
    box, lent = mailbox
    settings = {"addresses": "ann@example.org", "subject": "{{ .CommonLabels.x }}"}
    evil = alert(x="hello\r\nBcc: evil@example.org")
    await open_receiver(PLUGIN, settings, lent).deliver(message(evil), delivery())
    ((recipients, mail),) = box.mails
    assert recipients == ["ann@example.org"] and mail["Bcc"] is None
    assert mail["Subject"] == "hello Bcc: evil@example.org"


async def test_a_second_attempt_reaches_only_who_was_not_reached(mailbox):
    box, lent = mailbox
    box.busy = {"bob@example.org"}
    settings = {"addresses": "ann@example.org; bob@example.org"}
    receiver = open_receiver(PLUGIN, settings, lent)
    with pytest.raises(TryLater, match="1 of 2 e-mails"):
        await receiver.deliver(message(), delivery())
    box.busy = set()
    await receiver.deliver(message(), delivery(attempt=2))
    assert [recipients for recipients, _ in box.mails] == [["ann@example.org"], ["bob@example.org"]]
