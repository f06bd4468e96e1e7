"""The `[dashboards]` section."""

from datetime import timedelta

from vedette.settings import Section, setting


class DashboardsSettings(Section, name="dashboards"):
    """Dashboards and their versions."""

    versions_to_keep: int = setting(20, "Versions kept of each dashboard.", at_least=1)
    min_refresh_interval: timedelta = setting(
        timedelta(seconds=5), "Shortest automatic refresh that can be chosen.", bare_unit="s"
    )
    default_home_dashboard_path: str = setting("", "File of the home dashboard.")
