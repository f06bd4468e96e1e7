"""The `[database]` section."""

from datetime import timedelta

from vedette.kernel.secret import Secret
from vedette.settings import Section, setting


class DatabaseSettings(Section, name="database"):
    """Where the service keeps its own state: one SQLite file, or PostgreSQL for many instances."""

    type: str = setting(
        "sqlite3",
        "Kind of database.",
        choices=("sqlite3", "sqlite", "postgres", "postgresql"),
    )
    host: str = setting("127.0.0.1:5432", "Address of PostgreSQL as host:port.")
    name: str = setting("vedette", "Name of the database in PostgreSQL.")
    user: str = setting("vedette", "User in PostgreSQL.")
    password: Secret = setting(Secret(""), "Password of that user.", live=True)
    url: Secret = setting(
        Secret(""),
        "All of the above in one address, such as postgres://user:secret@host:5432/name. It wins.",
    )
    ssl_mode: str = setting(
        "disable",
        "TLS to PostgreSQL. require encrypts, verify-ca checks the certificate, verify-full its"
        " name too.",
        choices=("disable", "require", "verify-ca", "verify-full", ""),
    )
    ca_cert_path: str = setting("", "Certificate authority of PostgreSQL's certificate.")
    client_cert_path: str = setting("", "Client certificate for PostgreSQL.")
    client_key_path: str = setting("", "Key of that certificate.")
    server_cert_name: str = setting(
        "", "Name in PostgreSQL's certificate where it is not the host.", acted_on=False
    )
    start_timeout: timedelta = setting(
        timedelta(seconds=60),
        "How long a start waits for PostgreSQL while it cannot be reached; 0 does not wait.",
        bare_unit="s",
    )
    max_open_conn: int = setting(
        0,
        "Connections of this instance at most. 0 takes a share of what PostgreSQL allows, by the"
        " number of live instances.",
        unit="connections",
        at_least=0,
    )
    max_idle_conn: int = setting(
        2,
        "Idle connections kept in addition to the reserved ones of requests, up to "
        "four; 0 keeps all.",
        unit="connections",
        at_least=0,
    )
    conn_max_lifetime: int = setting(
        14_400, "Age at which a connection is closed; 0 never closes.", unit="seconds", at_least=0
    )
    path: str = setting("vedette.db", "File of SQLite, below [paths] data unless absolute.")
    log_queries: bool = setting(False, "Log every statement.", acted_on=False)
    query_retries: int = setting(0, "Repeats of a failed read.", acted_on=False, at_least=0)
    transaction_retries: int = setting(
        5, "Repeats of a transaction that lost a conflict.", acted_on=False, at_least=0
    )
    locking_attempt_timeout_sec: int = setting(
        0, "Longest wait for the lock of migrations.", unit="seconds", acted_on=False, at_least=0
    )
    migration_locking: bool = setting(
        True, "Lock the database while migrating; always done.", acted_on=False
    )
    wal: bool = setting(True, "Write-ahead log of SQLite; always on.", acted_on=False)
    cache_mode: str = setting(
        "private", "Page cache of SQLite.", choices=("private", "shared"), acted_on=False
    )
    isolation_level: str = setting("", "Isolation of transactions.", acted_on=False)
    instrument_queries: bool = setting(False, "Measure every statement.", acted_on=False)

    @property
    def is_embedded(self) -> bool:
        """SQLite, which needs no server."""
        return not self.url and self.type.startswith("sqlite")
