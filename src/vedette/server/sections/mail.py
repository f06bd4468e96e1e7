"""E-mail."""

from collections.abc import Mapping

from vedette.kernel.secret import Secret
from vedette.settings import Section, named_values, setting


class SmtpSettings(Section, name="smtp"):
    """Configures the SMTP server that sends e-mail."""

    enabled: bool = setting(False, "Enable e-mail.")
    host: str = setting(
        "localhost:25", "Address of the SMTP server as host:port. Port 465 uses implicit TLS."
    )
    user: str = setting("", "User name for SMTP authentication.")
    password: Secret = setting(Secret(""), "Password for SMTP authentication.")
    cert_file: str = setting("", "Path of the client certificate.")
    key_file: str = setting("", "Path of the client certificate's private key.")
    skip_verify: bool = setting(False, "Do not verify the SMTP server's certificate.")
    from_address: str = setting("admin@vedette.localhost", "Address of the sender.")
    from_name: str = setting("Vedette", "Name of the sender.")
    ehlo_identity: str = setting("", "Host name sent in EHLO. Leave empty to use [server] domain.")
    starttls_policy: str = setting(
        "OpportunisticStartTLS",
        "Use of STARTTLS.",
        key="startTLS_policy",
        choices=("OpportunisticStartTLS", "MandatoryStartTLS", "NoStartTLS", ""),
    )
    enable_tracing: bool = setting(False, "Add tracing headers to e-mails.", acted_on=False)


class SmtpHeadersSettings(Section, name="smtp.static_headers"):
    """Adds headers to every e-mail."""

    headers: Mapping[str, str] = named_values("Name and value of a header.")


class EmailsSettings(Section, name="emails"):
    """Configures the content of e-mails."""

    welcome_email_on_sign_up: bool = setting(
        False, "Send a welcome e-mail to new users.", acted_on=False
    )
    templates_pattern: tuple[str, ...] = setting(
        ("emails/*.html", "emails/*.txt"), "Patterns of template files.", acted_on=False
    )
    content_types: tuple[str, ...] = setting(
        ("text/html", "text/plain"), "Content types of an e-mail: text/html, text/plain or both."
    )


SECTIONS: tuple[type[Section], ...] = (SmtpSettings, SmtpHeadersSettings, EmailsSettings)
