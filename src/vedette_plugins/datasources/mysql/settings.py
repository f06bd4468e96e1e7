"""The `jsonData` of a MySQL source."""

import re
from collections.abc import Mapping

import msgspec

from vedette.sdk import Unprocessable
from vedette.sdk.sql.tls import Certificates

_ZONE = re.compile(r"[A-Za-z0-9_+:/-]{1,64}")


class BadZone(Unprocessable):
    code = "mysql.bad_zone"


class MysqlSettings(msgspec.Struct, rename="camel"):
    """Settings with the keys of provisioning files.

    The default of a pool size is that of the server, `[sql_datasources]`. `conn_max_lifetime` is in
    seconds. `timezone` is that of the session; the default is the server's.
    """

    timezone: str = ""
    max_open_conns: int | None = None
    max_idle_conns: int | None = None
    max_idle_conns_auto: bool = False
    conn_max_lifetime: int | None = None
    time_interval: str = ""
    tls_auth: bool = False
    tls_auth_with_ca_cert: bool = msgspec.field(default=False, name="tlsAuthWithCACert")
    tls_skip_verify: bool = False
    server_name: str = ""
    allow_cleartext_passwords: bool = False

    @property
    def tls_mode(self) -> str:
        """Return the TLS mode. TLS is used if the source has any TLS setting."""
        if self.tls_skip_verify:
            return "require"
        return "verify-full" if self.tls_auth or self.tls_auth_with_ca_cert else "disable"

    def certificates(self, secrets: Mapping[str, str]) -> Certificates:
        kept = Certificates.from_secrets(secrets)
        return Certificates(
            kept.ca if self.tls_auth_with_ca_cert and not self.tls_skip_verify else "",
            kept.client if self.tls_auth else "",
            kept.key if self.tls_auth else "",
        )

    def checked_zone(self) -> str:
        """Return the time zone. Raises `BadZone`."""
        if self.timezone and _ZONE.fullmatch(self.timezone) is None:
            raise BadZone(
                "The session timezone must be a name such as Europe/Berlin, or an offset "
                "such as +02:00."
            )
        return self.timezone
