"""Limits of configured data sources."""

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


class SqlDatasourcesSettings(Section, name="sql_datasources", acted_on=False):
    """Pools of data sources that are SQL databases, where a source does not say."""

    max_open_conns_default: int = setting(100, "Open connections.", unit="connections", at_least=0)
    max_idle_conns_default: int = setting(100, "Idle connections.", unit="connections", at_least=0)
    max_conn_lifetime_default: int = setting(
        14_400, "Age at which a connection is closed.", unit="seconds", at_least=0
    )


SECTIONS: tuple[type[Section], ...] = (DatasourcesSettings, SqlDatasourcesSettings)
