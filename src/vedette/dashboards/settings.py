"""The `[dashboards]` section."""

from datetime import timedelta

from vedette.settings import Section, setting


class DashboardsSettings(Section, name="dashboards"):
    """Configures dashboards and their versions."""

    versions_to_keep: int = setting(20, "Number of versions to keep of each dashboard.", at_least=1)
    min_refresh_interval: timedelta = setting(
        timedelta(seconds=5), "Shortest refresh interval that users can select.", bare_unit="s"
    )
    trash_retention: timedelta = setting(
        timedelta(days=30),
        "How long deleted dashboards can be restored. 0 deletes them immediately.",
    )
    trash_max_dashboards: int = setting(
        1_000,
        "Maximum number of deleted dashboards that can be restored in each organization; the "
        "oldest are removed first.",
        at_least=1,
    )
    default_home_dashboard_path: str = setting("", "Path of the file with the home dashboard.")
