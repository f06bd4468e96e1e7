"""Sends e-mail over the operator's own mail server.

SMTP as RFC 5321 has it, STARTTLS (RFC 3207), TLS from the first byte on port 465 (RFC 8314). The
server's address stands in the configuration, so it needs no rule of the egress policy.
"""

import asyncio
import ssl
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Literal

import msgspec

from vedette.kernel.clock import Clock
from vedette.kernel.secret import Secret
from vedette.outbound.mail_message import (
    MailParts,
    MailSender,
    compose,
    mailbox,
    mailboxes,
    one_line,
)
from vedette.sdk import TryLater, Undeliverable

if TYPE_CHECKING:
    from aiosmtplib import SMTP
    from aiosmtplib.response import SMTPResponse

_TLS_PORT = 465
_LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})
_LONGEST_ANSWER = 300
_LEAVE_SECONDS = 2.0
Encryption = Literal["OpportunisticStartTLS", "MandatoryStartTLS", "NoStartTLS"]


NOT_CONFIGURED = "E-mail is disabled. Configure a mail server in [smtp] and set enabled = true."


class MailOptions(msgspec.Struct, frozen=True):
    enabled: bool
    host: str
    """`host:port`. The default port is 25."""
    sender: MailSender
    ehlo_name: str
    user: str = ""
    password: Secret = msgspec.field(default_factory=lambda: Secret(""))
    cert_file: str = ""
    key_file: str = ""
    skip_verify: bool = False
    encryption: Encryption = "OpportunisticStartTLS"


