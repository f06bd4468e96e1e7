"""TLS to a database, in the four modes of libpq."""

import os
import ssl
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from vedette.kernel.errors import Unprocessable

MODES = ("disable", "require", "verify-ca", "verify-full")
_MOST_BYTES = 1024 * 1024


class BadTls(Unprocessable):
    code = "sql.bad_tls"


@dataclass(frozen=True, slots=True)
class Certificates:
    """PEM texts, empty if there is none."""

    ca: str = ""
    client: str = ""
    key: str = field(default="", repr=False)

    @classmethod
    def from_secrets(cls, secrets: Mapping[str, str]) -> "Certificates":
        return cls(
            secrets.get("tlsCACert", ""),
            secrets.get("tlsClientCert", ""),
            secrets.get("tlsClientKey", ""),
        )

    @classmethod
    def from_files(cls, ca: str, client: str, key: str) -> "Certificates":
        """Read the files. Raises `BadTls` if one of them cannot be read."""
        return cls(_file(ca), _file(client), _file(key))


class _NamedContext(ssl.SSLContext):
    """Verifies certificates for the configured name, independently of the address."""

    server_name: str

    def wrap_bio(  # type: ignore[override]
        self,
        incoming: ssl.MemoryBIO,
        outgoing: ssl.MemoryBIO,
        server_side: bool = False,
        server_hostname: str | None = None,
        session: ssl.SSLSession | None = None,
    ) -> Any:
        return super().wrap_bio(incoming, outgoing, server_side, self.server_name, session)


def tls_context(mode: str, name: str, certificates: Certificates) -> ssl.SSLContext | None:
    """Return the context; None without TLS. At least TLS 1.2 is required.

    `require` encrypts without verification, unless there is a CA, which is then verified as in
    libpq. `verify-ca` verifies the certificate, `verify-full` the name too. Raises `BadTls`.
    """
    if mode == "disable":
        return None
    if mode not in MODES:
        raise BadTls(f"The TLS mode must be one of {', '.join(MODES)}, not {mode[:40]!r}.")
    context = _NamedContext(ssl.PROTOCOL_TLS_CLIENT)
    context.server_name = name
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.check_hostname = mode == "verify-full"
    try:
        if mode == "require" and not certificates.ca:
            context.verify_mode = ssl.CERT_NONE
        elif certificates.ca:
            context.load_verify_locations(cadata=certificates.ca)
        else:
            context.load_default_certs()
        if certificates.client:
            _show(context, certificates)
    except (ssl.SSLError, ValueError, OSError) as error:
        raise BadTls("The TLS certificates or the key are not valid PEM.") from error
    return context


def _show(context: ssl.SSLContext, certificates: Certificates) -> None:
    """Load the key from a temporary private file, because the ssl module only reads keys from
    files."""
    with tempfile.TemporaryDirectory() as directory:
        file = Path(directory) / "client.pem"
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT, 0o600)
        with os.fdopen(descriptor, "w") as opened:
            opened.write(f"{certificates.client}\n{certificates.key}\n")
        context.load_cert_chain(file, password="")  # An encrypted key fails instead of prompting.


def _file(path: str) -> str:
    if not path:
        return ""
    try:
        file = Path(path)
        if not file.is_file() or file.stat().st_size > _MOST_BYTES:
            raise BadTls("A TLS file of the data source is missing or too large.")
        return file.read_text("ascii")
    except (OSError, ValueError) as error:
        raise BadTls("A TLS file of the data source cannot be read.") from error
