"""The mail server, as the configuration describes it."""

from vedette.outbound.mail import Encryption, MailOptions, client_certificate, host_and_port
from vedette.outbound.mail_message import MailSender, mailbox
from vedette.sdk import Undeliverable
from vedette.server.sections.mail import EmailsSettings, SmtpHeadersSettings, SmtpSettings
from vedette.server.sections.process import ServerSettings
from vedette.settings import Settings


def mail_options(settings: Settings) -> MailOptions:
    """Raises `SettingsError` where e-mail is enabled and its settings cannot be used."""
    smtp = settings[SmtpSettings]
    if smtp.enabled:
        _check_mail(settings, smtp)
    return MailOptions(
        enabled=smtp.enabled,
        host=smtp.host,
        sender=MailSender(
            address=smtp.from_address,
            name=smtp.from_name,
            headers=settings[SmtpHeadersSettings].headers,
            content_types=settings[EmailsSettings].content_types,
        ),
        ehlo_name=smtp.ehlo_identity or settings[ServerSettings].domain,
        user=smtp.user,
        password=smtp.password,
        cert_file=smtp.cert_file,
        key_file=smtp.key_file,
        skip_verify=smtp.skip_verify,
        encryption=_encryption(smtp.starttls_policy),
    )


def _check_mail(settings: Settings, smtp: SmtpSettings) -> None:
    try:
        host_and_port(smtp.host)
    except ValueError as error:
        raise settings.wrong("smtp", "host", f"host:port, not {smtp.host[:60]!r}") from error
    try:
        mailbox(smtp.from_address, "")
    except Undeliverable as error:
        expected = f"an e-mail address, not {smtp.from_address[:60]!r}"
        raise settings.wrong("smtp", "from_address", expected) from error
    if smtp.cert_file:
        try:
            client_certificate(smtp.cert_file, smtp.key_file)
        except (OSError, ValueError) as error:
            expected = f"a PEM certificate that fits key_file: {error}"
            raise settings.wrong("smtp", "cert_file", expected) from error


def _encryption(policy: str) -> Encryption:
    if policy == "MandatoryStartTLS":
        return "MandatoryStartTLS"
    return "NoStartTLS" if policy == "NoStartTLS" else "OpportunisticStartTLS"
