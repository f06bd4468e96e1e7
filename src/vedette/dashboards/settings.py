"""The `[dashboards]` section."""

from datetime import timedelta

from vedette.settings import Section, setting


class DashboardsSettings(Section, name="dashboards"):
    """Configures dashboards and their versions."""

    versions_to_keep: int = setting(20, "Number of versions to keep of each dashboard.", at_least=1)
    min_refresh_interval: timedelta = setting(
        timedelta(seconds=5), "Shortest refresh interval that users can select.", bare_unit="s"
    )
    default_home_dashboard_path: str = setting("", "Path of the file with the home dashboard.")
