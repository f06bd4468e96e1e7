"""Settings of logs, metrics and traces."""

from collections.abc import Mapping

from vedette.kernel.secret import Secret
from vedette.settings import Section, named_values, setting

FACILITIES = (
    *("kern", "user", "mail", "daemon", "auth", "syslog", "lpr", "news", "uucp", "cron"),
    *("authpriv", "ftp", *(f"local{number}" for number in range(8))),
)
LEVELS = ("debug", "info", "warn", "warning", "error", "critical")


class LogSettings(Section, name="log"):
    """Configures the destinations and the level of log lines."""

    mode: tuple[str, ...] = setting(
        ("console",), "Destinations of log lines.", choices=("console", "file", "syslog")
    )
    level: str = setting("info", "Minimum severity of log lines.", choices=LEVELS, live=True)
    filters: tuple[str, ...] = setting(
        (), "Levels of individual loggers, such as db:debug outbound:warn.", live=True
    )
    user_facing_default_error: str = setting(
        "please inspect the server log for details",
        "Message of errors that have no message of their own.",
        acted_on=False,
    )


class LogConsoleSettings(Section, name="log.console"):
    """Configures log lines on standard output."""

    level: str = setting(
        "", "Level for the console. Leave empty to use [log] level.", choices=("", *LEVELS)
    )
    format: str = setting("console", "Format of log lines.", choices=("console", "text", "json"))


class LogFileSettings(Section, name="log.file"):
    """Configures log lines in the file `vedette.log` below [paths] logs."""

    level: str = setting(
        "", "Level for the file. Leave empty to use [log] level.", choices=("", *LEVELS)
    )
    format: str = setting("text", "Format of log lines.", choices=("console", "text", "json"))
    log_rotate: bool = setting(
        True, "Start a new file when the current one reaches its maximum size."
    )
    max_size_shift: int = setting(
        28, "Maximum size of a file as a power of two. 28 is 256 MiB.", at_least=10, at_most=40
    )
    max_lines: int = setting(
        0, "Maximum number of lines in a file. 0 removes the limit.", acted_on=False, at_least=0
    )
    daily_rotate: bool = setting(False, "Start a new file every day.", acted_on=False)
    max_days: int = setting(7, "Number of rotated files to keep.", at_least=1)


class LogSyslogSettings(Section, name="log.syslog"):
    """Configures log lines that are sent to a syslog daemon."""

    level: str = setting(
        "", "Level for syslog. Leave empty to use [log] level.", choices=("", *LEVELS)
    )
    format: str = setting("text", "Format of log lines.", choices=("console", "text", "json"))
    network: str = setting(
        "",
        "Network protocol of the daemon. Leave empty to use the local socket.",
        choices=("", "udp", "tcp", "unix", "unixgram"),
    )
    address: str = setting(
        "",
        "Address of the daemon as host:port, with port 514 as default. For the local socket: "
        "its path, with /dev/log as default.",
    )
    facility: str = setting("local7", "Syslog facility.", choices=FACILITIES)
    tag: str = setting("", "Syslog tag. Leave empty to use vedette.")


class LogFrontendSettings(Section, name="log.frontend", acted_on=False):
    """Configures the collection of errors in browsers."""

    enabled: bool = setting(False, "Collect errors of browsers.")
    custom_endpoint: str = setting("", "Address to which browsers report errors.")
    sample_rate: float = setting(
        1.0, "Share of page loads that report errors.", at_least=0, at_most=1
    )
    log_endpoint_requests_per_second_limit: int = setting(
        3, "Maximum number of reports per second.", at_least=0
    )
    log_endpoint_burst_limit: int = setting(15, "Maximum burst of reports.", at_least=0)
    api_key: Secret = setting(Secret(""), "API key of the custom endpoint.")


class MetricsSettings(Section, name="metrics"):
    """Configures the `/metrics` endpoint for Prometheus."""

    enabled: bool = setting(True, "Enable the `/metrics` endpoint.")
    interval_seconds: int = setting(
        10, "Interval between updates of measured gauges.", unit="seconds", at_least=1
    )
    disable_total_stats: bool = setting(
        False, "Omit the numbers of dashboards, users and other resources."
    )
    total_stats_collector_interval_seconds: int = setting(
        60, "Interval between updates of these numbers.", unit="seconds", at_least=1
    )
    disable_alerting_stats: bool = setting(False, "Omit metrics of alerting.")
    disable_usage_stats: bool = setting(False, "Omit the number of active users.")
    basic_auth_username: str = setting(
        "", "User name that a scraper must send. Leave empty to require none."
    )
    basic_auth_password: Secret = setting(Secret(""), "Password that a scraper must send.")


class EnvironmentInfoSettings(Section, name="metrics.environment_info"):
    """Adds labels to the metric `vedette_environment_info`."""

    labels: Mapping[str, str] = named_values("Name and value of a label.")


class GraphiteSettings(Section, name="metrics.graphite", acted_on=False):
    """Configures metrics that are pushed to Graphite."""

    address: str = setting("", "Address of Graphite as host:port. Leave empty to disable.")
    prefix: str = setting("prod.vedette.%(instance_name)s.", "Prefix of all metric names.")


class TracingSettings(Section, name="tracing.opentelemetry", acted_on=False):
    """Configures traces of the server's own requests."""

    custom_attributes: str = setting("", "Attributes of every span, as key:value,key:value.")
    sampler_type: str = setting("", "Type of the sampler.")
    sampler_param: str = setting("", "Parameter of the sampler.")
    sampling_server_url: str = setting("", "Address of the sampling server for the remote sampler.")


class TracingOtlpSettings(Section, name="tracing.opentelemetry.otlp", acted_on=False):
    """Configures the export of traces with OTLP."""

    address: str = setting("", "Address of the collector as host:port. Leave empty to disable.")
    propagation: str = setting("", "Propagation format: w3c, jaeger or both.")


class TracingJaegerSettings(Section, name="tracing.opentelemetry.jaeger", acted_on=False):
    """Configures the export of traces to Jaeger."""

    address: str = setting("", "Address of Jaeger. Leave empty to disable.")
    propagation: str = setting("", "Propagation format: w3c, jaeger or both.")


SECTIONS: tuple[type[Section], ...] = (
    LogSettings,
    LogConsoleSettings,
    LogFileSettings,
    LogSyslogSettings,
    LogFrontendSettings,
    MetricsSettings,
    EnvironmentInfoSettings,
    GraphiteSettings,
    TracingSettings,
    TracingOtlpSettings,
    TracingJaegerSettings,
)
