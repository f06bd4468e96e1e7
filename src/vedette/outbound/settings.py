"""Limits of requests to data sources, and where requests may go."""

from datetime import timedelta

from vedette.settings import Section, setting


class DataproxySettings(Section, name="dataproxy"):
    """Requests to data sources, from queries and from the proxy alike."""

    logging: bool = setting(False, "Log every request with its status and time.")
    timeout: int = setting(30, "Longest request.", unit="seconds", at_least=1, at_most=86_400)
    dial_timeout: int = setting(
        10, "Longest wait for a connection.", unit="seconds", key="dialTimeout", at_least=1
    )
    keep_alive_seconds: int = setting(
        30, "Probes of idle connections.", unit="seconds", acted_on=False, at_least=0
    )
    tls_handshake_timeout_seconds: int = setting(
        10,
        "Longest TLS handshake; counted into dialTimeout.",
        unit="seconds",
        acted_on=False,
        at_least=0,
    )
    expect_continue_timeout_seconds: int = setting(
        1, "Wait for 100-continue, which we never send.", unit="seconds", acted_on=False, at_least=0
    )
    max_conns_per_host: int = setting(
        0, "Connections to one source at most; 0 for no limit.", unit="connections", at_least=0
    )
    max_idle_connections: int = setting(
        100, "Idle connections kept.", unit="connections", at_least=0
    )
    idle_conn_timeout_seconds: int = setting(
        90, "How long an idle connection is kept.", unit="seconds", at_least=1
    )
    send_user_header: bool = setting(
        False, "Send the user's login to data sources in the header X-Grafana-User."
    )
    response_limit: int = setting(
        0,
        "Maximum response size of a data source; 0 for the limit of 256 MiB.",
        unit="bytes",
        at_least=0,
    )
    row_limit: int = setting(1_000_000, "Maximum rows of an SQL result.", unit="rows", at_least=1)
    user_agent: str = setting(
        "", "User agent sent to sources; empty for the product's name and version."
    )


class EgressSettings(Section, name="egress"):
    """Where our requests may go. Each address a name resolves to is checked, and the connection is
    made to the checked address. Rules are host names (`metrics.example.org`), patterns
    (`*.example.org`), addresses or networks (`10.1.0.0/16`). `deny` wins over `allow`, and both win
    over the switches below. Link-local and metadata addresses are refused unless allowed here."""

    allow: tuple[str, ...] = setting((), "Hosts and networks that are always allowed.")
    deny: tuple[str, ...] = setting((), "Hosts and networks that are never allowed.")
    allow_loopback: str = setting(
        "auto",
        "Allow data sources that were created in the browser or by API to reach this "
        "machine. auto means yes on the embedded database and in development, and no "
        "in production on a shared database. Sources from provisioning files always "
        "can. The server's own listener is always refused.",
        choices=("auto", "true", "false"),
    )
    allow_private: bool = setting(
        True, "Allow such sources to reach private networks such as 10.0.0.0/8 and fd00::/8."
    )
    only_allowed: bool = setting(False, "Refuse everything that `allow` does not name.")
    resolve_cache: timedelta = setting(
        timedelta(seconds=10), "TTL of resolved names.", bare_unit="s"
    )


SECTIONS: tuple[type[Section], ...] = (DataproxySettings, EgressSettings)
