"""The `jsonData` of a PostgreSQL source."""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from vedette.sdk import INERT
from vedette.sdk.sql.tls import Certificates


class PostgresSettings(msgspec.Struct, rename="camel"):
    """Keys of the same names as in provisioning files (specification 2.2).

    A pool size that is not given is the server's, `[sql_datasources]`. `conn_max_lifetime` is in
    seconds.
    """

    sslmode: str = ""
    tls_configuration_method: Literal["file-path", "file-content", ""] = ""
    ssl_root_cert_file: str = ""
    ssl_cert_file: str = ""
    ssl_key_file: str = ""
    max_open_conns: int | None = None
    max_idle_conns: int | None = None
    max_idle_conns_auto: bool = False
    conn_max_lifetime: int | None = None
    postgres_version: Annotated[int, INERT] = 0
    """903 for 9.3, 1500 for 15: told by the server itself, kept for editors."""
    timescaledb: bool = False
    time_interval: str = ""

    def certificates(self, secrets: Mapping[str, str]) -> Certificates:
        """Certificates kept as secrets count before files. Raises `BadTls`."""
        kept = Certificates.from_secrets(secrets)
        if kept != Certificates() or self.tls_configuration_method == "file-content":
            return kept
        return Certificates.from_files(
            self.ssl_root_cert_file, self.ssl_cert_file, self.ssl_key_file
        )
