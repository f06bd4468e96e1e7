"""The queries of a rule as the batch for one tick."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from types import MappingProxyType

from vedette.alerting.evaluation.states import firing_series
from vedette.alerting.model import Instance, Rule, RuleQuery
from vedette.alerting.model.rules import INTERVAL_MS, MAX_POINTS
from vedette.querying.model import EXPRESSIONS, Batch, QueryTarget, is_expression
from vedette.sdk import TimeRange


def batch(
    rule: Rule, tick: datetime, prior: Mapping[str, Instance] = MappingProxyType({})
) -> Batch:
    """Return the batch, which never uses cached results. `prior` are the states of the rule: firing
    series are tested against the recovery threshold."""
    targets = tuple(_target(query, tick) for query in rule.queries)
    firing = firing_series(prior.values())
    thresholds = [each.ref_id for each in rule.queries if each.model.get("type") == "threshold"]
    return Batch(
        targets,
        from_alert=True,
        wants_fresh=True,
        firing=dict.fromkeys(thresholds, firing) if firing else {},
    )


def _target(query: RuleQuery, tick: datetime) -> QueryTarget:
    uid = query.datasource_uid
    asked = {"queryType": query.query_type} if query.query_type else {}
    return QueryTarget(
        ref_id=query.ref_id,
        datasource_uid=EXPRESSIONS if is_expression(uid) else uid,
        model={**asked, **query.model, "refId": query.ref_id},
        range=TimeRange(tick - query.since, tick - query.until),
        interval=timedelta(milliseconds=_positive(query, "intervalMs", INTERVAL_MS)),
        max_points=_positive(query, "maxDataPoints", MAX_POINTS),
    )


def _positive(query: RuleQuery, key: str, otherwise: int) -> int:
    value = query.model.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return otherwise
    return int(value) if value >= 1 else otherwise
