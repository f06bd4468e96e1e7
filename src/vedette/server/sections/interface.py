"""What people see: pages, dates, sharing, news."""

from collections.abc import Mapping

from vedette.settings import Section, named_values, setting


class AnalyticsSettings(Section, name="analytics", acted_on=False):
    """Messages home. There are none: nothing is reported and nothing is checked."""

    reporting_enabled: bool = setting(False, "Report use; never done.")
    check_for_updates: bool = setting(False, "Check for newer versions; never done.")
    check_for_plugin_updates: bool = setting(False, "Check for newer plugins; never done.")


class DateFormatsSettings(Section, name="date_formats", acted_on=False):
    """How dates are written. Clients of the API receive these values; our own pages do not use
    them."""

    full_date: str = setting("YYYY-MM-DD HH:mm:ss", "Date and time.")
    interval_second: str = setting("HH:mm:ss", "Axis of seconds.")
    interval_minute: str = setting("HH:mm", "Axis of minutes.")
    interval_hour: str = setting("MM/DD HH:mm", "Axis of hours.")
    interval_day: str = setting("MM/DD", "Axis of days.")
    interval_month: str = setting("YYYY-MM", "Axis of months.")
    interval_year: str = setting("YYYY", "Axis of years.")
    use_browser_locale: bool = setting(False, "Use the browser's forms instead.")
    default_timezone: str = setting("browser", "Time zone of users who chose none.")
    default_week_start: str = setting("browser", "First day of the week.")


class SnapshotsSettings(Section, name="snapshots", acted_on=False):
    """Dashboards with their data, as they were."""

    enabled: bool = setting(False, "Allow users to create them.")
    external_enabled: bool = setting(False, "Allow users to publish them externally.")
    external_snapshot_url: str = setting("", "Address of that place.")
    external_snapshot_name: str = setting("", "Its name.")
    public_mode: bool = setting(False, "Accept them from anyone.")
    snapshot_remove_expired: bool = setting(True, "Remove those that ran out.")


class PublicDashboardsSettings(Section, name="public_dashboards", acted_on=False):
    """Dashboards that anyone with the address may see."""

    enabled: bool = setting(False, "Allow users to share them.")


class LiveSettings(Section, name="live"):
    """What is pushed to browsers over a WebSocket: live queries."""

    max_connections: int = setting(
        100,
        "Maximum concurrent browsers for each instance; 0 disables live connections, "
        "-1 is no limit.",
        at_least=-1,
    )
    allowed_origins: tuple[str, ...] = setting(
        (),
        "Other origins whose pages may connect, such as https://wiki.example.org; * stands for"
        " any text.",
    )
    ha_engine: str = setting(
        "",
        "How instances tell each other; ours follow each query on their own.",
        choices=("", "redis"),
        acted_on=False,
    )
    ha_engine_address: str = setting("", "Address of that.", acted_on=False)
    ha_prefix: str = setting("", "Start of every key there.", acted_on=False)


class ExploreSettings(Section, name="explore"):
    """Queries without a dashboard."""

    enabled: bool = setting(True, "Enable Explore, which queries data sources without a dashboard.")


class QueryHistorySettings(Section, name="query_history"):
    """Queries that a user ran before."""

    enabled: bool = setting(True, "Keep the query history.")


class PanelsSettings(Section, name="panels", acted_on=False):
    """Panels."""

    enable_alpha: bool = setting(False, "Show kinds that are not ready.")
    disable_sanitize_html: bool = setting(False, "Leave scripts in text panels; never done.")


class AnnotationsSettings(Section, name="annotations", acted_on=False):
    """Marks on time lines."""

    cleanupjob_batchsize: int = setting(100, "Batch size of the removal of old ones.", at_least=1)
    tags_length: int = setting(500, "Length of all tags.", unit="characters", at_least=1)


class DashboardAnnotationsSettings(Section, name="annotations.dashboard", acted_on=False):
    """Annotations that users created on dashboards."""

    max_age: str = setting("", "Their age at most; empty for no limit.")
    max_annotations_to_keep: int = setting(0, "Their number at most; 0 for no limit.", at_least=0)


class ApiAnnotationsSettings(Section, name="annotations.api", acted_on=False):
    """Annotations that programs made."""

    max_age: str = setting("", "Their age at most; empty for no limit.")
    max_annotations_to_keep: int = setting(0, "Their number at most; 0 for no limit.", at_least=0)


class GeomapSettings(Section, name="geomap", acted_on=False):
    """Maps."""

    default_baselayer_config: str = setting("", "Base layer of a new map, as JSON.")
    enable_custom_baselayers: bool = setting(False, "Allow users to choose another.")


class NewsSettings(Section, name="news", acted_on=False):
    """External feed."""

    news_feed_enabled: bool = setting(False, "Show them; never done.")


class HelpSettings(Section, name="help", acted_on=False):
    """The help menu."""

    enabled: bool = setting(False, "Show it.")


class ProfileSettings(Section, name="profile", acted_on=False):
    """The page of one's own account."""

    enabled: bool = setting(True, "Show it.")


class FeatureTogglesSettings(Section, name="feature_toggles", acted_on=False):
    """Names of features to switch on or off."""

    enable: tuple[str, ...] = setting((), "Features switched on.")
    by_name: Mapping[str, str] = named_values("true or false; wins over the list.")


SECTIONS: tuple[type[Section], ...] = (
    AnalyticsSettings,
    DateFormatsSettings,
    SnapshotsSettings,
    PublicDashboardsSettings,
    LiveSettings,
    ExploreSettings,
    QueryHistorySettings,
    PanelsSettings,
    AnnotationsSettings,
    DashboardAnnotationsSettings,
    ApiAnnotationsSettings,
    GeomapSettings,
    NewsSettings,
    HelpSettings,
    ProfileSettings,
    FeatureTogglesSettings,
)
