"""E-mail over real SMTP servers: what arrives, how it is secured, and what fails how."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP, AuthResult
from msgspec.structs import replace
from tests.fixtures.app import ADMIN_PASSWORD, sign_in
from tests.fixtures.app import start as start_app
from tests.fixtures.certificates import Authority

from vedette.db.settings import DatabaseSettings
from vedette.kernel.clock import SystemClock
from vedette.kernel.secret import Secret
from vedette.outbound.mail import MailOptions, SmtpServer
from vedette.outbound.mail_message import MailSender
from vedette.sdk import TryLater, Undeliverable

PNG = b"\x89PNG\r\n\x1a\n" + b"\x00" * 16
SENDER = MailSender(
    "alerts@example.org", "Vedette Ö", {"X-Team": "ops"}, ("text/html", "text/plain")
)


@dataclass
class Mailbox:
    """Takes everything, but for the recipients in `refuses`, with the answer told there."""

    refuses: dict[str, str] = field(default_factory=dict)
    after_data: str = "250 taken as 4711"
    arrived: list[EmailMessage] = field(default_factory=list)
    recipients: list[str] = field(default_factory=list)
    encrypted: list[bool] = field(default_factory=list)
    greeted_as: str = ""

    async def handle_RCPT(
        self, server: Any, session: Any, envelope: Any, address: str, options: Any
    ) -> str:
        if address in self.refuses:
            return self.refuses[address]
        envelope.rcpt_tos.append(address)
        return "250 ok"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        found = message_from_bytes(envelope.content, policy=default)
        assert isinstance(found, EmailMessage)
        self.arrived.append(found)
        self.recipients += envelope.rcpt_tos
        self.encrypted.append(session.ssl is not None)
        self.greeted_as = session.host_name
        return self.after_data


class Server:
    """On a free port of this machine."""

    def __init__(self, server: asyncio.Server) -> None:
        self._server = server
        self.port: int = server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        self._server.close()
        await self._server.wait_closed()


Start = Callable[..., Awaitable[Server]]


@pytest.fixture
async def start() -> AsyncIterator[Start]:
    started: list[Server] = []
    ended: list[asyncio.Future[None]] = []

    class Session(SMTP):
        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            if self._handler_coroutine not in ended:
                ended.append(self._handler_coroutine)

    async def one(mailbox: Mailbox, **options: Any) -> Server:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(
            lambda: Session(mailbox, loop=loop, **options), "127.0.0.1", 0
        )
        started.append(Server(server))
        return started[-1]

    yield one
    for server in started:
        await server.stop()
    await asyncio.wait_for(asyncio.gather(*ended, return_exceptions=True), 10)


@pytest.fixture
def certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ssl.SSLContext:
    """Of `localhost`, by an authority that this process trusts."""
    authority = Authority()
    pair = authority.issue("localhost")
    (tmp_path / "ca.pem").write_text(authority.certificate)
    (tmp_path / "server.pem").write_text(f"{pair.certificate}\n{pair.key}")
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "server.pem")
    return context


def options(server: Server, host: str = "127.0.0.1") -> MailOptions:
    return MailOptions(True, f"{host}:{server.port}", SENDER, "vedette.example.org")


async def send(chosen: MailOptions, *recipients: str, **more: Any) -> str:
    words: dict[str, Any] = {
        "subject": "[FIRING:1] Disk full",
        "text": "Disk of web1 is full.",
        "html": "<p>Disk of <b>web1</b> is full.</p>",
        "message_id": "abc-1",
        **more,
    }
    subject = words.pop("subject")
    to = recipients or ("ops@example.org",)
    return await SmtpServer(chosen, SystemClock()).send(to, subject, **words)


async def test_text_html_and_images_arrive_in_one_message(start: Start) -> None:
    mailbox = Mailbox()
    answer = await send(
        options(await start(mailbox)), "Ann <ann@example.org>", images={"graph": PNG}
    )
    assert answer == "250 taken as 4711"
    (message,) = mailbox.arrived
    assert message["From"] == "Vedette Ö <alerts@example.org>"
    assert message["To"] == "Ann <ann@example.org>"
    assert message["Subject"] == "[FIRING:1] Disk full"
    assert message["Message-ID"] == "<abc-1@example.org>"
    assert message["X-Team"] == "ops"
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["Date"].datetime.tzinfo is not None
    assert message.get_content_type() == "multipart/alternative"
    plain, html = message.get_body(("plain",)), message.get_body(("html",))
    assert plain is not None and plain.get_content().strip() == "Disk of web1 is full."
    assert html is not None and "<b>web1</b>" in html.get_content()
    (image,) = [part for part in message.walk() if part.get_content_type() == "image/png"]
    assert image["Content-ID"] == "<graph>"
    assert image.get_payload(decode=True) == PNG
    assert mailbox.greeted_as == "vedette.example.org"
    assert mailbox.recipients == ["ann@example.org"]


async def test_content_types_choose_the_forms(start: Start) -> None:
    mailbox = Mailbox()
    chosen = options(await start(mailbox))
    for content_types in (("text/plain",), ("text/html",)):
        await send(replace(chosen, sender=replace(SENDER, content_types=content_types)))
    assert [each.get_content_type() for each in mailbox.arrived] == ["text/plain", "text/html"]


@pytest.mark.parametrize(
    "evil",
    ["x\r\nBcc: victim@example.org", "x\nBcc: victim@example.org", "x\rBcc: v@example.org\r\n\r\n"],
)
async def test_nothing_in_a_subject_becomes_a_header(start: Start, evil: str) -> None:
    """Proves T61."""
    mailbox = Mailbox()
    headers = {"X-Team": evil, "X Bad": "1", "Bcc": "victim@example.org"}
    chosen = replace(
        options(await start(mailbox)), sender=replace(SENDER, headers=headers, name=evil)
    )
    await send(chosen, subject=evil, message_id=evil)
    (message,) = mailbox.arrived
    assert mailbox.recipients == ["ops@example.org"]
    assert message["Bcc"] is None and message["X Bad"] is None
    assert "Bcc: v" in message["Subject"]


@pytest.mark.parametrize(
    "address",
    ["", "nobody", "a@", "@b", "a@b\r\nRCPT TO:<c@d>", "a b@c.org", "a@b c", "a@\x00b"],
)
async def test_an_invalid_address_is_reported_immediately(start: Start, address: str) -> None:
    mailbox = Mailbox()
    with pytest.raises(Undeliverable, match="e-mail address"):
        await send(options(await start(mailbox)), address)
    assert not mailbox.arrived


async def test_a_permanent_refusal_is_distinguished_from_one_for_now(start: Start) -> None:
    gone = Mailbox(refuses={"gone@example.org": "550 no such user"})
    busy = Mailbox(refuses={"busy@example.org": "451 greylisted, come back"})
    with pytest.raises(Undeliverable, match="550 no such user"):
        await send(options(await start(gone)), "gone@example.org")
    with pytest.raises(TryLater, match="451 greylisted"):
        await send(options(await start(busy)), "busy@example.org")
    with pytest.raises(TryLater, match="452 disk full"):
        await send(options(await start(Mailbox(after_data="452 disk full"))))
    with pytest.raises(Undeliverable, match="554 spam"):
        await send(options(await start(Mailbox(after_data="554 spam"))))


async def test_one_refused_recipient_keeps_no_mail_from_the_others(start: Start) -> None:
    mailbox = Mailbox(refuses={"gone@example.org": "550 no such user"})
    answer = await send(options(await start(mailbox)), "gone@example.org", "ann@example.org")
    assert mailbox.recipients == ["ann@example.org"]
    assert "gone@example.org was refused: 550 no such user" in answer


async def test_starttls_is_used_where_it_is_offered(
    start: Start, certificate: ssl.SSLContext
) -> None:
    mailbox = Mailbox()
    chosen = options(await start(mailbox, tls_context=certificate), "localhost")
    await send(chosen)
    await send(replace(chosen, encryption="MandatoryStartTLS"))
    await send(replace(chosen, encryption="NoStartTLS"))
    assert mailbox.encrypted == [True, True, False]


async def test_a_server_without_starttls_gets_nothing_where_it_is_mandatory(start: Start) -> None:
    mailbox = Mailbox()
    with pytest.raises(Undeliverable, match="does not offer STARTTLS"):
        await send(replace(options(await start(mailbox)), encryption="MandatoryStartTLS"))
    assert not mailbox.arrived


async def test_a_wrong_certificate_stops_the_mail_unless_it_is_not_checked(
    start: Start, certificate: ssl.SSLContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SSL_CERT_FILE")
    mailbox = Mailbox()
    chosen = options(await start(mailbox, tls_context=certificate), "localhost")
    with pytest.raises(Undeliverable, match=r"certificate of the mail server .* is not valid"):
        await send(chosen)
    assert not mailbox.arrived
    await send(replace(chosen, skip_verify=True))
    assert mailbox.encrypted == [True]


async def test_a_login_is_sent_and_a_wrong_one_is_final(
    start: Start, certificate: ssl.SSLContext
) -> None:
    def check(server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
        right = (data.login, data.password) == (b"vedette", b"secret")
        return AuthResult(success=right, handled=False)

    mailbox = Mailbox()
    server = await start(mailbox, tls_context=certificate, authenticator=check, auth_required=True)
    chosen = replace(options(server, "localhost"), user="vedette", password=Secret("secret"))
    await send(chosen)
    assert len(mailbox.arrived) == 1
    with pytest.raises(Undeliverable, match="535") as caught:
        await send(replace(chosen, password=Secret("wrong-password")))
    assert "wrong-password" not in str(caught.value)


async def test_a_server_that_is_not_there_is_tried_again(start: Start) -> None:
    server = await start(Mailbox())
    chosen = options(server)
    await server.stop()
    with pytest.raises(TryLater, match="cannot be reached"):
        await send(chosen)


async def test_a_server_that_says_nothing_is_left_in_time(unused_tcp_port: int) -> None:
    left = asyncio.Event()

    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()
        await writer.wait_closed()
        left.set()

    server = await asyncio.start_server(silent, "127.0.0.1", unused_tcp_port)
    chosen = MailOptions(True, f"127.0.0.1:{unused_tcp_port}", SENDER, "me")
    async with server:
        with pytest.raises(TryLater, match="within 0 seconds"):
            await send(chosen, timeout=0.2)
        await asyncio.wait_for(left.wait(), 10)


async def test_without_a_mail_server_the_reason_is_reported() -> None:
    with pytest.raises(Undeliverable, match=r"\[smtp\]"):
        await send(MailOptions(False, "localhost:25", SENDER, "me"))


async def test_a_contact_point_sends_mail_over_the_configured_server(
    start: Start, tmp_path: Path
) -> None:
    mailbox = Mailbox()
    server = await start(mailbox)
    async with AsyncExitStack() as stack:
        app = await start_app(
            stack,
            DatabaseSettings(),
            tmp_path,
            "cfg:smtp.enabled=true",
            f"cfg:smtp.host=127.0.0.1:{server.port}",
            "cfg:smtp.from_address=alerts@example.org",
            "cfg:smtp.static_headers.X-Team=ops",
        )
        admin = await sign_in(app, "admin", ADMIN_PASSWORD)
        reply = await admin.post(
            "/api/v1/alerting/contact-points/test",
            {
                "name": "ops",
                "type": "email",
                "settings": {
                    "addresses": "ann@example.org; Bob <bob@example.org>",
                    "singleEmail": True,
                    "subject": "{{ .Status }}: {{ .GroupLabels.alertname }}",
                },
                "alert": {"labels": {"alertname": "<b>Disk</b>"}},
            },
        )
    assert reply.json()["status"] == "ok", reply.body
    assert reply.json()["answer"] == "250 taken as 4711"
    (message,) = mailbox.arrived
    assert mailbox.recipients == ["ann@example.org", "bob@example.org"]
    assert message["Subject"] == "firing: <b>Disk</b>"
    assert message["X-Team"] == "ops"
    html = message.get_body(("html",))
    assert html is not None and "&lt;b&gt;Disk" in html.get_content()
