"""Limits of requests to data sources, and where requests may go."""

from datetime import timedelta

from vedette.settings import Section, setting


class DataproxySettings(Section, name="dataproxy"):
    """Configures requests to data sources, from queries and from the proxy."""

    logging: bool = setting(False, "Log every request with its status and duration.")
    timeout: int = setting(
        30, "Time limit of a request.", unit="seconds", at_least=1, at_most=86_400
    )
    dial_timeout: int = setting(
        10,
        "Time limit for establishing a connection.",
        unit="seconds",
        key="dialTimeout",
        at_least=1,
    )
    keep_alive_seconds: int = setting(
        30,
        "Interval between keep-alive probes of idle connections.",
        unit="seconds",
        acted_on=False,
        at_least=0,
    )
    tls_handshake_timeout_seconds: int = setting(
        10,
        "Time limit of the TLS handshake. Vedette includes the handshake in dialTimeout.",
        unit="seconds",
        acted_on=False,
        at_least=0,
    )
    expect_continue_timeout_seconds: int = setting(
        1,
        "Maximum wait for the response 100 Continue. Vedette never requests it.",
        unit="seconds",
        acted_on=False,
        at_least=0,
    )
    max_conns_per_host: int = setting(
        0,
        "Maximum number of connections to one data source. 0 removes the limit.",
        unit="connections",
        at_least=0,
    )
    max_idle_connections: int = setting(
        100, "Maximum number of idle connections.", unit="connections", at_least=0
    )
    idle_conn_timeout_seconds: int = setting(
        90, "Time after which an idle connection is closed.", unit="seconds", at_least=1
    )
    send_user_header: bool = setting(
        False, "Send the user's login to data sources in the header X-Grafana-User."
    )
    response_limit: int = setting(
        0,
        "Maximum response size of a data source. 0 selects the limit of 256 MiB.",
        unit="bytes",
        at_least=0,
    )
    row_limit: int = setting(
        1_000_000, "Maximum number of rows in an SQL result.", unit="rows", at_least=1
    )
    user_agent: str = setting(
        "",
        "User-Agent header of requests to data sources. Leave empty to send the product's "
        "name and version.",
    )


class EgressSettings(Section, name="egress"):
    """Restricts the addresses to which the server connects. Every address that a name resolves to
    is checked, and the connection is made to the checked address. Rules are host names
    (`metrics.example.org`), patterns (`*.example.org`), addresses or networks (`10.1.0.0/16`).
    `deny` takes precedence over `allow`, and both take precedence over the settings below.
    Link-local and metadata addresses are refused unless `allow` contains them."""

    allow: tuple[str, ...] = setting((), "Hosts and networks that are always allowed.")
    deny: tuple[str, ...] = setting((), "Hosts and networks that are never allowed.")
    allow_loopback: str = setting(
        "auto",
        "Allow data sources that were created in the browser or through the API to connect "
        "to loopback addresses. auto allows it on the embedded database and in development, "
        "and refuses it in production on a shared database. Data sources from provisioning "
        "files are always allowed. The server's own listener is always refused.",
        choices=("auto", "true", "false"),
    )
    allow_private: bool = setting(
        True,
        "Allow such data sources to connect to private networks such as 10.0.0.0/8 and fd00::/8.",
    )
    only_allowed: bool = setting(False, "Refuse all addresses that `allow` does not contain.")
    resolve_cache: timedelta = setting(
        timedelta(seconds=10), "TTL of resolved names.", bare_unit="s"
    )


SECTIONS: tuple[type[Section], ...] = (DataproxySettings, EgressSettings)
