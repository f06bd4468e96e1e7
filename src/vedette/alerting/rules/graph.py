"""Validation of the expressions of a rule."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from vedette.alerting.model import RuleQuery
from vedette.querying.expressions.graph import plan
from vedette.querying.model import EXPRESSIONS, QueryTarget, is_expression
from vedette.sdk import TimeRange

_SOME_TIME = datetime(2000, 1, 1, tzinfo=UTC)


def first_mistake(queries: Sequence[RuleQuery]) -> tuple[str, str] | None:
    """Return the refId of the first invalid expression and the reason: a syntax error, an unknown
    refId, or a cycle with its path."""
    expressions = [each for each in queries if is_expression(each.datasource_uid)]
    asked = [each.ref_id for each in queries if not is_expression(each.datasource_uid)]
    refused = plan([_target(each) for each in expressions], asked).refused
    for each in expressions:
        if each.ref_id in refused:
            return each.ref_id, refused[each.ref_id].public
    return None


def _target(query: RuleQuery) -> QueryTarget:
    return QueryTarget(
        query.ref_id,
        EXPRESSIONS,
        query.model,
        TimeRange(_SOME_TIME, _SOME_TIME + query.since),
        timedelta(seconds=1),
        1,
    )
