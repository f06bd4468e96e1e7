"""Reserved names in the place of a data source's uid."""

EXPRESSIONS = "__expr__"
EXPRESSIONS_ID = -100
"""The number, also as text, for expressions in old dashboards and rules."""
BUILT_IN = "grafana"
"""The uid of the built-in source of every organization."""
BUILT_IN_NAME = "-- Grafana --"
BUILT_IN_NAMES = frozenset({BUILT_IN_NAME, BUILT_IN})
"""The name of the built-in source in dashboards and rules."""


def is_expression(datasource_uid: str) -> bool:
    return datasource_uid in (EXPRESSIONS, str(EXPRESSIONS_ID))
