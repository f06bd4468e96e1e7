"""The `[database]` section."""

from datetime import timedelta

from vedette.kernel.secret import Secret
from vedette.settings import Section, setting


class DatabaseSettings(Section, name="database"):
    """Configures the database of the server: an SQLite file, or PostgreSQL for several
    instances."""

    type: str = setting(
        "sqlite3",
        "Type of the database.",
        choices=("sqlite3", "sqlite", "postgres", "postgresql"),
    )
    host: str = setting("127.0.0.1:5432", "Address of PostgreSQL as host:port.")
    name: str = setting("vedette", "Name of the PostgreSQL database.")
    user: str = setting("vedette", "PostgreSQL user.")
    password: Secret = setting(Secret(""), "Password of the PostgreSQL user.", live=True)
    url: Secret = setting(
        Secret(""),
        "Connection URL, such as postgres://user:secret@host:5432/name. Takes precedence "
        "over the settings above.",
    )
    ssl_mode: str = setting(
        "disable",
        "TLS mode of connections to PostgreSQL. require encrypts, verify-ca also verifies "
        "the certificate, and verify-full also verifies its host name.",
        choices=("disable", "require", "verify-ca", "verify-full", ""),
    )
    ca_cert_path: str = setting(
        "", "Path of the CA certificate that signed PostgreSQL's certificate."
    )
    client_cert_path: str = setting("", "Path of the client certificate for PostgreSQL.")
    client_key_path: str = setting("", "Path of the client certificate's private key.")
    server_cert_name: str = setting(
        "", "Name in PostgreSQL's certificate, if it differs from the host.", acted_on=False
    )
    start_timeout: timedelta = setting(
        timedelta(seconds=60),
        "Maximum wait at start for PostgreSQL to become available. 0 disables waiting.",
        bare_unit="s",
    )
    max_open_conn: int = setting(
        0,
        "Maximum number of connections of this instance. 0 selects a share of PostgreSQL's "
        "limit that depends on the number of live instances.",
        unit="connections",
        at_least=0,
    )
    max_idle_conn: int = setting(
        2,
        "Number of idle connections to keep, in addition to the reserved connections of "
        "requests (up to four). 0 keeps all connections.",
        unit="connections",
        at_least=0,
    )
    conn_max_lifetime: int = setting(
        14_400, "Maximum age of a connection. 0 removes the limit.", unit="seconds", at_least=0
    )
    path: str = setting(
        "vedette.db", "Path of the SQLite file. Relative paths are below [paths] data."
    )
    log_queries: bool = setting(False, "Log every statement.", acted_on=False)
    query_retries: int = setting(
        0, "Number of retries of a failed read.", acted_on=False, at_least=0
    )
    transaction_retries: int = setting(
        5, "Number of retries of a transaction after a conflict.", acted_on=False, at_least=0
    )
    locking_attempt_timeout_sec: int = setting(
        0, "Maximum wait for the migration lock.", unit="seconds", acted_on=False, at_least=0
    )
    migration_locking: bool = setting(
        True, "Lock the database during migrations. Vedette always locks it.", acted_on=False
    )
    wal: bool = setting(
        True, "Use the write-ahead log of SQLite. Vedette always uses it.", acted_on=False
    )
    cache_mode: str = setting(
        "private", "Cache mode of SQLite.", choices=("private", "shared"), acted_on=False
    )
    isolation_level: str = setting("", "Isolation level of transactions.", acted_on=False)
    instrument_queries: bool = setting(False, "Measure every statement.", acted_on=False)

    @property
    def is_embedded(self) -> bool:
        """Whether the database is SQLite, which needs no server."""
        return not self.url and self.type.startswith("sqlite")
