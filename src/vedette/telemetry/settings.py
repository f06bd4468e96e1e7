"""What the service says of itself: logs, metrics, traces."""

from collections.abc import Mapping

from vedette.kernel.secret import Secret
from vedette.settings import Section, named_values, setting

FACILITIES = (
    *("kern", "user", "mail", "daemon", "auth", "syslog", "lpr", "news", "uucp", "cron"),
    *("authpriv", "ftp", *(f"local{number}" for number in range(8))),
)
LEVELS = ("debug", "info", "warn", "warning", "error", "critical")


class LogSettings(Section, name="log"):
    """Log lines: where they go and which are written."""

    mode: tuple[str, ...] = setting(
        ("console",), "Where lines go.", choices=("console", "file", "syslog")
    )
    level: str = setting("info", "Minimum severity of log lines.", choices=LEVELS, live=True)
    filters: tuple[str, ...] = setting(
        (), "Levels of single loggers, such as db:debug outbound:warn.", live=True
    )
    user_facing_default_error: str = setting(
        "please inspect the server log for details",
        "Words shown for an error that has none of its own.",
        acted_on=False,
    )


class LogConsoleSettings(Section, name="log.console"):
    """Lines on the standard output."""

    level: str = setting("", "Level for the console only.", choices=("", *LEVELS))
    format: str = setting("console", "Shape of a line.", choices=("console", "text", "json"))


class LogFileSettings(Section, name="log.file"):
    """Lines in `vedette.log` below [paths] logs."""

    level: str = setting("", "Level for the file only.", choices=("", *LEVELS))
    format: str = setting("text", "Shape of a line.", choices=("console", "text", "json"))
    log_rotate: bool = setting(True, "Start a new file when one is full.")
    max_size_shift: int = setting(
        28, "Size of a full file as a power of two: 28 is 256 MiB.", at_least=10, at_most=40
    )
    max_lines: int = setting(0, "Lines of a full file; 0 for no limit.", acted_on=False, at_least=0)
    daily_rotate: bool = setting(False, "Start a new file every day.", acted_on=False)
    max_days: int = setting(7, "Full files that are kept.", at_least=1)


class LogSyslogSettings(Section, name="log.syslog"):
    """Lines to a syslog daemon."""

    level: str = setting("", "Level for syslog only.", choices=("", *LEVELS))
    format: str = setting("text", "Shape of a line.", choices=("console", "text", "json"))
    network: str = setting(
        "",
        "How the daemon is reached; empty for the local socket.",
        choices=("", "udp", "tcp", "unix", "unixgram"),
    )
    address: str = setting(
        "",
        "host:port of the daemon, port 514 where none is given; for the local socket its path,"
        " /dev/log where it is empty.",
    )
    facility: str = setting("local7", "Facility.", choices=FACILITIES)
    tag: str = setting("", "Tag; empty for vedette.")


class LogFrontendSettings(Section, name="log.frontend", acted_on=False):
    """Errors that browsers report."""

    enabled: bool = setting(False, "Collect them.")
    custom_endpoint: str = setting("", "Address that browsers report to.")
    sample_rate: float = setting(1.0, "Share of page loads that report.", at_least=0, at_most=1)
    log_endpoint_requests_per_second_limit: int = setting(3, "Reports a second.", at_least=0)
    log_endpoint_burst_limit: int = setting(15, "Burst of reports.", at_least=0)
    api_key: Secret = setting(Secret(""), "Key of the custom endpoint.")


class MetricsSettings(Section, name="metrics"):
    """The `/metrics` page that a metrics store scrapes."""

    enabled: bool = setting(True, "Enable the page /metrics.")
    interval_seconds: int = setting(
        10, "How often measured gauges are refreshed.", unit="seconds", at_least=1
    )
    disable_total_stats: bool = setting(False, "Leave out counts of dashboards, users and others.")
    total_stats_collector_interval_seconds: int = setting(
        60, "How often those counts are taken.", unit="seconds", at_least=1
    )
    disable_alerting_stats: bool = setting(False, "Leave out metrics of alerting.")
    disable_usage_stats: bool = setting(False, "Leave out the number of active users.")
    basic_auth_username: str = setting("", "User name a scraper must send; empty for none.")
    basic_auth_password: Secret = setting(Secret(""), "Password a scraper must send.")


class EnvironmentInfoSettings(Section, name="metrics.environment_info"):
    """Labels of the metric `vedette_environment_info`."""

    labels: Mapping[str, str] = named_values("A label and its value.")


class GraphiteSettings(Section, name="metrics.graphite", acted_on=False):
    """Metrics pushed to Graphite."""

    address: str = setting("", "Address of Graphite as host:port; empty for none.")
    prefix: str = setting("prod.vedette.%(instance_name)s.", "Start of every name.")


class TracingSettings(Section, name="tracing.opentelemetry", acted_on=False):
    """Traces of our own requests."""

    custom_attributes: str = setting("", "Attributes of every span, as key:value,key:value.")
    sampler_type: str = setting("", "Kind of sampler.")
    sampler_param: str = setting("", "Its parameter.")
    sampling_server_url: str = setting("", "Server that decides for the remote sampler.")


class TracingOtlpSettings(Section, name="tracing.opentelemetry.otlp", acted_on=False):
    """Where traces go."""

    address: str = setting("", "Collector as host:port; empty for none.")
    propagation: str = setting("", "Trace headers: w3c, jaeger or both.")


class TracingJaegerSettings(Section, name="tracing.opentelemetry.jaeger", acted_on=False):
    """Traces to Jaeger."""

    address: str = setting("", "Address of Jaeger; empty for none.")
    propagation: str = setting("", "Trace headers: w3c, jaeger or both.")


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
