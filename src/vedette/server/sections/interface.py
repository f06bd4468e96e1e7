"""What people see: pages, dates, sharing, news."""

from collections.abc import Mapping

from vedette.settings import Section, named_values, setting


class AnalyticsSettings(Section, name="analytics", acted_on=False):
    """Configures usage reports and update checks. Vedette sends neither."""

    reporting_enabled: bool = setting(False, "Send usage reports. Vedette never sends any.")
    check_for_updates: bool = setting(False, "Check for new versions. Vedette never checks.")
    check_for_plugin_updates: bool = setting(
        False, "Check for new plugin versions. Vedette never checks."
    )


class DateFormatsSettings(Section, name="date_formats", acted_on=False):
    """Configures date formats that API clients receive. The user interface does not use them."""

    full_date: str = setting("YYYY-MM-DD HH:mm:ss", "Format of date and time.")
    interval_second: str = setting("HH:mm:ss", "Format of time axes with an interval of seconds.")
    interval_minute: str = setting("HH:mm", "Format of time axes with an interval of minutes.")
    interval_hour: str = setting("MM/DD HH:mm", "Format of time axes with an interval of hours.")
    interval_day: str = setting("MM/DD", "Format of time axes with an interval of days.")
    interval_month: str = setting("YYYY-MM", "Format of time axes with an interval of months.")
    interval_year: str = setting("YYYY", "Format of time axes with an interval of years.")
    use_browser_locale: bool = setting(False, "Use the date formats of the browser's locale.")
    default_timezone: str = setting("browser", "Time zone of users without a preference.")
    default_week_start: str = setting(
        "browser", "First day of the week for users without a preference."
    )


class SnapshotsSettings(Section, name="snapshots", acted_on=False):
    """Configures snapshots of dashboards with their data."""

    enabled: bool = setting(False, "Allow users to create snapshots.")
    external_enabled: bool = setting(
        False, "Allow users to publish snapshots on an external server."
    )
    external_snapshot_url: str = setting("", "Address of the external snapshot server.")
    external_snapshot_name: str = setting("", "Name of the external snapshot server.")
    public_mode: bool = setting(False, "Accept snapshots without authentication.")
    snapshot_remove_expired: bool = setting(True, "Remove expired snapshots.")


class PublicDashboardsSettings(Section, name="public_dashboards", acted_on=False):
    """Configures dashboards that can be viewed without an account."""

    enabled: bool = setting(False, "Allow users to share dashboards publicly.")


class LiveSettings(Section, name="live"):
    """Configures live queries, which push results to browsers over a WebSocket."""

    max_connections: int = setting(
        100,
        "Maximum number of WebSocket connections per instance. 0 disables live connections, "
        "-1 removes the limit.",
        at_least=-1,
    )
    allowed_origins: tuple[str, ...] = setting(
        (),
        "Additional origins whose pages can connect, such as https://wiki.example.org. The "
        "wildcard * matches any text.",
    )
    ha_engine: str = setting(
        "",
        "Message broker between instances. Vedette does not need one, because each instance "
        "runs its live queries itself.",
        choices=("", "redis"),
        acted_on=False,
    )
    ha_engine_address: str = setting("", "Address of the message broker.", acted_on=False)
    ha_prefix: str = setting("", "Prefix of keys in the message broker.", acted_on=False)


class ExploreSettings(Section, name="explore"):
    """Configures Explore, the page for queries without a dashboard."""

    enabled: bool = setting(True, "Enable Explore.")


class QueryHistorySettings(Section, name="query_history"):
    """Configures the history of queries that users ran in Explore."""

    enabled: bool = setting(True, "Store the query history.")


class PanelsSettings(Section, name="panels", acted_on=False):
    """Configures panels."""

    enable_alpha: bool = setting(False, "Show panel types that are in alpha.")
    disable_sanitize_html: bool = setting(
        False, "Show HTML in text panels without sanitizing it. Vedette always sanitizes."
    )


class AnnotationsSettings(Section, name="annotations", acted_on=False):
    """Configures annotations."""

    cleanupjob_batchsize: int = setting(
        100, "Number of old annotations that are removed per batch.", at_least=1
    )
    tags_length: int = setting(
        500, "Maximum total length of the tags of an annotation.", unit="characters", at_least=1
    )


class DashboardAnnotationsSettings(Section, name="annotations.dashboard", acted_on=False):
    """Configures annotations that users create on dashboards."""

    max_age: str = setting("", "Maximum age of annotations. Leave empty for no limit.")
    max_annotations_to_keep: int = setting(
        0, "Maximum number of annotations. 0 removes the limit.", at_least=0
    )


class ApiAnnotationsSettings(Section, name="annotations.api", acted_on=False):
    """Configures annotations that are created through the API."""

    max_age: str = setting("", "Maximum age of annotations. Leave empty for no limit.")
    max_annotations_to_keep: int = setting(
        0, "Maximum number of annotations. 0 removes the limit.", at_least=0
    )


class GeomapSettings(Section, name="geomap", acted_on=False):
    """Configures geomap panels."""

    default_baselayer_config: str = setting("", "Base layer of new maps, as JSON.")
    enable_custom_baselayers: bool = setting(False, "Allow users to select another base layer.")


class NewsSettings(Section, name="news", acted_on=False):
    """Configures news from an external feed."""

    news_feed_enabled: bool = setting(False, "Show the news feed. Vedette has none.")


class HelpSettings(Section, name="help", acted_on=False):
    """Configures the help menu."""

    enabled: bool = setting(False, "Show the help menu.")


class ProfileSettings(Section, name="profile", acted_on=False):
    """Configures the profile page."""

    enabled: bool = setting(True, "Show the profile page.")


class FeatureTogglesSettings(Section, name="feature_toggles", acted_on=False):
    """Enables and disables features by name."""

    enable: tuple[str, ...] = setting((), "Features to enable.")
    by_name: Mapping[str, str] = named_values("true or false. Takes precedence over `enable`.")


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
