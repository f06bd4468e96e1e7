"""Screenshots in notifications, built from the configuration."""

import logging
from pathlib import Path

from vedette.alerting.evaluation.source_health import SourceHealths
from vedette.alerting.images.service import ImageOptions, ImageService
from vedette.alerting.rules.parsing import RuleDefaults
from vedette.alerting.settings import ScreenshotsSettings
from vedette.db.database import Database
from vedette.kernel.clock import Clock
from vedette.querying.service import QueryService
from vedette.settings import Settings
from vedette.telemetry.images import ImageMetrics
from vedette.telemetry.metrics import Metrics

log = logging.getLogger("vedette.alerting.images")


def build(
    database: Database,
    clock: Clock,
    settings: Settings,
    queries: QueryService,
    sources: SourceHealths,
    defaults: RuleDefaults,
    metrics: Metrics,
    fonts: Path,
) -> ImageService | None:
    """Return None if notifications contain no images. `fonts` is a directory of the built UI."""
    section = settings[ScreenshotsSettings]
    if not section.capture:
        return None
    if not any(fonts.glob("*.ttf")):
        log.warning(
            "Notifications are sent without images: fonts are missing because the user interface "
            "is not built. Run `make install` and start again."
        )
        return None
    return ImageService(
        database,
        queries,
        clock,
        sources.is_down,
        defaults,
        ImageMetrics(metrics.alerting_registry),
        ImageOptions(section.capture_timeout.total_seconds(), section.max_concurrent_screenshots),
        fonts,
    )
