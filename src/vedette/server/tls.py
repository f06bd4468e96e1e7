"""The TLS certificate of the listener."""

import logging
import ssl
from collections.abc import Iterator
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    PublicFormat,
    load_pem_private_key,
)

from vedette.kernel.clock import SystemClock
from vedette.server.sections.process import ServerSettings
from vedette.settings import SettingsError

log = logging.getLogger("vedette.server")
_OLDEST = {"TLS1.2": ssl.TLSVersion.TLSv1_2, "TLS1.3": ssl.TLSVersion.TLSv1_3}


def server_context(settings: ServerSettings) -> ssl.SSLContext:
    """Return the TLS context, and log the certificate's names and expiry.

    Raises `SettingsError` as `load_certificate` does.
    """
    context, certificate = load_certificate(settings)
    _announce(certificate, settings.cert_file)
    return context


def load_certificate(settings: ServerSettings) -> tuple[ssl.SSLContext, x509.Certificate]:
    """Return the TLS context. Raises `SettingsError`, which names the key of the section."""
    certificate = _certificate(_content(settings, "cert_file"), settings.cert_file)
    _check_key(_content(settings, "cert_key"), settings, certificate)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = _OLDEST.get(settings.min_tls_version, ssl.TLSVersion.TLSv1_2)
    try:
        # Without a password the library would prompt for one on the terminal.
        context.load_cert_chain(settings.cert_file, settings.cert_key, settings.cert_pass.reveal())
    except (OSError, ValueError) as error:
        reason = (getattr(error, "reason", None) or str(error)).replace("_", " ").lower()
        raise SettingsError(
            "[server] cert_file: expected a certificate that TLS accepts, but "
            f"{settings.cert_file!r} is refused: {reason}."
        ) from error
    return context, certificate


def _content(settings: ServerSettings, key: str) -> bytes:
    file: str = getattr(settings, key)
    if not file:
        raise SettingsError(
            f"[server] {key}: expected a PEM file, because protocol is {settings.protocol}. "
            "Set protocol to http if a proxy terminates TLS."
        )
    try:
        return Path(file).read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SettingsError(
            f"[server] {key}: expected a PEM file, but {file!r} cannot be read: {reason}."
        ) from error


def _certificate(content: bytes, file: str) -> x509.Certificate:
    try:
        return x509.load_pem_x509_certificate(content)
    except ValueError as error:
        raise SettingsError(
            f"[server] cert_file: expected a certificate in PEM, but {file!r} contains none."
        ) from error


def _check_key(content: bytes, settings: ServerSettings, certificate: x509.Certificate) -> None:
    file, password = settings.cert_key, settings.cert_pass.reveal()
    is_encrypted = b"ENCRYPTED" in content
    if is_encrypted and not password:
        raise SettingsError(
            f"[server] cert_pass: expected the password of {file!r}, because the key is encrypted."
        )
    try:
        key = load_pem_private_key(content, password.encode() if is_encrypted else None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        if is_encrypted:
            raise SettingsError(
                f"[server] cert_pass: expected the password of {file!r}, but this one does "
                "not decrypt it."
            ) from error
        raise SettingsError(
            f"[server] cert_key: expected a private key in PEM, but {file!r} contains none."
        ) from error
    form = Encoding.DER, PublicFormat.SubjectPublicKeyInfo
    if key.public_key().public_bytes(*form) != certificate.public_key().public_bytes(*form):
        raise SettingsError(
            f"[server] cert_key: expected the key of the certificate, but {file!r} does not "
            f"belong to {settings.cert_file!r}."
        )


def _announce(certificate: x509.Certificate, file: str) -> None:
    until = certificate.not_valid_after_utc
    is_over = until < SystemClock().now()
    log.log(
        logging.WARNING if is_over else logging.INFO,
        "Serving TLS with a certificate that %s.",
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
