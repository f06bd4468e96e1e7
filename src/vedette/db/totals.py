"""Row counts for the server's own metrics and for quotas."""

from collections.abc import Mapping

from vedette.db.database import Database

COUNTED = {
    "dashboards": "dashboard",
    "folders": "folder",
    "deleted_dashboards": "deleted_dashboard",
    "library_panels": "library_element WHERE kind = 1",
    "datasources": "data_source",
    "correlations": "correlation",
    "saved_queries": "saved_query",
    "users": "account WHERE kind = 'user'",
    "service_accounts": "account WHERE kind = 'service'",
    "orgs": "org",
    "sessions": "session",
    "api_tokens": "api_token",
    "stars": "dashboard_star",
    "alert_rules": "alert_rule",
    "contact_points": "contact_point",
    "mute_timings": "mute_timing",
    "silences": "silence",
    "message_templates": "message_template",
}
"""FROM clauses by the names that operators see."""

_OF_ORG = {
    "org_user": "org_member AS m JOIN account AS a ON a.id = m.account_id"
    " WHERE a.kind = 'user' AND m.org_id = :org_id",
    "dashboard": "dashboard WHERE org_id = :org_id",
    "data_source": "data_source WHERE org_id = :org_id",
    "api_key": "api_token WHERE org_id = :org_id",
    "alert_rule": "alert_rule WHERE org_id = :org_id",
}
"""FROM clauses of the counted rows by the target of the quota."""


async def totals_of_org(database: Database, org_id: int) -> Mapping[str, int]:
    """Return the number of rows by quota target."""
    async with database.reading() as tx:
        return {
            name: await tx.value(f"SELECT COUNT(*) FROM {rows}", {"org_id": org_id})  # noqa: S608
            for name, rows in _OF_ORG.items()
        }


async def totals(database: Database) -> Mapping[str, int]:
    async with database.reading() as tx:
        return {
            name: await tx.value(f"SELECT COUNT(*) FROM {rows}")  # noqa: S608
            for name, rows in COUNTED.items()
        }
