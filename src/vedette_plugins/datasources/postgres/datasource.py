"""The PostgreSQL data source."""

from vedette.sdk import Connection, DataSource, DataSourcePlugin, Host
from vedette.sdk.sql.address import parse_host_port
from vedette.sdk.sql.pool import pool_size
from vedette.sdk.sql.source import SqlSource
from vedette_plugins.datasources.postgres.dialect import dialect
from vedette_plugins.datasources.postgres.settings import PostgresSettings


async def open_postgres(connection: Connection[PostgresSettings], host: Host) -> DataSource:
    """Create the data source. It connects at the first query."""
    from vedette_plugins.datasources.postgres.database import Login, PostgresDatabase

    settings = connection.settings
    login = Login(
        connection.name,
        parse_host_port(connection.url, 5432),
        connection.user,
        connection.secrets.get("password", ""),
        connection.database,
        settings.sslmode.lower() or "require",
        settings.certificates(connection.secrets),
    )
    size = pool_size(
        host.pool,
        settings.max_open_conns,
        settings.max_idle_conns,
        settings.conn_max_lifetime,
        idle_as_open=settings.max_idle_conns_auto,
    )
    database = PostgresDatabase(login, size, host)
    return SqlSource(dialect(timescale=settings.timescaledb), database, settings.time_interval)


PLUGIN = DataSourcePlugin(settings=PostgresSettings, open=open_postgres)
