"""TLS of a data source: verification of the server and the client certificate."""

import os
import ssl
import tempfile
from functools import cache
from pathlib import Path

import msgspec

from vedette.kernel.secret import Secret
from vedette.outbound.address import NO_SECRET
from vedette.outbound.errors import BadAddress


class TlsOptions(msgspec.Struct, frozen=True):
    """Certificates and keys are PEM texts."""

    ca: str = ""
    client_cert: str = ""
    client_key: Secret = NO_SECRET
    server_name: str = ""
    skip_verify: bool = False

    @property
    def is_plain(self) -> bool:
        return not (self.ca or self.client_cert or self.client_key or self.skip_verify)


def tls_context(options: TlsOptions, name: str) -> ssl.SSLContext:
    """Return a context with TLS 1.2 as minimum. Certificates are verified unless disabled.

    Raises `BadAddress` that names the data source if its certificates cannot be used.
    """
    if options.is_plain:
        return _plain_context()
    try:
        context = ssl.create_default_context(cadata=options.ca or None)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        if options.skip_verify:
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
        if options.client_cert:
            _show(context, options)
    except (ssl.SSLError, ValueError, OSError) as error:
        raise BadAddress(f"The TLS settings of {name} are not valid: {_reason(error)}.") from error
    return context


@cache
def _plain_context() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context


def _show(context: ssl.SSLContext, options: TlsOptions) -> None:
    """Load a client certificate. The ssl module reads keys only from files, so a private file is
    created for a moment."""
    with tempfile.TemporaryDirectory() as directory:
        file = Path(directory) / "client.pem"
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT, 0o600)
        with os.fdopen(descriptor, "w") as opened:
            opened.write(f"{options.client_cert}\n{options.client_key.reveal()}\n")
        context.load_cert_chain(file, password="")  # An encrypted key fails instead of prompting.


def _reason(error: Exception) -> str:
    reason = getattr(error, "reason", None)
    return str(reason).replace("_", " ").lower() if reason else "no PEM certificate and key"
