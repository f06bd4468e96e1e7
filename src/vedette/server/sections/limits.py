"""Quotas, rate limits, and the memory that queries may use."""

from collections.abc import Mapping

from vedette.kernel.memory import MIB, MemoryLimits
from vedette.settings import Section, setting


def _quota(default: int, what: str, *aliases: str) -> int:
    return setting(default, f"Maximum number of {what}.", at_least=-1, aliases=aliases)


def _not_enforced(what: str, *aliases: str) -> int:
    """A quota that exists so that configuration files for Grafana load."""
    return setting(
        -1,
        f"Maximum number of {what}. Vedette has no limit.",
        at_least=-1,
        aliases=aliases,
        acted_on=False,
    )


class QuotaSettings(Section, name="quota"):
    """Limits the number of resources. -1 removes a limit."""

    enabled: bool = setting(False, "Enforce quotas.")
    global_dashboard_count: int = _not_enforced("dashboards", "global_dashboard")
    global_user_count: int = _not_enforced("users", "global_user")
    global_org_count: int = _not_enforced("organizations", "global_org")
    global_api_key_count: int = _not_enforced("tokens", "global_api_key")
    global_session_count: int = _not_enforced("sessions", "global_session")
    global_alert_rule_count: int = _quota(-1, "alert rules", "global_alert_rule")
    global_file_upload_count: int = _not_enforced(
        "uploaded files", "global_file", "global_file_upload"
    )
    global_data_source_count: int = _not_enforced("data sources", "global_data_source")
    global_transformation_count: int = _not_enforced("transformations", "global_transformation")
    global_correlations_count: int = _quota(-1, "correlations", "global_correlations")
    org_user: int = _not_enforced("users in an organization")
    org_dashboard: int = _not_enforced("dashboards in an organization")
    org_data_source: int = _not_enforced("data sources in an organization")
    org_api_key: int = _not_enforced("tokens in an organization")
    org_alert_rule: int = _quota(100, "alert rules in an organization")
    user_org: int = _not_enforced("organizations of a user")
    alerting_rule_group_rules: int = _quota(100, "rules in a group")
    alerting_rule_evaluation_results: int = _quota(-1, "results of one evaluation")


def _rate(default: int, what: str) -> int:
    return setting(default, what, unit="requests per minute", at_least=0)


class RateLimitsSettings(Section, name="rate_limits"):
    """Limits the requests per minute of a caller: a user, a token, or the address of an anonymous
    visitor (a /64 network for IPv6). 0 removes a limit. Short bursts above a limit are allowed.
    Each instance counts separately."""

    queries: int = _rate(
        12_000, "Queries, health checks, resource calls and proxied requests of data sources."
    )
    search: int = _rate(3_000, "Searches for dashboards and folders.")
    query_history: int = _rate(120, "Additions to the query history.")
    dashboard_imports: int = _rate(300, "Imports of dashboards.")
    live_connections: int = _rate(120, "New WebSocket connections.")
    alert_intake: int = _rate(6_000, "Requests that post alerts.")
    notification_history: int = _rate(120, "Reads of the notification history.")
    rule_tests: int = _rate(240, "Previews, backtests and tests of alert rules.")
    rule_explanations: int = _rate(240, "Explanations of an alert rule's state.")
    template_tests: int = _rate(240, "Previews of notification templates.")
    contact_point_tests: int = _rate(30, "Test notifications.")
    password_changes: int = _rate(20, "Changes of the caller's own password.")
    session_rotation: int = _rate(1_200, "Replacements of session tokens.")
    panel_load_times: int = _rate(120, "Reports of panel load times by browsers.")

    @property
    def per_minute(self) -> Mapping[str, int]:
        return {
            "queries": self.queries,
            "search": self.search,
            "query_history": self.query_history,
            "dashboard_imports": self.dashboard_imports,
            "live_connections": self.live_connections,
            "alert_intake": self.alert_intake,
            "notification_history": self.notification_history,
            "rule_tests": self.rule_tests,
            "rule_explanations": self.rule_explanations,
            "template_tests": self.template_tests,
            "contact_point_tests": self.contact_point_tests,
            "password_changes": self.password_changes,
            "session_rotation": self.session_rotation,
            "panel_load_times": self.panel_load_times,
        }


class QueryMemorySettings(Section, name="query_memory"):
    """Limits the memory for query results. Larger results are refused before they are created.
    Alert rules have separate limits in `[unified_alerting]`."""

    request_mb: int = setting(
        48,
        "Memory for one request, in addition to its response, for decoding and calculations. "
        "A response that must be decoded as a whole, such as one from Loki, can use about a "
        "third of it.",
        unit="MiB",
        at_least=8,
    )
    answer_mb: int = setting(256, "Maximum response size of one request.", unit="MiB", at_least=8)
    user_mb: int = setting(
        384, "Memory for all concurrent requests of one user.", unit="MiB", at_least=8
    )
    process_mb: int = setting(
        768, "Memory for all concurrent requests to one instance.", unit="MiB", at_least=8
    )


def memory_limits(settings: QueryMemorySettings) -> MemoryLimits:
    return MemoryLimits(
        objects=settings.request_mb * MIB,
        request=settings.answer_mb * MIB,
        user=settings.user_mb * MIB,
        process=settings.process_mb * MIB,
    )


SECTIONS: tuple[type[Section], ...] = (
    QuotaSettings,
    RateLimitsSettings,
    QueryMemorySettings,
)
