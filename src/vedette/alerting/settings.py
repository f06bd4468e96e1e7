"""The `[unified_alerting]` sections."""

from collections.abc import Mapping
from datetime import timedelta

from vedette.kernel.secret import Secret
from vedette.settings import Section, named_values, setting


class AlertingSettings(Section, name="unified_alerting"):
    """Alert rules: evaluation and delivery."""

    enabled: bool = setting(True, "Evaluate rules and send notifications.")
    disabled_orgs: tuple[str, ...] = setting((), "Organizations without alerting, by number.")
    execute_alerts: bool = setting(
        True,
        "Evaluate rules on this instance; false leaves that to the others.",
        aliases=("alerting:execute_alerts",),
    )
    evaluation_timeout: timedelta = setting(
        timedelta(seconds=30),
        "Time limit of an attempt of an evaluation.",
        bare_unit="s",
        at_least=0.1,
        aliases=("alerting:evaluation_timeout_seconds",),
    )
    max_attempts: int = setting(
        1, "Maximum attempts of an evaluation whose data source does not respond.", at_least=1
    )
    max_response_mb: int = setting(
        16,
        "Maximum size of a data source's response to one query of a rule; a larger one "
        "is an error of the rule, not an outage of the source.",
        unit="MiB",
        at_least=1,
    )
    concurrent_evaluations: int = setting(
        10,
        "Maximum concurrent evaluations of this instance that query one data source.",
        at_least=1,
    )
    lease: timedelta = setting(
        timedelta(seconds=15),
        "Time after which other instances take over the work of an instance that died.",
        bare_unit="s",
        at_least=1,
    )
    concurrent_deliveries: int = setting(
        4, "Maximum notifications that this instance sends concurrently.", at_least=1
    )
    delivery_timeout: timedelta = setting(
        timedelta(seconds=30),
        "Time limit of an attempt to send a notification.",
        bare_unit="s",
        at_least=0.1,
    )
    delivery_max_age: timedelta = setting(
        timedelta(hours=6),
        "Notifications that waited longer are not sent; one alert reports them.",
    )
    delivery_refusals: int = setting(
        3, "Permanent refusals by a receiver before a notification is given up.", at_least=1
    )
    delivery_log_retention: timedelta = setting(
        timedelta(days=30), "Retention of notifications, attempts and decisions."
    )
    delivery_log_max_entries: int = setting(
        1_000_000,
        "Maximum entries of the notification history of all organizations; the oldest "
        "are deleted first. 0 for no limit.",
        at_least=0,
    )
    delivery_log_max_mb: int = setting(
        1_024,
        "Maximum estimated size of the notification history with its notifications; "
        "the oldest are deleted first. 0 for no limit.",
        unit="MiB",
        at_least=0,
    )
    watchdog: bool = setting(
        False,
        "Raise an alert named Watchdog that always fires, in every organization. Route "
        "it to a service that alerts you when it stops.",
    )
    min_interval: timedelta = setting(
        timedelta(seconds=10), "Shortest interval of a rule.", at_least=1
    )
    default_rule_evaluation_interval: timedelta = setting(
        timedelta(minutes=1), "Interval of a new rule.", at_least=1
    )
    resolved_alert_retention: timedelta = setting(
        timedelta(minutes=15),
        "How long resolved notifications are still sent; here until they are delivered.",
        acted_on=False,
    )
    disable_jitter: bool = setting(False, "Evaluate all rules of an interval at the same time.")
    rule_version_record_limit: int = setting(0, "Versions kept of a rule; 0 for all.", at_least=0)
    admin_config_poll_interval: timedelta = setting(
        timedelta(seconds=60),
        "How often other instances' changes are read; here they take effect immediately.",
        acted_on=False,
    )
    alertmanager_config_poll_interval: timedelta = setting(
        timedelta(seconds=60),
        "How often other instances' routing is read; here it takes effect immediately.",
        acted_on=False,
    )
    ha_listen_address: str = setting(
        "0.0.0.0:9094", "Gossip address; not needed here.", acted_on=False
    )
    ha_advertise_address: str = setting(
        "", "Gossip address shown to others; not needed here.", acted_on=False
    )
    ha_peers: tuple[str, ...] = setting((), "Gossip peers; not needed here.", acted_on=False)
    ha_peer_timeout: timedelta = setting(
        timedelta(seconds=15), "Wait for earlier peers.", acted_on=False
    )
    ha_gossip_interval: timedelta = setting(
        timedelta(milliseconds=200), "Gossip interval.", acted_on=False
    )
    ha_push_pull_interval: timedelta = setting(
        timedelta(seconds=60), "Full exchange of state.", acted_on=False
    )
    ha_reconnect_timeout: timedelta = setting(
        timedelta(hours=6), "When a lost peer is forgotten.", acted_on=False
    )
    ha_label: str = setting("", "Label of the gossip cluster.", acted_on=False)
    ha_redis_address: str = setting("", "Redis of the cluster.", acted_on=False)
    ha_redis_username: str = setting("", "User name for Redis.", acted_on=False)
    ha_redis_password: Secret = setting(Secret(""), "Password for Redis.", acted_on=False)
    ha_redis_db: int = setting(0, "Number of the database there.", at_least=0, acted_on=False)
    ha_redis_prefix: str = setting("", "Start of every key there.", acted_on=False)
    ha_redis_peer_name: str = setting("", "Our name there.", acted_on=False)
    ha_redis_max_conns: int = setting(5, "Connections there.", at_least=1, acted_on=False)
    ha_redis_tls_enabled: bool = setting(False, "Use TLS there.", acted_on=False)
    ha_redis_tls_cert_path: str = setting("", "Certificate we show there.", acted_on=False)
    ha_redis_tls_key_path: str = setting("", "Key of that certificate.", acted_on=False)
    ha_redis_tls_ca_path: str = setting(
        "", "Authority that signed its certificate.", acted_on=False
    )
    ha_redis_tls_server_name: str = setting("", "Name in its certificate.", acted_on=False)
    ha_redis_tls_insecure_skip_verify: bool = setting(
        False, "Do not check its certificate.", acted_on=False
    )
    state_periodic_save_interval: timedelta = setting(
        timedelta(minutes=5), "How often states are saved in the old mode.", acted_on=False
    )
    state_periodic_save_batch_size: int = setting(
        1, "Batch size for saving states.", at_least=1, acted_on=False
    )
    state_periodic_save_jitter_enabled: bool = setting(False, "Spread those saves.", acted_on=False)
    state_compressed_periodic_save_enabled: bool = setting(
        False, "Save states compressed.", acted_on=False
    )
    state_compressed_periodic_save_interval: timedelta = setting(
        timedelta(minutes=5), "How often.", acted_on=False
    )


