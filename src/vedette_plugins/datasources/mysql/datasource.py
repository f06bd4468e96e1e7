"""The MySQL data source."""

from vedette.sdk import Connection, DataSource, DataSourcePlugin, Host
from vedette.sdk.sql.address import parse_host_port
from vedette.sdk.sql.pool import pool_size
from vedette.sdk.sql.source import SqlSource
from vedette_plugins.datasources.mysql.dialect import DIALECT
from vedette_plugins.datasources.mysql.settings import MysqlSettings


async def open_mysql(connection: Connection[MysqlSettings], host: Host) -> DataSource:
    """Create the data source. It connects at the first query."""
    from vedette_plugins.datasources.mysql.database import Login, MysqlDatabase

    settings = connection.settings
    address = parse_host_port(connection.url, 3306)
    login = Login(
        connection.name,
        address,
        connection.user,
        connection.secrets.get("password", ""),
        connection.database,
        settings.tls_mode,
        settings.server_name or address.host,
        settings.certificates(connection.secrets),
        settings.allow_cleartext_passwords,
        settings.checked_zone(),
    )
    size = pool_size(
        host.pool,
        settings.max_open_conns,
        settings.max_idle_conns,
        settings.conn_max_lifetime,
        idle_as_open=settings.max_idle_conns_auto,
    )
    return SqlSource(DIALECT, MysqlDatabase(login, size, host), settings.time_interval)


PLUGIN = DataSourcePlugin(settings=MysqlSettings, open=open_mysql)
