"""The `jsonData` of a PostgreSQL source."""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from vedette.sdk import INERT
from vedette.sdk.sql.tls import Certificates


class PostgresSettings(msgspec.Struct, rename="camel"):
    """Settings with the keys of provisioning files.

    The default of a pool size is that of the server, `[sql_datasources]`. `conn_max_lifetime` is in
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
    """The version of the server, such as 903 for 9.3 and 1500 for 15. Only editors use it."""
    timescaledb: bool = False
    time_interval: str = ""

    def certificates(self, secrets: Mapping[str, str]) -> Certificates:
        """Return the certificates; those in secrets take precedence over files. Raises `BadTls`."""
        kept = Certificates.from_secrets(secrets)
        if kept != Certificates() or self.tls_configuration_method == "file-content":
            return kept
        return Certificates.from_files(
            self.ssl_root_cert_file, self.ssl_cert_file, self.ssl_key_file
        )