class ScreenshotsSettings(Section, name="unified_alerting.screenshots"):
    """Images in notifications: graphs of the rules' queries."""

    capture: bool = setting(
        False, "Render images for receivers that can attach them: e-mail and some chats."
    )
    capture_timeout: timedelta = setting(
        timedelta(seconds=10),
        "Maximum delay of a notification for its images; after that, it is sent without them.",
        bare_unit="s",
    )
    max_concurrent_screenshots: int = setting(
        5, "Maximum images that this instance renders concurrently.", at_least=1
    )
    upload_external_image_storage: bool = setting(
        False,
        "Put them into the image storage; here they go along with the message alone.",
        acted_on=False,
    )


class ReservedLabelsSettings(Section, name="unified_alerting.reserved_labels"):
    """Labels that alerts get from us."""

    disabled_labels: tuple[str, ...] = setting((), "Reserved labels that alerts do not get.")


class StateHistorySettings(Section, name="unified_alerting.state_history"):
    """What alerts did in the past."""

    enabled: bool = setting(True, "Record state transitions.")
    backend: str = setting(
        "annotations",
        "Where it is kept; here always in the database.",
        choices=("annotations", "loki", "multiple", "prometheus", ""),
        acted_on=False,
    )
    primary: str = setting("", "Store that is read, of several.", acted_on=False)
    secondaries: tuple[str, ...] = setting((), "Stores that are written too.", acted_on=False)
    loki_remote_url: str = setting("", "Address of Loki.", acted_on=False)
    loki_remote_read_url: str = setting("", "Address to read from.", acted_on=False)
    loki_remote_write_url: str = setting("", "Address to write to.", acted_on=False)
    loki_tenant_id: str = setting("", "Tenant there.", acted_on=False)
    loki_basic_auth_username: str = setting("", "User name for Loki.", acted_on=False)
    loki_basic_auth_password: Secret = setting(Secret(""), "Password for Loki.", acted_on=False)
    loki_max_query_length: timedelta = setting(
        timedelta(hours=721), "Longest range of a query.", acted_on=False
    )


class StateHistoryLabelsSettings(
    Section, name="unified_alerting.state_history.external_labels", acted_on=False
):
    """Labels of every record in Loki."""

    labels: Mapping[str, str] = named_values("A label and its value.")


class StateHistoryAnnotationsSettings(Section, name="unified_alerting.state_history.annotations"):
    """How long is kept what alerts did."""

    max_age: str = setting("90d", "Age at most, such as 30d; empty for no limit.")
    max_annotations_to_keep: int = setting(
        0, "Transitions of all alerts at most; 0 for no limit.", at_least=0
    )


class RecordingRulesSettings(Section, name="recording_rules"):
    """Where recording rules write their series that name no data source."""

    enabled: bool = setting(True, "Evaluate recording rules; always done.", acted_on=False)
    url: str = setting("", "Address of remote write, such as http://mimir/api/v1/push.")
    basic_auth_username: str = setting("", "User name for remote write.")
    basic_auth_password: Secret = setting(Secret(""), "Password for remote write.")
    timeout: timedelta = setting(timedelta(seconds=10), "Longest write.", bare_unit="s")
    default_datasource_uid: str = setting(
        "", "Data source to write to if a rule names none; overrides url."
    )


class RecordingHeadersSettings(Section, name="recording_rules.custom_headers"):
    """Headers of every write to url."""

    values: Mapping[str, str] = named_values("A header and its value.")


class LegacyAlertingSettings(Section, name="alerting", acted_on=False):
    """Alerting before version 9. Its execute_alerts and evaluation_timeout_seconds count where
    [unified_alerting] names neither; the rest is accepted so that old files load."""

    values: Mapping[str, str] = named_values("Ignored.")


SECTIONS: tuple[type[Section], ...] = (
    AlertingSettings,
    ScreenshotsSettings,
    ReservedLabelsSettings,
    StateHistorySettings,
    StateHistoryLabelsSettings,
    StateHistoryAnnotationsSettings,
    RecordingRulesSettings,
    RecordingHeadersSettings,
    LegacyAlertingSettings,
)
