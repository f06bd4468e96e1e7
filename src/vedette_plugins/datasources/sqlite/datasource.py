"""The SQLite data source."""

import msgspec

from vedette.sdk import Connection, DataSource, DataSourcePlugin, Host
from vedette.sdk.sql.source import SqlSource
from vedette_plugins.datasources.sqlite.dialect import DIALECT


class SqliteSettings(msgspec.Struct, rename="camel"):
    """`path` is a file in one of the configured directories, absolute or relative to one."""

    path: str = ""
    time_interval: str = ""


async def open_sqlite(connection: Connection[SqliteSettings], host: Host) -> DataSource:
    from vedette_plugins.datasources.sqlite.database import SqliteDatabase

    settings = connection.settings
    path = settings.path or connection.database or connection.url
    return SqlSource(DIALECT, SqliteDatabase(path, host), settings.time_interval)


PLUGIN = DataSourcePlugin(settings=SqliteSettings, open=open_sqlite)
