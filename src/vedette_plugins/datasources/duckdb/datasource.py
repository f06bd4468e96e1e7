"""The DuckDB data source."""

import msgspec

from vedette.sdk import Connection, DataSource, DataSourcePlugin, Host
from vedette.sdk.sql.source import SqlSource
from vedette_plugins.datasources.duckdb.dialect import DIALECT


class DuckdbSettings(msgspec.Struct, rename="camel"):
    """The settings. The directories are settings of the server, not of the source."""

    time_interval: str = ""


async def open_duckdb(connection: Connection[DuckdbSettings], host: Host) -> DataSource:
    from vedette_plugins.datasources.duckdb.database import DuckdbDatabase

    return SqlSource(DIALECT, DuckdbDatabase(host), connection.settings.time_interval)


PLUGIN = DataSourcePlugin(settings=DuckdbSettings, open=open_duckdb)
