"""The server's own metrics, built from the configuration."""

from vedette.app.version import commit, own_version
from vedette.plugins.loading import panel_types
from vedette.settings import Settings
from vedette.telemetry.metrics import Metrics
from vedette.telemetry.settings import EnvironmentInfoSettings, MetricsSettings


def build(settings: Settings) -> Metrics:
    section = settings[MetricsSettings]
    return Metrics(
        version=own_version(),
        commit=commit(),
        panels=panel_types(),
        environment=settings[EnvironmentInfoSettings].labels,
        publish_alerting=not section.disable_alerting_stats,
        publish_usage=not section.disable_usage_stats,
    )
