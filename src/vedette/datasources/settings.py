"""Limits of configured data sources."""

from vedette.sdk import PoolSize
from vedette.settings import Section, setting


class DatasourcesSettings(Section, name="datasources"):
    """Configured data sources."""

    datasource_limit: int = setting(
        5_000, "Data sources that a list shows at most.", unit="data sources", at_least=1
    )
    directories: tuple[str, ...] = setting(
        (),
        "Directories whose files the data sources sqlite and duckdb may read; no other file is"
        " opened.",
    )


class SqlDatasourcesSettings(Section, name="sql_datasources"):
    """Pools of data sources that are SQL databases, where a source does not say."""

    max_open_conns_default: int = setting(
        5, "Maximum open connections; 0 for the limit of 100.", unit="connections", at_least=0
    )
    max_idle_conns_default: int = setting(
        2, "Idle connections kept for five minutes.", unit="connections", at_least=0
    )
    max_conn_lifetime_default: int = setting(
        14_400,
        "Age at which a connection is closed; 0 for any age.",
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
