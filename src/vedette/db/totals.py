"""How many rows tables hold, for the service's own numbers."""

from collections.abc import Mapping

from vedette.db.database import Database

COUNTED = {
    "dashboards": "dashboard",
    "folders": "folder",
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
"""Names that operators see, and the rows behind them."""


async def totals(database: Database) -> Mapping[str, int]:
    async with database.reading() as tx:
        return {
            name: await tx.value(f"SELECT COUNT(*) FROM {rows}")  # noqa: S608
            for name, rows in COUNTED.items()
        }
