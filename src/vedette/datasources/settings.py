"""Limits of configured data sources."""

from vedette.sdk import PoolSize
from vedette.settings import Section, setting


class DatasourcesSettings(Section, name="datasources"):
    """Configures data sources."""

    datasource_limit: int = setting(
        5_000, "Maximum number of data sources in a list.", unit="data sources", at_least=1
    )
    directories: tuple[str, ...] = setting(
        (),
        "Directories whose files the data sources sqlite and duckdb can read. Other files "
        "are never opened.",
    )


class SqlDatasourcesSettings(Section, name="sql_datasources"):
    """Sets defaults for the connection pools of SQL data sources."""

    max_open_conns_default: int = setting(
        5,
        "Maximum number of open connections. 0 selects the limit of 100.",
        unit="connections",
        at_least=0,
    )
    max_idle_conns_default: int = setting(
        2, "Number of idle connections kept for five minutes.", unit="connections", at_least=0
    )
    max_conn_lifetime_default: int = setting(
        14_400,
        "Maximum age of a connection. 0 removes the limit.",
        unit="seconds",
        at_least=0,
    )

    @property
    def pool(self) -> PoolSize:
        return PoolSize(
            self.max_open_conns_default,
            self.max_idle_conns_default,
            float(self.max_conn_lifetime_default),
        )


SECTIONS: tuple[type[Section], ...] = (DatasourcesSettings, SqlDatasourcesSettings)
