"""How many rows tables hold, for the service's own numbers."""

from collections.abc import Mapping

from vedette.db.database import Database

COUNTED = {
    "dashboards": "dashboard",
    "folders": "folder",
    "datasources": "data_source",
    "users": "account",
    "orgs": "org",
    "sessions": "session",
    "api_tokens": "api_token",
    "stars": "dashboard_star",
    "alert_rules": "alert_rule",
}
"""Names that operators see, and the tables behind them. Service accounts count as users."""


async def totals(database: Database) -> Mapping[str, int]:
    async with database.reading() as tx:
        return {
            name: await tx.value(f"SELECT COUNT(*) FROM {table}")  # noqa: S608
            for name, table in COUNTED.items()
        }
