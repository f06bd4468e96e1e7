"""Names in place of a data source's uid that stand for none that is stored."""

EXPRESSIONS = "__expr__"
EXPRESSIONS_ID = -100
"""The number, also as a text, by which old dashboards and rules name expressions."""
BUILT_IN = "grafana"
"""Uid of the source that every organization has without configuring it."""
BUILT_IN_NAME = "-- Grafana --"
BUILT_IN_NAMES = frozenset({BUILT_IN_NAME, BUILT_IN})
"""How dashboards and rules name it."""


def is_expression(datasource_uid: str) -> bool:
    return datasource_uid in (EXPRESSIONS, str(EXPRESSIONS_ID))