class SmtpServer:
    """Implements the SDK's `MailServer` with one connection per message."""

    def __init__(self, options: MailOptions, clock: Clock) -> None:
        self._options = options
        self._clock = clock
        self._host, self._port = host_and_port(options.host) if options.enabled else ("", 0)

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
        """See `vedette.sdk.MailServer`. If the server refuses some recipients, the message is sent
        to the others and the result names the refused ones; a retry would send it twice to the
        others."""
        options = self._options
        if not options.enabled:
            raise Undeliverable(NOT_CONFIGURED, is_final=True)
        to = mailboxes(recipients)
        message = compose(
            options.sender,
            to,
            subject,
            MailParts(text, html, images or {}),
            message_id=message_id,
            now=self._clock.now(),
        )
        try:
            async with asyncio.timeout(timeout) as deadline:
                return await self._exchange(message, [each.address for each in to], deadline)
        except TimeoutError:
            raise TryLater(
                f"The mail server {self._name} did not respond within {timeout:.0f} seconds."
            ) from None

    @property
    def _name(self) -> str:
        return f"{self._host}:{self._port}"

    async def _exchange(
        self, message: bytes, recipients: Sequence[str], deadline: asyncio.Timeout
    ) -> str:
        import aiosmtplib

        context = await asyncio.to_thread(self._tls_context)
        client = aiosmtplib.SMTP(
            hostname=self._host,
            port=self._port,
            use_tls=self._port == _TLS_PORT,
            start_tls=False,
            tls_context=context,
            local_hostname=self._options.ehlo_name or "localhost",
            timeout=None,
        )
        try:
            await client.connect()
            await self._secure(client, context)
            await self._log_in(client)
            sender = mailbox(self._options.sender.address).address
            is_ascii = all(each.isascii() for each in (sender, *recipients))
            refused, answer = await client.sendmail(
                sender,
                recipients,
                message,
                mail_options=() if is_ascii else ("SMTPUTF8", "BODY=8BITMIME"),
            )
            deadline.reschedule(None)  # The message is sent; later errors do not matter.
            with suppress(TimeoutError, OSError, aiosmtplib.SMTPException):
                await asyncio.wait_for(client.quit(), _LEAVE_SECONDS)
            return _answer(answer, refused)
        except aiosmtplib.SMTPRecipientsRefused as error:
            raise self._refused([(each.code, each.message) for each in error.recipients]) from error
        except aiosmtplib.SMTPResponseException as error:
            raise self._refused([(error.code, error.message)]) from error
        except aiosmtplib.SMTPNotSupported as error:
            raise self._not_taken(error) from error
        except (aiosmtplib.SMTPException, OSError) as error:
            if type(error) is aiosmtplib.SMTPException:  # The server offers no supported login.
                raise self._not_taken(error) from error
            raise self._broken(error) from error
        finally:
            client.close()

    async def _secure(self, client: "SMTP", context: ssl.SSLContext) -> None:
        encryption = self._options.encryption
        if self._port == _TLS_PORT or encryption == "NoStartTLS":
            return
        await client.ehlo()
        if client.supports_extension("starttls"):
            await client.starttls(tls_context=context)
        elif encryption == "MandatoryStartTLS":
            raise Undeliverable(
                f"The mail server {self._name} does not offer STARTTLS, which [smtp] "
                "startTLS_policy requires."
            )

    async def _log_in(self, client: "SMTP") -> None:
        options = self._options
        if not options.user:
            return
        is_encrypted = client.get_transport_info("sslcontext") is not None
        if not is_encrypted and self._host not in _LOCAL:
            raise Undeliverable(
                f"The mail server {self._name} offers no encryption. The password of [smtp] "
                "is not sent unencrypted."
            )
        await client.login(options.user, options.password.reveal())

    def _tls_context(self) -> ssl.SSLContext:
        options = self._options
        try:
            context = (
                client_certificate(options.cert_file, options.key_file)
                if options.cert_file
                else ssl.create_default_context()
            )
        except (OSError, ValueError) as error:
            raise Undeliverable(
                "The certificate of [smtp] cert_file and key_file cannot be used."
            ) from error
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        if options.skip_verify:
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
        return context

    def _refused(self, answers: Sequence[tuple[int, str]]) -> TryLater | Undeliverable:
        """Return the failure. If one response is 4xx, a retry can succeed."""
        code, words = min(answers)
        sentence = f"The mail server {self._name} returned {code} {_short(words)}"
        if 400 <= code < 500:
            return TryLater(sentence)
        return Undeliverable(sentence, is_final=True)

    def _not_taken(self, error: Exception) -> Undeliverable:
        words = _short(str(error)).rstrip(".")
        return Undeliverable(f"The mail server {self._name} cannot accept this message: {words}.")

    def _broken(self, error: BaseException) -> TryLater | Undeliverable:
        found: BaseException | None = error
        while found is not None:
            if isinstance(found, ssl.SSLCertVerificationError):
                return Undeliverable(
                    f"The certificate of the mail server {self._name} is not valid: "
                    f"{found.verify_message}."
                )
            if isinstance(found, ssl.SSLError):
                return Undeliverable(
                    f"TLS with the mail server {self._name} failed. Check that it supports TLS "
                    "on this port."
                )
            found = found.__cause__ or found.__context__
        return TryLater(f"The mail server {self._name} cannot be reached: {_short(str(error))}")


def _answer(words: str, refused: "Mapping[str, SMTPResponse]") -> str:
    sentence = f"250 {_short(words)}"
    for recipient, answer in refused.items():
        sentence += f"; {recipient} was refused: {answer.code} {_short(answer.message)}"
    return sentence


def _short(words: str) -> str:
    return one_line(words)[:_LONGEST_ANSWER]


def host_and_port(text: str) -> tuple[str, int]:
    """Split an address. Raises `ValueError` if it has no host or no valid port."""
    host, colon, port = text.strip().rpartition(":")
    if not colon or "]" in port:
        host, port = text.strip(), "25"
    host = host.strip("[]")
    if not host or not (port.isascii() and port.isdecimal() and 0 < int(port) < 65_536):
        raise ValueError(text)
    return host, int(port)


def client_certificate(cert_file: str, key_file: str) -> ssl.SSLContext:
    """Return a context with this client certificate. Raises `OSError` and `ValueError`."""
    context = ssl.create_default_context()
    # Without a password the library would prompt for one on the terminal.
    context.load_cert_chain(cert_file, key_file or None, password="")
    return context
