"""E-mail."""

from collections.abc import Mapping

from vedette.kernel.secret import Secret
from vedette.settings import Section, named_values, setting


class SmtpSettings(Section, name="smtp"):
    """The mail server."""

    enabled: bool = setting(False, "Send e-mail.")
    host: str = setting(
        "localhost:25", "Address of the mail server as host:port; implicit TLS on port 465."
    )
    user: str = setting("", "User.")
    password: Secret = setting(Secret(""), "Password.")
    cert_file: str = setting("", "Client certificate.")
    key_file: str = setting("", "Key of that certificate.")
    skip_verify: bool = setting(False, "Do not check its certificate.")
    from_address: str = setting("admin@vedette.localhost", "Sender's address.")
    from_name: str = setting("Vedette", "Sender's name.")
    ehlo_identity: str = setting("", "Host name sent in EHLO; empty for [server] domain.")
    starttls_policy: str = setting(
        "OpportunisticStartTLS",
        "Encryption of the connection.",
        key="startTLS_policy",
        choices=("OpportunisticStartTLS", "MandatoryStartTLS", "NoStartTLS", ""),
    )
    enable_tracing: bool = setting(False, "Put trace headers into messages.", acted_on=False)


class SmtpHeadersSettings(Section, name="smtp.static_headers"):
    """Headers of every message."""

    headers: Mapping[str, str] = named_values("A header and its value.")


class EmailsSettings(Section, name="emails"):
    """The messages themselves."""

    welcome_email_on_sign_up: bool = setting(False, "Greet new users.", acted_on=False)
    templates_pattern: tuple[str, ...] = setting(
        ("emails/*.html", "emails/*.txt"), "Files of templates.", acted_on=False
    )
    content_types: tuple[str, ...] = setting(
        ("text/html", "text/plain"), "Formats of a mail: text/html, text/plain or both."
    )


SECTIONS: tuple[type[Section], ...] = (SmtpSettings, SmtpHeadersSettings, EmailsSettings)
