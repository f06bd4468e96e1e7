"""The process: its mode, directories and listener."""

from collections.abc import Mapping
from datetime import timedelta

from vedette.kernel.secret import Secret
from vedette.settings import Section, named_values, setting


class DefaultSettings(Section, name="DEFAULT"):
    """Settings before the first section."""

    app_mode: str = setting(
        "production",
        "production refuses a weak secret_key. development accepts it with a warning.",
        choices=("production", "development"),
    )
    instance_name: str = setting(
        "${HOSTNAME}",
        "Name of this instance in logs and metrics. Leave empty to use the host name.",
        acted_on=False,
    )
    force_migration: bool = setting(
        False,
        "Repeat failed migrations. Migrations are transactions, so a failed one leaves "
        "nothing to repeat.",
        acted_on=False,
    )


class PathsSettings(Section, name="paths"):
    """Configures directories. Relative paths are resolved against the working directory."""

    data: str = setting("data", "Directory of the embedded database and of generated keys.")
    temp_data_lifetime: timedelta = setting(
        timedelta(hours=24), "Age at which temporary files are removed.", acted_on=False
    )
    logs: str = setting("data/log", "Directory of log files.")
    plugins: str = setting("data/plugins", "Directory of installed plugins.")
    provisioning: str = setting("conf/provisioning", "Directory of provisioning files.")


class ServerSettings(Section, name="server"):
    """Configures the HTTP listener and the public address."""

    protocol: str = setting(
        "http",
        "Protocol of the listener. https requires cert_file and cert_key. h2 is served as https.",
        choices=("http", "https", "h2", "socket"),
        inert_choices=("h2",),
    )
    min_tls_version: str = setting(
        "TLS1.2", "Minimum TLS version.", choices=("TLS1.2", "TLS1.3", "")
    )
    http_addr: str = setting("0.0.0.0", "Address to listen on.")  # noqa: S104
    http_port: int = setting(
        3000, "Port to listen on. 0 selects a free port.", at_least=0, at_most=65_535
    )
    domain: str = setting("localhost", "Public host name.")
    enforce_domain: bool = setting(
        False,
        "Redirect requests for other host names to root_url. Health checks and metrics are "
        "always available.",
    )
    root_url: str = setting(
        "%(protocol)s://%(domain)s:%(http_port)s/",
        "Complete public URL, used for links and logins.",
    )
    serve_from_sub_path: bool = setting(
        False,
        "Serve requests below the path of root_url. Enable it if the proxy forwards the "
        "path. Disable it if the proxy removes the path.",
    )
    router_logging: bool = setting(
        False, "Log every request. By default, only failed and slow requests are logged."
    )
    static_root_path: str = setting(
        "public",
        "Directory of the user interface. Vedette includes the user interface in its package.",
        acted_on=False,
    )
    enable_gzip: bool = setting(
        True,
        "Compress responses. Vedette always compresses them, except for clients on the same host.",
        acted_on=False,
    )
    cert_file: str = setting("", "Path of the TLS certificate.", live=True)
    cert_key: str = setting("", "Path of the TLS certificate's private key.", live=True)
    cert_pass: Secret = setting(Secret(""), "Password of the private key.", live=True)
    certs_watch_interval: timedelta = setting(
        timedelta(0),
        "Interval between reloads of the certificate. 0 disables reloading.",
        acted_on=False,
    )
    socket: str = setting("", "Path of the Unix socket for the protocol `socket`.")
    socket_mode: str = setting("0660", "File mode of the Unix socket.", acted_on=False)
    socket_gid: int = setting(
        -1,
        "Group ID of the Unix socket. -1 uses the group of the process.",
        acted_on=False,
        at_least=-1,
    )
    cdn_url: str = setting("", "Address of the CDN that serves the user interface.", acted_on=False)
    trusted_proxies: tuple[str, ...] = setting(
        (),
        "Proxies and load balancers whose X-Forwarded-For header is trusted: addresses, "
        "networks such as 10.0.0.0/8, and `unix` for the Unix socket. All clients behind "
        "another proxy appear with the address of that proxy.",
    )
    read_timeout: timedelta = setting(
        timedelta(0),
        "Time limit for receiving a request. The effective limit is up to twice as long. 0 "
        "selects one minute.",
        bare_unit="m",
    )


class ResponseHeadersSettings(Section, name="server.custom_response_headers"):
    """Adds headers to every response."""

    headers: Mapping[str, str] = named_values("Name and value of a header.")


class TourSettings(Section, name="tour"):
    """Configures the sample dashboards for a first look."""

    enabled: str = setting(
        "auto",
        "Provision the sample dashboards. auto provisions them only on the embedded database.",
        choices=("auto", "true", "false"),
    )


SECTIONS: tuple[type[Section], ...] = (
    DefaultSettings,
    PathsSettings,
    ServerSettings,
    ResponseHeadersSettings,
    TourSettings,
)
