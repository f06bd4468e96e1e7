"""Quotas, and the memory that queries may take."""

from vedette.kernel.memory import MIB, MemoryLimits
from vedette.settings import Section, setting


def _quota(default: int, what: str, *aliases: str, acted_on: bool = False) -> int:
    return setting(
        default, f"{what}; -1 for no limit.", at_least=-1, aliases=aliases, acted_on=acted_on
    )


class QuotaSettings(Section, name="quota"):
    """How many of each thing there may be."""

    enabled: bool = setting(False, "Enforce the numbers below.")
    global_dashboard_count: int = _quota(1000, "Dashboards", "global_dashboard")
    global_user_count: int = _quota(1000, "Users", "global_user")
    global_org_count: int = _quota(1000, "Organizations", "global_org")
    global_api_key_count: int = _quota(1000, "Tokens", "global_api_key")
    global_session_count: int = _quota(1000, "Sessions", "global_session")
    global_alert_rule_count: int = _quota(1000, "Alert rules", "global_alert_rule", acted_on=True)
    global_file_upload_count: int = _quota(
        1000, "Uploaded files", "global_file", "global_file_upload"
    )
    global_data_source_count: int = _quota(1000, "Data sources", "global_data_source")
    global_transformation_count: int = _quota(1000, "Transformations", "global_transformation")
    global_correlations_count: int = _quota(
        1000, "Correlations", "global_correlations", acted_on=True
    )
    org_user: int = _quota(10, "Users of an organization")
    org_dashboard: int = _quota(100, "Dashboards of an organization")
    org_data_source: int = _quota(10, "Data sources of an organization")
    org_api_key: int = _quota(10, "Tokens of an organization")
    org_alert_rule: int = _quota(100, "Alert rules of an organization", acted_on=True)
    user_org: int = _quota(10, "Organizations of a user")
    alerting_rule_group_rules: int = _quota(100, "Rules of a group", acted_on=True)
    alerting_rule_evaluation_results: int = _quota(-1, "Results of one evaluation", acted_on=True)


class QueryMemorySettings(Section, name="query_memory"):
    """How much memory answers of data sources may take. What would take more is refused before it
    is made. Alert rules have limits of their own in `[unified_alerting]` and share with nobody."""

    request_mb: int = setting(
        48,
        "What one request may take beside its answer, to decode answers of sources and to calculate"
        " with them. An answer that is decoded as a whole, such as that of Loki, may have about a"
        " third of it.",
        unit="MiB",
        at_least=8,
    )
    answer_mb: int = setting(256, "What one request may be answered.", unit="MiB", at_least=8)
    user_mb: int = setting(
        384, "What all requests of one user may take at a time.", unit="MiB", at_least=8
    )
    process_mb: int = setting(
        768, "What all requests to this process may take at a time.", unit="MiB", at_least=8
    )


def memory_limits(settings: QueryMemorySettings) -> MemoryLimits:
    return MemoryLimits(
        objects=settings.request_mb * MIB,
        request=settings.answer_mb * MIB,
        user=settings.user_mb * MIB,
        process=settings.process_mb * MIB,
    )


SECTIONS: tuple[type[Section], ...] = (QuotaSettings, QueryMemorySettings)
