"""The server's own metrics, built from the configuration."""

from vedette.app.version import commit, own_version
from vedette.settings import Settings
from vedette.telemetry.metrics import Metrics
from vedette.telemetry.settings import EnvironmentInfoSettings, MetricsSettings

PANEL_TYPES = frozenset(
    {
        "timeseries",
        "stat",
        "gauge",
        "bargauge",
        "table",
        "text",
        "barchart",
        "piechart",
        "heatmap",
        "logs",
        "state-timeline",
    }
)


def build(settings: Settings) -> Metrics:
    section = settings[MetricsSettings]
    metrics = Metrics(
        version=own_version(),
        commit=commit(),
        panels=PANEL_TYPES,
        publish_alerting=not section.disable_alerting_stats,
        publish_usage=not section.disable_usage_stats,
    )
    metrics.set_environment(settings[EnvironmentInfoSettings].labels)
    return metrics
