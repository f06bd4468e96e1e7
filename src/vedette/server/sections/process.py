"""The process: its mode, directories and listener."""

from collections.abc import Mapping
from datetime import timedelta

from vedette.kernel.secret import Secret
from vedette.settings import Section, named_values, setting


class DefaultSettings(Section, name="DEFAULT"):
    """Keys before the first section."""

    app_mode: str = setting(
        "production",
        "production refuses a weak secret_key; development accepts it with a warning.",
        choices=("production", "development"),
    )
    instance_name: str = setting(
        "${HOSTNAME}",
        "Name of this instance in logs and metrics; empty for the host's name.",
        acted_on=False,
    )
    force_migration: bool = setting(
        False,
        "Repeat migrations that failed; they are transactions, so nothing is left to repeat.",
        acted_on=False,
    )


class PathsSettings(Section, name="paths"):
    """Directories; relative ones are below the directory the service is started in."""

    data: str = setting("data", "The embedded database and generated keys.")
    temp_data_lifetime: timedelta = setting(
        timedelta(hours=24), "Age at which temporary files are removed.", acted_on=False
    )
    logs: str = setting("data/log", "Log files.")
    plugins: str = setting("data/plugins", "Installed plugins.")
    provisioning: str = setting("conf/provisioning", "Files that describe data sources and more.")


class ServerSettings(Section, name="server"):
    """The listener and how it is reached."""

    protocol: str = setting(
        "http",
        "What the listener speaks. https needs cert_file and cert_key; h2 is served as https.",
        choices=("http", "https", "h2", "socket"),
        inert_choices=("h2",),
    )
    min_tls_version: str = setting(
        "TLS1.2", "Oldest TLS version accepted.", choices=("TLS1.2", "TLS1.3", "")
    )
    http_addr: str = setting("0.0.0.0", "Address to listen on.")  # noqa: S104
    http_port: int = setting(
        3000, "Port to listen on; 0 takes a free one.", at_least=0, at_most=65_535
    )
    domain: str = setting("localhost", "Public host name.")
    enforce_domain: bool = setting(
        False,
        "Redirect requests for other host names to root_url; health and metrics are "
        "always available.",
    )
    root_url: str = setting(
        "%(protocol)s://%(domain)s:%(http_port)s/",
        "Complete public address, used for links and logins.",
    )
    serve_from_sub_path: bool = setting(
        False,
        "Requests arrive with the path of root_url. Set it if the proxy forwards the "
        "path; leave it off if the proxy removes the path.",
    )
    router_logging: bool = setting(False, "Log every request, not only failed and slow ones.")
    static_root_path: str = setting(
        "public", "Directory of the user interface; it is inside the package.", acted_on=False
    )
    enable_gzip: bool = setting(
        True,
        "Compress responses; always done, except for clients on the same host.",
        acted_on=False,
    )
    cert_file: str = setting("", "Certificate for https.", live=True)
    cert_key: str = setting("", "Key of that certificate.", live=True)
    cert_pass: Secret = setting(Secret(""), "Password of that key.", live=True)
    certs_watch_interval: timedelta = setting(
        timedelta(0), "How often the certificate is read again; 0 for never.", acted_on=False
    )
    socket: str = setting("", "Unix socket for the protocol socket.")
    socket_mode: str = setting("0660", "Its mode.", acted_on=False)
    socket_gid: int = setting(-1, "Its group; -1 for ours.", acted_on=False, at_least=-1)
    cdn_url: str = setting("", "Where browsers load the user interface from.", acted_on=False)
    trusted_proxies: tuple[str, ...] = setting(
        (),
        "Proxies and load balancers whose X-Forwarded-For is trusted: addresses, "
        "networks such as 10.0.0.0/8, and unix for the Unix socket. Clients behind any "
        "other proxy share its address.",
    )
    read_timeout: timedelta = setting(
        timedelta(0),
        "How long a request may take to arrive; up to twice that passes. 0 for a minute.",
        bare_unit="m",
    )


class ResponseHeadersSettings(Section, name="server.custom_response_headers"):
    """Headers added to every response."""

    headers: Mapping[str, str] = named_values("A header and its value.")


class TourSettings(Section, name="tour"):
    """Sample dashboards for a first look."""

    enabled: str = setting(
        "auto",
        "Provision them: auto does so on the embedded database only.",
        choices=("auto", "true", "false"),
    )


SECTIONS: tuple[type[Section], ...] = (
    DefaultSettings,
    PathsSettings,
    ServerSettings,
    ResponseHeadersSettings,
    TourSettings,
)
