"""The certificate that the listener shows."""

import logging
import ssl
from collections.abc import Iterator
from pathlib import Path

from cryptography import x509

from vedette.kernel.clock import SystemClock
from vedette.server.sections.process import ServerSettings
from vedette.settings import SettingsError

log = logging.getLogger("vedette.server")
_OLDEST = {"TLS1.2": ssl.TLSVersion.TLSv1_2, "TLS1.3": ssl.TLSVersion.TLSv1_3}


def server_context(settings: ServerSettings) -> ssl.SSLContext:
    """Says in the log which certificate serves, for which names and until when.

    Raises `SettingsError` as `load_certificate` does.
    """
    context, certificate = load_certificate(settings)
    _tell(settings.cert_file, certificate)
    return context


def load_certificate(settings: ServerSettings) -> tuple[ssl.SSLContext, x509.Certificate]:
    """Raises `SettingsError` where there is no certificate, or none that fits its key."""
    for key, file in (("cert_file", settings.cert_file), ("cert_key", settings.cert_key)):
        if not file:
            raise SettingsError(
                f"[server] {key}: expected a PEM file, as protocol is {settings.protocol}; use http"
                " where a proxy speaks TLS for us."
            )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = _OLDEST.get(settings.min_tls_version, ssl.TLSVersion.TLSv1_2)
    try:
        # Without a password the library would ask for it at the terminal.
        context.load_cert_chain(settings.cert_file, settings.cert_key, settings.cert_pass.reveal())
        certificate = x509.load_pem_x509_certificate(Path(settings.cert_file).read_bytes())
    except (OSError, ValueError) as error:
        raise SettingsError(
            f"[server] cert_file: expected a PEM certificate that fits its key, and"
            f" {settings.cert_file!r} with {settings.cert_key!r} is not: {error}."
        ) from error
    return context, certificate


def _tell(file: str, certificate: x509.Certificate) -> None:
    until = certificate.not_valid_after_utc
    is_over = until < SystemClock().now()
    log.log(
        logging.WARNING if is_over else logging.INFO,
        "Serves TLS with a certificate that %s.",
        "has expired" if is_over else "is valid",
        extra={"file": file, "names": " ".join(_names(certificate)), "until": until.isoformat()},
    )


def _names(certificate: x509.Certificate) -> Iterator[str]:
    try:
        found = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        yield certificate.subject.rfc4514_string()
        return
    yield from found.get_values_for_type(x509.DNSName)
    yield from map(str, found.get_values_for_type(x509.IPAddress))
